"""`python -m pandemonium` is the command of the house."""

import sys

from pandemonium.cli import main

sys.exit(main())
