// SPDX-License-Identifier: MIT
/**
 * Repeats a settled packing side by side: large packings that need no settling. Copies of a box have no walls between
 * them: bodies at the east wall of one copy lie against those at the west wall of the next, and the last copy against
 * the first one, across the periodic boundary. A packing in a mesh is repeated together with its mesh.
 */
import { vector3 } from '../../math/vector.ts';
import { type FacetMesh, facetMesh } from '../../meshes/facet-mesh.ts';
import { eachBody } from '../../simulation/bodies/body-groups.ts';
import type { HalfSpaceSpec, SimulationSpec } from '../../simulation/simulation-spec.ts';
import type { StepScene } from './step-scene.ts';

/** Distance between copies with meshes, in widths of a copy: no body reaches the mesh of another copy. */
const MESH_PITCH = 1.2;

/** Copies along x and y. */
export type Tiling = readonly [copiesX: number, copiesY: number];

/** The copies for about this number of bodies, in a rectangle as close to a square as their number allows. */
export function tilingFor(bodies: number, { count }: Pick<StepScene, 'count'>): Tiling {
  const copies = Math.max(1, Math.round(bodies / count));
  let across = Math.floor(Math.sqrt(copies));
  while (copies % across !== 0) across--;
  return [copies / across, across];
}

/** The spec of a scene with copies of its bodies. */
export function tiledSpec(
  spec: SimulationSpec,
  { bounds }: Pick<StepScene, 'bounds'>,
  [copiesX, copiesY]: Tiling,
): SimulationSpec {
  const [minX = 0, minY = 0, minZ = 0] = bounds.min;
  const [maxX = 0, maxY = 0, maxZ = 0] = bounds.max;
  const meshes = spec.meshes ?? [];
  const pitch = meshes.length > 0 ? MESH_PITCH : 1;
  const [stepX, stepY] = [pitch * (maxX - minX), pitch * (maxY - minY)];
  const shifts = Array.from(
    { length: copiesX * copiesY },
    (_, k) => [stepX * (k % copiesX), stepY * Math.floor(k / copiesX)] as const,
  );
  const tile = [...eachBody(spec.bodies)];
  const bodies = shifts.flatMap(([dx, dy]) =>
    tile.map((body) => {
      const { x, y, z } = vector3(body.position);
      return { ...body, position: [x + dx, y + dy, z] as const };
    }),
  );
  if (meshes.length > 0) {
    return { ...spec, bodies, meshes: meshes.map((each) => ({ ...each, mesh: copiedMesh(each.mesh, shifts) })) };
  }
  const height = maxZ - minZ;
  return {
    ...spec,
    bodies,
    halfSpaces: (spec.halfSpaces ?? []).filter(isFloor),
    domain: {
      min: [minX, minY, minZ - height],
      max: [minX + copiesX * stepX, minY + copiesY * stepY, maxZ + height],
      periodic: [true, true, false],
    },
  };
}

function isFloor({ normal }: HalfSpaceSpec): boolean {
  const { x, y } = vector3(normal);
  return x === 0 && y === 0;
}

function copiedMesh(mesh: FacetMesh, shifts: readonly (readonly [number, number])[]): FacetMesh {
  const own = Array.from({ length: mesh.vertices.length / 3 }, (_, v) => mesh.vertices.subarray(3 * v, 3 * v + 3));
  const facets = Array.from({ length: mesh.facetOffsets.length - 1 }, (_, f) =>
    mesh.facetVertices.subarray(mesh.facetOffsets[f], mesh.facetOffsets[f + 1]),
  );
  return facetMesh(
    {
      vertices: shifts.flatMap(([dx, dy]) => own.map(([x = 0, y = 0, z = 0]) => [x + dx, y + dy, z] as const)),
      facets: shifts.flatMap((_, copy) => facets.map((facet) => Array.from(facet, (v) => v + copy * own.length))),
    },
    'copies',
  );
}
