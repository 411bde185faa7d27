func.func private @g(i32)
