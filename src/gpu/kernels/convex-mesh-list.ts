// SPDX-License-Identifier: MIT
/**
 * WGSL: finds the convex bodies near a mesh at a rebuild of the neighbour list. Each gets a row for its mesh contacts,
 * in the order of bodies; contact history moves from the old rows to the new ones.
 */
import { WANTED_ROWS, WANTED_SHIFT } from './convex-mesh-find.ts';
import { ROW_VECTORS } from './convex-mesh-forces.ts';
import { bodySlot, type ConvexForm, convexPrelude, MESH_WANTED } from './convex-prelude.ts';
import { meshGeometry } from './mesh-geometry.ts';
import { REACH_SLACK } from './mesh-list.ts';
import { GONE, kernelOver, STEP_INPUTS, statusAt, unlessStopped } from './prelude.ts';
import { CONVEX_REST } from './records.ts';
import { SPHERE_ON_WALL } from './sphere-on-wall.ts';

/** 1 for bodies near a mesh; what a look may have left for the step is forgotten. */
export function nearMeshesKernel(form: ConvexForm): string {
  return `${convexPrelude(form)}
${STEP_INPUTS}
@group(0) @binding(2) var<storage, read> position: array<vec4u>;
@group(0) @binding(3) var<storage, read> rest: array<vec4u>;
@group(0) @binding(4) var<storage, read> geometry: array<vec4u>;
@group(0) @binding(5) var<storage, read_write> meshStarts: array<u32>;
@group(0) @binding(6) var<storage, read_write> slots: array<vec4u>;
${statusAt(7)}
${meshGeometry(form)}
${form.shapeWalls.length > 0 ? SPHERE_ON_WALL : ''}
fn isNear(t: u32) -> bool {
  if ((${CONVEX_REST.word('rest', 'tag')} & FIXED) != 0u) { return false; }
  ${form.regions > 0 ? `if (${CONVEX_REST.word('rest', 'cell')} == ${GONE}u) { return false; }` : ''}
  let me = position[t];
  let cell = unpackCell(${CONVEX_REST.word('rest', 'cell')});
  let reach = bitcast<f32>(me.w) + ${1 + REACH_SLACK} * p.skin;
  for (var m = 0u; m < MESHES; m++) {
    let x = locate(m, me.xyz, cell);
    ${form.shapeWalls.length > 0 ? NEAR_WALL : ''}
    let range = facetsAt(m, x);
    for (var at = range.x; at < range.y; at++) {
      if (candidateOf(wordAt(at), x, reach, -1.0).squared >= 0.0) { return true; }
    }
  }
  return false;
}
${kernelOver('p.count')}
  ${unlessStopped('inputs.step')}
  meshStarts[t] = select(0u, 1u, isNear(t));
  slots[${bodySlot('t')} + 3u].x = 0u;
}`;
}

/** By the ball around the body. */
const NEAR_WALL = /* wgsl */ `
    if (isShapeWall(m)) {
      let wall = wallAt(m);
      let images = imagesAt(wall, x);
      let radius = u32(ceil(bitcast<f32>(me.w) / p.unit * 4.0));
      for (var k = images.x; k < images.y; k++) {
        sphereOnWall(wall, fromImage(wall, x, k), radius, ${1 + REACH_SLACK} * p.skin);
        if (touchedCount > 0u) { return true; }
      }
      continue;
    }`;

/** The rows, with what the bodies had in the old ones. */
export function meshRowsKernel(form: ConvexForm): string {
  return `${convexPrelude(form)}
${STEP_INPUTS}
@group(0) @binding(2) var<storage, read> order: array<u32>;
@group(0) @binding(3) var<storage, read> meshStarts: array<u32>;
@group(0) @binding(4) var<storage, read_write> rows: array<vec4u>;
@group(0) @binding(5) var<storage, read> meshStartsOld: array<u32>;
@group(0) @binding(6) var<storage, read> rowsOld: array<vec4u>;
${statusAt(7)}
${kernelOver('p.count')}
  ${unlessStopped('inputs.step')}
  let room = arrayLength(&rows) / ${ROW_VECTORS}u;
  let row = meshStarts[t];
  if (t == 0u && meshStarts[p.count] > room) {
    atomicMax(&status[${MESH_WANTED}], (${WANTED_ROWS}u << ${WANTED_SHIFT}u) | min(meshStarts[p.count], 0xffffffu));
  }
  if (meshStarts[t + 1u] == row || row >= room) { return; }
  let base = ${ROW_VECTORS}u * row;
  let source = order[t];
  let old = meshStartsOld[source];
  var count = 0u;
  if (meshStartsOld[source + 1u] > old && old < room) {
    let begin = ${ROW_VECTORS}u * old;
    count = rowsOld[begin].y;
    for (var k = 1u; k <= 4u * count; k++) { rows[base + k] = rowsOld[begin + k]; }
  }
  rows[base] = vec4u(t, count, 0u, 0u);
}`;
}
