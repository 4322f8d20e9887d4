"""Leaders, plans and communication."""
