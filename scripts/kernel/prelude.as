// The kernel's memory as AssemblyScript sees it: F and I index the imported memory from byte 0 (see
// src/kernel/memory.ts).
@unmanaged class Floats {
  @inline @operator("[]") get(i: i32): f64 { return load<f64>(changetype<usize>(this) + (<usize>i << 3)); }
  @inline @operator("[]=") set(i: i32, v: f64): void { store<f64>(changetype<usize>(this) + (<usize>i << 3), v); }
}
@unmanaged class Integers {
  @inline @operator("[]") get(i: i32): i32 { return load<i32>(changetype<usize>(this) + (<usize>i << 2)); }
  @inline @operator("[]=") set(i: i32, v: i32): void { store<i32>(changetype<usize>(this) + (<usize>i << 2), v); }
}
@inline export const F = changetype<Floats>(0);
@inline export const I = changetype<Integers>(0);
