"""``python -m grognard`` is the command ``grognard``."""

from .cli import main

if __name__ == "__main__":
    main()
