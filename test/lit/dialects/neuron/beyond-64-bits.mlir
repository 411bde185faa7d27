// RUN: neuron-opt %s --split-input-file --verify-diagnostics

// Elements are counted and indexed by 64 bits: what is larger is refused where it is written.

// expected-error @+1 {{has a number beyond 64 bits}}
func.func private @f() attributes {x.y = #neuron.ap<partition = [], free = [[9223372036854775808, 1]], dtype = f32>}

// -----

// expected-error @+1 {{visits more elements than 64 bits count, up to free[1] = [1, 4294967296]}}
func.func private @f() attributes {x.y = #neuron.ap<partition = [], free = [[1, 2147483648], [1, 4294967296]], dtype = f32>}

// -----

// expected-error @+1 {{offset = -9223372036854775808 is a number beyond 64 bits}}
func.func private @f() attributes {x.y = #neuron.ap<partition = [], free = [[1, 1]], offset = -9223372036854775808, dtype = f32>}

// -----

// The largest of each.
func.func private @f() attributes {x.y = #neuron.ap<partition = [], free = [[-9223372036854775807, 9223372036854775807]], offset = 9223372036854775807, dtype = f32>}

// -----

// expected-error @+1 {{start = 9223372036854775808 is a number beyond 64 bits}}
func.func private @f() attributes {x.y = #neuron.interval<start = 9223372036854775808, count = 1, dtype = f32>}

// -----

!huge = memref<4294967296x4294967296xbf16, #neuron.memory<hbm>>
func.func @f(%a: !huge) {
  // expected-error @+1 {{operand "ins[0]" has more elements than 64 bits count, up to dimension 1 of 4294967296}}
  penguin.bir_kernel "k" ins(%a : !huge) -> outs(%a : !huge)
  return
}
