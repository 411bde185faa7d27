// RUN: neuron-opt %s --cse | filecheck %s
// RUN: neuron-opt %s --pass-pipeline='builtin.module(func.func(cse))' | filecheck %s

// Equal operations are computed once, in chains too.
// CHECK-LABEL: func.func @equal
// CHECK-NEXT:    %[[A:.*]] = arith.addi
// CHECK-NEXT:    %[[C:.*]] = arith.muli %[[A]], %[[A]] : i32
// CHECK-NEXT:    return %[[C]], %[[C]] : i32, i32
func.func @equal(%x: i32) -> (i32, i32) {
  %a = arith.addi %x, %x : i32
  %b = arith.addi %x, %x : i32
  %c = arith.muli %a, %b : i32
  %d = arith.muli %b, %a : i32
  return %c, %d : i32, i32
}

// Other operands, types or attributes make them different.
// CHECK-LABEL: func.func @different
// CHECK-COUNT-6: arith.
// CHECK:         return
func.func @different(%x: i32, %y: i32) -> (i32, i32, i32, i1, i1, i64) {
  %a = arith.subi %x, %y : i32
  %b = arith.subi %y, %x : i32
  %c = arith.constant 1 : i32
  %d = arith.cmpi eq, %x, %y : i32
  %e = arith.cmpi ne, %x, %y : i32
  %f = arith.constant 1 : i64
  return %a, %b, %c, %d, %e, %f : i32, i32, i32, i1, i1, i64
}

// What was read is the same until something may have written.
// CHECK-LABEL: func.func @reads
// CHECK-NEXT:    %[[A:.*]] = memref.load
// CHECK-NEXT:    memref.store %[[A]]
// CHECK-NEXT:    %[[B:.*]] = memref.load
// CHECK-NEXT:    return %[[A]], %[[A]], %[[B]] : i32, i32, i32
func.func @reads(%m: memref<4xi32>, %i: index) -> (i32, i32, i32) {
  %a = memref.load %m[%i] : memref<4xi32>
  %b = memref.load %m[%i] : memref<4xi32>
  memref.store %b, %m[%i] : memref<4xi32>
  %c = memref.load %m[%i] : memref<4xi32>
  return %a, %b, %c : i32, i32, i32
}

// Nested regions know what stands before them, but not what stands in each other.
// CHECK-LABEL: func.func @regions
// CHECK:         %[[A:.*]] = arith.addi
// CHECK:         scf.if
// CHECK-NEXT:      %[[B:.*]] = arith.muli
// CHECK-NEXT:      scf.yield %[[B]]
// CHECK:         else
// CHECK-NEXT:      %[[C:.*]] = arith.muli
// CHECK-NEXT:      %[[D:.*]] = arith.addi %[[C]], %[[A]]
// CHECK-NEXT:      scf.yield %[[D]]
func.func @regions(%x: i32, %p: i1) -> (i32, i32) {
  %a = arith.addi %x, %x : i32
  %r = scf.if %p -> (i32) {
    %b = arith.muli %x, %x : i32
    scf.yield %b : i32
  } else {
    %c = arith.muli %x, %x : i32
    %again = arith.addi %x, %x : i32
    %d = arith.addi %c, %again : i32
    scf.yield %d : i32
  }
  return %a, %r : i32, i32
}

// The entry block dominates the others; between those nothing is assumed.
// CHECK-LABEL: func.func @blocks
// CHECK-NEXT:    %[[A:.*]] = arith.addi
// CHECK-NEXT:    cf.cond_br %{{.*}}, ^[[LEFT:.*]](%[[A]] : i32), ^[[RIGHT:.*]](%[[A]] : i32)
// CHECK:         %[[B:.*]] = arith.muli
// CHECK-NEXT:    return %[[A]], %[[B]]
// CHECK:         %[[C:.*]] = arith.muli
// CHECK-NEXT:    return %[[A]], %[[C]]
func.func @blocks(%x: i32, %p: i1) -> (i32, i32) {
  %a = arith.addi %x, %x : i32
  cf.cond_br %p, ^left(%a : i32), ^right(%a : i32)
^left(%y: i32):
  %l = arith.addi %x, %x : i32
  %b = arith.muli %x, %x : i32
  return %l, %b : i32, i32
^right(%z: i32):
  %r = arith.addi %x, %x : i32
  %c = arith.muli %x, %x : i32
  return %r, %c : i32, i32
}

// Functions do not share, and what has no results or unknown effects stays.
// CHECK-LABEL: func.func @effects
// CHECK-NEXT:    "test.pureop"() : () -> ()
// CHECK-NEXT:    "test.pureop"() : () -> ()
// CHECK-NEXT:    %{{.*}} = "test.op"() : () -> i32
// CHECK-NEXT:    %{{.*}} = "test.op"() : () -> i32
// CHECK-NEXT:    %{{.*}} = arith.addi
func.func @effects(%x: i32) -> i32 {
  "test.pureop"() : () -> ()
  "test.pureop"() : () -> ()
  %a = "test.op"() : () -> i32
  %b = "test.op"() : () -> i32
  %c = arith.addi %x, %x : i32
  return %c : i32
}
