// A body of the library kernel MLP for one tile: out = (silu(hidden @ gate) * (hidden @ up)) @ down, 128 x 128 each.
//
// The parameters are the external inputs and outputs, under the names that penguin.mlp gives its operands. The hidden
// states are loaded transposed, so that both projections come out with the intermediate dimension across partitions,
// as the last multiplication needs it.

!hidden = memref<1x128x128xbf16, #neuron.memory<hbm>>
!weight = memref<128x128xbf16, #neuron.memory<hbm>>
!tile = memref<128x128xbf16, #neuron.memory<sbuf>>
!sums = memref<128x128xf32, #neuron.memory<psum>>
!wide = memref<128x128xf32, #neuron.memory<sbuf>>

#hbm = #neuron.ap<free = [[128, 128], [1, 128]], dtype = bf16>
#transposed = #neuron.ap<free = [[1, 128], [128, 128]], dtype = bf16>
#sbuf = #neuron.ap<partition = [[128, 128]], free = [[1, 128]], dtype = bf16>
#wide = #neuron.ap<partition = [[128, 128]], free = [[1, 128]], dtype = f32>
#psum = #neuron.ap<partition = [[128, 128]], free = [[1, 128]], dtype = f32>

module attributes {bir.version = 2 : i64, bir.arch = "gen3"} {
  bir.queue @q_hidden {num_dma_engines = 16}
  bir.queue @q_weights {num_dma_engines = 16}
  bir.function @MLP
      {neuron.kernel_attrs = {act_fn = "SiLU", fused_rmsnorm = false, skip_gate = false, quant_kernel = false}} body {
    %hidden_set = bir.memory_location_set @hidden_set {kind = ExternalInput} : !hidden
    %hidden = bir.memory_location @hidden set(%hidden_set : !hidden) : !hidden
    %gate_set = bir.memory_location_set @gate_set {kind = ExternalInput} : !weight
    %gate = bir.memory_location @gate set(%gate_set : !weight) : !weight
    %up_set = bir.memory_location_set @up_set {kind = ExternalInput} : !weight
    %up = bir.memory_location @up set(%up_set : !weight) : !weight
    %down_set = bir.memory_location_set @down_set {kind = ExternalInput} : !weight
    %down = bir.memory_location @down set(%down_set : !weight) : !weight
    %out_set = bir.memory_location_set @out_set {kind = ExternalOutput} : !hidden
    %out = bir.memory_location @out set(%out_set : !hidden) : !hidden
    %xt_set = bir.memory_location_set @xt_set {kind = Internal} : !tile
    %xt = bir.memory_location @xt set(%xt_set : !tile) : !tile
    %w_gate_set = bir.memory_location_set @w_gate_set {kind = Internal} : !tile
    %w_gate = bir.memory_location @w_gate set(%w_gate_set : !tile) : !tile
    %w_up_set = bir.memory_location_set @w_up_set {kind = Internal} : !tile
    %w_up = bir.memory_location @w_up set(%w_up_set : !tile) : !tile
    %w_down_set = bir.memory_location_set @w_down_set {kind = Internal} : !tile
    %w_down = bir.memory_location @w_down set(%w_down_set : !tile) : !tile
    %gate_sums_set = bir.memory_location_set @gate_sums_set {kind = Internal} : !sums
    %gate_sums = bir.memory_location @gate_sums set(%gate_sums_set : !sums) : !sums
    %up_sums_set = bir.memory_location_set @up_sums_set {kind = Internal} : !sums
    %up_sums = bir.memory_location @up_sums set(%up_sums_set : !sums) : !sums
    %down_sums_set = bir.memory_location_set @down_sums_set {kind = Internal} : !sums
    %down_sums = bir.memory_location @down_sums set(%down_sums_set : !sums) : !sums
    %gate_out_set = bir.memory_location_set @gate_out_set {kind = Internal} : !wide
    %gate_out = bir.memory_location @gate_out set(%gate_out_set : !wide) : !wide
    %product_set = bir.memory_location_set @product_set {kind = Internal} : !tile
    %product = bir.memory_location @product set(%product_set : !tile) : !tile
    %result_set = bir.memory_location_set @result_set {kind = Internal} : !tile
    %result = bir.memory_location @result set(%result_set : !tile) : !tile
    bir.block @Block1 body {
      bir.load @load_hidden ins(%hidden : !hidden via #transposed) -> outs(%xt : !tile via #sbuf)
          {queue = @q_hidden}
      bir.load @load_gate ins(%gate : !weight via #hbm) -> outs(%w_gate : !tile via #sbuf)
          {queue = @q_weights}
      bir.load @load_up ins(%up : !weight via #hbm) -> outs(%w_up : !tile via #sbuf)
          {queue = @q_weights}
      bir.load @load_down ins(%down : !weight via #hbm) -> outs(%w_down : !tile via #sbuf)
          {queue = @q_weights}
      // intermediate x sequence
      bir.matmult @mm_gate ins(%xt : !tile via #sbuf, %w_gate : !tile via #sbuf) -> outs(%gate_sums : !sums via #psum)
          {dependencies = [@load_hidden, @load_gate]}
      bir.matmult @mm_up ins(%xt : !tile via #sbuf, %w_up : !tile via #sbuf) -> outs(%up_sums : !sums via #psum)
          {dependencies = [@load_hidden, @load_up]}
      bir.activation @silu ins(%gate_sums : !sums via #psum) -> outs(%gate_out : !wide via #wide)
          {scale = 1.0, alpha = 0.0, func = Silu, dependencies = [@mm_gate]}
      bir.tensor_tensor @product ins(%gate_out : !wide via #wide, %up_sums : !sums via #psum)
          -> outs(%product : !tile via #sbuf) {op = mult, dependencies = [@silu, @mm_up]}
      // sequence x hidden
      bir.matmult @mm_down ins(%w_down : !tile via #sbuf, %product : !tile via #sbuf)
          -> outs(%down_sums : !sums via #psum) {dependencies = [@load_down, @product]}
      bir.tensor_copy @narrow ins(%down_sums : !sums via #psum) -> outs(%result : !tile via #sbuf)
          {dependencies = [@mm_down]}
      bir.save @save_out ins(%result : !tile via #sbuf) -> outs(%out : !hidden via #hbm)
          {queue = @q_hidden, dependencies = [@narrow]}
      bir.return
    }
  }
}
