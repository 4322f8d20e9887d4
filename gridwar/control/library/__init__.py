"""Whom a GM can put on the board, and how combatants get from one fight to another."""
