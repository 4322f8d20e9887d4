"""Widgets that paint themselves by the theme."""
