"""2WW: European Theater. Numbers in brackets and in `rule=` are those of its rulebook."""
