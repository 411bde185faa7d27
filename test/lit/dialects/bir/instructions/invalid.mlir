// RUN: neuron-opt %s --split-input-file --verify-diagnostics

func.func @f() {
  // expected-error @+1 {{dialect 'bir' has no operation 'bir.dma'; did you mean 'bir.max'?}}
  bir.dma
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{dialect 'bir' has no operation 'bir.tensor_reduc'; did you mean 'bir.tensor_reduce'?}}
  bir.tensor_reduc {op = add}
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{unknown 'op' 'plus' (one of: bypass, bitwise_not, arith_shift_left, arith_shift_right, add, subtract, mult, divide, max, min, bitwise_and, bitwise_or, bitwise_xor, logical_and, logical_or, logical_xor, logical_shift_left, logical_shift_right, is_equal, not_equal, is_gt, is_ge, is_lt, is_le, average, elemwise_mul, pow, mod, rsqrt, abs, abs_max, abs_min, mod_int)}}
  bir.tensor_reduce {op = plus}
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'bir.tensor_reduce' has no attribute 'reduce_cmd' (attributes: apply_transpose, axis, debug, dependencies, dma_trigger_debug_update_semaphore_id, engine, engine_id, loop_carried_dependencies, loopnest, negate, op, optin_passes, order, origin, predicates, scheduled_end, scheduled_start, sync_info, unroll_dependencies; a discardable one has a dialect prefix)}}
  bir.tensor_reduce {op = add, reduce_cmd = Idle}
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'bir.tensor_scalar' needs attribute 'const0' (a 32-bit float)}}
  bir.tensor_scalar {op0 = add}
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'accumulation_flag' is an 8-bit integer from 0 to 255 or an affine expression, found 256}}
  bir.matmult {accumulation_flag = 256}
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'accumulation_flag' is a value or a #bir.affine expression, found trn2}}
  bir.matmult {accumulation_flag = #neuron.target<trn2>}
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{expected an integer or one of sum, mult, floordiv, mod, ccdiv, axis, register, argument, shard, rank in an affine expression, found 'axes'; did you mean 'axis'?}}
  bir.matmult {is_transpose = #bir.affine<axes(@i)>}
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{an affine expression has one constant}}
  bir.matmult {is_transpose = #bir.affine<4 * axis(@i) + 1 + 2>}
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'tile_size' is a list of 2 entries, each a 64-bit integer or an affine expression, found 3 entries}}
  bir.matmult {tile_size = [1, 2, 3]}
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'target' is the name of a block (@name)}}
  bir.unconditional_branch {target = "x"}
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'step' is not a field of 'LoopAxis'; did you mean 'stride'? (fields: name, lb, ub, stride)}}
  bir.loop {LoopAxis = {name = @i, lb = 0, step = 1}} body {}
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'LoopAxis' needs field 'stride' (a 64-bit integer or an affine expression)}}
  bir.loop {LoopAxis = {name = @i, lb = 0, ub = 1}} body {}
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{field 'lb' of 'LoopAxis' is given twice}}
  bir.loop {LoopAxis = {name = @i, lb = 0, lb = 1}} body {}
  return
}

// -----

func.func @f() {
  bir.loop {LoopAxis = {name = @i, lb = 0, ub = 1, stride = 1}}
  // expected-error @+1 {{'bir.loop' needs 'body {…}'}}
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'bir.loop' op has 'bir.no_op' in its body, which consists of bir.block only}}
  bir.loop {LoopAxis = {name = @i, lb = 0, ub = 1, stride = 1}} body { bir.no_op }
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'bir.no_op' op attribute "dependencies" names the instruction itself, @a}}
  bir.no_op @a {dependencies = [@b, @a Anti]}
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{unknown kind of dependency 'After' (one of: Invalid, Ordered, Anti, Output, Flow)}}
  bir.no_op @a {dependencies = [@b After]}
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{a dependency names an instruction (@name)}}
  bir.no_op @a {dependencies = ["b"]}
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'dependencies' has no indices; unroll_dependencies has}}
  bir.no_op @a {dependencies = [@b Flow [#bir.affine<1>] []]}
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'sym_name' is written as @name directly behind 'bir.no_op'}}
  bir.no_op {sym_name = "a"}
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{2.5 is not an integer, but the element type is i32}}
  bir.no_op ins(imm 2.5 : i32)
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{dtype i1 is not one of the element types of Backend IR}}
  bir.no_op ins(imm 2 : i1)
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{an immediate is a number, a list of numbers, or #bir.affine behind the number it folds to}}
  bir.no_op ins(imm [1] #bir.affine<1> : i32)
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{expected the name of a register (@name)}}
  bir.no_op ins(register r0 : i32)
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{dtype i1 is not one of the element types of Backend IR}}
  bir.no_op ins(register @r0 : i1)
  return
}

// -----

func.func @f(%a: memref<4xf32, #neuron.memory<hbm>>) {
  // expected-error @+2 {{'bir.no_op' op ins has 1 operand and 0 access patterns}}
  // expected-note @+1 {{every operand needs one: %x : type via #neuron.ap<…> or #neuron.interval<…>}}
  bir.no_op ins(%a : memref<4xf32, #neuron.memory<hbm>>, imm 2 : i32)
  return
}

// -----

func.func @f(%a: memref<4xf32, #neuron.memory<hbm>>) {
  // expected-error @+1 {{'bir.no_op' op operand "ins[0]" has 3 : i64 for an access pattern, expected #neuron.ap, #neuron.interval, #bir.dynamic_ap, #bir.symbolic_ap or #bir.register_ap}}
  bir.no_op ins(%a : memref<4xf32, #neuron.memory<hbm>> via 3)
  return
}

// -----

func.func @f(%a: memref<4xf32, #neuron.memory<hbm>>) {
  // expected-error @+1 {{'#bir.register_ap<ap = [[1, 0]], dtype = f32, regref = @r>': ap[0] = [1, 0] visits 0 elements, at least 1 is needed}}
  bir.no_op ins(%a : memref<4xf32, #neuron.memory<hbm>> via #bir.register_ap<ap = [[1, 0]], dtype = f32, regref = @r>)
  return
}

// -----

func.func @f(%a: memref<4xf32, #neuron.memory<hbm>>) {
  // expected-error @+1 {{#bir.register_ap needs 'regref'}}
  bir.no_op ins(%a : memref<4xf32, #neuron.memory<hbm>> via #bir.register_ap<ap = [[1, 4]], dtype = f32>)
  return
}

// -----

func.func @f(%a: memref<4xf32, #neuron.memory<hbm>>) {
  // expected-error @+1 {{'#bir.symbolic_ap<ap = [[1, 4]], dtype = i1>': dtype i1 is not one of the element types of Backend IR}}
  bir.no_op ins(%a : memref<4xf32, #neuron.memory<hbm>> via #bir.symbolic_ap<ap = [[1, 4]], dtype = i1>)
  return
}

// -----

func.func @f(%a: memref<4xf32, #neuron.memory<hbm>>) {
  // expected-error @+1 {{'pattern' of #bir.dynamic_ap is a #neuron.ap, found #neuron.interval<count = 4, dtype = f32>}}
  bir.no_op ins(%a : memref<4xf32, #neuron.memory<hbm>> via #bir.dynamic_ap<pattern = #neuron.interval<count = 4, dtype = f32>>)
  return
}

// -----

func.func @f(%a: memref<4xf32, #neuron.memory<hbm>>) {
  // expected-error @+1 {{unknown 'indirect_dim' of #bir.dynamic_ap 'V' (one of: W, Z, Y, X)}}
  bir.no_op ins(%a : memref<4xf32, #neuron.memory<hbm>> via #bir.dynamic_ap<pattern = #neuron.ap<free = [[1,4]], dtype = f32>, indirect_dim = V>)
  return
}

// -----

func.func @f(%a: memref<4xf32, #neuron.memory<hbm>>) {
  // expected-error @+2 {{'bir.no_op' op operand "ins[0]" the pattern leaves the memref}}
  // expected-note @+1 {{it reaches from 0 to 4, the memref goes from 0 to 3}}
  bir.no_op ins(%a : memref<4xf32, #neuron.memory<hbm>> via #neuron.ap<free = [[1, 5]], dtype = f32>, imm 3 : i32)
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'const0' is a 32-bit float, found 0x123456789}}
  bir.tensor_scalar {op0 = add, const0 = 0x123456789, reverse0, op1 = add, const1 = 1.0, reverse1}
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{a pair of 'pattern' is [step, num], found 3 integers}}
  bir.iota {base = 1, pattern = [[1, 2, 3]]}
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'bir.iota' op attribute "base" is 1 : i32, expected a 64-bit integer or an affine expression}}
  "bir.iota"() <{base = 1 : i32, pattern = [], operandSegmentSizes = array<i32: 0, 0, 0, 0>}> : () -> ()
  return
}
