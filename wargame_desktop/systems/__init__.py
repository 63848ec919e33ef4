"""Rule systems: a registry, and one package each with the same file names in it."""
