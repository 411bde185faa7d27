// RUN: not neuron-translate --mlir-to-bir-json %s -o %t.json 2>&1 | filecheck %s
// RUN: not ls %t.json

// What a document cannot hold is shown in its place, all of it at once, and nothing is written.

!x = memref<128x64xbf16, #neuron.memory<sbuf>>
!h = memref<4x4x4x4x4x8xf32, #neuron.memory<hbm>>

// CHECK-DAG: refused.mlir:{{[0-9]+}}:1: error: 'func.func' op has an argument of type index; a document has memory and registers
func.func @index(%i: index) {
  return
}

func.func @f(%x: !x, %h: !h) {
  %i = arith.constant 0 : index
  // CHECK-DAG: refused.mlir:{{[0-9]+}}:8: error: 'arith.constant' op is not an instruction of Backend IR
  %c = arith.constant 0 : index
  // CHECK-DAG: refused.mlir:{{[0-9]+}}:{{.*}}: error: 'bir.tensor_copy_dynamic_src' op has index operands, which have no names in a document; patterns that start at run time are written as #bir.dynamic_ap
  bir.tensor_copy_dynamic_src ins(%x : !x via #neuron.ap<partition = [[64, 128]], free = [[1, 8]], start = affine_map<(d0) -> (d0)>, dtype = bf16>) -> outs(%x : !x via #neuron.ap<partition = [[64, 128]], free = [[1, 8]], dtype = bf16>) indices(%i)
  // CHECK-DAG: refused.mlir:{{[0-9]+}}:{{.*}}: error: 'bir.tensor_copy' op operand "ins[0]": covers 64 elements from element 32 of a partition of 64 on, which no single pattern does; only whole partitions, or a part of one, are one pattern
  bir.tensor_copy ins(%x : !x via #neuron.interval<start = 32, count = 64, dtype = bf16>) -> outs(%x : !x via #neuron.interval<count = 64, dtype = bf16>)
  // CHECK-DAG: refused.mlir:{{[0-9]+}}:{{.*}}: error: 'bir.tensor_copy' op operand "ins[0]": Invalid number of AccessPattern dimensions; must be in [2, 5], found 6 (BIR049)
  bir.tensor_copy ins(%h : !h via #neuron.ap<free = [[2048, 2], [256, 2], [64, 2], [16, 2], [7, 2], [1, 3]], dtype = f32>) -> outs(%x : !x via #neuron.interval<count = 64, dtype = bf16>)
  // CHECK-DAG: refused.mlir:{{[0-9]+}}:{{.*}}: error: 'bir.bir_kernel' op kernel_attrs.m: affine_map<(d0) -> (d0)> has no spelling in BIR-JSON
  bir.bir_kernel "MLP" ins(%x : !x via #neuron.interval<count = 64, dtype = bf16>) -> outs(%x : !x via #neuron.interval<count = 64, dtype = bf16>) {kernel_attrs = {m = affine_map<(d0) -> (d0)>}, fused_rmsnorm}
  return
}

// CHECK-DAG: refused.mlir:{{[0-9]+}}:1: error: 'memref.global' op has no place in a document, which has functions and queues
"memref.global"() {sym_name = "g", type = memref<4xf32>, initial_value, sym_visibility = "private"} : () -> ()

bir.function @k body {
  %xs = bir.memory_location_set @x_set : !x
  %x = bir.memory_location @x set(%xs : !x) : !x
  // CHECK-DAG: refused.mlir:{{[0-9]+}}:{{.*}}: error: 'bir.memory_location' op is a memref<64x64xbf16, #neuron.memory<sbuf>>, its set is a memref<128x64xbf16, #neuron.memory<sbuf>>; a document has one shape for both
  %y = bir.memory_location @y set(%xs : !x) : memref<64x64xbf16, #neuron.memory<sbuf>>
  // CHECK-DAG: refused.mlir:{{[0-9]+}}:{{.*}}: error: 'bir.no_op' op stands outside of the blocks of its function
  bir.no_op
  bir.block @Block1 body {
    // CHECK-DAG: refused.mlir:{{[0-9]+}}:{{.*}}: error: 'bir.tensor_copy' op operand "ins[0]": #neuron.ap walks a location, the operand is a set
    bir.tensor_copy ins(%xs : !x via #neuron.ap<partition = [[64, 128]], free = [[1, 8]], dtype = bf16>) -> outs()
    // CHECK-DAG: refused.mlir:{{[0-9]+}}:{{.*}}: error: 'bir.tensor_copy' op operand "ins[0]": #bir.symbolic_ap walks a set, the operand is a location of one
    bir.tensor_copy ins(%x : !x via #bir.symbolic_ap<ap = [[64, 128], [1, 8]], dtype = bf16>) -> outs()
    // CHECK-DAG: refused.mlir:{{[0-9]+}}:{{.*}}: error: 'bir.no_op' op is the key 'engine', which is a property
    bir.no_op {bir.engine = 3 : i64}
  }
}
