"""Small stand-ins for packages that Debian does not have.

They check what those packages document: spaces, masks, the order of calls, terminations. They are
no copies, and what they do not check may still go wrong with the real packages."""

import sys
import types


def install():
    """Puts the stand-ins where the adapters look, unless the real packages are there."""
    from . import gymnasium, pettingzoo, pyspiel

    for name, module in (("gymnasium", gymnasium), ("pettingzoo", pettingzoo)):
        sys.modules.setdefault(name, module)
    sys.modules.setdefault("gymnasium.spaces", sys.modules["gymnasium"].spaces)
    sys.modules.setdefault("pyspiel", pyspiel)


def namespace(**members):
    """A module-like object."""
    return types.SimpleNamespace(**members)
