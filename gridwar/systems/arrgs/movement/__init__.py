"""How far movement goes and where; on foot, mounted, pushed, withdrawing, crashing."""
