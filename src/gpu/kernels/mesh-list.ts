// SPDX-License-Identifier: MIT
/**
 * WGSL: finds the spheres near a mesh, and the near facets, at a rebuild of the neighbour list. Each sphere gets a slot
 * (mesh-slots.ts) in the order of threads; nothing is summed over slots, so no bit depends on that order. Contact
 * history moves from the old slots to the new ones.
 */
import { meshGeometry } from './mesh-geometry.ts';
import { CONTACT_VECTORS, MESH_SHIFT, MOST_NOTED, NOTED_AT, SLOT_VECTORS } from './mesh-slots.ts';
import {
  GONE,
  type KernelForm,
  kernelOver,
  MESH_SLOTS,
  NEAR_MESH,
  prelude,
  STEP_INPUTS,
  statusAt,
  unlessStopped,
} from './prelude.ts';

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
  var slot = 0u;
  var meshes = vec2u(0u);
  for (var m = 0u; m < MESHES; m++) {
    let x = locate(m, me.xyz, cell);
    let range = facetsAt(m, x);
    for (var at = range.x; at < range.y; at++) {
      let face = wordAt(at);
      if (candidateOf(face, x, reach, -1.0).squared < 0.0) { continue; }
      if (near == 0u) {
        slot = atomicAdd(&status[${MESH_SLOTS}u + inputs.rows], 1u);
        if (slot >= arrayLength(&slots) / ${SLOT_VECTORS}u) { return; }
      }
      near++;
      meshes[m >> 5u] |= 1u << (m & 31u);
      if (near <= ${MOST_NOTED}u) {
        let facet = (face - geometry[2u * m + 1u].w) / FACET;
        slots[${SLOT_VECTORS}u * slot + ${NOTED_AT}u + (near >> 2u)][near & 3u] = facet | (m << ${MESH_SHIFT}u);
      }
    }
  }
  if (near == 0u) { return; }
  slotOf[i] = slot;
  slots[${SLOT_VECTORS}u * slot] = vec4u(i, 0u, meshes);
  slots[${SLOT_VECTORS}u * slot + ${NOTED_AT}u].x = near;
  rows[t].x |= ${NEAR_MESH}u;
}`;
}

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
