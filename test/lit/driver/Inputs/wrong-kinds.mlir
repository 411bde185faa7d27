// The first is of another kind, the second never comes, the others are none.

// expected-error @+6 {{patterns did not converge}}
// expected-remark @unknown {{at no place}}
// expected-warning @+4 2 {{patterns}}
// expected-error-re @+3 {{a {{[}} b}}


module {
  func.func @f() -> i32 {
    %one = arith.constant 1 : i32
    %two = arith.addi %one, %one : i32
    return %two : i32
  }
}
