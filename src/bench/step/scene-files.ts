// SPDX-License-Identifier: MIT
/**
 * A scene as files that drivers of other engines read: `scene.json` with all numbers, `bodies.csv` with a line for each sphere (position, radius,
 * velocity, angular velocity), and `mesh.stl` as text where there is a mesh.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type FacetMesh, facetCountOf } from '../../meshes/facet-mesh.ts';
import { BED_STRIDE } from './bed.ts';
import type { StepScene } from './scene.ts';

export function writeSceneFiles(folder: string, scene: StepScene, bed: Float64Array, steps: number): void {
  const spec = scene.measured(bed, 1);
  const shape = spec.shapes?.[0];
  const radius = shape !== undefined && 'sphere' in shape ? shape.sphere.radius : undefined;
  const mesh = spec.meshes?.[0];
  mkdirSync(folder, { recursive: true });
  const { name, count, bounds, warmUpSteps } = scene;
  const { timeStep, gravity, materials, law, halfSpaces = [], neighbours } = spec;
  const written = {
    ...{ name, count, bounds, warmUpSteps, steps, timeStep, gravity, law, radius },
    material: materials[0],
    skin: neighbours?.skin,
    halfSpaces: halfSpaces.map(({ normal, offset }) => ({ normal, offset })),
    ...(mesh && { mesh: { file: 'mesh.stl', motion: mesh.motion } }),
  };
  writeFileSync(join(folder, 'scene.json'), `${JSON.stringify(written, undefined, 2)}\n`);
  if (mesh) writeFileSync(join(folder, 'mesh.stl'), stlText(mesh.mesh));
  const lines = ['x,y,z,radius,vx,vy,vz,wx,wy,wz'];
  for (let at = 0; at < bed.length; at += BED_STRIDE) {
    const [position, motion] = [bed.subarray(at, at + 3), bed.subarray(at + 7, at + BED_STRIDE)];
    lines.push([...position, radius, ...motion].join());
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
