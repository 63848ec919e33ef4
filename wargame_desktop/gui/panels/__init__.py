"""The panels around the board. Each gets the table and nothing else, and holds no rules."""
