"""Where the frozen program begins."""

from gridwar.__main__ import main

raise SystemExit(main())
