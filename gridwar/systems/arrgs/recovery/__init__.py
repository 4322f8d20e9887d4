"""Defence, waking, and the End of Round."""
