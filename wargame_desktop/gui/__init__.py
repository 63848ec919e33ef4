"""The desktop window: the only package that knows Qt."""
