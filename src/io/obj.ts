// SPDX-License-Identifier: MIT
/**
 * Reader of Wavefront OBJ: vertices and polygon faces (`v`, `v/vt`, `v//vn`, `v/vt/vn`, negative indices, line
 * continuation), and which object or group they belong to. Texture, normal, smoothing and material lines are skipped;
 * curves and surfaces give a warning.
 */
import { MeshError } from '../errors.ts';
import { lineError, type MeshData, type MeshObject, parseDecimal, withoutRepeatedCorners } from './mesh-data.ts';

/** Keywords that do not change the shape of the facets. */
const SILENT = new Set(['vt', 'vn', 's', 'mg', 'usemtl', 'mtllib', 'usemap', 'maplib', 'bevel', 'c_interp']);
SILENT.add('d_interp').add('lod').add('shadow_obj').add('trace_obj');

const VERTEX_INDEX = /^([+-]?\d+)(?:\/[+-]?\d*){0,2}$/;

/**
 * Reads OBJ text; `file` is what messages call it.
 *
 * @throws MeshError with `file:line: problem`.
 *
 * @example
 * ```ts
 * import { readObj } from 'scree/io';
 *
 * console.log(readObj('v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n').facets); // [ [ 0, 1, 2 ] ]
 * ```
 */
export function readObj(text: string, file = 'mesh.obj'): MeshData {
  const coordinates: number[] = [];
  const facets: number[][] = [];
  const facetLines: number[] = [];
  const warnings: string[] = [];
  const warned = new Set<string>();
  const begins: ObjectBegin[] = [];

  forEachStatement(text.replace(/\r\n?/g, '\n'), (tokens, line) => {
    const keyword = tokens[0];
    if (keyword === 'v') {
      for (let k = 0; k < 3; k++) coordinates.push(parseDecimal(tokens[k + 1], file, line, `vertex ${'xyz'[k]}`));
      if (tokens.length === 5) checkWeight(tokens[4], file, line);
    } else if (keyword === 'f' || keyword === 'fo') {
      facets.push(parseFace(tokens, coordinates.length / 3, file, line));
      facetLines.push(line);
    } else if (keyword === 'o' || keyword === 'g') {
      begins.push({ keyword, name: tokens.slice(1).join(' '), facet: facets.length });
    } else if (!SILENT.has(keyword) && !warned.has(keyword)) {
      warned.add(keyword);
      warnings.push(`${file}:${line}: "${keyword}" is ignored (the first such line is here)`);
    }
  });

  const vertexCount = coordinates.length / 3;
  if (vertexCount === 0) {
    throw new MeshError('no-vertices', `${file}: no vertices found; expected lines "v x y z"`, { file });
  }
  facets.forEach((facet, index) => {
    for (const v of facet) {
      if (v >= vertexCount) {
        const problem = `face names vertex ${v + 1}, but the file has ${vertexCount} vertices`;
        throw lineError(file, facetLines[index], 'bad-index', problem);
      }
    }
  });
  const sources: number[] = [];
  const locationOf = (index: number): string => `${file}:${facetLines[index]}`;
  const kept = withoutRepeatedCorners(facets, locationOf, warnings, (index) => sources.push(index));
  if (kept.length === 0) warnings.push(`${file}: no faces; only the points are used`);
  const objects = objectsOf(begins, sources);
  return { vertices: Float64Array.from(coordinates), facets: kept, ...(objects.length > 1 && { objects }), warnings };
}

interface ObjectBegin {
  readonly keyword: 'o' | 'g';
  readonly name: string;
  /** The first facet after it. */
  readonly facet: number;
}

/**
 * Objects, or groups if there is only one object; `sources` are the numbers in the file of the facets that were kept.
 */
function objectsOf(begins: readonly ObjectBegin[], sources: readonly number[]): MeshObject[] {
  const split = (keyword: 'o' | 'g'): MeshObject[] => {
    const own = begins.filter((each) => each.keyword === keyword);
    const starts = [{ name: '', facet: 0 }, ...own];
    return starts.flatMap(({ name, facet }, i) => {
      const begin = countBelow(sources, facet);
      const end = countBelow(sources, starts[i + 1]?.facet ?? Infinity);
      return begin < end ? [{ name, begin, end }] : [];
    });
  };
  const objects = split('o');
  return objects.length > 1 ? objects : split('g');
}

function countBelow(rising: readonly number[], limit: number): number {
  const first = rising.findIndex((value) => value >= limit);
  return first < 0 ? rising.length : first;
}

/** Homogeneous weights are for rational curves; a point with another weight than 1 is not where its coordinates say. */
function checkWeight(token: string | undefined, file: string, line: number): void {
  const weight = parseDecimal(token, file, line, 'vertex w');
  if (weight !== 1)
    throw lineError(file, line, 'bad-weight', `vertex w: expected 1, got ${token}; divide x, y, z by it`);
}

/** Zero-based vertex indices of a face line. Indices above the vertices so far are checked when the file is read. */
function parseFace(tokens: readonly string[], vertexCount: number, file: string, line: number): number[] {
  if (tokens.length < 4) {
    throw lineError(file, line, 'bad-face', `face: expected at least 3 vertices, got ${tokens.length - 1}`);
  }
  return tokens.slice(1).map((token) => {
    const match = VERTEX_INDEX.exec(token);
    if (!match) throw lineError(file, line, 'bad-index', `face: expected v, v/vt, v//vn or v/vt/vn, got "${token}"`);
    const given = Number(match[1]);
    if (given > 0) return given - 1;
    const index = vertexCount + given;
    if (given < 0 && index >= 0) return index;
    const problem =
      given === 0
        ? 'face: vertex numbers start at 1, got 0'
        : `face: relative index ${given} reaches before the first of ${vertexCount} vertices`;
    throw lineError(file, line, 'bad-index', problem);
  });
}

/** Calls back with the tokens of each statement: comments stripped, lines that end in a backslash joined. */
function forEachStatement(text: string, visit: (tokens: string[], line: number) => void): void {
  let line = 0;
  let begin = 0;
  let pending = '';
  let pendingLine = 0;
  while (begin <= text.length) {
    let end = text.indexOf('\n', begin);
    if (end < 0) end = text.length;
    let content = text.slice(begin, end);
    begin = end + 1;
    line++;
    const comment = content.indexOf('#');
    if (comment >= 0) content = content.slice(0, comment);
    if (pending === '') pendingLine = line;
    content = pending + content.trim();
    if (content.endsWith('\\') && begin <= text.length) {
      pending = `${content.slice(0, -1)} `;
      continue;
    }
    pending = '';
    if (content !== '') visit(content.split(/\s+/), pendingLine);
  }
}
