"""Forms: fields by their kind, in parts that fold."""
