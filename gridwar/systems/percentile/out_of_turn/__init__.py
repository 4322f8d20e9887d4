"""Out of turn: Attacks of Opportunity, Counter-Attacks, Overwatch."""
