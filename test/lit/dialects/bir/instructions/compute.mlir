// RUN: neuron-opt %s | filecheck %s
// RUN: neuron-opt %s | neuron-opt | filecheck %s
// RUN: neuron-opt --mlir-print-op-generic %s | neuron-opt | filecheck %s

!a = memref<128x32xf32, #neuron.memory<sbuf>>
!y = memref<128x4xf32, #neuron.memory<sbuf>>
!m = memref<128x512xbf16, #neuron.memory<sbuf>>
!w = memref<128x128xbf16, #neuron.memory<sbuf>>
!p = memref<128x512xf32, #neuron.memory<psum>>

// CHECK-LABEL: func.func @reduce
func.func @reduce(%a: !a, %y: !y) {
  // A key that has its default is not printed.
  // CHECK:      bir.tensor_reduce ins(%a : memref<128x32xf32, #neuron.memory<sbuf>> via #neuron.ap<partition = {{\[\[}}32, 128]], free = {{\[\[}}8, 4]], reduce = {{\[\[}}1, 8]], dtype = f32>)
  // CHECK-SAME:   -> outs(%y : memref<128x4xf32, #neuron.memory<sbuf>> via #neuron.ap<partition = {{\[\[}}4, 128]], free = {{\[\[}}1, 4]], dtype = f32>) {op = add}{{$}}
  bir.tensor_reduce
      ins(%a : !a via #neuron.ap<partition = [[32, 128]], free = [[8, 4]], reduce = [[1, 8]], dtype = f32>)
      -> outs(%y : !y via #neuron.ap<partition = [[4, 128]], free = [[1, 4]], dtype = f32>) {op = add, axis = X}
  // The plain form carries what is ours beside it.
  // CHECK-NEXT: bir.tensor_reduce @sum_1 ins(
  // CHECK-SAME: {op = max, axis = XY, negate = true, engine = DVE, dependencies = [@sum_0, @"I-1" Anti], neuron.reduce_size = 8 : i64}
  bir.tensor_reduce @sum_1
      ins(%a : !a via #neuron.ap<partition = [[32, 128]], free = [[1, 32]], dtype = f32>)
      -> outs(%y : !y via #neuron.ap<partition = [[4, 128]], free = [[1, 4]], dtype = f32>)
      {dependencies = [@sum_0 Flow, @"I-1" Anti], engine = DVE, negate, op = max, axis = XY, neuron.reduce_size = 8 : i64}
  // CHECK-NEXT: bir.bn_stats ins(
  // CHECK-SAME: {apply_transpose = true}
  bir.bn_stats
      ins(%a : !a via #neuron.ap<partition = [[32, 128]], free = [[1, 32]], dtype = f32>)
      -> outs(%y : !y via #neuron.ap<partition = [[4, 128]], free = [[1, 4]], dtype = f32>) {apply_transpose}
  // CHECK-NEXT: bir.tonga_reduce_macro_symbolic ins(
  // CHECK-SAME: {op = add, is_first_reduce = true, reduce_axes = [@i, 1 : i64]}
  bir.tonga_reduce_macro_symbolic
      ins(%a : !a via #neuron.ap<partition = [[32, 128]], free = [[1, 32]], dtype = f32>)
      -> outs(%y : !y via #neuron.ap<partition = [[4, 128]], free = [[1, 4]], dtype = f32>)
      {op = add, is_first_reduce, reduce_axes = [@i, 1]}
  // CHECK-NEXT: bir.stream_transpose ins({{.*}}) -> outs({{.*}}){{$}}
  bir.stream_transpose
      ins(%a : !a via #neuron.ap<partition = [[32, 32]], free = [[1, 32]], dtype = f32>)
      -> outs(%a : !a via #neuron.ap<partition = [[32, 32]], free = [[1, 32]], dtype = f32>)
  return
}

// CHECK-LABEL: func.func @matmult
func.func @matmult(%m: !m, %w: !w, %p: !p) {
  // All thirteen keys of the base have a default.
  // CHECK:      bir.matmult ins(%m : {{.*}}, %w : {{.*}}) -> outs(%p : {{.*}}){{$}}
  bir.matmult
      ins(%m : !m via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = bf16>,
          %w : !w via #neuron.ap<partition = [[128, 128]], free = [[1, 128]], dtype = bf16>)
      -> outs(%p : !p via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = f32>)
  // CHECK-NEXT: bir.matmult ins(
  // CHECK-SAME: {accumulation_flag = 3, replication_num_rows = #bir.affine<4 * axis(@i) + 1>, is_transpose = true, tile_size = [64, #bir.affine<axis(@k)>], perf_mode = DoubleRow}
  bir.matmult
      ins(%m : !m via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = bf16>,
          %w : !w via #neuron.ap<partition = [[128, 128]], free = [[1, 128]], dtype = bf16>)
      -> outs(%p : !p via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = f32>)
      {accumulation_flag = 3, replication_num_rows = #bir.affine<4 * axis(@i) + 1>, is_transpose,
       tile_size = [64, #bir.affine<axis(@k)>], tile_position = [-1, -1], perf_mode = DoubleRow}
  // CHECK-NEXT: bir.matmult_sparse ins(
  // CHECK-SAME: {compress_ratio = 4, neuron.sparse_carve}
  bir.matmult_sparse
      ins(%m : !m via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = bf16>,
          %w : !w via #neuron.ap<partition = [[128, 128]], free = [[1, 128]], dtype = bf16>,
          %w : !w via #neuron.ap<partition = [[128, 128]], free = [[1, 128]], dtype = bf16>)
      -> outs(%p : !p via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = f32>)
      {compress_ratio = 4, neuron.sparse_carve}
  return
}

// CHECK-LABEL: func.func @copies
func.func @copies(%m: !m, %w: !w, %i: index) {
  // CHECK-NEXT: bir.tensor_copy ins({{.*}}) -> outs({{.*}}){{$}}
  bir.tensor_copy
      ins(%m : !m via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = bf16>)
      -> outs(%m : !m via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = bf16>)
  // CHECK-NEXT: bir.tensor_copy_dynamic_src ins(
  // CHECK-SAME: start = affine_map<(d0) -> ((d0 * 128))>
  // CHECK-SAME: indices(%i) -> outs({{.*}}) {scale = 128, can_read_uninit = true}
  bir.tensor_copy_dynamic_src
      ins(%m : !m via #neuron.ap<partition = [[512, 128]], free = [[1, 128]], start = affine_map<(d0) -> (d0 * 128)>, dtype = bf16>)
      -> outs(%w : !w via #neuron.ap<partition = [[128, 128]], free = [[1, 128]], dtype = bf16>)
      indices(%i) {scale = 128, can_read_uninit = true}
  // CHECK-NEXT: bir.tensor_copy_dynamic_dst ins(
  bir.tensor_copy_dynamic_dst
      ins(%w : !w via #neuron.ap<partition = [[128, 128]], free = [[1, 128]], dtype = bf16>)
      -> outs(%m : !m via #neuron.ap<partition = [[512, 128]], free = [[1, 128]], start = affine_map<(d0) -> (d0 * 128)>, dtype = bf16>)
      indices(%i)
  // CHECK-NEXT: bir.dma_copy ins(
  // CHECK-SAME: {queue = @q0, dge_type = HWDGE, mode = Transpose, oob_is_err = false, transpose_op = XZYW, constants = [1.000000e+00, 5.000000e-01], replica_groups = {{\[\[}}0, 1], [2, 3]], dma_qos = P14}
  bir.dma_copy
      ins(%m : !m via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = bf16>)
      -> outs(%m : !m via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = bf16>)
      {queue = @q0, dge_type = HWDGE, mode = Transpose, oob_is_err = false, transpose_op = XZYW,
       constants = [1.0, 0.5], replica_groups = [[0, 1], [2, 3]], dma_qos = P14}
  // CHECK-NEXT: bir.gpsimd_sb2sb ins(
  bir.gpsimd_sb2sb
      ins(%m : !m via #neuron.interval<count = 65536, dtype = bf16>)
      -> outs(%m : !m via #neuron.interval<count = 65536, dtype = bf16>)
  return
}
