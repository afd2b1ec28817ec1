// SPDX-License-Identifier: MIT
/**
 * Writes the meshes of examples/parts, and the convex pieces of those that the example scene uses, with what was built.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './build-stamp.mjs';

const { writeMeshFile, writePiecesFile } = await import('../dist/io/mesh-file.js');
const { facetMesh } = await import('../dist/meshes/facet-mesh.js');
const { convexDecomposition } = await import('../dist/meshes/convex-decomposition.js');
const { connectingRod, crankShaft, gearShaft } = await import('../dist/verification/mpr-falls/parts.js');

const folder = join(ROOT, 'examples/parts');
mkdirSync(folder, { recursive: true });
for (const [name, mesh] of [
  ['connecting-rod', connectingRod()],
  ['crank-shaft', crankShaft()],
  ['gear-shaft', gearShaft()],
]) {
  writeMeshFile(join(folder, `${name}.obj`), facetMesh(mesh, name));
}
const { pieces } = convexDecomposition(gearShaft(), { tolerance: 0 });
writePiecesFile(join(folder, 'gear-shaft-pieces.obj'), pieces);
