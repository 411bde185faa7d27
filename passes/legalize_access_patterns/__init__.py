"""The pass `legalize-access-patterns`: one named pattern a concern, one file each."""
