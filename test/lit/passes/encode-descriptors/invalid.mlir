// RUN: neuron-opt --encode-descriptors --split-input-file --verify-diagnostics=only-expected %s
// RUN: not neuron-opt --encode-descriptors --split-input-file %s 2>&1 | filecheck %s --check-prefix=CARET

// What cannot be encoded is shown at its operand. All messages with their notes stand in the Python tests.

!h = memref<128x512xf32, #neuron.memory<hbm>>

// CARET:      invalid.mlir:14:23: error: 'bir.tensor_copy' op operand "ins[0]" lies in hbm, the source must be in sbuf or psum
// CARET-NEXT:   bir.tensor_copy ins(%h : !h via
// CARET-NEXT: {{^ {22}\^}}
// CARET-NEXT: note: target: trn2
func.func @f(%h: !h) {
  // expected-error @+1 {{'bir.tensor_copy' op operand "ins[0]" lies in hbm, the source must be in sbuf or psum}}
  bir.tensor_copy ins(%h : !h via #neuron.ap<free = [[512, 128], [1, 512]], dtype = f32>) -> outs()
  return
}

// -----

!x = memref<128x512xf32, #neuron.memory<sbuf>>

// Two operands that are wrong are two errors, and neither descriptor is written.
func.func @f(%x: !x) {
  // expected-error @+2 {{operand "ins[0]": 32 partitions cannot start at partition 1}}
  // expected-error @+1 {{operand "outs[0]": 64 partitions cannot start at partition 32}}
  bir.tensor_copy ins(%x : !x via #neuron.ap<partition = [[512, 32]], free = [[1, 512]], offset = 512, dtype = f32>) -> outs(%x : !x via #neuron.ap<partition = [[512, 64]], free = [[1, 512]], offset = 16384, dtype = f32>)
  return
}

// -----

!x = memref<128x512xf32, #neuron.memory<sbuf>>

// A pattern that is not legal yet: its partitions are not consecutive.
func.func @f(%x: !x) {
  // expected-error @+1 {{operand "ins[0]": the step of the partition part [[1024, 32]] is 1024, it must be 512, one partition}}
  bir.tensor_copy ins(%x : !x via #neuron.ap<partition = [[1024, 32]], free = [[1, 512]], dtype = f32>) -> outs()
  return
}
