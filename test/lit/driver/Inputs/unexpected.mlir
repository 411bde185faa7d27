func.func @f(%x: i32) -> i32 {
  func.return %y : i32
}
