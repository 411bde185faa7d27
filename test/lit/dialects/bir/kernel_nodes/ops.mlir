// RUN: neuron-opt %s | filecheck %s
// RUN: neuron-opt %s | neuron-opt | filecheck %s
// RUN: neuron-opt %s --mlir-print-op-generic | neuron-opt | filecheck %s

!tensor = memref<4x4xf32, #neuron.memory<hbm>>
!tile = memref<128x4xf32, #neuron.memory<sbuf>>

// A library kernel by name. fused_rmsnorm is written although true is its default.
// CHECK-LABEL: func.func @library_kernel
// CHECK-SAME: %[[X:.*]]: memref<4x4xf32, #neuron.memory<hbm>>, %[[T:.*]]: memref<128x4xf32, #neuron.memory<sbuf>>, %[[Y:.*]]: memref<4x4xf32, #neuron.memory<hbm>>
// CHECK-NEXT: bir.bir_kernel "MLP"
// CHECK-SAME: ins(%[[X]] : memref<4x4xf32, #neuron.memory<hbm>> via #neuron.interval<count = 16, dtype = f32>, %[[T]] : memref<128x4xf32, #neuron.memory<sbuf>> via #neuron.ap<partition = {{\[\[}}4, 128]], free = {{\[\[}}1, 4]], dtype = f32>)
// CHECK-SAME: -> outs(%[[Y]] : memref<4x4xf32, #neuron.memory<hbm>> via #neuron.interval<count = 16, dtype = f32>)
// CHECK-SAME: {kernel_attrs = {act_fn = "SiLU"}, fused_rmsnorm = true, norm_type = 1, lnc_size = 2}
func.func @library_kernel(%x: !tensor, %t: !tile, %y: !tensor) {
  bir.bir_kernel "MLP" ins(%x : !tensor via #neuron.interval<count = 16, dtype = f32>,
                           %t : !tile via #neuron.ap<partition = [[4, 128]], free = [[1, 4]], dtype = f32>)
      -> outs(%y : !tensor via #neuron.interval<count = 16, dtype = f32>)
      {lnc_size = 2, norm_type = 1, kernel_attrs = {act_fn = "SiLU"}}
  return
}

// Every field of a library kernel.
// CHECK-LABEL: func.func @all_fields
// CHECK: bir.bir_kernel "K"
// CHECK-SAME: {kernel_attrs = {a = 1 : i64}, sb_buf_shape = [1024, 128], psum_buf_shape = [2048, 128, 1], auto_cast = "matmult", auto_cast_type = "bf16", is_causal = true, fused_rmsnorm = false, norm_type = 2, lnc_size = 1, lower_bound = 1.200000e+03, store_add = true, quant_kernel = true, output_layout = 1, neuron.layer = 3 : i64}
func.func @all_fields(%y: !tensor) {
  bir.bir_kernel "K" -> outs(%y : !tensor via #neuron.interval<count = 16, dtype = f32>)
      {kernel_attrs = {a = 1}, sb_buf_shape = [1024, 128], psum_buf_shape = [2048, 128, 1], auto_cast = "matmult",
       auto_cast_type = "bf16", is_causal, fused_rmsnorm = false, norm_type = 2, lnc_size = 1, lower_bound = 1200,
       store_add, quant_kernel, output_layout = 1, neuron.layer = 3}
  return
}

// A user's kernel.
// CHECK-LABEL: func.func @users_kernel
// CHECK: bir.nki_kernel @my_kernel ins(%{{.*}} : {{.*}} via {{.*}}) -> outs(%{{.*}} : {{.*}} via {{.*}})
// CHECK-SAME: {func_args = {a = "ins[0]"}, func_outs = {b = "outs[0]"}, sb_buf_shape = [1024, 128], address_rotation_scope_val = Kernel, kernel_source_val = Beta3}
func.func @users_kernel(%x: !tensor, %y: !tensor) {
  bir.nki_kernel @my_kernel ins(%x : !tensor via #neuron.interval<count = 16, dtype = f32>)
      -> outs(%y : !tensor via #neuron.interval<count = 16, dtype = f32>)
      {func_args = {a = "ins[0]"}, func_outs = {b = "outs[0]"}, sb_buf_shape = [1024, 128],
       address_rotation_scope_val = Kernel, kernel_source_val = Beta3}
  return
}

// A kernel that carries the artefact of its trace.
// CHECK-LABEL: func.func @traced_kernel
// CHECK: bir.nki_klir_kernel ins(%{{.*}} : {{.*}} via {{.*}}) -> outs(%{{.*}} : {{.*}} via {{.*}})
// CHECK-SAME: {klir_binary = "k-12.bir.json", kernel_format = "bir", nki_binary_version_identifier = "1.0.0", enable_device_dump = true}
func.func @traced_kernel(%x: !tensor, %y: !tensor) {
  bir.nki_klir_kernel ins(%x : !tensor via #neuron.interval<count = 16, dtype = f32>)
      -> outs(%y : !tensor via #neuron.interval<count = 16, dtype = f32>)
      {klir_binary = "k-12.bir.json", kernel_format = "bir", nki_binary_version_identifier = "1.0.0",
       enable_device_dump}
  return
}

// A start that is only known at run time.
// CHECK-LABEL: func.func @dynamic_start
// CHECK-SAME: %[[I:[a-z]+]]: index
// CHECK: bir.bir_kernel "K" ins(%{{.*}} : {{.*}} via #neuron.ap<free = {{\[\[}}1, 4]], start = affine_map<(d0) -> {{.*}}>, dtype = f32>) indices(%[[I]]) -> outs
func.func @dynamic_start(%x: !tensor, %y: !tensor, %i: index) {
  bir.bir_kernel "K" ins(%x : !tensor via #neuron.ap<free = [[1, 4]], start = affine_map<(d0) -> (d0 * 4)>, dtype = f32>)
      -> outs(%y : !tensor via #neuron.interval<count = 16, dtype = f32>) indices(%i)
  return
}
