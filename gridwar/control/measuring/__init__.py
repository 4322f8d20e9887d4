"""What is measured, as text and overlays: rulers, lines, templates, arcs, threats, bands. No Qt.

Tools and presenters read it; it knows neither.
"""
