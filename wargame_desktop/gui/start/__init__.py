"""Before a game is on the table: going on with one, and setting a new one up."""
