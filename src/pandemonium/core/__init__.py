"""What a game and a match are; nothing here knows any game."""
