"""Moving on foot."""
