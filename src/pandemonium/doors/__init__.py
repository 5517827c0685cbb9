"""Doors for researchers: our games in other people's frameworks. Each is an extra of the package."""
