"""The tool for floors: stairs and the like from one to another, openings, how a page lies."""
