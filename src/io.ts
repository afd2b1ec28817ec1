// SPDX-License-Identifier: MIT
/**
 * `scree/io`: meshes from OBJ, STL and PLY, the convex polyhedra of their points, and meshes to OBJ and STL; frames of
 * trajectories. `readMeshFile` and `writeMeshFile` need Node.
 */
export { MeshError } from './errors.ts';
export { type MeshFormat, polyhedronFromMesh, readMesh } from './io/mesh-bytes.ts';
export type { MeshData, MeshObject } from './io/mesh-data.ts';
export { readMeshFile, writeMeshFile, writePiecesFile } from './io/mesh-file.ts';
export { convexPiecesOf, type MeshPieces } from './io/mesh-file-pieces.ts';
export { readObj } from './io/obj.ts';
export { convexPiecesObj, objPieces } from './io/obj-writer.ts';
export { readPly } from './io/ply.ts';
export { readStl } from './io/stl.ts';
export { stlBytes } from './io/stl-writer.ts';
export { type BodyHistory, bodyHistory } from './io/trajectory/body-history.ts';
export { decodeFrame, type Frame } from './io/trajectory/frame.ts';
export type { ByteSource, FrameEntry } from './io/trajectory/frame-index.ts';
export { Trajectory, type TrajectoryReading } from './io/trajectory/trajectory.ts';
export {
  type TrajectoryBoundary,
  TrajectoryError,
  type TrajectoryHeader,
  type TrajectoryShape,
} from './io/trajectory/trajectory-header.ts';
