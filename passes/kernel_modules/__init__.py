"""Reading modules that others wrote, as data: bounded, verified, and with what is wrong reported in its place."""
