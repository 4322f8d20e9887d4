"""Actions of a turn: what they cost, plain checks, drawing and reloading, longer tasks."""
