"""Games in one file each, written with the kit: to read, and to begin from."""
