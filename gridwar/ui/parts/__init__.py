"""The parts of a window by name, their actions and layouts, and which click calls what."""
