// SPDX-License-Identifier: MIT
/**
 * WGSL: hierarchical grid for spheres of very different radii (Ogarko and Luding 2012). A sphere is in a bin of the
 * smallest size wider than its diameter plus skin, and searches the bins of all sizes. Bins subdivide cells, so
 * positions, walls and meshes do not depend on them.
 */
import type { KernelForm } from './prelude.ts';

/** Bins are taken to be this much too small, relative: far more than rounding. */
const SLACK = 1.0001;

export function bins(form: KernelForm): string {
  return /* wgsl */ `
const LEVELS = ${form.levels}u;
fn binSize(level: u32) -> vec3f { return p.quantum * f32(1u << (CELL_BITS - level)); }
fn leastOf(size: vec3f) -> f32 { return min(size.x, min(size.y, size.z)); }
fn levelOf(radius: f32) -> u32 {
  var level = LEVELS - 1u;
  while (level > 0u && ${SLACK} * (2.0 * radius + p.skin) > leastOf(binSize(level))) { level--; }
  return level;
}
// The bins of a level come after those of all larger ones.
fn levelStart(level: u32) -> u32 { return p.cells.x * p.cells.y * p.cells.z * (((1u << (3u * level)) - 1u) / 7u); }
fn binAt(position: vec3u, cell: vec3u, level: u32) -> vec3u {
  return (cell << vec3u(level)) + ((position >> vec3u(CELL_BITS - level)) & vec3u((1u << level) - 1u));
}
fn binIndex(position: vec4u, cell: vec3u, level: u32) -> u32 {
  let bin = binAt(position.xyz, cell, level);
  let counts = p.cells << vec3u(level);
  return levelStart(level) + (bin.z * counts.y + bin.y) * counts.x + bin.x;
}`;
}

/**
 * Goes through all bins in which a sphere may have a partner, those of a line at once: `take` is called with the first
 * and the last index. Needs bins and WRAPPED; \`me\`, \`cell\`.
 */
export function aroundSphere(take: (first: string, last: string) => string): string {
  return /* wgsl */ `
  for (var level = 0u; level < LEVELS; level++) {
    let size = binSize(level);
    // No sphere of a level is wider than a bin without the skin.
    let reach = ${SLACK} * (radiusOf(me.w) + 0.5 * (leastOf(size) + p.skin));
    let bin = vec3i(binAt(me.xyz, cell, level));
    let within = vec3f(me.xyz & vec3u((1u << (CELL_BITS - level)) - 1u)) / f32(1u << (CELL_BITS - level));
    let counts = p.cells << vec3u(level);
    let low = vec3i(floor(within - reach / size));
    let high = vec3i(floor(within + reach / size));
    for (var dz = low.z; dz <= high.z; dz++) {
      let z = wrapped(bin.z + dz, counts.z, p.periodic.z);
      if (z < 0) { continue; }
      let awayZ = max(max(f32(dz) - within.z, within.z - f32(dz + 1)), 0.0) * size.z;
      for (var dy = low.y; dy <= high.y; dy++) {
        let y = wrapped(bin.y + dy, counts.y, p.periodic.y);
        if (y < 0) { continue; }
        let awayY = max(max(f32(dy) - within.y, within.y - f32(dy + 1)), 0.0) * size.y;
        let rest = reach * reach - awayY * awayY - awayZ * awayZ;
        if (rest < 0.0) { continue; }
        let along = sqrt(rest) / size.x;
        let left = bin.x + i32(floor(within.x - along));
        let right = bin.x + i32(floor(within.x + along));
        let most = i32(counts.x);
        let line = levelStart(level) + (u32(z) * counts.y + u32(y)) * counts.x;
        if (p.periodic.x != 0u && (left < 0 || right >= most)) {
          ${take('line + u32(select(left, left + most, left < 0))', 'line + u32(most - 1)')}
          ${take('line', 'line + u32(select(right, right - most, right >= most))')}
        } else {
          ${take('line + u32(max(left, 0))', 'line + u32(min(right, most - 1))')}
        }
      }
    }
  }`;
}
