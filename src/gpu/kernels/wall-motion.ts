// SPDX-License-Identifier: MIT
/**
 * WGSL: velocity of a wall at the contact point: of its motion, or of a moving surface, which drags bodies along and
 * does not push them (src/step-kernel/surface-velocity.ts).
 */
export const WALL_MOTION = /* wgsl */ `
struct WallMotion { velocity: vec3f, rate: vec3f }
fn wallMotion(k: u32, at: vec3u, cell: vec3u, height: f32, n: vec3f) -> WallMotion {
  let centre = separation(cell << vec3u(CELL_BITS), at) + vec3f(cell) * p.quantum * 1073741824.0;
  return wallMotionAt(k, centre + height * n, n);
}
// The same at a point, from the corner of all cells.
fn wallMotionAt(k: u32, point: vec3f, n: vec3f) -> WallMotion {
  let now = inputs.walls[k];
  let turning = cross(now.rate.xyz, point - now.point.xyz);
  if (now.surfaceKind == 0.0) { return WallMotion(now.velocity.xyz + turning, now.rate.xyz); }
  if (now.surfaceKind == 1.0) {
    let v = now.surface.xyz + turning;
    return WallMotion(v - dot(v, n) * n, now.rate.xyz);
  }
  let along = cross(now.rate.xyz, -n);
  let squared = dot(along, along);
  if (squared > 1.0e-12) { return WallMotion(now.surface.x * inverseSqrt(squared) * along, vec3f(0.0)); }
  return WallMotion(vec3f(0.0), vec3f(0.0));
}`;
