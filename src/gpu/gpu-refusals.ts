// SPDX-License-Identifier: MIT
/** What of a simulation the GPU cannot do: said by name before anything starts, never left out in silence. */
import type { SimulationSpec } from '../simulation/simulation-spec.ts';
import { POLYHEDRON, SUPERQUADRIC, tableKind } from './convex/shape-table.ts';
import { hasGpuLaw } from './gpu-law-table.ts';
import { MATERIAL_MASK } from './wgsl/prelude.ts';

export interface Refusal {
  /** Of the entry, as in the messages of the scene. */
  readonly path: string;
  readonly problem: string;
}

/** Half-spaces have a bit each in one word, and their motion has to fit into one moment. */
export const MOST_HALF_SPACES = 16;
/** Beyond it a sphere has more partners than a row holds. */
export const LARGEST_RATIO = 3;

/** Everything, in the order of the spec; none for a simulation that the GPU can do. */
export function gpuRefusals(spec: SimulationSpec): Refusal[] {
  const refusals: Refusal[] = [];
  const refuse = (path: string, problem: string): void => void refusals.push({ path, problem });
  if (spec.materials.length > MATERIAL_MASK + 1) refuse('materials', `more than ${MATERIAL_MASK + 1}`);
  spec.materials.forEach((_, a) => {
    spec.materials.forEach((_, b) => {
      if (b >= a && !hasGpuLaw(spec, a, b)) {
        refuse(
          'law',
          `between "${spec.materials[a]?.name}" and "${spec.materials[b]?.name}": overlap volumes, JKR and laws from modules`,
        );
      }
    });
  });
  spec.shapes?.forEach((shape, k) => {
    const kind = tableKind(shape);
    if (typeof kind === 'string') refuse(`shapes[${k}]`, `"${shape.name}": ${kind}`);
  });
  const kinds = new Set(spec.shapes?.map(tableKind));
  if (kinds.has(SUPERQUADRIC) && kinds.has(POLYHEDRON)) refuse('shapes', 'superquadrics or ellipsoids among polyhedra');
  spec.bodies?.forEach((body, k) => {
    if (body.motion !== undefined) refuse(`bodies[${k}].motion`, 'bodies that follow a motion');
  });
  if ((spec.halfSpaces?.length ?? 0) > MOST_HALF_SPACES) refuse('halfSpaces', `more than ${MOST_HALF_SPACES}`);
  spec.halfSpaces?.forEach((wall, k) => {
    if (wall.motion?.rotation !== undefined) refuse(`halfSpaces[${k}].motion.rotation`, 'half-spaces that turn');
    if (wall.surface !== undefined) refuse(`halfSpaces[${k}].surface`, 'surfaces that run');
    if (wall.servo !== undefined) refuse(`halfSpaces[${k}].servo`, 'servo walls');
  });
  if (spec.meshes !== undefined && spec.meshes.length > 0) refuse('meshes', 'meshes');
  if (spec.insertions !== undefined && spec.insertions.length > 0) refuse('insertions', 'insertion');
  if (spec.outlets !== undefined && spec.outlets.length > 0) refuse('outlets', 'outlets');
  if (spec.domain?.onEscape === 'delete') refuse('domain.onEscape', 'deleting bodies that escape');
  const radii = radiiOf(spec);
  if (radii !== undefined && radii.largest > LARGEST_RATIO * radii.smallest) {
    refuse('bodies', `radii from ${radii.smallest} to ${radii.largest} m: ratios above ${LARGEST_RATIO}`);
  }
  return refusals;
}

/** Smallest and largest radius of the bodies that are spheres. */
export function radiiOf(spec: SimulationSpec): { smallest: number; largest: number } | undefined {
  const radius = new Map(
    (spec.shapes ?? []).map((shape) => [shape.name, 'sphere' in shape ? shape.sphere.radius : undefined]),
  );
  let smallest = Infinity;
  let largest = 0;
  for (const { shape, scale = 1 } of spec.bodies ?? []) {
    const r = radius.get(shape);
    if (r === undefined) continue;
    smallest = Math.min(smallest, r * scale);
    largest = Math.max(largest, r * scale);
  }
  return largest > 0 ? { smallest, largest } : undefined;
}
