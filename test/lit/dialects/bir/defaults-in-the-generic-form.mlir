// A property that has its default is left out when an operation is made, as its own text leaves it out. So the generic
// form may spell the default: it is the same operation, and the round trip sees no difference.
//
// RUN: neuron-opt %s --verify-roundtrip | filecheck %s
// RUN: neuron-opt %s --verify-roundtrip --print-op-generic | filecheck %s --check-prefix=GENERIC

!hbm = memref<4x8xf32, #neuron.memory<hbm>>

// CHECK: %s = bir.memory_location_set @s : memref
// GENERIC: "bir.memory_location_set"() <{sym_name = "s"}>
%s = "bir.memory_location_set"() <{sym_name = "s", do_not_spill = false}> : () -> !hbm
// CHECK: %l = bir.memory_location @l set(%s : {{[^{]*$}}
// GENERIC: "bir.memory_location"(%s) <{sym_name = "l"}>
%l = "bir.memory_location"(%s) <{sym_name = "l", alias = [], addr = 0 : ui64}> : (!hbm) -> !hbm

// No pattern for no operand.
// CHECK: bir.no_op{{$}}
// GENERIC: "bir.no_op"() <{operandSegmentSizes = array<i32: 0, 0, 0, 0>}>
"bir.no_op"() <{operandSegmentSizes = array<i32: 0, 0, 0, 0>, ins_patterns = [], outs_patterns = []}> : () -> ()
