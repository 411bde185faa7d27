"""For people who write FileCheck tests of `neuron-opt`: a fast lit test format, and what writes and checks CHECK lines.

In a `lit.cfg.py`:

```python
from neuron_opt.testing import InProcessTest

config.test_format = InProcessTest()
```
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .lit_format import InProcessTest

__all__ = ["InProcessTest"]


def __getattr__(name: str) -> Any:
    # lit is needed for the test format only, and is a development tool: most of this package does without.
    if name == "InProcessTest":
        from .lit_format import InProcessTest

        return InProcessTest
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
