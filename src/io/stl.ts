// SPDX-License-Identifier: MIT
/**
 * Reader of STL, text and binary. Equal vertices are welded exactly. A binary file is recognised by its size, not by
 * the word `solid`, with which many binary files also start. Normals and attributes are ignored.
 */
import { MeshError } from '../errors.ts';
import { VertexWelder } from '../meshes/vertex-welding.ts';
import { byteError, lineError, type MeshData, parseDecimal, withoutRepeatedCorners } from './mesh-data.ts';
import { TextTokens } from './text-tokens.ts';

const HEADER_BYTES = 84;
const FACET_BYTES = 50;

/**
 * Reads STL; `file` is what messages call it.
 *
 * @throws MeshError with line (text) or byte (binary).
 *
 * @example
 * ```ts
 * import { readStl } from 'scree/io';
 *
 * const facet = 'facet normal 0 0 1 outer loop vertex 0 0 0 vertex 1 0 0 vertex 0 1 0 endloop endfacet';
 * const text = `solid a\n${facet.replace(/ (outer|vertex|endloop|endfacet)/g, '\n$1')}\nendsolid a\n`;
 * console.log(readStl(new TextEncoder().encode(text)).facets.length); // 1
 * ```
 */
export function readStl(bytes: Uint8Array, file = 'mesh.stl'): MeshData {
  return isBinaryStl(bytes) ? readBinary(bytes, file) : readText(new TextDecoder().decode(bytes), file);
}

/** Has the exact size of a binary file, or cannot be text. */
export function isBinaryStl(bytes: Uint8Array): boolean {
  if (bytes.length >= HEADER_BYTES) {
    const count = new DataView(bytes.buffer, bytes.byteOffset, bytes.length).getUint32(80, true);
    if (bytes.length === HEADER_BYTES + FACET_BYTES * count) return true;
  }
  const beginning = bytes.subarray(0, 512);
  const isText = /^\s*solid/i.test(new TextDecoder().decode(beginning)) && !beginning.includes(0);
  return !isText;
}

function readBinary(bytes: Uint8Array, file: string): MeshData {
  if (bytes.length < HEADER_BYTES) {
    const problem = `expected text that starts with "solid" or a binary header of ${HEADER_BYTES} bytes, the file ends`;
    throw byteError(file, bytes.length, 'truncated', problem);
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const count = view.getUint32(80, true);
  const expected = HEADER_BYTES + FACET_BYTES * count;
  if (bytes.length < expected) {
    const facet = Math.floor((bytes.length - HEADER_BYTES) / FACET_BYTES) + 1;
    const problem = `the file ends in facet ${facet} of ${count}; expected ${expected} bytes`;
    throw byteError(file, bytes.length, 'truncated', problem);
  }
  const warnings: string[] = [];
  const held = Math.floor((bytes.length - HEADER_BYTES) / FACET_BYTES);
  if (held > count) {
    const problem =
      `the header counts ${count} facets, but the file has the bytes of ${held}; export it again, or correct the ` +
      'count';
    throw byteError(file, HEADER_BYTES - 4, 'wrong-count', problem);
  }
  if (bytes.length > expected) {
    warnings.push(`${file}: byte ${expected}: ${bytes.length - expected} bytes after the last facet are ignored`);
  }
  const welder = new VertexWelder();
  const facets: number[][] = [];
  for (let f = 0; f < count; f++) {
    const facet: number[] = [];
    for (let corner = 0; corner < 3; corner++) {
      const at = HEADER_BYTES + FACET_BYTES * f + 12 * (corner + 1);
      const x = view.getFloat32(at, true);
      const y = view.getFloat32(at + 4, true);
      const z = view.getFloat32(at + 8, true);
      if (!Number.isFinite(x + y + z)) {
        const problem = `facet ${f + 1}, vertex ${corner + 1}: expected finite numbers, got ${x} ${y} ${z}`;
        throw byteError(file, at, 'bad-number', problem);
      }
      facet.push(welder.add(x, y, z));
    }
    facets.push(facet);
  }
  return finish(welder, facets, (f) => `${file}: byte ${HEADER_BYTES + FACET_BYTES * f}`, warnings, file);
}

function readText(text: string, file: string): MeshData {
  const tokens = new TextTokens(text);
  const welder = new VertexWelder();
  const facets: number[][] = [];
  const lines: number[] = [];
  const warnings: string[] = [];
  let isOpen = false;
  for (let token = tokens.next(); token !== undefined; token = tokens.next()) {
    const word = token.toLowerCase();
    if (word === 'solid' && !isOpen) {
      isOpen = true;
      tokens.skipLine();
    } else if (word === 'endsolid' && isOpen) {
      isOpen = false;
      tokens.skipLine();
    } else if (word === 'facet' && isOpen) {
      lines.push(tokens.line);
      facets.push(readFacet(tokens, welder, file));
    } else {
      const expected = isOpen ? '"facet" or "endsolid"' : '"solid"';
      throw lineError(file, tokens.line, 'bad-keyword', `expected ${expected}, got "${token}"`);
    }
  }
  if (isOpen) warnings.push(`${file}:${tokens.line}: the file ends without "endsolid"`);
  return finish(welder, facets, (f) => `${file}:${lines[f]}`, warnings, file);
}

/** Reads from after `facet` to `endfacet`. */
function readFacet(tokens: TextTokens, welder: VertexWelder, file: string): number[] {
  expectWords(tokens, ['normal'], file);
  // Normals are often wrong or "nan"; they follow from the vertices.
  for (let k = 0; k < 3; k++) nextToken(tokens, 'a normal component', file);
  expectWords(tokens, ['outer', 'loop'], file);
  const facet: number[] = [];
  for (let corner = 0; corner < 3; corner++) {
    expectWords(tokens, ['vertex'], file);
    const point = ['x', 'y', 'z'].map((axis) => {
      const token = nextToken(tokens, `vertex ${axis}`, file);
      return parseDecimal(token, file, tokens.line, `vertex ${axis}`);
    }) as [number, number, number];
    facet.push(welder.add(...point));
  }
  expectWords(tokens, ['endloop', 'endfacet'], file);
  return facet;
}

function expectWords(tokens: TextTokens, words: readonly string[], file: string): void {
  for (const word of words) {
    const token = nextToken(tokens, `"${word}"`, file);
    if (token.toLowerCase() !== word) {
      throw lineError(file, tokens.line, 'bad-keyword', `expected "${word}", got "${token}"`);
    }
  }
}

function nextToken(tokens: TextTokens, expected: string, file: string): string {
  const token = tokens.next();
  if (token !== undefined) return token;
  throw lineError(file, tokens.line, 'truncated', `the file ends inside a facet; expected ${expected}`);
}

function finish(
  welder: VertexWelder,
  facets: number[][],
  locationOf: (facet: number) => string,
  warnings: string[],
  file: string,
): MeshData {
  if (facets.length === 0) throw new MeshError('no-facets', `${file}: the file has no facets`, { file });
  return { vertices: welder.vertices(), facets: withoutRepeatedCorners(facets, locationOf, warnings), warnings };
}
