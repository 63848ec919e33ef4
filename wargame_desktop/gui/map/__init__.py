"""The map on the table: geometry, painting, tiles, view and minimap."""
