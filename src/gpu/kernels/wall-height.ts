// SPDX-License-Identifier: MIT
/**
 * WGSL: height of a position above a half-space, in m, and in quanta of the widest axis as an integer and a remainder.
 * For a wall normal to an axis it is a difference of integers, for an oblique wall a sum of integer products with
 * remainders (src/gpu/engine/gpu-walls.ts). Far from the wall the integers would wrap, so only metres are used there.
 */
import type { KernelForm } from './prelude.ts';

export function heightAbove(form: KernelForm): string {
  return /* wgsl */ `
struct WallHeight { metres: f32, quanta: Split, isFar: bool }
fn heightAbove(k: u32, at: vec3u, cell: vec3u) -> f32 { return wallHeight(k, at, cell).metres; }
fn wallHeight(k: u32, at: vec3u, cell: vec3u) -> WallHeight {
  let wall = ${form.hasTurningWalls ? 'inputs.walls[k].frame' : 'tables.walls[k]'};
  let corner = cell << vec3u(CELL_BITS);
  let local = separation(corner, at);
  let coarse = dot(wall.normal, local + vec3f(cell) * p.quantum * 1073741824.0) - inputs.walls[k].fromOrigin;
  var quanta = Split(0, 0.0);
  if (abs(coarse) > wall.reach) { return WallHeight(coarse, quanta, true); }
  if (wall.axis != 0) {
    let a = u32(abs(wall.axis)) - 1u;
    let along = select(0u - at[a], at[a], wall.axis > 0);
    quanta = widened(bitcast<i32>(along) - inputs.walls[k].high, a);
  } else {
    let whole = vec3i(cell);
    let inside = bitcast<vec3i>(at - corner);
    let x = scaledProduct(wall.high.x, inside.x);
    let y = scaledProduct(wall.high.y, inside.y);
    let z = scaledProduct(wall.high.z, inside.z);
    let low = f32(dot(wall.low, whole) - inputs.walls[k].low) +
      dot(vec3f(wall.low), vec3f(inside)) * 9.313225746154785e-10;
    quanta = Split(dot(wall.high, whole) - inputs.walls[k].high + x.whole + y.whole + z.whole,
      x.rest + y.rest + z.rest + low * 9.5367431640625e-7);
  }
  return WallHeight((f32(quanta.whole) + quanta.rest) * p.unit, quanta, false);
}`;
}
