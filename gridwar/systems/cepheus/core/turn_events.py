"""What happens to actions still to come."""

from __future__ import annotations

from gridwar.engine.kit import SheetEvent, sets


@sets("lose_next_significant", True)
class SignificantLost(SheetEvent):
    """The next significant action is lost."""
