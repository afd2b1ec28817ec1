// Bits of float64 numbers, see src/kernel/arithmetic/float-bits.ts.
@inline export function upperWord(x: f64): i32 {
  return <i32>(reinterpret<u64>(x) >> 32);
}
@inline export function lowerWord(x: f64): i32 {
  return <i32>reinterpret<u64>(x);
}
@inline export function scaledByPowerOfTwo(x: f64, k: i32): f64 {
  return reinterpret<f64>(reinterpret<i64>(x) + (<i64>k << 52));
}
