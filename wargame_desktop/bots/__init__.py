"""Players that are programs. They see the rules through the same door as people do."""
