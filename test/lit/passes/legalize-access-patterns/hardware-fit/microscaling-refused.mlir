// RUN: neuron-opt --legalize-access-patterns --verify-rewrites --verify-diagnostics --split-input-file %s

// 16 consecutive partitions are not where the scales of 128 partitions are expected.
!moving = memref<128x512xvector<4xf8E4M3FN>, #neuron.memory<sbuf>>
!stationary = memref<128x128xvector<4xf8E4M3FN>, #neuron.memory<sbuf>>
!ms = memref<128x512xf8E8M0FNU, #neuron.memory<sbuf>>
!ss = memref<128x128xf8E8M0FNU, #neuron.memory<sbuf>>
!dst = memref<128x512xf32, #neuron.memory<psum>>

module attributes {neuron.target = #neuron.target<trn3>} {
  func.func @consecutive(%m: !moving, %s: !stationary, %ms: !ms, %ss: !ss, %dst: !dst) {
    // expected-error @below {{'bir.matmult_mx' op operand "ins[2]": scale must have indexing i * 32 + j at partition dimension for src tensor with more than 32 partitions but got [[512, 16]]}}
    // expected-note @below {{data of 128 partitions has its scales at [[16384, 4], [512, 4]], one partition being 512 elements}}
    // expected-note @below {{the scale operand is at [[512, 16]]}}
    // expected-note @below {{target: trn3}}
    bir.matmult_mx ins(%m : !moving via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = vector<4xf8E4M3FN>>, %s : !stationary via #neuron.ap<partition = [[128, 128]], free = [[1, 128]], dtype = vector<4xf8E4M3FN>>, %ms : !ms via #neuron.ap<partition = [[512, 16]], free = [[1, 512]], access_shape = [16, 512], dtype = f8E8M0FNU>, %ss : !ss via #neuron.ap<partition = [[4096, 4], [128, 4]], free = [[1, 128]], access_shape = [16, 128], dtype = f8E8M0FNU>) -> outs(%dst : !dst via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = f32>)
    return
  }
}

// -----

!moving = memref<32x512xvector<4xf8E4M3FN>, #neuron.memory<sbuf>>
!stationary = memref<32x128xvector<4xf8E4M3FN>, #neuron.memory<sbuf>>
!ms = memref<32x512xf8E8M0FNU, #neuron.memory<sbuf>>
!ss = memref<32x128xf8E8M0FNU, #neuron.memory<sbuf>>
!dst = memref<128x512xf32, #neuron.memory<psum>>

module attributes {neuron.target = #neuron.target<trn3>} {
  func.func @one_quadrant(%m: !moving, %s: !stationary, %ms: !ms, %ss: !ss, %dst: !dst) {
    // expected-error @below {{'bir.matmult_mx' op operand "ins[2]": scale must have (P // 8) partitions for src}}
    // expected-note @below {{data of 32 partitions has its scales at [[512, 4]], one partition being 512 elements}}
    // expected-note @below {{the scale operand is at [[512, 32]]}}
    // expected-note @below {{target: trn3}}
    bir.matmult_mx ins(%m : !moving via #neuron.ap<partition = [[512, 32]], free = [[1, 512]], dtype = vector<4xf8E4M3FN>>, %s : !stationary via #neuron.ap<partition = [[128, 32]], free = [[1, 128]], dtype = vector<4xf8E4M3FN>>, %ms : !ms via #neuron.ap<partition = [[512, 32]], free = [[1, 512]], dtype = f8E8M0FNU>, %ss : !ss via #neuron.ap<partition = [[128, 4]], free = [[1, 128]], access_shape = [4, 128], dtype = f8E8M0FNU>) -> outs(%dst : !dst via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = f32>)
    return
  }
}

// -----

// A microscaling operand is one run.
!moving = memref<32x512xvector<4xf8E4M3FN>, #neuron.memory<sbuf>>
!stationary = memref<32x128xvector<4xf8E4M3FN>, #neuron.memory<sbuf>>
!ms = memref<32x256xf8E8M0FNU, #neuron.memory<sbuf>>
!ss = memref<32x128xf8E8M0FNU, #neuron.memory<sbuf>>
!dst = memref<128x256xf32, #neuron.memory<psum>>

module attributes {neuron.target = #neuron.target<trn3>} {
  func.func @strided(%m: !moving, %s: !stationary, %ms: !ms, %ss: !ss, %dst: !dst) {
    // expected-error @below {{'bir.matmult_mx' op operand "ins[0]": the data operand of a microscaling matmul must be one contiguous run, it is [[2, 256]]}}
    // expected-note @below {{its descriptor has one dimension, with step 1 or -1}}
    // expected-note @below {{target: trn3}}
    bir.matmult_mx ins(%m : !moving via #neuron.ap<partition = [[512, 32]], free = [[2, 256]], access_shape = [32, 256], dtype = vector<4xf8E4M3FN>>, %s : !stationary via #neuron.ap<partition = [[128, 32]], free = [[1, 128]], dtype = vector<4xf8E4M3FN>>, %ms : !ms via #neuron.ap<partition = [[256, 4]], free = [[1, 256]], access_shape = [4, 256], dtype = f8E8M0FNU>, %ss : !ss via #neuron.ap<partition = [[128, 4]], free = [[1, 128]], access_shape = [4, 128], dtype = f8E8M0FNU>) -> outs(%dst : !dst via #neuron.ap<partition = [[256, 128]], free = [[1, 256]], dtype = f32>)
    return
  }
}
