"""The fight's frame: surprise, Initiative, rounds and turns."""
