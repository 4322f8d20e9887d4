"""How much of the core the tests take both ways at each branch."""
