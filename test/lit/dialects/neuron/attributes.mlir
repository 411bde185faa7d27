// RUN: neuron-opt %s | filecheck %s
// RUN: neuron-opt %s | neuron-opt | filecheck %s
// RUN: neuron-opt %s --mlir-print-op-generic | neuron-opt | filecheck %s

// The memories. Nothing is printed that is the default.
// CHECK-LABEL: func.func @memories
// CHECK-SAME: memref<16xbf16, #neuron.memory<hbm>>
// CHECK-SAME: memref<16xbf16, #neuron.memory<hbm, shared>>
// CHECK-SAME: memref<128x4xf32, #neuron.memory<sbuf>>
// CHECK-SAME: memref<2x128x4xf32, #neuron.memory<sbuf, partition_dim = 1>>
// CHECK-SAME: memref<128x4xf32, #neuron.memory<psum>>
func.func @memories(
    %0: memref<16xbf16, #neuron.memory<hbm>>,
    %1: memref<16xbf16, #neuron.memory<hbm, shared>>,
    %2: memref<128x4xf32, #neuron.memory<sbuf, partition_dim = 0>>,
    %3: memref<2x128x4xf32, #neuron.memory<sbuf, partition_dim = 1>>,
    %4: memref<128x4xf32, #neuron.memory<psum>>) {
  return
}

// Keys may come in any order; they are printed in one.
// CHECK-LABEL: func.func @access_patterns
// CHECK-SAME: whole = #neuron.ap<partition = {{\[\[}}512, 128]], free = {{\[\[}}1, 512]], dtype = bf16>
// CHECK-SAME: broadcast = #neuron.ap<free = {{\[\[}}0, 4], [-1, 8]], offset = 7, dtype = f32>
// CHECK-SAME: reduced = #neuron.ap<partition = {{\[\[}}32, 128]], free = {{\[\[}}8, 4]], reduce = {{\[\[}}1, 8]], dtype = f32>
// CHECK-SAME: double_row = #neuron.ap<partition = {{\[\[}}256, 128]], double_row = {{\[\[}}128, 2]], free = {{\[\[}}1, 128]], dtype = f8E4M3>
// CHECK-SAME: dynamic = #neuron.ap<free = {{\[\[}}1, 512]], start = affine_map<(d0) -> {{.*}}>, dtype = f32>
// CHECK-SAME: shaped = #neuron.ap<free = {{\[\[}}1, 512]], access_shape = [16, 32], dtype = f32>
func.func @access_patterns() attributes {
    whole = #neuron.ap<dtype = bf16, offset = 0, free = [[1, 512]], partition = [[512, 128]]>,
    broadcast = #neuron.ap<free = [[0, 4], [-1, 8]], offset = 7, dtype = f32>,
    reduced = #neuron.ap<partition = [[32, 128]], free = [[8, 4]], reduce = [[1, 8]], dtype = f32>,
    double_row = #neuron.ap<partition = [[256, 128]], double_row = [[128, 2]], free = [[1, 128]], dtype = f8E4M3>,
    dynamic = #neuron.ap<free = [[1, 512]], start = affine_map<(d0) -> (d0 * 512)>, dtype = f32>,
    shaped = #neuron.ap<free = [[1, 512]], access_shape = [16, 32], dtype = f32>} {
  return
}

// CHECK-LABEL: func.func @intervals
// CHECK-SAME: a = #neuron.interval<count = 16, dtype = f32>
// CHECK-SAME: b = #neuron.interval<start = 8, count = 16, access_shape = [4, 4], dtype = f32>
func.func @intervals() attributes {
    a = #neuron.interval<start = 0, count = 16, dtype = f32>,
    b = #neuron.interval<count = 16, start = 8, access_shape = [4, 4], dtype = f32>} {
  return
}

// Aliases of a generation are read, its name is printed.
// CHECK-LABEL: func.func @targets
// CHECK-SAME: a = #neuron.target<trn2>
// CHECK-SAME: b = #neuron.target<trn1>
// CHECK-SAME: c = #neuron.target<trn3, lnc = 2, double_row_stride_alignment = 32>
func.func @targets() attributes {
    a = #neuron.target<cayman>,
    b = #neuron.target<sunda, lnc = 1>,
    c = #neuron.target<mariana, double_row_stride_alignment = 32, lnc = 2>} {
  return
}

// The positional form, as mlir-opt prints an attribute that an IRDL definition describes.
// CHECK-LABEL: func.func @portable
// CHECK-SAME: a = #neuron.memory<sbuf, partition_dim = 1>
// CHECK-SAME: b = #neuron.ap<free = {{\[\[}}1, 512]], dtype = f32>
// CHECK-SAME: c = #neuron.interval<count = 16, dtype = f32>
// CHECK-SAME: d = #neuron.target<trn2, lnc = 2>
func.func @portable() attributes {
    a = #neuron.memory<"sbuf", false, 1 : i64>,
    b = #neuron.ap<[], [], [[1, 512]], [], 0 : i64, unit, unit, f32>,
    c = #neuron.interval<0, 16, unit, f32>,
    d = #neuron.target<"trn2", 2, unit, unit, unit>} {
  return
}

// All twenty element types.
// CHECK-LABEL: func.func @element_types
func.func @element_types() attributes {
    t0 = #neuron.interval<count = 1, dtype = ui8>, t1 = #neuron.interval<count = 1, dtype = i8>,
    t2 = #neuron.interval<count = 1, dtype = vector<4xf4E2M1FN>>, t3 = #neuron.interval<count = 1, dtype = f8E3M4>,
    t4 = #neuron.interval<count = 1, dtype = f8E4M3>, t5 = #neuron.interval<count = 1, dtype = f8E4M3FN>,
    t6 = #neuron.interval<count = 1, dtype = f8E8M0FNU>, t7 = #neuron.interval<count = 1, dtype = f8E5M2>,
    t8 = #neuron.interval<count = 1, dtype = vector<4xf8E4M3FN>>,
    t9 = #neuron.interval<count = 1, dtype = vector<4xf8E5M2>>, t10 = #neuron.interval<count = 1, dtype = ui16>,
    t11 = #neuron.interval<count = 1, dtype = i16>, t12 = #neuron.interval<count = 1, dtype = bf16>,
    t13 = #neuron.interval<count = 1, dtype = f16>, t14 = #neuron.interval<count = 1, dtype = ui32>,
    t15 = #neuron.interval<count = 1, dtype = i32>, t16 = #neuron.interval<count = 1, dtype = f32>,
    t17 = #neuron.interval<count = 1, dtype = tf32>, t18 = #neuron.interval<count = 1, dtype = ui64>,
    t19 = #neuron.interval<count = 1, dtype = i64>} {
  return
}
