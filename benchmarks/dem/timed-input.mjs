// SPDX-License-Identifier: MIT
/**
 * The scene of `scree bench step` as input of LAMMPS and LIGGGHTS, by the translation that `scree run --engine` uses,
 * without what states are read from. Needs the build.
 */
import { join } from 'node:path';
import { lammpsInput } from '../../dist/engines/lammps-input.js';
import { liggghtsInput } from '../../dist/engines/liggghts-input.js';
import { clumpShapes, startBodies } from '../../dist/engines/start-bodies.js';
import { readMeshFile } from '../../dist/io/mesh-file.js';
import { facetMesh } from '../../dist/meshes/facet-mesh.js';
import { superquadric } from '../../dist/shapes/kinds/superquadric.js';

const INPUTS = { lammps: lammpsInput, liggghts: liggghtsInput };

/** The spec of a scene that `readScene` returned; `folder` has its mesh. */
export function specOf(scene, folder) {
  const { timeStep, gravity, law, material, radius, superquadrics = [], skin, bounds, halfSpaces, mesh } = scene;
  const { name } = material;
  const shapes =
    radius !== undefined
      ? [{ name: 'shape0', sphere: { radius } }]
      : superquadrics.map(({ semiAxes, n1, n2 }, k) => ({
          name: `shape${k}`,
          convex: superquadric({ semiAxes, n1, n2 }),
        }));
  return {
    timeStep,
    gravity,
    law,
    materials: [material],
    shapes,
    bodies: scene.bodies.map((row) => {
      const [w = 1, x = 0, y = 0, z = 0] = row.slice(10);
      return {
        shape: radius === undefined ? `shape${row[3]}` : 'shape0',
        material: name,
        position: row.slice(0, 3),
        velocity: row.slice(4, 7),
        angularVelocity: row.slice(7, 10),
        orientation: { w, x, y, z },
      };
    }),
    halfSpaces: halfSpaces.map((wall, k) => ({ ...wall, name: `wall${k}`, material: name })),
    ...(mesh && {
      meshes: [{ name: 'mesh', mesh: meshIn(join(folder, mesh.file)), material: name, motion: mesh.motion }],
    }),
    domain: bounds,
    ...(skin !== undefined && { neighbours: { skin } }),
  };
}

function meshIn(path) {
  const { vertices, facets } = readMeshFile(path);
  return facetMesh({ vertices, facets }, path, { weld: true });
}

/** Files and lines up to the first step; `engine` is as in `src/engines/engine-name.ts`. */
export function timedInput(engine, scene, folder) {
  const spec = specOf(scene, folder);
  const given = { spec, engine, bodies: startBodies(spec), clumps: clumpShapes(spec) };
  return INPUTS[engine.name](given, { isTimed: true });
}
