// Where the time goes, on standard error: nested as the pipeline is, each thing once, or as JSON. Parser, verifier and
// printer are among it.

// RUN: neuron-opt %s --pass-pipeline='builtin.module(func.func(cse,canonicalize),cse)' --mlir-timing -o /dev/null 2>&1 | filecheck %s --check-prefix=TREE
// RUN: neuron-opt %s --pass-pipeline='builtin.module(func.func(cse,canonicalize),cse)' --mlir-timing --mlir-timing-display=list -o /dev/null 2>&1 | filecheck %s --check-prefix=LIST
// RUN: neuron-opt %s --cse --mlir-timing --mlir-output-format=json -o %t 2> %t.json
// RUN: %{python} -c "import json, sys; print([row['name'] for row in json.load(open(sys.argv[1]))])" %t.json | filecheck %s --check-prefix=JSON
// RUN: neuron-opt %s --cse --mlir-timing 2> /dev/null | filecheck %s --check-prefix=OUTPUT

// TREE:      {{^===-{73}===$}}
// TREE-NEXT: {{^ +... Execution time report ...$}}
// TREE-NEXT: {{^===-{73}===$}}
// TREE-NEXT: {{^  Total Execution Time: [0-9.]+ seconds$}}
// TREE:      {{^  ----Wall Time----  ----Name----$}}
// TREE-NEXT: {{^ +[0-9.]+ \( *[0-9.]+%\)  Parser$}}
// TREE-NEXT: {{\)  Verifier$}}
// TREE-NEXT: {{\)  'func.func' Pipeline$}}
// TREE-NEXT: {{\)    CSE$}}
// TREE-NEXT: {{\)      \(V\) verifier$}}
// TREE-NEXT: {{\)    Canonicalize$}}
// TREE-NEXT: {{\)      \(V\) verifier$}}
// TREE-NEXT: {{\)  \(V\) verifier$}}
// TREE-NEXT: {{\)  CSE$}}
// TREE-NEXT: {{\)    \(V\) verifier$}}
// TREE-NEXT: {{\)  Output$}}
// TREE-NEXT: {{\)  Rest$}}
// TREE-NEXT: {{\(100.0%\)  Total$}}

// LIST:      ----Name----
// LIST-DAG:  {{\)  Parser$}}
// LIST-DAG:  {{\)  Verifier$}}
// LIST-DAG:  {{\)  'func.func' Pipeline$}}
// LIST-DAG:  {{\)  CSE$}}
// LIST-DAG:  {{\)  Canonicalize$}}
// LIST-DAG:  {{\)  Output$}}
// LIST:      {{\)  Rest$}}
// LIST-NEXT: {{\)  Total$}}

// JSON:      ['Parser', 'Verifier', 'CSE', 'Output', 'Rest', 'Total']

// OUTPUT:      {{^}}module {
// OUTPUT-NEXT:   func.func @f() {

func.func @f() {
  return
}
func.func @g() {
  return
}
