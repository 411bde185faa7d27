// RUN: neuron-opt %s | filecheck %s
// RUN: neuron-opt %s | neuron-opt | filecheck %s
// RUN: neuron-opt --mlir-print-op-generic %s | neuron-opt | filecheck %s
// RUN: neuron-opt --mlir-print-op-generic %s | filecheck %s --check-prefix GENERIC

// All kinds of operands that Backend IR has, in its three sections.

!s = memref<128x64xf32, #neuron.memory<sbuf>>

// CHECK-LABEL: func.func @immediates_and_registers
func.func @immediates_and_registers(%a: !s) {
  // Immediates and registers keep their places among the memrefs.
  // CHECK-NEXT: bir.tensor_scalar_ptr ins(imm 2.5 : f32, %a : {{.*}} via #neuron.interval<count = 8192, dtype = f32>, register @r0 : i32, imm [1, -2] : i32) indirection_ins(register @r1 : i32) -> outs(%a : {{.*}}) {op0 = mult, reverse0 = false, op1 = bypass, reverse1 = false}
  // GENERIC: operandSegmentSizes = array<i32: 1, 0, 1, 0>
  // GENERIC-SAME: ins_patterns = [#bir.imm<2.5 : f32>, #neuron.interval<count = 8192, dtype = f32>, #bir.register_access<@r0 : i32>, #bir.imm<[1, -2] : i32>]
  bir.tensor_scalar_ptr
      ins(imm 2.5 : f32, %a : !s via #neuron.interval<count = 8192, dtype = f32>, register @r0 : i32, imm [1, -2] : i32)
      indirection_ins(register @r1 : i32)
      -> outs(%a : !s via #neuron.interval<count = 8192, dtype = f32>)
      {op0 = mult, reverse0 = false, op1 = bypass, reverse1 = false}
  // Numbers are written so that they read back as the same number of their element type.
  // CHECK-NEXT: bir.register_move ins(imm 3.0 : f32, imm inf : f32, imm -inf : bf16, imm nan : f32, imm 1.0e-07 : f32, imm 0.1 : f16) -> outs(register @"r 1" : f32)
  bir.register_move
      ins(imm 3 : f32, imm inf : f32, imm -inf : bf16, imm nan : f32, imm 1.0e-7 : f32, imm 0.1 : f16)
      -> outs(register @"r 1" : f32)
  // An immediate that is an affine expression may say what it has been folded to.
  // CHECK-NEXT: bir.register_alu ins(imm #bir.affine<4 * axis(@i) + 1> : i32, imm 9 #bir.affine<4 * axis(@i) + 1> : i32) -> outs(register @r0 : i32) {op = add}
  bir.register_alu
      ins(imm #bir.affine<4 * axis(@i) + 1> : i32, imm 9 #bir.affine<4 * axis(@i) + 1> : i32)
      -> outs(register @r0 : i32) {op = add}
  // What a pass must refuse can be written down: an fp8 immediate, an immediate among the outputs.
  // CHECK-NEXT: bir.no_op ins(imm 1.0 : f8E4M3) -> outs(imm 1 : i32)
  bir.no_op ins(imm 1.0 : f8E4M3) -> outs(imm 1 : i32)
  return
}

// CHECK-LABEL: func.func @patterns
func.func @patterns(%a: !s) {
  // CHECK-NEXT: bir.tensor_copy ins(%a : {{.*}} via #bir.dynamic_ap<pattern = #neuron.ap<partition = {{\[\[}}64, 128]], free = {{\[\[}}1, 8]], dtype = f32>, offset = #bir.affine<8 * register(@r0)>>) -> outs(
  // CHECK-SAME: via #bir.dynamic_ap<pattern = {{.*}}, indirect_dim = Y, indirect_dim_max_index = 7, actual = {{\[\[}}64, 128], [1, 8]]>)
  bir.tensor_copy
      ins(%a : !s via #bir.dynamic_ap<pattern = #neuron.ap<partition = [[64, 128]], free = [[1, 8]], dtype = f32>, offset = #bir.affine<8 * register(@r0)>>)
      -> outs(%a : !s via #bir.dynamic_ap<pattern = #neuron.ap<partition = [[64, 128]], free = [[1, 8]], dtype = f32>, indirect_dim = Y, indirect_dim_max_index = 7, actual = [[64, 128], [1, 8]]>)
  // CHECK-NEXT: bir.tensor_copy ins(%a : {{.*}} via #bir.symbolic_ap<ap = {{\[\[}}64, 128], [1, 8]], dtype = f32, addrs = [#bir.affine<512 * axis(@i)>, #bir.affine<axis(@j)>], access_shape = [128, 8]>) -> outs(
  // CHECK-SAME: via #bir.symbolic_ap<ap = {{\[\[}}64, 128], [-1, 8]], dtype = f32, tensor_indirect_arg_id = 2, num_tensor_indirect_indices = 4, pwap>)
  bir.tensor_copy
      ins(%a : !s via #bir.symbolic_ap<ap = [[64, 128], [1, 8]], dtype = f32, addrs = [#bir.affine<512 * axis(@i)>, #bir.affine<axis(@j)>], access_shape = [128, 8]>)
      -> outs(%a : !s via #bir.symbolic_ap<ap = [[64, 128], [-1, 8]], dtype = f32, pwap, tensor_indirect_arg_id = 2, num_tensor_indirect_indices = 4>)
  // CHECK-NEXT: bir.tensor_copy ins(%a : {{.*}} via #bir.register_ap<ap = {{\[\[}}64, 128], [1, 8]], dtype = f32, regref = @r0>) -> outs(
  // CHECK-SAME: via #bir.register_ap<ap = {{\[\[}}64, 128], [1, 8]], dtype = f32, regref = @r0, is_regloc_offset, reg_ap_offset = @r1, const_ap_offset = 64, reg_sub_tensor_id = @r2, const_sub_tensor_id = 3>)
  bir.tensor_copy
      ins(%a : !s via #bir.register_ap<ap = [[64, 128], [1, 8]], dtype = f32, regref = @r0>)
      -> outs(%a : !s via #bir.register_ap<ap = [[64, 128], [1, 8]], dtype = f32, regref = @r0, is_regloc_offset, reg_ap_offset = @r1, const_ap_offset = 64, reg_sub_tensor_id = @r2, const_sub_tensor_id = 3>)
  return
}

// CHECK-LABEL: func.func @expressions
func.func @expressions() {
  // A sum of terms shows every factor; each other kind of node is a function of its parts.
  // CHECK-NEXT: bir.do_while {cond = #bir.affine<4 * axis(@i) - 2 * register(@r0) - 3>} body {
  bir.do_while {cond = #bir.affine<4*axis(@i) - 2 * register(@r0) + -3>} body {}
  // CHECK: bir.do_while {cond = #bir.affine<2 * mod(axis(@i), 3) + 1 * (8 * axis(@j) + 3)>} body {
  bir.do_while {cond = #bir.affine<2 * mod(axis(@i), 3) + 1 * (8 * axis(@j) + 3)>} body {}
  // CHECK: bir.do_while {cond = #bir.affine<sum(floordiv(axis(@i), 4), mult(argument(1), -2), ccdiv(shard(8), 2, 1), rank(0, 3), 7)>} body {
  bir.do_while {cond = #bir.affine<sum(floordiv(axis(@i), 4), mult(argument(1), -2), ccdiv(shard(8), 2, 1), rank(0, 3), 7)>} body {}
  // An expression without terms is a constant, and a plain number stays one.
  // CHECK: bir.do_while {cond = #bir.affine<-5>} body {
  bir.do_while {cond = #bir.affine<-5>} body {}
  // CHECK: bir.do_while {cond = 1} body {
  bir.do_while {cond = 1} body {}
  return
}
