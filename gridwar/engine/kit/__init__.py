"""What rule systems are written with: requests, sums, offers, events and the contract."""
