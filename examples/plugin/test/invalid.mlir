// RUN: neuron-opt %s --split-input-file --verify-diagnostics

func.func @no_memory(%x: bf16) {
  // expected-error @+2 {{'watch.buffer' op operand "value" is a bf16, expected a memref}}
  // expected-note @+1 {{only what lies in memory can be looked at}}
  watch.buffer value(%x : bf16) {label = "hidden"}
  return
}

// -----

func.func @no_label(%x: memref<4xf32>) {
  // expected-error @+1 {{'watch.buffer' op attribute "label" is empty}}
  watch.buffer value(%x : memref<4xf32>) {label = ""}
  return
}

// -----

func.func @misspelt(%x: memref<4xf32>) {
  // expected-error @+1 {{did you mean 'label'?}}
  watch.buffer value(%x : memref<4xf32>) {lable = "hidden"}
  return
}
