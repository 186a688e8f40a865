"""Hot modules in two forms: interpreted as they are written, and compiled from the same text.

``make run`` and ``make test`` compile the modules listed here when a C compiler is there. To add one: name it
in ``MODULES``, let ``games.compiled.kernel_form`` alone, and take from it what is hot through ``in_use``::

    from games.compiled import in_use
    from games.pdn.plain import read_plain

    fast_read_plain = in_use(read_plain)  # the compiled one where it is built, else read_plain itself

The module's own head has the two lines of ``games/rules/generator.py`` that bring ``cython`` in.
"""

from games.compiled.forms import (
    CompiledFormMissing,
    Form,
    compiled_form,
    in_use,
    kernel_form,
)
from games.compiled.modules import MODULES

__all__ = ["MODULES", "CompiledFormMissing", "Form", "compiled_form", "in_use", "kernel_form"]
