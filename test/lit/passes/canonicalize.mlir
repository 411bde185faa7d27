// Folding, canonicalisation patterns, and erasing of what is dead; operations without results stay, whatever they are.

// RUN: neuron-opt %s --canonicalize | filecheck %s
// RUN: neuron-opt %s --canonicalize=disable-patterns=FoldOperation,SignlessIntegerBinaryOperationConstantProp | filecheck %s --check-prefix=DISABLED
// RUN: neuron-opt %s --canonicalize=enable-patterns=EraseDeadOperation | filecheck %s --check-prefix=ENABLED
// RUN: neuron-opt %s --canonicalize=top-down=false | filecheck %s
// RUN: neuron-opt %s --canonicalize=max-iterations=1 2>&1 | filecheck %s --check-prefix=CAP
// RUN: neuron-opt %s --canonicalize=max-iterations=0 2>&1 | filecheck %s --check-prefix=NONE
// RUN: neuron-opt %s --canonicalize='max-iterations=-1 max-num-rewrites=-1 test-convergence' | filecheck %s
// RUN: not neuron-opt %s --canonicalize='max-num-rewrites=2 test-convergence' 2>&1 | filecheck %s --check-prefix=REWRITES

// CHECK-LABEL:    func.func @fold
// CHECK-NEXT:       %[[C:.*]] = arith.constant 6 : i32
// CHECK-NEXT:       return %[[C]] : i32
// DISABLED-LABEL: func.func @fold
// DISABLED:         arith.addi
// DISABLED:         arith.addi
// ENABLED-LABEL:  func.func @fold
// ENABLED:          arith.addi
// ENABLED:          arith.addi
func.func @fold() -> i32 {
  %two = arith.constant 2 : i32
  %four = arith.addi %two, %two : i32
  %six = arith.addi %four, %two : i32
  return %six : i32
}

// CHECK-LABEL:   func.func @dead
// CHECK-NEXT:      return
// ENABLED-LABEL: func.func @dead
// ENABLED-NEXT:    return
func.func @dead(%x: i32) {
  %a = arith.muli %x, %x : i32
  %b = arith.muli %a, %a : i32
  return
}

// CHECK-LABEL: func.func @stays
// CHECK:         "test.pureop"() : () -> ()
// CHECK-NEXT:    "test.op"(%{{.*}}) : (i32) -> ()
func.func @stays(%x: i32) {
  "test.pureop"() : () -> ()
  "test.op"(%x) : (i32) -> ()
  return
}

// NONE:     warning: 'builtin.module' op patterns did not converge after 0 iterations{{$}}
// CAP:      warning: 'builtin.module' op patterns did not converge after 1 iteration; these keep firing: {{.*}}'FoldOperation'
// REWRITES: error: 'builtin.module' op patterns did not converge after 2 rewrites; these keep firing: 
