// SPDX-License-Identifier: MIT
/**
 * WGSL: selects the listed pairs to compute: their bounding balls overlap, and the last normal does not separate them.
 * Along it a pair that is apart has a gap, and is apart until its bodies may have moved that far.
 * Pairs of polyhedra that may still touch with the same features have a list of their own. Pairs are noted in the order
 * of threads, one list for each narrow-phase kernel; no result depends on that order.
 */

import { cores } from './convex-cores.ts';
import { KIND_SHIFT, ROUNDING, SINGLE_SHIFT, TRAVEL } from './convex-keep.ts';
import { polyhedronSupport } from './convex-polyhedron.ts';
import {
  BODIES,
  type ConvexForm,
  convexPrelude,
  hasMixed,
  KEPT_EDGES,
  KEPT_FACES,
  NARROW_MIXED,
  NARROW_POLYHEDRA,
  NARROW_SMOOTH,
  NARROW_SWEPT,
  NARROW_WALL,
  SINGLE_EDGES,
  SINGLE_FACES,
} from './convex-prelude.ts';
import { SMOOTH_SUPPORT } from './convex-support.ts';
import { NOT_NOTED, noting } from './noting.ts';
import { STEP_INPUTS } from './prelude.ts';
import { CONVEX_REST, PAIR } from './records.ts';
import { heightAbove } from './wall-height.ts';

/** In the order of their numbers. */
const LISTS = [NARROW_POLYHEDRA, NARROW_SMOOTH, NARROW_WALL, NARROW_MIXED] as const;

/** With those that are kept. */
const NOTED = [...LISTS, KEPT_FACES, KEPT_EDGES, SINGLE_FACES, SINGLE_EDGES] as const;

/** What is left of the gap of a pair that is apart, m. */
const LEFT = `${PAIR.vector('pairs', 'normal')}.w`;

const SHAPES = /* wgsl */ `
  let shapeI = ${CONVEX_REST.word('rest', 'shape', 'pair.x')};
  let shapeJ = ${CONVEX_REST.word('rest', 'shape', 'pair.y')};`;
const ARE_POLYHEDRA = /* wgsl */ `
  ${SHAPES}
  let isPolyhedra = headOf(shapeI, 0u).x == 1u && headOf(shapeJ, 0u).x == 1u;`;

/** How far a body reaches along the last normal of a search, by the kinds of shapes that there are. */
function reachOf({ hasPolyhedra, hasSuperquadrics, hasSwept }: ConvexForm): string {
  return /* wgsl */ `
// From its centre along a unit vector in world axes.
fn reachOf(i: u32, shape: u32, radius: f32, world: vec3f) -> f32 {
  let kind = headOf(shape, 0u).x;
  let own = world * turnOf(i);
  let factor = radius / sizesOf(shape).x;
  ${hasPolyhedra ? 'if (kind == 1u) { return factor * vertexSupport(shape, own).value; }' : ''}
  ${hasSuperquadrics ? 'if (kind == 2u) { return factor * dot(own, smoothSupport(shape, own)); }' : ''}
  ${hasSwept ? 'if (kind == 3u) { let core = coreOf(shape, factor, radius); return core.margin + dot(own, coreSupport(core, own)); }' : ''}
  return radius;
}`;
}

/** Only a step changes the pairs. */
export function broadKernel(form: ConvexForm): string {
  return `${convexPrelude(form)}
${STEP_INPUTS}
@group(0) @binding(2) var<uniform> tables: Tables;
@group(0) @binding(3) var<storage, read> position: array<vec4u>;
@group(0) @binding(4) var<storage, read> rest: array<vec4u>;
@group(0) @binding(5) var<storage, read> shapes: array<vec4u>;
@group(0) @binding(6) var<storage, read> pairStarts: array<u32>;
@group(0) @binding(7) var<storage, read_write> pairs: array<vec4u>;
@group(0) @binding(8) var<storage, read_write> watched: array<u32>;
@group(0) @binding(9) var<storage, read_write> status: array<atomic<u32>>;
${BODIES}
${polyhedronSupport(form)}
${form.hasSuperquadrics || form.hasSuperquadricCores ? SMOOTH_SUPPORT : ''}
${form.hasSwept ? cores(form, false) : ''}
${heightAbove(form)}
${TRAVEL}
const ROUNDING = ${ROUNDING};
${reachOf(form)}
// The list in which a pair is to be noted, or none.
${NOT_NOTED}
fn listOf(t: u32) -> u32 {
  let pair = ${PAIR.vector('pairs', 'first')};
  let wasTouching = (pair.z & 15u) > 0u;
  let a = position[pair.x];
  if (pair.y >= WALL_BIT) {
    let cell = unpackCell(${CONVEX_REST.word('rest', 'cell', 'pair.x')});
    if (wasTouching || heightAbove(pair.y & 15u, a.xyz, cell) < bitcast<f32>(a.w)) { return ${NARROW_WALL}u; }
    return NOT_NOTED;
  }
  let b = position[pair.y];
  let d = separation(a.xyz, b.xyz);
  let touch = bitcast<f32>(a.w) + bitcast<f32>(b.w);
  let squared = dot(d, d);
  let isNear = squared < touch * touch;
  let last = ${PAIR.vector('pairs', 'normal')};
  if (!isNear && !wasTouching) {
    if (last.w != 0u && isStep()) { ${LEFT} = 0u; }
    return NOT_NOTED;
  }
  // Of a pair that was apart: what is left of the gap along the last normal.
  let left = bitcast<f32>(last.w);
  if (!wasTouching && left > 0.0) {
    let now = left - travelOf(pair.x, pair.y, d, bitcast<f32>(b.w));
    if (now > 0.0) {
      if (isStep()) { ${LEFT} = bitcast<u32>(now); }
      return NOT_NOTED;
    }
  }
  ${form.arePolyhedra ? 'let isPolyhedra = true;' : ARE_POLYHEDRA}
  if (wasTouching && isPolyhedra && last.w != 0u) {
    return ${LISTS.length}u + select(0u, 2u, ((last.w >> ${SINGLE_SHIFT}u) & 1u) != 0u) +
      select(0u, 1u, ((last.w >> ${KIND_SHIFT}u) & 3u) == 3u);
  }
  ${form.arePolyhedra ? SHAPES : ''}
  // Searches of spheres on polyhedra, and of two spheres, leave no normal.
  let axis = bitcast<vec3f>(last.xyz);
  if (!wasTouching && dot(axis, axis) > 0.5) {
    let world = turnOf(pair.x) * axis;
    let reach = reachOf(pair.x, shapeI, bitcast<f32>(a.w), world) + reachOf(pair.y, shapeJ, bitcast<f32>(b.w), -world);
    let gap = dot(d, world) - reach - ROUNDING * touch;
    if (gap > 0.0) {
      if (isStep()) { ${LEFT} = bitcast<u32>(gap); }
      return NOT_NOTED;
    }
  }
  ${form.hasSwept ? `if (headOf(shapeI, 0u).x == 3u || headOf(shapeJ, 0u).x == 3u) { return ${NOTED.length}u; }` : ''}
  ${hasMixed(form) ? `if (headOf(shapeI, 0u).x + headOf(shapeJ, 0u).x == 3u) { return ${NARROW_MIXED}u; }` : ''}
  return select(${NARROW_SMOOTH}u, ${NARROW_POLYHEDRA}u, isPolyhedra);
}
${noting({
  count: 'min(pairStarts[p.count], p.pairCapacity)',
  listOf: 'listOf(t)',
  value: 't',
  lists: [...NOTED, ...(form.hasSwept ? [NARROW_SWEPT] : [])],
})}`;
}
