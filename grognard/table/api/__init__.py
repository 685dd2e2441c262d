"""The addresses of the table."""
