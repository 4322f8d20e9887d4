"""Rolling: tests of d100, opposed tests, and who helps."""
