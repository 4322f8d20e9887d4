"""What control hands to the window, as frozen records: the map, panels, popovers, forms."""
