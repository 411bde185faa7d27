// RUN: neuron-opt %s --split-input-file --verify-diagnostics

// A word that is not a memory.
// expected-error @+1 {{unknown 'space' of #neuron.memory 'sbfu'; did you mean 'sbuf'? (one of: hbm, sbuf, psum)}}
func.func private @f(memref<4xf32, #neuron.memory<sbfu>>)

// -----

// expected-error @+1 {{'shard' is not a field of #neuron.memory; did you mean 'shared'? (fields: space, shared, partition_dim)}}
func.func private @f(memref<4xf32, #neuron.memory<hbm, shard>>)

// -----

// expected-error @+1 {{only hbm can be shared, not sbuf}}
func.func private @f(memref<4xf32, #neuron.memory<sbuf, shared>>)

// -----

// expected-error @+1 {{partition_dim is -1, it cannot be negative}}
func.func private @f(memref<4xf32, #neuron.memory<sbuf, partition_dim = -1>>)

// -----

// expected-error @+1 {{hbm has no partitions, partition_dim = 1 means nothing}}
func.func private @f(memref<4xf32, #neuron.memory<hbm, partition_dim = 1>>)

// -----

// expected-error @+1 {{#neuron.memory needs '<space …>'}}
func.func private @f(memref<4xf32, #neuron.memory>)

// -----

// A pattern visits at least one element.
// expected-error @+1 {{free[0] = [1, 0] visits 0 elements, at least 1 is needed}}
func.func private @f() attributes {p = #neuron.ap<free = [[1, 0]], dtype = f32>}

// -----

// expected-error @+1 {{partition[0] = [4, -2] visits -2 elements, at least 1 is needed}}
func.func private @f() attributes {p = #neuron.ap<partition = [[4, -2]], dtype = f32>}

// -----

// expected-error @+1 {{a pair of 'free' of #neuron.ap is [step, num], found 3 integers}}
func.func private @f() attributes {p = #neuron.ap<free = [[1, 4, 4]], dtype = f32>}

// -----

// expected-error @+1 {{'free' is given twice in #neuron.ap}}
func.func private @f() attributes {p = #neuron.ap<free = [[1, 4]], free = [[1, 4]], dtype = f32>}

// -----

// expected-error @+1 {{'fre' is not a field of #neuron.ap; did you mean 'free'?}}
func.func private @f() attributes {p = #neuron.ap<fre = [[1, 4]], dtype = f32>}

// -----

// expected-error @+1 {{#neuron.ap needs 'dtype'}}
func.func private @f() attributes {p = #neuron.ap<free = [[1, 4]]>}

// -----

// expected-error @+1 {{dtype index is not one of the element types of Backend IR}}
func.func private @f() attributes {p = #neuron.ap<free = [[1, 4]], dtype = index>}

// -----

// expected-error @+1 {{access_shape [3, 2] has 6 elements, the pattern visits 4}}
func.func private @f() attributes {p = #neuron.ap<free = [[1, 4]], access_shape = [3, 2], dtype = f32>}

// -----

// expected-error @+1 {{access_shape [-2, -2] has a dimension that is not positive}}
func.func private @f() attributes {p = #neuron.ap<free = [[1, 4]], access_shape = [-2, -2], dtype = f32>}

// -----

// expected-error @+1 {{'start' of #neuron.ap is an affine_map without symbols and with one result}}
func.func private @f() attributes {p = #neuron.ap<free = [[1, 4]], start = affine_map<(d0) -> (d0, d0)>, dtype = f32>}

// -----

// expected-error @+1 {{#neuron.interval needs 'count'}}
func.func private @f() attributes {p = #neuron.interval<dtype = f32>}

// -----

// expected-error @+1 {{count is 0, an interval has at least 1 element}}
func.func private @f() attributes {p = #neuron.interval<count = 0, dtype = f32>}

// -----

// expected-error @+1 {{unknown target 'trn4'; did you mean 'trn3'? (one of: inf1, tonga, trn1, sunda, inf2, trn2, cayman, trn3pre, trn3, corev4, mariana)}}
module attributes {neuron.target = #neuron.target<trn4>} {}

// -----

// expected-error @+1 {{lnc is 3, a logical NeuronCore has 1 or 2 physical cores}}
module attributes {neuron.target = #neuron.target<trn2, lnc = 3>} {}

// -----

// Logical NeuronCores of two physical ones came with trn2.
// expected-error @+1 {{lnc is 2, on trn1 only lnc = 1 is supported (NCC_EARG001)}}
module attributes {neuron.target = #neuron.target<inf2, lnc = 2>} {}

// -----

// expected-error @+1 {{max_strides is 0, it must be positive}}
module attributes {neuron.target = #neuron.target<trn2, max_strides = 0>} {}

// -----

// expected-error @+1 {{attribute 'neuron.target' is not a #neuron.target attribute}}
module attributes {neuron.target = "trn2"} {}

// -----

// Unclosed.
// expected-error @+1 {{at the end of #neuron.ap}}
func.func private @f() attributes {p = #neuron.ap<free = [[1, 4]], dtype = f32}
