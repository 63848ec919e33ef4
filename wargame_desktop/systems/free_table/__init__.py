"""The free table: nothing is enforced but that a piece is in one place and a roll is recorded."""
