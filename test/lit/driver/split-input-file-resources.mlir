// A resource belongs to its chunk: the next one may use the same key for another blob.
// RUN: neuron-opt --allow-unregistered-dialect --split-input-file %s | filecheck %s

// CHECK:      dense_resource<weights> : tensor<1xi64>
// CHECK:      weights: "0x08000000010000000000000002000000"
// CHECK:      // -----
// CHECK:      dense_resource<weights> : tensor<1xi64>
// CHECK:      weights: "0x08000000030000000000000004000000"

%0 = "t.t"() {v = dense_resource<weights> : tensor<1xi64>} : () -> i32
{-# dialect_resources: { builtin: { weights: "0x08000000010000000000000002000000" } } #-}

// -----

%0 = "t.t"() {v = dense_resource<weights> : tensor<1xi64>} : () -> i32
{-# dialect_resources: { builtin: { weights: "0x08000000030000000000000004000000" } } #-}
