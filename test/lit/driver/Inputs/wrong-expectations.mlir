func.func @f(%x: i32) -> i32 {
  // expected-error @+1 {{something else}}
  func.return %y : i32
}
