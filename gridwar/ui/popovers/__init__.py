"""What asks and tells over the map: the popovers that float there."""
