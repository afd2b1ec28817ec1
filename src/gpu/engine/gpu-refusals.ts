// SPDX-License-Identifier: MIT
/** Lists everything in a spec that the GPU does not support, before the run starts. Nothing is ignored silently. */

import { SceneError } from '../../errors.ts';
import type { WallShapeSpec } from '../../shapes/walls/wall-shape.ts';
import { countOf } from '../../simulation/bodies/body-groups.ts';
import type { SimulationSpec } from '../../simulation/simulation-spec.ts';
import { SWEPT, tableKind } from '../convex/shape-table.ts';
import { LAW_FLOATS, NOT_GPU_LAWS } from '../kernels/wgsl-contact-force.ts';
import { isOfSpheres, radiiOf, radiiOfBodies } from '../spheres/scene-spheres.ts';
import { hasGpuLaw } from './gpu-law-table.ts';
import { MOST_OUTLETS } from './gpu-regions.ts';

export interface Refusal {
  /** Of the entry, as in the messages of the scene. */
  readonly path: string;
  readonly problem: string;
}

/**
 * What every adapter has room for in a table of constants, bytes (the default limit of WebGPU), and what half-spaces
 * and densities take of it.
 */
const TABLE_BYTES = 65_536;
const OTHER_TABLES = 3072;
/** Every two of them have their constants in that table. */
const MOST_MATERIALS = Math.floor(Math.sqrt((TABLE_BYTES - OTHER_TABLES) / (4 * LAW_FLOATS)));
/** Half-spaces have a bit each in one word, and their motion has to fit into the inputs of one step. */
const MOST_HALF_SPACES = 16;
/** Their poses have to fit into the inputs of one step, and their number into a word with that of a face. */
const MOST_MESHES = 64;
/**
 * Of radii: beyond it a large sphere has too many partners for the threads that it has, and cells are divided too
 * often.
 */
const LARGEST_RATIO = 10;
/** Rounding of radii that are given as products. */
const RATIO_SLACK = 1 + 1e-9;

/** Why something is refused. */
const EVERY_STEP = 'forces would have to be read back in every step, which takes as long as dozens of steps';
const NO_IMAGE = 'the image of the axis nearest to a body differs from body to body';
const NO_KERNEL = 'no kernel finds their contacts; convex bodies of one piece have one, and clumps among spheres';
const SWEPT_SHAPES = 'capsules, cylinders, cones, tablets and rounded shapes';
const ON_MESHES = 'kernels of meshes find the contacts of polyhedra, superquadrics, ellipsoids and spheres';

/** Everything, in the order of the spec; none for a simulation that the GPU can do. */
export function gpuRefusals(spec: SimulationSpec): Refusal[] {
  const refusals: Refusal[] = [];
  const refuse = (path: string, what: string, why: string): void =>
    void refusals.push({ path, problem: `${what} (${why})` });
  const materials = spec.materials.length;
  if (materials > MOST_MATERIALS) {
    const why = `constants of every two lie in one table of ${TABLE_BYTES} bytes`;
    refuse('materials', `${materials} of them: more than ${MOST_MATERIALS}`, why);
  }
  spec.materials.forEach((_, a) => {
    spec.materials.forEach((_, b) => {
      if (b >= a && !hasGpuLaw(spec, a, b)) {
        refuse(
          lawPath(spec, a, b),
          `between "${spec.materials[a]?.name}" and "${spec.materials[b]?.name}": ${NOT_GPU_LAWS}`,
          'they need polygons, tables or history beyond the four words of a contact, or code from outside',
        );
      }
    });
  });
  spec.shapes?.forEach((shape, k) => {
    const kind = 'clump' in shape && isOfSpheres(spec) ? 0 : tableKind(shape);
    if (typeof kind === 'string') refuse(`shapes[${k}]`, `"${shape.name}": ${kind}`, NO_KERNEL);
  });
  let body = 0;
  for (const entry of spec.bodies ?? []) {
    if (entry.motion !== undefined)
      refuse(`bodies[${body}].motion`, 'bodies that follow a motion', 'use a mesh or a half-space with that motion');
    body += countOf(entry);
  }
  if ((spec.halfSpaces?.length ?? 0) > MOST_HALF_SPACES)
    refuse('halfSpaces', `more than ${MOST_HALF_SPACES}`, 'each has a bit in a row; use a mesh');
  spec.halfSpaces?.forEach((wall, k) => {
    if (wall.surface?.rotation !== undefined && spec.domain?.periodic?.includes(true)) {
      refuse(`halfSpaces[${k}].surface.rotation`, 'surfaces that turn in a periodic domain', NO_IMAGE);
    }
    if (wall.servo !== undefined) refuse(`halfSpaces[${k}].servo`, 'servo walls', EVERY_STEP);
  });
  if ((spec.meshes?.length ?? 0) > MOST_MESHES)
    refuse('meshes', `more than ${MOST_MESHES}`, 'join those with the same motion and material');
  const hasSwept = spec.shapes?.some((shape) => tableKind(shape) === SWEPT) ?? false;
  spec.meshes?.forEach((mesh, k) => {
    const problem = mesh.shape !== undefined && !isOfSpheres(spec) ? aroundConvex(mesh.shape) : undefined;
    if (problem !== undefined) {
      const why = 'spheres and clumps touch all walls that are shapes, other bodies closed ones from inside';
      refuse(`meshes[${k}]`, problem, why);
    }
    if (hasSwept) refuse(`meshes[${k}]`, `${SWEPT_SHAPES} on meshes and walls that are shapes`, ON_MESHES);
    if (mesh.servo !== undefined) refuse(`meshes[${k}].servo`, 'servo meshes', EVERY_STEP);
    if (mesh.free !== undefined) refuse(`meshes[${k}].free`, 'meshes that forces move', EVERY_STEP);
    if (mesh.surface?.rotation !== undefined && spec.domain?.periodic?.includes(true)) {
      refuse(`meshes[${k}].surface.rotation`, 'surfaces that turn in a periodic domain', NO_IMAGE);
    }
  });
  spec.bonds?.forEach((_, k) => {
    refuse(`bonds[${k}]`, 'bonds', 'no kernel computes them, and sorting by cell would have to move them');
  });
  spec.fields?.forEach((_, k) => {
    refuse(`fields[${k}]`, 'force fields and fluids', 'no kernel computes them');
  });
  spec.insertions?.forEach(({ follows, places }, k) => {
    if (places === 'shapes')
      refuse(`insertions[${k}].places`, 'free places by true shapes', 'bodies are known there by their balls');
    if (follows !== undefined) refuse(`insertions[${k}].follows`, 'regions that follow a wall', EVERY_STEP);
  });
  if ((spec.outlets?.length ?? 0) > MOST_OUTLETS)
    refuse('outlets', `more than ${MOST_OUTLETS}`, 'each has a bit in one word');
  spec.outlets?.forEach(({ shapes, follows }, k) => {
    if (follows !== undefined) refuse(`outlets[${k}].follows`, 'regions that follow a wall', EVERY_STEP);
    const left = spec.shapes?.filter(({ name }) => shapes?.includes(name) === false) ?? [];
    if (left.length > 0)
      refuse(
        `outlets[${k}].shapes`,
        'outlets that take some shapes only',
        'regions know materials; give the shapes one',
      );
  });
  const isEmpty = (spec.bodies?.length ?? 0) === 0 && (spec.insertions?.length ?? 0) === 0;
  if (isEmpty) refuse('bodies', 'scenes without bodies or insertions', 'the size of cells follows from the bodies');
  else if (isOfSpheres(spec)) {
    const { smallest, largest } = radiiOf(spec, radiiOfBodies(spec));
    if (largest > RATIO_SLACK * LARGEST_RATIO * smallest) {
      const why = 'a large sphere would have more partners than the threads that serve it';
      refuse('bodies', `radii from ${smallest} to ${largest} m: ratios above ${LARGEST_RATIO}`, why);
    }
  }
  return refusals;
}

/** What of a wall that is a shape has no kernel for convex bodies. */
function aroundConvex(shape: WallShapeSpec): string | undefined {
  if (shape.open !== undefined) return 'convex bodies at walls with open ends';
  if (shape.side === 'outside') return 'convex bodies outside walls that are shapes';
  return 'torus' in shape ? 'convex bodies in tori' : undefined;
}

/** Of the pair's own law where it has one. */
function lawPath({ materials, pairs = [] }: SimulationSpec, a: number, b: number): string {
  const names = [materials[a]?.name, materials[b]?.name];
  const own = pairs.findIndex(
    ({ materials: [first, second], law }) =>
      law !== undefined && ((first === names[0] && second === names[1]) || (first === names[1] && second === names[0])),
  );
  return own < 0 ? 'law' : `pairs[${own}].law`;
}

/** The error that lists them; `details.refusals` has them as plain data. */
export function notOnGpu(refusals: readonly Refusal[]): SceneError {
  const problems = refusals.map(({ path, problem }) => ({ path, problem: `not on the GPU yet: ${problem}` }));
  const list = problems.map(({ path, problem }) => `${path}: ${problem}`).join('\n');
  return new SceneError('not-on-gpu', `${list}\nrun with --device cpu`, { refusals: problems });
}
