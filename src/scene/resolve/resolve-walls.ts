// SPDX-License-Identifier: MIT
/** Resolves the half-spaces and meshes of a scene. */
import { dot, normalise } from '../../math/vector.ts';
import { facetMesh } from '../../meshes/facet-mesh.ts';
import { WALL_SHAPES, type WallShapeSpec, wallProblem } from '../../shapes/walls/wall-shape.ts';
import type { HalfSpaceSpec, MeshSpec, SimulationSpec } from '../../simulation/simulation-spec.ts';
import { imageProblem } from '../../simulation/touches/wall-images.ts';
import { shapeWall } from '../../simulation/walls/shape-wall.ts';
import type { SceneFields } from '../schema/scene-schema.ts';
import { type Resolution, withoutUndefined } from './resolution.ts';
import { resolveMotion, resolveOrientation } from './resolve-pose.ts';

/** Normals keep their given length; offsets are along the unit normal. */
export function resolveHalfSpaces(halfSpaces: SceneFields['halfSpaces'], resolution: Resolution): HalfSpaceSpec[] {
  return Object.entries(halfSpaces).map(([name, { normal, offset, through, material, motion, surface, servo }]) => {
    const along = through && dot(normalise(normal), through);
    return withoutUndefined({
      name,
      normal,
      offset: along ?? offset ?? 0,
      material,
      motion: motion && resolveMotion(motion, ['halfSpaces', name, 'motion'], resolution),
      surface: surface && withoutUndefined(surface),
      servo: servo && withoutUndefined(servo),
    });
  });
}

export function resolveMeshes(meshes: SceneFields['meshes'], resolution: Resolution): MeshSpec[] {
  return Object.entries(meshes).flatMap(([name, fields]): MeshSpec[] => {
    const path = ['meshes', name];
    const { file, scale, vertices = [], facets = [], material, oneSided } = fields;
    const shape = wallShapeOf(fields);
    if (shape !== undefined) return resolveShape(name, shape, fields, resolution);
    for (const key of ['side', 'open'] as const) {
      if (fields[key] === undefined) continue;
      const message = `a mesh of facets has none; give one of ${WALL_SHAPES.join(', ')} in place of the facets`;
      resolution.problems.push({ path: [...path, key], message });
    }
    const data = file === undefined ? { vertices, facets } : resolution.readMesh([...path, 'file'], file, scale);
    if (data === undefined) return [];
    // Locations inside a file are not locations in the scene, so its problems are reported at the name of the file.
    const location = file === undefined ? path : [...path, 'file'];
    const mesh = resolution.attempt(location, (pathText) =>
      facetMesh(data, file ?? pathText, { weld: file !== undefined }),
    );
    if (mesh === undefined) return [];
    return [
      withoutUndefined({
        name,
        mesh,
        material,
        ...placeOf(name, fields, resolution),
        free: fields.free && withoutUndefined(fields.free),
        oneSided,
      }),
    ];
  });
}

type MeshFields = SceneFields['meshes'][string];

/** Where a wall is and how it moves. */
function placeOf(name: string, { position, orientation, motion, surface, servo }: MeshFields, resolution: Resolution) {
  return {
    position,
    orientation: orientation && resolveOrientation(orientation),
    motion: motion && resolveMotion(motion, ['meshes', name, 'motion'], resolution),
    surface: surface && withoutUndefined(surface),
    servo: servo && withoutUndefined(servo),
  };
}

/** The shape of a wall without facets; undefined for a mesh. */
function wallShapeOf(fields: MeshFields): WallShapeSpec | undefined {
  const kind = WALL_SHAPES.find((each) => fields[each] !== undefined);
  if (kind === undefined) return undefined;
  const { side = 'inside', open } = fields;
  const size = withoutUndefined(fields[kind] as object);
  return { [kind]: size, side, ...(open !== undefined && { open }) } as unknown as WallShapeSpec;
}

function resolveShape(name: string, shape: WallShapeSpec, fields: MeshFields, resolution: Resolution): MeshSpec[] {
  const path = ['meshes', name];
  const wrong = wallProblem(shape);
  if (wrong !== undefined) resolution.problems.push({ path: [...path, wrong.key], message: wrong.problem });
  for (const key of ['free', 'oneSided'] as const) {
    if (fields[key] === undefined || fields[key] === false) continue;
    const message = 'a wall that is a shape has none: only meshes of facets do';
    resolution.problems.push({ path: [...path, key], message });
  }
  if (wrong !== undefined) return [];
  return [withoutUndefined({ ...shapeWall(name, shape, fields.material), ...placeOf(name, fields, resolution) })];
}

/** Reports walls and meshes whose periodic images overlap, or that lie too far from the domain. */
export function noteImages(
  { meshes = [], domain }: Pick<SimulationSpec, 'meshes' | 'domain'>,
  resolution: Resolution,
): void {
  for (const mesh of meshes) {
    const message = imageProblem(mesh, domain);
    if (message !== undefined) resolution.problems.push({ path: ['meshes', mesh.name], message, at: 'key' });
  }
}

/** Reports free meshes together with walls that they cannot touch. */
export function noteFreeMeshes({ meshes, halfSpaces }: SceneFields, resolution: Resolution): void {
  const names = [...Object.keys(meshes), ...Object.keys(halfSpaces)];
  for (const [name, { free }] of Object.entries(meshes)) {
    const other = names.find((each) => each !== name);
    if (free === undefined || other === undefined) continue;
    const message = `a free mesh cannot touch half-spaces and other meshes, such as ${other}: make them of fixed bodies`;
    resolution.problems.push({ path: ['meshes', name, 'free'], message });
  }
}
