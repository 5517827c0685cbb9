"""What the house remembers: people, tables and the log of every match, behind one interface."""
