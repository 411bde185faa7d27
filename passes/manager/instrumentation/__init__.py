"""What can be watched while a pipeline runs; each module is imported only when its flag is given."""
