"""
The `bir` dialect: what the backend takes.

An instruction is its opcode, its name where it has one, three sections of operands, and its keys:

```mlir
bir.tensor_scalar_ptr @scale_0
    ins(%x : !x via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = f32>, imm 2.5 : f32)
    indirection_ins(register @r0 : i32)
    -> outs(%y : !x via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = f32>)
    {op0 = mult, reverse0 = false, op1 = bypass, reverse1 = false, engine = DVE, dependencies = [@load_3, @x Anti]}
```

Operands that read or write memory are memrefs with a pattern beside them (`via`), whose kind is the operand's kind:
`#neuron.ap` and `#neuron.interval` (a physical pattern), `#bir.dynamic_ap` (the same, with a part known at run time),
`#bir.symbolic_ap`, `#bir.register_ap`. Operands that are bound to no memory stand for themselves: `imm 2.5 : f32`,
`imm [1, 2] : i32`, `imm #bir.affine<4 * axis(@i)> : i32`, `register @r0 : i32`. In the generic form the entries of a
section stand in its property `<section>_patterns`, and those that are patterns belong to the memrefs in their order.

Keys have the names and words that the backend's JSON has. A key that has its default is not written. Many numbers and
flags may be affine expressions (`#bir.affine`) instead. Everything else in a document is referred to by name (`@name`):
instructions, blocks, loop axes, registers, queues.

Functions, blocks, storage, registers and queues have operations too; storage is a symbol that also gives a memref.
What is ours and not the backend's stands in discardable attributes `neuron.*`.
"""

from ..neuron.lazy_dialect import LazyDialect
from .tables import ATTRIBUTES, OPERATIONS

BIR = LazyDialect("bir", __name__, operations=OPERATIONS, attributes=ATTRIBUTES)
"""The `bir` dialect."""
