"""How to think about a game: what knows no game by name."""
