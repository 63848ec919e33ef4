"""Games on disk: one file holds the game, its log and its branches, and survives crashes and upgrades."""
