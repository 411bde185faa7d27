// Two functions of one name.

// RUN: not neuron-opt %s 2>&1 | filecheck %s

// CHECK:      duplicate-symbol.mlir:[[# @LINE + 11]]:1: error: 'func.func' op redefinition of symbol '@f'
// CHECK-NEXT: {{^}}func.func @f() {
// CHECK-NEXT: {{^}}^{{$}}
// CHECK-NEXT: duplicate-symbol.mlir:[[# @LINE + 5]]:1: note: first defined here
// CHECK-NEXT: {{^}}func.func @f() {
// CHECK-NEXT: {{^}}^{{$}}
// CHECK-NOT:  {{.}}

func.func @f() {
  return
}
func.func @f() {
  return
}
