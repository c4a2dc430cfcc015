"""Language models and other programs as players: what they are sent, and what their answers mean."""
