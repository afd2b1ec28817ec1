// SPDX-License-Identifier: MIT
/**
 * WGSL: finds the spheres near a mesh or wall, and the near facets, at a rebuild of the neighbour list. Each sphere
 * gets a slot (mesh-slots.ts) in the order of threads; nothing is summed over slots, so no bit depends on that order.
 * Contact history moves from the old slots to the new ones.
 */
import { meshGeometry } from './mesh-geometry.ts';
import { CONTACT_VECTORS, MESH_SHIFT, MOST_NOTED, NOTED_AT, SLOT_VECTORS } from './mesh-slots.ts';
import {
  GONE,
  hasFacets,
  type KernelForm,
  kernelOver,
  MESH_SLOTS,
  NEAR_MESH,
  prelude,
  STEP_INPUTS,
  statusAt,
  unlessStopped,
} from './prelude.ts';
import { SPHERE_ON_WALL } from './sphere-on-wall.ts';

/** Of a sphere that is near no mesh. */
export const NO_SLOT = 0xffffffff;
/** Facets are looked for this much farther than the skin, relative: far more than rounding. */
export const REACH_SLACK = 1e-3;

export function clearSlotsKernel(form: KernelForm): string {
  return `${prelude(form)}
${STEP_INPUTS}
${statusAt(2)}
${kernelOver('1u')}
  ${unlessStopped('inputs.step')}
  atomicStore(&status[${MESH_SLOTS}u + inputs.rows], 0u);
}`;
}

export function nearMeshKernel(form: KernelForm): string {
  return `${prelude(form)}
${STEP_INPUTS}
@group(0) @binding(2) var<storage, read> position: array<vec4u>;
@group(0) @binding(3) var<storage, read> motion: array<vec4u>;
@group(0) @binding(4) var<storage, read> spin: array<vec4u>;
@group(0) @binding(5) var<storage, read_write> rows: array<vec4u>;
@group(0) @binding(6) var<storage, read> geometry: array<vec4u>;
@group(0) @binding(7) var<storage, read_write> slots: array<vec4u>;
@group(0) @binding(8) var<storage, read_write> slotOf: array<u32>;
${statusAt(9)}
${meshGeometry(form)}
${form.shapeWalls.length > 0 ? SPHERE_ON_WALL : ''}
${kernelOver('p.chunkCount')}
  ${unlessStopped('inputs.step')}
  let i = p.chunkStart + t;
  slotOf[i] = ${NO_SLOT}u;
  if ((motion[i].w & FIXED) != 0u) { return; }
  ${form.regions > 0 ? `if (spin[i].w == ${GONE}u) { return; }` : ''}
  let me = position[i];
  let cell = unpackCell(spin[i].w);
  let reach = radiusOf(me.w) + ${1 + REACH_SLACK} * p.skin;
  var near = 0u;
  var slot = ${NO_SLOT}u;
  var meshes = vec2u(0u);
  for (var m = 0u; m < MESHES; m++) {
    let x = locate(m, me.xyz, cell);
    ${form.shapeWalls.length > 0 ? NEAR_WALL : ''}
    ${hasFacets(form) ? NEAR_FACETS : ''}
  }
  if (slot == ${NO_SLOT}u) { return; }
  slotOf[i] = slot;
  slots[${SLOT_VECTORS}u * slot] = vec4u(i, 0u, meshes);
  slots[${SLOT_VECTORS}u * slot + ${NOTED_AT}u].x = near;
  rows[t].x |= ${NEAR_MESH}u;
}`;
}

/** A slot for a sphere that has none; where there is room for no more, the host makes some. */
const TAKE_SLOT = /* wgsl */ `
      if (slot == ${NO_SLOT}u) {
        slot = atomicAdd(&status[${MESH_SLOTS}u + inputs.rows], 1u);
        if (slot >= arrayLength(&slots) / ${SLOT_VECTORS}u) { return; }
      }
      meshes[m >> 5u] |= 1u << (m & 31u);`;

const NEAR_FACETS = /* wgsl */ `
    let range = facetsAt(m, x);
    for (var at = range.x; at < range.y; at++) {
      let face = wordAt(at);
      if (candidateOf(face, x, reach, -1.0).squared < 0.0) { continue; }
      ${TAKE_SLOT}
      near++;
      if (near <= ${MOST_NOTED}u) {
        let facet = (face - geometry[2u * m + 1u].w) / FACET;
        slots[${SLOT_VECTORS}u * slot + ${NOTED_AT}u + (near >> 2u)][near & 3u] = facet | (m << ${MESH_SHIFT}u);
      }
    }`;

const NEAR_WALL = /* wgsl */ `
    if (isShapeWall(m)) {
      let wall = wallAt(m);
      let images = imagesAt(wall, x);
      for (var k = images.x; k < images.y; k++) {
        sphereOnWall(wall, fromImage(wall, x, k), me.w, ${1 + REACH_SLACK} * p.skin);
        if (touchedCount == 0u) { continue; }
        ${TAKE_SLOT}
      }
      continue;
    }`;

export function carrySlotsKernel(form: KernelForm): string {
  return `${prelude(form)}
${STEP_INPUTS}
@group(0) @binding(2) var<storage, read> newIndex: array<u32>;
@group(0) @binding(3) var<storage, read> slotsOld: array<vec4u>;
@group(0) @binding(4) var<storage, read_write> slots: array<vec4u>;
@group(0) @binding(5) var<storage, read> slotOf: array<u32>;
${statusAt(6)}
${kernelOver(`min(atomicLoad(&status[${MESH_SLOTS}u + 1u - inputs.rows]), arrayLength(&slots) / ${SLOT_VECTORS}u)`)}
  ${unlessStopped('inputs.step')}
  let source = ${SLOT_VECTORS}u * t;
  let header = slotsOld[source];
  let slot = slotOf[newIndex[header.x]];
  if (slot == ${NO_SLOT}u) { return; }
  let to = ${SLOT_VECTORS}u * slot;
  slots[to].y = header.y;
  for (var k = 1u; k <= ${CONTACT_VECTORS}u * header.y; k++) { slots[to + k] = slotsOld[source + k]; }
}`;
}
