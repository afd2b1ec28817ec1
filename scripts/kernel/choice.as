// Choices without branches, see src/kernel/arithmetic/choice.ts: a choice of f64 is a branch, one of lanes is not.
@inline export function lesser(a: f64, b: f64): f64 {
  return f64x2.extract_lane(f64x2.pmin(f64x2.splat(a), f64x2.splat(b)), 0);
}
@inline export function greater(a: f64, b: f64): f64 {
  return f64x2.extract_lane(f64x2.pmax(f64x2.splat(a), f64x2.splat(b)), 0);
}
@inline export function either(isFirst: bool, a: f64, b: f64): f64 {
  const mask = i64x2.splat(-(<i64>isFirst));
  return f64x2.extract_lane(v128.bitselect(f64x2.splat(a), f64x2.splat(b), mask), 0);
}
