// SPDX-License-Identifier: MIT
/**
 * WGSL: finds the bodies in regions: outlets, the space outside the domain, the surroundings of an insertion region.
 * Threads note them in any order; the host sorts the list. If the step inputs say so, the GPU stops before the next
 * step until the bodies are removed.
 */
import {
  GONE,
  type KernelForm,
  kernelOver,
  MEMBER,
  PICKED,
  prelude,
  STEP_INPUTS,
  STOP_AT,
  statusAt,
  TAKEN,
  unlessStopped,
} from './prelude.ts';
import { REGION, SPHERE_MOTION, SPHERE_POSITION, SPHERE_SPIN } from './records.ts';

export const REGION_BOX = 0;
export const REGION_CYLINDER = 1;
export const REGION_SPHERE = 2;
export const REGION_PLANE = 3;
export const REGION_OUTSIDE_BOX = 4;
/** Beside the bits of regions: nothing more is to be done after the step where something is found, or before it. */
export const LOOK_STOPS = 2 ** 31;
export const LOOK_BEFORE = 2 ** 30;

/**
 * Buffers that hold the states, where in them body `t` has its position, its cell and its tag, which bodies are none,
 * and what their indices are marked with.
 */
interface PickedWords {
  readonly buffers: readonly string[];
  readonly position: string;
  readonly cell: string;
  readonly tag: string;
  readonly isNone?: string;
  readonly mark?: number;
}

const SPHERE_WORDS: PickedWords = {
  buffers: ['position', 'motion', 'spin'],
  position: `${SPHERE_POSITION.vector('position', 'position')}.xyz`,
  cell: SPHERE_SPIN.word('spin', 'cell'),
  tag: SPHERE_MOTION.word('motion', 'tag'),
};

/** Spheres of clumps are found with their clump. */
export function pickSpheresKernel(form: KernelForm): string {
  const isMember = `(motion[t].w & ${MEMBER}u) != 0u`;
  return pickKernel(form, form.clumps === undefined ? SPHERE_WORDS : { ...SPHERE_WORDS, isNone: isMember });
}

/** Most spheres that are removed for one list; further ones are removed when the list is tried again. */
export const MOST_TAKEN = 256;
/** Of such a record: its state, and its name. */
export const TAKEN_VECTORS = 4;

/**
 * Takes out the spheres in regions that are due, before a list is made: notes them for the host, and marks them for the
 * list, which leaves them behind. The GPU stops only if there are too many.
 */
export function takeSpheresKernel(form: KernelForm): string {
  return `${prelude(form)}
${STEP_INPUTS}
${regionsOf(form)}
@group(0) @binding(3) var<storage, read_write> taken: array<vec4u>;
${statusAt(4)}
@group(0) @binding(5) var<storage, read> position: array<vec4u>;
@group(0) @binding(6) var<storage, read> motion: array<vec4u>;
@group(0) @binding(7) var<storage, read_write> spin: array<vec4u>;
@group(0) @binding(8) var<storage, read> names: array<u32>;
${kernelOver('p.count')}
  ${unlessStopped('inputs.step')}
  ${foundIn(form, SPHERE_WORDS)}
  let at = atomicAdd(&status[${TAKEN}], 1u);
  if (at >= ${MOST_TAKEN}u) { atomicMin(&status[${STOP_AT}], inputs.step); return; }
  taken[${TAKEN_VECTORS}u * at] = position[t];
  taken[${TAKEN_VECTORS}u * at + 1u] = motion[t];
  taken[${TAKEN_VECTORS}u * at + 2u] = spin[t];
  taken[${TAKEN_VECTORS}u * at + 3u] = vec4u(names[t], 0u, 0u, 0u);
  spin[t].w = ${GONE}u;
}`;
}

export function pickKernel(form: KernelForm, words: PickedWords): string {
  const { buffers, mark = 0 } = words;
  const states = buffers.map((name, k) => `@group(0) @binding(${5 + k}) var<storage, read> ${name}: array<vec4u>;`);
  return `${prelude(form)}
${STEP_INPUTS}
${regionsOf(form)}
@group(0) @binding(3) var<storage, read_write> picked: array<vec2u>;
${statusAt(4)}
${states.join('\n')}

${kernelOver('p.count')}
  ${unlessStopped('inputs.step')}
  ${foundIn(form, words)}
  picked[atomicAdd(&status[${PICKED}], 1u)] = vec2u(t${mark === 0 ? '' : ` | ${mark}u`}, found);
  if ((inputs.due & ${LOOK_STOPS}u) != 0u) {
    atomicMin(&status[${STOP_AT}], inputs.step + select(1u, 0u, (inputs.due & ${LOOK_BEFORE}u) != 0u));
  }
}`;
}

/** Regions, and what is in them. */
function regionsOf(form: KernelForm): string {
  return `${REGION.struct}
@group(0) @binding(2) var<uniform> regions: array<Region, ${Math.max(1, form.regions)}>;

fn contains(region: Region, x: vec3f) -> bool {
  if (region.kind == ${REGION_BOX}u) { return all(x >= region.a) && all(x <= region.b); }
  if (region.kind == ${REGION_OUTSIDE_BOX}u) { return any(x < region.a) || any(x > region.b); }
  if (region.kind == ${REGION_PLANE}u) { return dot(region.a, x) >= region.radius; }
  let offset = x - region.a;
  if (region.kind == ${REGION_SPHERE}u) { return dot(offset, offset) <= region.radius * region.radius; }
  let along = dot(offset, region.b);
  let squared = dot(region.b, region.b);
  if (along < 0.0 || along > squared) { return false; }
  return dot(offset, offset) - along * along / squared <= region.radius * region.radius;
}`;
}

/** Of body `t` the regions that are due and that it is in, as `found`; ends where there is none. */
function foundIn(form: KernelForm, { position, cell, tag, isNone }: PickedWords): string {
  return `
  if (${cell} == ${GONE}u) { return; }
  ${isNone === undefined ? '' : `if (${isNone}) { return; }`}
  let cell = unpackCell(${cell});
  let size = p.quantum * 1073741824.0;
  var x = separation(cell << vec3u(CELL_BITS), ${position}) + vec3f(cell) * size;
  let period = vec3f(p.cells) * size;
  x = select(x, x - period * floor(x / period), p.periodic != vec3u(0u));
  let tag = ${tag};
  let material = materialOf(tag);
  var found = 0u;
  for (var k = 0u; k < ${form.regions}u; k++) {
    if ((inputs.due & (1u << k)) == 0u) { continue; }
    let region = regions[k];
    let takes = select(region.materialsLow >> material, region.materialsHigh >> (material - 32u), material >= 32u) & 1u;
    if (takes == 0u || ((tag & FIXED) != 0u && region.takesFixed == 0u)) { continue; }
    if (contains(region, x)) { found |= 1u << k; }
  }
  if (found == 0u) { return; }`;
}
