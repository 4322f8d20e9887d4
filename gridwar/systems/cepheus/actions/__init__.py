"""Actions of a turn: what they cost, checks, moving, drawing and reloading, longer tasks."""
