// SPDX-License-Identifier: MIT
/**
 * Writes a scene as files for drivers of other engines: `scene.json` with all numbers; `bodies.csv` with one line for
 * each body (position, radius or number of its shape, velocity, angular velocity, orientation unless it is a sphere);
 * `mesh.stl` as text if there is a mesh.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dampingRatio } from '../../contact-laws/damping-ratio.ts';
import { type FacetMesh, facetCountOf } from '../../meshes/facet-mesh.ts';
import { PACKING_STRIDE } from './settled-packing.ts';
import type { StepScene } from './step-scene.ts';

export function writeSceneFiles(folder: string, scene: StepScene, packing: Float64Array, steps: number): void {
  const spec = scene.measured(packing, 1);
  const shape = spec.shapes?.[0];
  const radius = shape !== undefined && 'sphere' in shape ? shape.sphere.radius : undefined;
  const polyhedra = spec.shapes?.flatMap((each) =>
    'convex' in each && each.convex.kind === 'polyhedron'
      ? [each.convex.vertices.flatMap(({ x, y, z }) => [x, y, z])]
      : [],
  );
  const superquadrics = spec.shapes?.flatMap((each) => {
    if (!('convex' in each) || each.convex.kind !== 'superquadric') return [];
    const { semiAxes, n1, n2 } = each.convex;
    return [{ semiAxes: [semiAxes.x, semiAxes.y, semiAxes.z], n1, n2, volume: each.convex.massProperties().volume }];
  });
  const mesh = spec.meshes?.[0];
  mkdirSync(folder, { recursive: true });
  const { name, count, bounds, warmUpSteps } = scene;
  const { timeStep, gravity, materials, law, halfSpaces = [], neighbours } = spec;
  const written = {
    name,
    count,
    bounds,
    warmUpSteps,
    steps,
    timeStep,
    gravity,
    law,
    // Ratio to the critical damping of the normal spring, because engines define the restitution differently.
    dampingRatio: dampingRatio(materials[0]?.restitution ?? 1, law?.attraction ?? 'cut'),
    radius,
    // Radius of the ball around a body of the first shape, the length unit of the agitation.
    ...(shape !== undefined && 'convex' in shape && { reach: shape.convex.boundingBall().radius }),
    ...(polyhedra !== undefined && polyhedra.length > 0 && { polyhedra }),
    ...(superquadrics !== undefined && superquadrics.length > 0 && { superquadrics }),
    material: materials[0],
    skin: neighbours?.skin,
    halfSpaces: halfSpaces.map(({ normal, offset }) => ({ normal, offset })),
    ...(mesh && { mesh: { file: 'mesh.stl', motion: mesh.motion } }),
  };
  writeFileSync(join(folder, 'scene.json'), `${JSON.stringify(written, undefined, 2)}\n`);
  if (mesh) writeFileSync(join(folder, 'mesh.stl'), stlText(mesh.mesh));
  const isSphere = radius !== undefined;
  const head = 'x,y,z,radius,vx,vy,vz,wx,wy,wz';
  const lines = [isSphere ? head : `${head.replace('radius', 'shape')},qw,qx,qy,qz`];
  for (let at = 0; at < packing.length; at += PACKING_STRIDE) {
    const [position, turn, motion] = [
      packing.subarray(at, at + 3),
      packing.subarray(at + 3, at + 7),
      packing.subarray(at + 7, at + PACKING_STRIDE),
    ];
    const shapeNumber = (at / PACKING_STRIDE) % (spec.shapes?.length ?? 1);
    lines.push([...position, radius ?? shapeNumber, ...motion, ...(isSphere ? [] : turn)].join());
  }
  writeFileSync(join(folder, 'bodies.csv'), `${lines.join('\n')}\n`);
}

/** As text, which every reader takes; all facets must be triangles. */
function stlText(mesh: FacetMesh): string {
  const { vertices, facetVertices, facetNormals } = mesh;
  const triple = (values: Float64Array, at: number): string => [...values.subarray(at, at + 3)].join(' ');
  const facets = Array.from({ length: facetCountOf(mesh) }, (_, f) => {
    const corners = [...facetVertices.subarray(3 * f, 3 * f + 3)].map((v) => `   vertex ${triple(vertices, 3 * v)}\n`);
    return ` facet normal ${triple(facetNormals, 3 * f)}\n  outer loop\n${corners.join('')}  endloop\n endfacet\n`;
  });
  return `solid mesh\n${facets.join('')}endsolid mesh\n`;
}
