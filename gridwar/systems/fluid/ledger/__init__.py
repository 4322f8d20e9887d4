"""The ledger: what was entered, what it comes to, and what high and low Counts bring."""
