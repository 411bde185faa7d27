// RUN: neuron-opt --legalize-access-patterns --verify-rewrites --verify-rewrites-budget=16 %s | filecheck %s
// RUN: not neuron-opt --legalize-access-patterns --verify-rewrites-budget=16 %s 2>&1 | filecheck %s --check-prefix=ALONE
// RUN: neuron-opt --help | filecheck %s --check-prefix=HELP

// Each rewrite of access patterns declares what it keeps, and --verify-rewrites proves it; a relation that does not hold is an error
// at the instruction (tests/passes/verify_rewrites has a wrong pattern for each relation). What the algebra decides needs no budget:
// this reduction visits 4096 elements.

// ALONE: error: --verify-rewrites-budget needs --verify-rewrites

// HELP:      --verify-rewrites {{ *}}Prove the relation that each rewrite of access patterns declares; one that
// HELP-NEXT:   does not hold is an error
// HELP-NEXT: --verify-rewrites-budget=<count> {{ *}}Elements that the proof of one rewrite may enumerate where the algebra does
// HELP-NEXT:   not decide (default 65536)

!a = memref<128x4x8xf32, #neuron.memory<sbuf>>
!b = memref<128x4xf32, #neuron.memory<sbuf>>

// CHECK-LABEL: func.func @f(
// CHECK:      bir.tensor_reduce ins(%src : {{[^%]*}} via #neuron.ap<partition = [[32, 128]], free = [[8, 4]], reduce = [[1, 8]], dtype = f32>)
func.func @f(%src: !a, %dst: !b) {
  bir.tensor_reduce ins(%src : !a via #neuron.ap<partition = [[32, 128]], free = [[8, 4], [1, 8]], dtype = f32>) -> outs(%dst : !b via #neuron.ap<partition = [[4, 128]], free = [[1, 4]], dtype = f32>) {op = add, neuron.reduce_size = 8 : i64}
  return
}
