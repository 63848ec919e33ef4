"""Counters and pieces drawn with QPainter: faces, symbols, nation marks, painters and a pixmap cache."""
