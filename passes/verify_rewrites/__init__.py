"""`--verify-rewrites`: patterns declare what their rewrites keep, a listener proves it."""
