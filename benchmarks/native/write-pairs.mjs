// SPDX-License-Identifier: MIT
/**
 * Writes pair sets of `scree bench contact` as files for native drivers (pair-files.mjs reads them): node
 * write-pairs.mjs DATA SETS. Vertices in world coordinates; the reference distance is that of exact arithmetic.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createPairSet, worldVertices } from '../../dist/bench/pair-set.js';

const [folder, setNames] = process.argv.slice(2);
if (setNames === undefined) {
  console.error('usage: node write-pairs.mjs DATA SETS');
  process.exit(2);
}
const bytesOf = (array) => new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
const header = (magic, count) => [Buffer.from(magic, 'latin1'), bytesOf(Uint32Array.of(count, 0))];

mkdirSync(folder, { recursive: true });
for (const name of setNames.split(',')) {
  const { bodies, poses, distances, sizes } = createPairSet(name);
  const count = distances.length;
  const pairs = header('NPPAIRS1', count);
  const reference = header('NPREF001', count);
  for (let i = 0; i < count; i++) {
    const indices = [2 * i, 2 * i + 1];
    const vertices = indices.map((k) => Float64Array.from(worldVertices(bodies[k], poses, k)));
    const triangles = indices.map((k) => Uint32Array.from(bodies[k].triangles));
    const counts = indices.flatMap((_, k) => [vertices[k].length / 3, triangles[k].length / 3]);
    pairs.push(...[Uint32Array.from(counts), ...vertices, ...triangles].map(bytesOf));
    if ((counts[1] + counts[3]) % 2 === 1) pairs.push(new Uint8Array(4));
    const kind = distances[i] < 0 ? 1 : 0;
    reference.push(bytesOf(Float64Array.of(distances[i], 0, 0, 0, -1, sizes[i], kind, 0)));
  }
  writeFileSync(join(folder, `${name}.pairs`), Buffer.concat(pairs));
  writeFileSync(join(folder, `${name}.ref`), Buffer.concat(reference));
  console.log(`${name}: ${count} pairs`);
}
