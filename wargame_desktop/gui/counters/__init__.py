"""Counters and pieces drawn with QPainter: faces as data, symbols, nation marks, painters and a pixmap cache."""
