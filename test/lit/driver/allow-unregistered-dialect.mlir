// Operations of dialects that nobody registered are accepted on request only. A name that a registered dialect does not
// have is a mistake in any case.

// RUN: neuron-opt %s --allow-unregistered-dialect --split-input-file --verify-diagnostics | filecheck %s

// CHECK: "unknown.op"() {x = #unknown.attr<1>} : () -> !unknown.type
%0 = "unknown.op"() {x = #unknown.attr<1>} : () -> !unknown.type

// -----

// expected-error @+1 {{dialect 'arith' has no operation 'arith.adi'; did you mean 'arith.addi'?}}
"arith.adi"() : () -> ()

// -----

// What stands for unknown operations inside of the program is none that a text could name.
// expected-error-re @+1 {{dialect 'builtin' has no operation 'builtin.unregistered'{{$}}}}
"builtin.unregistered"() : () -> ()
