"""`python -m manipulation_rummy` is the command `manipulation-rummy`."""

from manipulation_rummy.cli import main

main()
