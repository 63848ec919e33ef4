"""Axis & Allies Revised: five powers, seven phases a turn, dice battles."""
