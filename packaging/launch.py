"""Where the frozen program begins."""

from gridwar.cli import main

raise SystemExit(main())
