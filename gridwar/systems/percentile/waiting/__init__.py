"""Out of turn: Attacks of Opportunity, Overwatch, Suppressive Fire and their kill zones."""
