func.func @f() {
  "test.op"() : () -> ()
}
