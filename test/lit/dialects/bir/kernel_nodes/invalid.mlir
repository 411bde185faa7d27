// RUN: neuron-opt %s --split-input-file --verify-diagnostics

// Every operand has an access pattern.
func.func @f(%y: memref<4xf32, #neuron.memory<hbm>>) {
  // expected-error @+2 {{'bir.bir_kernel' op outs has 1 operand and 0 access patterns}}
  // expected-note @+1 {{every operand needs one: %x : type via #neuron.ap<…> or #neuron.interval<…>}}
  bir.bir_kernel "K" -> outs(%y : memref<4xf32, #neuron.memory<hbm>>)
  return
}

// -----

func.func @f(%y: memref<4xf32, #neuron.memory<hbm>>) {
  // expected-error @+1 {{operand "outs[0]" has 3 : i64 for an access pattern, expected #neuron.ap or #neuron.interval}}
  bir.bir_kernel "K" -> outs(%y : memref<4xf32, #neuron.memory<hbm>> via 3)
  return
}

// -----

// A field of another node.
func.func @f(%y: memref<4xf32, #neuron.memory<hbm>>) {
  // expected-error @+1 {{'bir.bir_kernel' has no attribute 'klir_binary'}}
  bir.bir_kernel "K" -> outs(%y : memref<4xf32, #neuron.memory<hbm>> via #neuron.interval<count = 4, dtype = f32>) {klir_binary = "x"}
  return
}

// -----

func.func @f(%y: memref<4xf32, #neuron.memory<hbm>>) {
  // expected-error @+1 {{attribute "klir_binary" is a field of bir.nki_klir_kernel, not of bir.bir_kernel}}
  "bir.bir_kernel"(%y) <{kernel_name = "K", operandSegmentSizes = array<i32: 0, 1, 0>, outs_patterns = [#neuron.interval<count = 4, dtype = f32>]}> {klir_binary = "x"} : (memref<4xf32, #neuron.memory<hbm>>) -> ()
  return
}

// -----

func.func @f(%y: memref<4xf32, #neuron.memory<hbm>>) {
  // expected-error @+1 {{'bir.nki_klir_kernel' has no attribute 'kernel_name'}}
  bir.nki_klir_kernel -> outs(%y : memref<4xf32, #neuron.memory<hbm>> via #neuron.interval<count = 4, dtype = f32>) {klir_binary = "x", kernel_format = "bir", kernel_name = "K"}
  return
}

// -----

// What a node cannot be without.
func.func @f(%y: memref<4xf32, #neuron.memory<hbm>>) {
  // expected-error @+1 {{'bir.nki_klir_kernel' needs attribute 'kernel_format' (a string)}}
  bir.nki_klir_kernel -> outs(%y : memref<4xf32, #neuron.memory<hbm>> via #neuron.interval<count = 4, dtype = f32>) {klir_binary = "x"}
  return
}

// -----

func.func @f(%y: memref<4xf32, #neuron.memory<hbm>>) {
  // expected-error @+1 {{attribute "klir_binary" is empty; it names the artefact that the trace writes}}
  bir.nki_klir_kernel -> outs(%y : memref<4xf32, #neuron.memory<hbm>> via #neuron.interval<count = 4, dtype = f32>) {klir_binary = "", kernel_format = "bir"}
  return
}

// -----

func.func @f(%y: memref<4xf32, #neuron.memory<hbm>>) {
  // expected-error @+1 {{attribute "kernel_format" is empty; it is "bir" or another format}}
  bir.nki_klir_kernel -> outs(%y : memref<4xf32, #neuron.memory<hbm>> via #neuron.interval<count = 4, dtype = f32>) {klir_binary = "x", kernel_format = ""}
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'bir.bir_kernel' op has no outputs; a kernel that writes nothing has no effect}}
  bir.bir_kernel "K"
  return
}

// -----

// A pattern that leaves its tensor, and one that wraps into the next partition.
func.func @f(%y: memref<4xf32, #neuron.memory<hbm>>) {
  // expected-error @+2 {{operand "outs[0]" the pattern leaves the memref}}
  // expected-note @+1 {{it reaches from 1 to 4, the memref goes from 0 to 3}}
  bir.bir_kernel "K" -> outs(%y : memref<4xf32, #neuron.memory<hbm>> via #neuron.ap<free = [[1, 4]], offset = 1, dtype = f32>)
  return
}

// -----

func.func @f(%y: memref<128x4xf32, #neuron.memory<sbuf>>) {
  // expected-error @+2 {{operand "outs[0]" the pattern leaves the free extent of a partition}}
  // expected-note @+1 {{it reaches from 2 to 5, the free extent of a partition goes from 0 to 3}}
  bir.bir_kernel "K" -> outs(%y : memref<128x4xf32, #neuron.memory<sbuf>> via #neuron.ap<partition = [[4, 64]], free = [[1, 4]], offset = 2, dtype = f32>)
  return
}

// -----

func.func @f(%y: memref<128x4xf32, #neuron.memory<sbuf>>) {
  // expected-error @+2 {{operand "outs[0]" the partition part leaves the partitions}}
  // expected-note @+1 {{it reaches from 64 to 191, the partitions go from 0 to 127}}
  bir.bir_kernel "K" -> outs(%y : memref<128x4xf32, #neuron.memory<sbuf>> via #neuron.ap<partition = [[4, 128]], free = [[1, 4]], offset = 256, dtype = f32>)
  return
}

// -----

func.func @f(%y: memref<128x4xf32, #neuron.memory<sbuf>>) {
  // expected-error @+2 {{operand "outs[0]" has a partition step that is not a whole number of partitions}}
  // expected-note @+1 {{partition = [[3, 2]], one partition is 4 elements}}
  bir.bir_kernel "K" -> outs(%y : memref<128x4xf32, #neuron.memory<sbuf>> via #neuron.ap<partition = [[3, 2]], free = [[1, 4]], dtype = f32>)
  return
}

// -----

func.func @f(%y: memref<4xf32, #neuron.memory<hbm>>) {
  // expected-error @+2 {{operand "outs[0]" has a partition part, but hbm has no partitions}}
  // expected-note @+1 {{partition = [[1, 4]]}}
  bir.bir_kernel "K" -> outs(%y : memref<4xf32, #neuron.memory<hbm>> via #neuron.ap<partition = [[1, 4]], dtype = f32>)
  return
}

// -----

func.func @f(%y: memref<4xf32, #neuron.memory<hbm>>) {
  // expected-error @+2 {{operand "outs[0]" the interval leaves the memref}}
  // expected-note @+1 {{it reaches from 0 to 4, the memref goes from 0 to 3}}
  bir.bir_kernel "K" -> outs(%y : memref<4xf32, #neuron.memory<hbm>> via #neuron.interval<count = 5, dtype = f32>)
  return
}

// -----

// A view of another element type counts in elements of that type.
func.func @f(%y: memref<3xi8, #neuron.memory<hbm>>) {
  // expected-error @+2 {{operand "outs[0]" cannot be viewed as int16}}
  // expected-note @+1 {{a memref has 3 elements of int8}}
  bir.bir_kernel "K" -> outs(%y : memref<3xi8, #neuron.memory<hbm>> via #neuron.interval<count = 1, dtype = i16>)
  return
}

// -----

func.func @f(%y: memref<4xf32, #neuron.memory<hbm>>) {
  // expected-error @+1 {{operand "outs[0]" starts at an expression over 1 indices, the instruction has 0}}
  bir.bir_kernel "K" -> outs(%y : memref<4xf32, #neuron.memory<hbm>> via #neuron.ap<free = [[1, 4]], start = affine_map<(d0) -> (d0)>, dtype = f32>)
  return
}

// -----

// The memref itself.
func.func @f(%y: memref<?x4xf32, #neuron.memory<hbm>>) {
  // expected-error @+1 {{operand "outs[0]" has dynamic dimension 0; Neuron kernels are compiled for static shapes}}
  bir.bir_kernel "K" -> outs(%y : memref<?x4xf32, #neuron.memory<hbm>> via #neuron.interval<count = 4, dtype = f32>)
  return
}

// -----

func.func @f(%y: memref<4xf32>) {
  // expected-error @+1 {{operand "outs[0]" has no memory space; it needs #neuron.memory<hbm>, <sbuf> or <psum>}}
  bir.bir_kernel "K" -> outs(%y : memref<4xf32> via #neuron.interval<count = 4, dtype = f32>)
  return
}

// -----

func.func @f(%y: memref<4xf64, #neuron.memory<hbm>>) {
  // expected-error @+1 {{operand "outs[0]" has element type f64, which Backend IR does not have}}
  bir.bir_kernel "K" -> outs(%y : memref<4xf64, #neuron.memory<hbm>> via #neuron.interval<count = 4, dtype = f32>)
  return
}

// -----

func.func @f(%y: tensor<4xf32>) {
  // expected-error @+1 {{operand "outs[0]" is a tensor<4xf32>, expected a memref}}
  bir.bir_kernel "K" -> outs(%y : tensor<4xf32> via #neuron.interval<count = 4, dtype = f32>)
  return
}

// -----

// The buffers of a user's kernel.
func.func @f(%y: memref<4xf32, #neuron.memory<hbm>>) {
  // expected-error @+1 {{attribute "sb_buf_shape" is [0, 128]: bytes a partition and partitions are both zero or both positive (birverifier 1680)}}
  bir.nki_kernel @k -> outs(%y : memref<4xf32, #neuron.memory<hbm>> via #neuron.interval<count = 4, dtype = f32>) {sb_buf_shape = [0, 128]}
  return
}

// -----

func.func @f(%y: memref<4xf32, #neuron.memory<hbm>>) {
  // expected-error @+1 {{attribute "psum_buf_shape" has 129 partitions, PSUM has 128 (birverifier 1682)}}
  bir.nki_kernel @k -> outs(%y : memref<4xf32, #neuron.memory<hbm>> via #neuron.interval<count = 4, dtype = f32>) {psum_buf_shape = [2048, 129, 1]}
  return
}

// -----

func.func @f(%y: memref<4xf32, #neuron.memory<hbm>>) {
  // expected-error @+1 {{'bir.nki_kernel' op has 1 output and 2 scratch buffers; every buffer is an output (birverifier 1683)}}
  bir.nki_kernel @k -> outs(%y : memref<4xf32, #neuron.memory<hbm>> via #neuron.interval<count = 4, dtype = f32>) {sb_buf_shape = [8, 8], psum_buf_shape = [2048, 128, 1]}
  return
}

// -----

// The target limits the PSUM banks (birverifier 1681).
module attributes {neuron.target = #neuron.target<inf1>} {
  func.func @f(%y: memref<4xf32, #neuron.memory<hbm>>) {
    // expected-error @+1 {{attribute "psum_buf_shape" has 5 banks, inf1 has 4 (birverifier 1681)}}
    bir.nki_kernel @k -> outs(%y : memref<4xf32, #neuron.memory<hbm>> via #neuron.interval<count = 4, dtype = f32>) {psum_buf_shape = [2048, 64, 5]}
    return
  }
}

// -----

func.func @f(%y: memref<4xf32, #neuron.memory<hbm>>) {
  // expected-error @+1 {{unknown 'address_rotation_scope_val' 'Kernl'; did you mean 'Kernel'? (one of: None, Kernel, Global)}}
  bir.nki_kernel @k -> outs(%y : memref<4xf32, #neuron.memory<hbm>> via #neuron.interval<count = 4, dtype = f32>) {address_rotation_scope_val = Kernl}
  return
}
