// SPDX-License-Identifier: MIT
/**
 * Reader of PLY, text and binary of either byte order. Uses x, y, z of the element `vertex` and the list
 * `vertex_indices` or `vertex_index` of the element `face`; skips all other properties, lists and elements.
 */
import { MeshError } from '../errors.ts';
import { lineError, type MeshData, withoutRepeatedCorners } from './mesh-data.ts';
import { type PlyElement, type PlyHeader, type PlyProperty, type PlyScalar, readPlyHeader } from './ply-header.ts';
import { type PlyValues, plyValues } from './ply-values.ts';

const INDEX_LISTS: readonly string[] = ['vertex_indices', 'vertex_index'];

/**
 * Reads PLY; `file` is what messages call it.
 *
 * @throws MeshError with line (text, header) or byte (binary data).
 *
 * @example
 * ```ts
 * import { readPly } from 'scree/io';
 *
 * const header = 'ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\n';
 * const faces = 'element face 1\nproperty list uchar int vertex_indices\nend_header\n';
 * const text = `${header}${faces}0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n`;
 * console.log(readPly(new TextEncoder().encode(text)).facets); // [ [ 0, 1, 2 ] ]
 * ```
 */
export function readPly(bytes: Uint8Array, file = 'mesh.ply'): MeshData {
  const header = readPlyHeader(bytes, file);
  const vertexElement = header.elements.find((element) => element.name === 'vertex');
  checkVertexElement(vertexElement, file);
  checkCounts(header, bytes.length, file);
  const values = plyValues(bytes, header, file);
  const warnings: string[] = [];
  let vertices = new Float64Array(0);
  const facets: number[][] = [];
  const locations: string[] = [];
  for (const element of header.elements) {
    if (element.name === 'vertex') vertices = readVertices(element, values, warnings);
    else if (element.name === 'face')
      readFaces(element, values, vertexElement?.count ?? 0, facets, locations, warnings);
    else readOver(element, values, file, warnings);
  }
  warnAboutRest(header, values, file, warnings);
  const kept = withoutRepeatedCorners(facets, (index) => locations[index], warnings);
  if (kept.length === 0) warnings.push(`${file}: no faces; only the points are used`);
  return { vertices, facets: kept, warnings };
}

function checkVertexElement(element: PlyElement | undefined, file: string): void {
  if (!element || element.count === 0) {
    throw new MeshError('no-vertices', `${file}: the header has no vertices; expected "element vertex N"`, { file });
  }
  for (const axis of ['x', 'y', 'z']) {
    if (!element.properties.some((property) => property.name === axis && property.countType === undefined)) {
      throw lineError(file, element.line, 'bad-header', `element vertex: expected a property "${axis}"`);
    }
  }
}

/** Every value takes a byte at least; a count beyond that would reserve memory for nothing. */
function checkCounts(header: PlyHeader, byteCount: number, file: string): void {
  for (const { name, count, properties, line } of header.elements) {
    if (count * properties.length > byteCount - header.dataByte) {
      const problem = `element ${name}: the file is too short for ${count} of them`;
      throw lineError(file, line, 'truncated', problem);
    }
  }
}

function readVertices(element: PlyElement, values: PlyValues, warnings: string[]): Float64Array<ArrayBuffer> {
  const vertices = new Float64Array(3 * element.count);
  forEachRow(element, values, warnings, (row, property, value) => {
    const axis = ['x', 'y', 'z'].indexOf(property.name);
    if (axis < 0 || property.countType !== undefined) return;
    if (!Number.isFinite(value)) {
      throw values.fail('bad-number', `vertex ${row}, ${property.name}: expected a finite number, got ${value}`);
    }
    vertices[3 * row + axis] = value;
  });
  return vertices;
}

function readFaces(
  element: PlyElement,
  values: PlyValues,
  vertexCount: number,
  facets: number[][],
  locations: string[],
  warnings: string[],
): void {
  const list = element.properties.find((p) => INDEX_LISTS.includes(p.name) && p.countType !== undefined);
  if (!list && element.count > 0) {
    warnings.push(`${values.location()}: element face has no list "vertex_indices"; its faces are ignored`);
  }
  let corners: number[] = [];
  forEachRow(
    element,
    values,
    warnings,
    (row, property, value) => {
      if (property !== list) return;
      if (!(Number.isInteger(value) && value >= 0 && value < vertexCount)) {
        const problem = `face ${row}: names vertex ${value}, but there are ${vertexCount} vertices (from 0)`;
        throw values.fail('bad-index', problem);
      }
      corners.push(value);
    },
    (row) => {
      if (!list) return;
      if (corners.length < 3) {
        throw values.fail('bad-face', `face ${row}: expected at least 3 vertices, got ${corners.length}`);
      }
      facets.push(corners);
      locations.push(values.location());
      corners = [];
    },
  );
}

function readOver(element: PlyElement, values: PlyValues, file: string, warnings: string[]): void {
  if (element.name === 'tristrips') {
    warnings.push(`${file}:${element.line}: triangle strips are ignored; write the facets as element face`);
  }
  forEachRow(element, values, warnings, () => {});
}

/** Visits every value of every row; list items are visited one by one. */
function forEachRow(
  element: PlyElement,
  values: PlyValues,
  warnings: string[],
  visit: (row: number, property: PlyProperty, value: number) => void,
  finishRow: (row: number) => void = () => {},
): void {
  if (element.properties.length === 0) return;
  let isWarned = false;
  const what = element.properties.map((property) => `${element.name}, ${property.name}`);
  for (let row = 0; row < element.count; row++) {
    values.startRow(`${element.name} ${row} of ${element.count}`);
    element.properties.forEach((property, p) => {
      const where = what[p];
      let items = 1;
      if (property.countType !== undefined) {
        items = values.next(property.countType, where);
        if (!(Number.isInteger(items) && items >= 0)) {
          throw values.fail('bad-number', `${element.name} ${row}, ${property.name}: expected a count, got ${items}`);
        }
      }
      for (let i = 0; i < items; i++) visit(row, property, values.next(property.type, where));
    });
    finishRow(row);
    const extra = values.endRow();
    if (extra > 0 && !isWarned) {
      isWarned = true;
      warnings.push(
        `${values.location()}: ${extra} values more than the header declares are ignored (the first such line is here)`,
      );
    }
  }
}

/** Types of the values that every row has: a face has at least three vertices. */
function leastRow({ name, properties }: PlyElement): PlyScalar[] {
  return properties.flatMap(({ name: property, type, countType }) => {
    if (countType === undefined) return [type];
    const isFace = name === 'face' && INDEX_LISTS.includes(property);
    return [countType, ...(isFace ? [type, type, type] : [])];
  });
}

/**
 * Rows beyond the count are an error, since their content would be lost. A rest that is too short for a row is ignored.
 */
function warnAboutRest(header: PlyHeader, values: PlyValues, file: string, warnings: string[]): void {
  const rest = values.leftOver();
  if (rest === 0) return;
  const last = header.elements.at(-1);
  const rows = last === undefined || last.properties.length === 0 ? 0 : values.leftOverRows(leastRow(last));
  if (last !== undefined && rows > 0) {
    const problem =
      `element ${last.name} has ${rows} rows more than the ${last.count} in the header; export it again, or ` +
      'correct the count';
    throw new MeshError('wrong-count', `${file}: ${problem}`, { file });
  }
  const unit = header.format === 'ascii' ? 'lines' : 'bytes';
  warnings.push(`${file}: ${rest} ${unit} after the last element are ignored`);
}
