"""The panels that come with a tool and leave with it."""
