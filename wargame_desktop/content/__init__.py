"""Data files made into checked objects, with every mistake at its file and line."""
