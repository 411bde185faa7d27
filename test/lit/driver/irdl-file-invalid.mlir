// What an IRDL definition says is verified; one chunk a rule.
// RUN: neuron-opt --allow-unregistered-dialect --irdl-file=%S/Inputs/cmath.irdl --split-input-file --verify-diagnostics %s

// expected-error @+1 {{'!cmath.complex<i32>': parameter 'element' is i32, expected f32 or f64}}
func.func private @parameter(!cmath.complex<i32>)

// -----

// expected-error @+1 {{!cmath.complex has 1 parameter: element; found 2}}
func.func private @parameters(!cmath.complex<f32, f32>)

// -----

func.func @mode() {
  // expected-error @+1 {{'#cmath.mode<"wrong">': parameter 'word' is "wrong", expected "fast" or "exact"}}
  "some.op"() {mode = #cmath.mode<"wrong">} : () -> ()
  return
}

// -----

func.func @same(%c : !cmath.complex<f32>, %d : !cmath.complex<f64>) {
  // expected-error @+1 {{'cmath.mul' op operand 'rhs' is !cmath.complex<f64>, expected !cmath.complex<f32> as elsewhere in the operation}}
  %0 = "cmath.mul"(%c, %d) : (!cmath.complex<f32>, !cmath.complex<f64>) -> !cmath.complex<f32>
  return
}

// -----

func.func @operand(%i : index) {
  // expected-error @+1 {{'cmath.mul' op operand 'lhs' is index, expected !cmath.complex}}
  %0 = "cmath.mul"(%i, %i) : (index, index) -> index
  return
}

// -----

func.func @operands(%c : !cmath.complex<f32>) {
  // expected-error @+1 {{'cmath.mul' op has 1 operand, expected 2}}
  %0 = "cmath.mul"(%c) : (!cmath.complex<f32>) -> !cmath.complex<f32>
  return
}

// -----

func.func @results(%c : !cmath.complex<f32>) {
  // expected-error @+1 {{'cmath.mul' op has 0 results, expected 1}}
  "cmath.mul"(%c, %c) : (!cmath.complex<f32>, !cmath.complex<f32>) -> ()
  return
}

// -----

func.func @parametric(%c : !cmath.complex<f32>) {
  // expected-error @+1 {{'cmath.norm' op result 'norm' is f64, expected f32 as elsewhere in the operation}}
  %0 = "cmath.norm"(%c) {mode = #cmath.mode<"fast">} : (!cmath.complex<f32>) -> f64
  return
}

// -----

func.func @attribute(%c : !cmath.complex<f32>) {
  // expected-error @+1 {{'cmath.norm' op needs attribute 'mode' (#cmath.mode)}}
  %0 = "cmath.norm"(%c) : (!cmath.complex<f32>) -> f32
  return
}

// -----

func.func @kind(%c : !cmath.complex<f32>) {
  // expected-error @+1 {{'cmath.norm' op attribute 'mode' is "fast", expected #cmath.mode}}
  %0 = "cmath.norm"(%c) {mode = "fast"} : (!cmath.complex<f32>) -> f32
  return
}

// -----

func.func @segments(%i : index) {
  // expected-error @+1 {{'cmath.gather' op needs attribute 'operandSegmentSizes': 2 of its groups of operands vary in size}}
  "cmath.gather"(%i) ({
  ^bb0(%x : index):
    "some.terminator"() : () -> ()
  }) : (index) -> ()
  return
}

// -----

func.func @optional(%m : memref<2xf32>) {
  "cmath.gather"(%m, %m) ({
  ^bb0(%x : index):
    "some.terminator"() : () -> ()
  // expected-error @+1 {{'cmath.gather' op attribute 'operandSegmentSizes' gives 'buffer' 2 values, expected 0 or 1}}
  }) {operandSegmentSizes = array<i32: 2, 0>} : (memref<2xf32>, memref<2xf32>) -> ()
  return
}

// -----

func.func @sum(%m : memref<2xf32>) {
  "cmath.gather"(%m) ({
  ^bb0(%x : index):
    "some.terminator"() : () -> ()
  // expected-error @+1 {{'cmath.gather' op attribute 'operandSegmentSizes' adds up to 2, for 1 operand}}
  }) {operandSegmentSizes = array<i32: 1, 1>} : (memref<2xf32>) -> ()
  return
}

// -----

func.func @regions() {
  // expected-error @+1 {{'cmath.gather' op has 0 regions, expected 1}}
  "cmath.gather"() {operandSegmentSizes = array<i32: 0, 0>} : () -> ()
  return
}

// -----

func.func @arguments() {
  // expected-error @+1 {{'cmath.gather' op argument #0 of region 'body' is f32, expected index}}
  "cmath.gather"() ({
  ^bb0(%x : f32):
    "some.terminator"() : () -> ()
  }) {operandSegmentSizes = array<i32: 0, 0>} : () -> ()
  return
}

// -----

// expected-error @+1 {{dialect 'cmath' has no operation 'cmath.mull'; did you mean 'cmath.mul'?}}
"cmath.mull"() : () -> ()
