// SPDX-License-Identifier: MIT
/** Resolves the half-spaces and meshes of a scene. */
import { dot, normalise } from '../../math/vector.ts';
import { facetMesh } from '../../meshes/facet-mesh.ts';
import type { HalfSpaceSpec, MeshSpec } from '../../simulation/simulation-spec.ts';
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
    const {
      file,
      scale,
      vertices = [],
      facets = [],
      material,
      position,
      orientation,
      motion,
      surface,
      servo,
      oneSided,
    } = fields;
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
        position,
        orientation: orientation && resolveOrientation(orientation),
        motion: motion && resolveMotion(motion, [...path, 'motion'], resolution),
        surface: surface && withoutUndefined(surface),
        servo: servo && withoutUndefined(servo),
        free: fields.free && withoutUndefined(fields.free),
        oneSided,
      }),
    ];
  });
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
