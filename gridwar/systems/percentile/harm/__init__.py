"""What harm leaves: Wounds and Fatigue lost and gained, Characteristic Decay."""
