"""How the window looks: palette, theme, fonts, icons. Knows no widget."""
