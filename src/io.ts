// SPDX-License-Identifier: MIT
/** `scree/io`: meshes from OBJ, STL and PLY, and the convex polyhedra of their points. `readMeshFile` needs Node. */
export { MeshError } from './errors.ts';
export type { MeshData } from './io/mesh-data.ts';
export { type MeshFormat, polyhedronFromMesh, readMesh, readMeshFile } from './io/mesh-file.ts';
export { readObj } from './io/obj.ts';
export { readPly } from './io/ply.ts';
export { readStl } from './io/stl.ts';
