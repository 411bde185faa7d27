// Dumps into files, in folders that are nested as the operations are; the number is the place in the pipeline.

// RUN: rm -rf %t
// RUN: neuron-opt %s --pass-pipeline='builtin.module(cse,func.func(cse,canonicalize),cse)' --mlir-print-ir-tree-dir=%t -o /dev/null
// RUN: find %t -type f | sort | filecheck %s -DDIRECTORY=%t
// RUN: filecheck %s --check-prefix=FILE --input-file=%t/builtin_module_no-symbol-name/func_func_f/1_1_canonicalize.mlir

// CHECK:      [[DIRECTORY]]/builtin_module_no-symbol-name/0_cse.mlir
// CHECK-NEXT: [[DIRECTORY]]/builtin_module_no-symbol-name/2_cse.mlir
// CHECK-NEXT: [[DIRECTORY]]/builtin_module_no-symbol-name/func_func_f/1_0_cse.mlir
// CHECK-NEXT: [[DIRECTORY]]/builtin_module_no-symbol-name/func_func_f/1_1_canonicalize.mlir
// CHECK-NEXT: [[DIRECTORY]]/builtin_module_no-symbol-name/func_func_g/1_0_cse.mlir
// CHECK-NEXT: [[DIRECTORY]]/builtin_module_no-symbol-name/func_func_g/1_1_canonicalize.mlir
// CHECK-NOT:  {{.}}

// FILE:      {{^}}// -----// IR Dump After Canonicalize (canonicalize) //----- //{{$}}
// FILE-NEXT: {{^}}func.func @f() {
// FILE-NEXT:   return
// FILE-NEXT: }

func.func @f() {
  return
}
func.func @g() {
  return
}
