"""The panels around the map that are always there: order, card, actions, log, bars, library."""
