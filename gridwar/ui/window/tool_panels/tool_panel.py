"""What a tool's panel is; which tool has which is in ``tool_panels``."""

from __future__ import annotations

from gridwar.ui.widgets.painting.themed import Panel


class ToolPanel(Panel):
    """The panel of one tool; each real one shows something."""

    def refresh(self) -> None:
        """Show the tool as it is now."""
