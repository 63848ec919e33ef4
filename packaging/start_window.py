"""Where the packaged window program starts."""

import sys

from wargame_desktop.__main__ import main

sys.exit(main())
