// A node whose artefact is neither where it says nor in the directory of artefacts; the caret is under the file.

// RUN: not neuron-opt %s --translate-nki-klir=artifact-dir=%t 2>&1 | filecheck %s

!x = memref<16xf32, #neuron.memory<hbm>>

// CHECK:      no-file.mlir:{{[0-9]+}}:22: error: 'bir.nki_klir_kernel' op NKI Kernel file missing/kernel.bir.json does not exist, either in full path or in compiler artifacts directory
// CHECK-NEXT: {klir_binary = "missing/kernel.bir.json"
// CHECK-NEXT: ^

func.func @f(%x: !x, %y: !x) {
  bir.nki_klir_kernel ins(%x : !x via #neuron.interval<count = 16, dtype = f32>)
      -> outs(%y : !x via #neuron.interval<count = 16, dtype = f32>)
      {klir_binary = "missing/kernel.bir.json", kernel_format = "bir"}
  return
}
