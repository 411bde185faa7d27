"""The vocabulary that the `penguin` and `bir` dialects share."""
