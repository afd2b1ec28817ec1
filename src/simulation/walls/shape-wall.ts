// SPDX-License-Identifier: MIT
/** Walls that are shapes as entries of `meshes`: in all but contact they are meshes. */
import { wallArgument } from '../../shapes/walls/wall-argument.ts';
import { wallMesh } from '../../shapes/walls/wall-mesh.ts';
import type { WallShapeSpec } from '../../shapes/walls/wall-shape.ts';
import type { MeshSpec } from '../simulation-spec.ts';

/**
 * A wall of this shape, exactly, for `meshes` of a simulation; add position, motion and the like as for a mesh. Its
 * facets are for pictures alone.
 *
 * @throws InvalidShapeError that names the parameter, for one that is missing or out of range.
 *
 * @example
 * ```ts
 * import { shapeWall } from 'scree/dem';
 *
 * const pipe = shapeWall('pipe', { cylinder: { radius: 0.1, length: 1 }, side: 'inside' }, 'steel');
 * console.log(pipe.name); // pipe
 * ```
 */
export function shapeWall(name: string, shape: WallShapeSpec, material: string): MeshSpec {
  return { name, shape, mesh: wallMesh(wallArgument(shape, name), name), material };
}
