"""Games for learners: actions by number, observations as arrays, and the libraries they fit."""
