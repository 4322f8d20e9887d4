"""The settings and shortcuts of whoever sits here, beside any fight."""
