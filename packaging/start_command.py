"""Where the packaged command line starts."""

import sys

from wargame_desktop.cli import main

sys.exit(main())
