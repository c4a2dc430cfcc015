"""Many games: simulations, fuzzing and measurements."""
