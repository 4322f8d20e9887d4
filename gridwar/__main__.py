"""``python -m gridwar``: the same door as the ``gridwar`` command. Owns nothing else."""

from __future__ import annotations

from gridwar.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
