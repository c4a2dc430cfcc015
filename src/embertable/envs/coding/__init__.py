"""Positions and actions as numbers. Compiled with the engine; knows neither numpy nor learners."""
