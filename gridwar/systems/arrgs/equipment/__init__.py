"""Items and spell slots."""
