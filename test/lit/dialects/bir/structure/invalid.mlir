// RUN: neuron-opt %s --split-input-file --verify-diagnostics

// expected-error @+1 {{'bir.function' needs a name: bir.function @name}}
bir.function body {}

// -----

// expected-error @+1 {{'bir.function' op has two 'bir.block' of the name @a}}
bir.function @f body {
  bir.block @a body {}
  bir.block @a body {}
}

// -----

// expected-error @+1 {{'bir.register' has no attribute 'physical'; did you mean 'numPhysicalRegs'? (attributes: numPhysicalRegs; a discardable one has a dialect prefix)}}
bir.register @r {physical = 3}

// -----

!h = memref<4xf32, #neuron.memory<hbm>>
// expected-error @+1 {{unknown 'kind' 'Tensor' (one of: ExternalInput, ExternalInputParameter, Input, ExternalOutput, ExternalOutputParameter, Output, Const, Internal, Pointer, InternalInterface)}}
bir.memory_location_set @s {kind = Tensor} : !h

// -----

// expected-error @+1 {{'bir.memory_location_set' op result has no memory space; it needs #neuron.memory<hbm>, <sbuf> or <psum>}}
%0 = bir.memory_location_set @s : memref<4xf32>

// -----

// expected-error @+1 {{'bir.memory_location_set' op result is a i32, expected a memref}}
%0 = bir.memory_location_set @s : i32

// -----

// expected-error @+1 {{'bir.memory_location_set' op result has element type i1, which Backend IR does not have}}
%0 = bir.memory_location_set @s : memref<4xi1, #neuron.memory<hbm>>

// -----

// expected-error @+1 {{'bir.memory_location_set' op attribute "addr_space" is only for hbm, the set lies in sbuf}}
%0 = bir.memory_location_set @s {addr_space = Shared} : memref<4xf32, #neuron.memory<sbuf>>

// -----

// expected-error @+1 {{'bir.memory_location_set' op attribute "partition_dim" is 1, the result type has partition_dim = 0}}
%0 = bir.memory_location_set @s {partition_dim = 1} : memref<4x2xf32, #neuron.memory<sbuf>>

// -----

!s = memref<4xf32, #neuron.memory<sbuf>>
%0 = bir.memory_location_set @s : !s
// expected-error @+1 {{'bir.memory_location' op attribute "type" is DRAM, but the result lies in sbuf}}
%1 = bir.memory_location @l set(%0 : !s) {type = DRAM} : !s
// expected-error @+1 {{'bir.memory_location' op attribute "type" is Input, which is no memory on chip, but the result lies in sbuf}}
%2 = bir.memory_location @m set(%0 : !s) {type = Input} : !s
// expected-error @+1 {{'bir.memory_location' op attribute "alias" is on a location in SB: Aliasing only permitted for DRAM locations.}}
%3 = bir.memory_location @n set(%0 : !s) {alias = [{set = @s, location = @l, kind = 3}]} : !s
// expected-error @+1 {{'bir.memory_location' op attribute "pack_id_hint" is on a location in SB: PackIdHint only applies to PSUM.}}
%4 = bir.memory_location @o set(%0 : !s) {pack_id_hint = 3} : !s
// expected-error @+1 {{'bir.memory_location' op attribute "pointer_ref_memloc" is only for a location of a set whose kind is Pointer, that of @s is not}}
%5 = bir.memory_location @p set(%0 : !s) {pointer_ref_memloc = @l} : !s

// -----

// expected-error @+1 {{'bir.memory_location' needs operand 'set': set(%…)}}
%0 = bir.memory_location @l : memref<4xf32, #neuron.memory<hbm>>

// -----

// expected-error @+1 {{'bir.foreign_location' op attribute "reference" is @f::@s, expected @function::@set::@location}}
%0 = bir.foreign_location @l @f::@s : memref<4xf32, #neuron.memory<hbm>>

// -----

func.func @f(%0: memref<4xf32, #neuron.memory<hbm>>) {
  // expected-error @+1 {{'bir.memory_location' op operand "set" is not the result of a bir.memory_location_set}}
  %1 = bir.memory_location @l set(%0 : memref<4xf32, #neuron.memory<hbm>>) : memref<4xf32, #neuron.memory<hbm>>
  return
}
