// SPDX-License-Identifier: MIT
/**
 * Reads the pair sets of the native comparison. NAME.pairs (little endian): `NPPAIRS1`, u32 count, u32 0; per pair u32
 * vertices and triangles of A, then of B; f64 vertices of A and of B in world coordinates; u32 triangles of A and of B;
 * 4 bytes of padding where the number of triangles is odd. NAME.ref: `NPREF001`, u32 count, u32 0; per pair 8 f64:
 * signed distance, normal, certified gap, size, kind, 0.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const HEADER_BYTES = 16;
const REFERENCE_STRIDE = 8;

function readFileOfKind(path, magic) {
  const bytes = readFileSync(path);
  if (bytes.toString('latin1', 0, 8) !== magic) throw new Error(`${path}: does not start with ${magic}`);
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** As the engines with poses get it: vertices about their mean, and a translation. */
function centredBody(world, triangles) {
  const mean = [0, 1, 2].map((axis) => {
    let sum = 0;
    for (let i = axis; i < world.length; i += 3) sum += world[i];
    return (3 * sum) / world.length;
  });
  return { body: { vertices: world.map((value, i) => value - mean[i % 3]), triangles }, mean };
}

/** The set as src/bench/pair-set.ts describes it. */
export function readPairSet(folder, name) {
  const pairs = readFileOfKind(join(folder, `${name}.pairs`), 'NPPAIRS1');
  const reference = readFileOfKind(join(folder, `${name}.ref`), 'NPREF001');
  const count = pairs.getUint32(8, true);
  const bodies = [];
  const poses = [];
  let at = HEADER_BYTES;
  const next = (bytes) => {
    at += bytes;
    return at - bytes;
  };
  const integers = (length) => Array.from({ length }, () => pairs.getUint32(next(4), true));
  const floats = (length) => Array.from({ length }, () => pairs.getFloat64(next(8), true));
  for (let i = 0; i < count; i++) {
    const [verticesA, trianglesA, verticesB, trianglesB] = integers(4);
    const worldA = floats(3 * verticesA);
    const worldB = floats(3 * verticesB);
    const a = centredBody(worldA, integers(3 * trianglesA));
    const b = centredBody(worldB, integers(3 * trianglesB));
    if ((trianglesA + trianglesB) % 2 === 1) at += 4;
    for (const { body, mean } of [a, b]) {
      bodies.push(body);
      poses.push(...mean, 1, 0, 0, 0);
    }
  }
  const column = (k) =>
    Array.from({ length: count }, (_, i) => reference.getFloat64(HEADER_BYTES + 8 * (REFERENCE_STRIDE * i + k), true));
  return { name, bodies, poses, distances: column(0), sizes: column(5) };
}
