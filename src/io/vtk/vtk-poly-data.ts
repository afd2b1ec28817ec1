// SPDX-License-Identifier: MIT
/**
 * Writes points, lines and polygons with data as a VTK XML file of PolyData (.vtp), for ParaView and VTK readers.
 * Numbers are appended raw, little-endian with 64-bit lengths: exact, and the smallest form without compression.
 */

/** Values for each point or cell; `values.length` is `components` times their number. */
export interface VtkField {
  readonly name: string;
  /** 1 is a scalar, 3 a vector, 4 a quaternion, 9 a tensor in rows. */
  readonly components: number;
  readonly values: Float64Array | Float32Array | Int32Array;
}

/** Cells as loops or chains of points: cell c is `connectivity[offsets[c] .. offsets[c + 1])`. */
export interface VtkCells {
  readonly offsets: Int32Array;
  readonly connectivity: Int32Array;
}

interface VtkPolyData {
  /** Flat x, y, z. */
  readonly points: Float64Array;
  /** Writes every point as a separate cell, as ParaView needs for point clouds. */
  readonly asVertices?: boolean;
  readonly lines?: VtkCells;
  readonly polygons?: VtkCells;
  readonly pointData?: readonly VtkField[];
  /** In the order vertices, lines, polygons. */
  readonly cellData?: readonly VtkField[];
  /** Single values that belong to the whole, such as the time. */
  readonly fieldData?: readonly VtkField[];
}

type Numbers = VtkField['values'];

function typeName(values: Numbers): string {
  if (values instanceof Float64Array) return 'Float64';
  return values instanceof Float32Array ? 'Float32' : 'Int32';
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ESCAPES[character]);
}

/** The text of the file and the blocks that are appended to it. */
class Appendix {
  readonly blocks: Uint8Array[] = [];
  size = 0;

  /** The tag of an array whose values are appended. */
  array(name: string, components: number, values: Numbers, extra = ''): string {
    const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
    const header = new Uint8Array(8);
    new DataView(header.buffer).setBigUint64(0, BigInt(bytes.length), true);
    const tag =
      `<DataArray type="${typeName(values)}" Name="${escaped(name)}" NumberOfComponents="${components}"${extra} ` +
      `format="appended" offset="${this.size}"/>`;
    this.blocks.push(header, bytes);
    this.size += header.length + bytes.length;
    return tag;
  }
}

function requireLength(field: VtkField, count: number, what: string): void {
  if (field.values.length === field.components * count) return;
  throw new RangeError(
    `field ${field.name}: expected ${field.components} values for each of ${count} ${what}, got ${field.values.length}`,
  );
}

/** Offsets as VTK counts them: where each cell ends. */
const cellEnds = (cells: VtkCells): Int32Array => cells.offsets.subarray(1);

/** The bytes of a .vtp file. */
export function vtkPolyData(data: VtkPolyData): Uint8Array {
  const { points, lines, polygons, pointData = [], cellData = [], fieldData = [] } = data;
  const appendix = new Appendix();
  const pointCount = points.length / 3;
  const vertexCount = data.asVertices ? pointCount : 0;
  const lineCount = lines ? lines.offsets.length - 1 : 0;
  const polygonCount = polygons ? polygons.offsets.length - 1 : 0;
  for (const field of pointData) requireLength(field, pointCount, 'points');
  for (const field of cellData) requireLength(field, vertexCount + lineCount + polygonCount, 'cells');
  const arrays = (fields: readonly VtkField[]): string =>
    fields.map(({ name, components, values }) => appendix.array(name, components, values)).join('\n');
  const cells = (tag: string, count: number, connectivity: Int32Array, ends: Int32Array): string =>
    count === 0
      ? ''
      : `<${tag}>\n${appendix.array('connectivity', 1, connectivity)}\n${appendix.array('offsets', 1, ends)}\n</${tag}>\n`;
  const numbers = Int32Array.from({ length: vertexCount }, (_, i) => i);
  const text =
    '<?xml version="1.0"?>\n<VTKFile type="PolyData" version="1.0" byte_order="LittleEndian" ' +
    'header_type="UInt64">\n<PolyData>\n' +
    (fieldData.length > 0
      ? `<FieldData>\n${fieldData
          .map((field) => {
            const tuples = ` NumberOfTuples="${field.values.length / field.components}"`;
            return appendix.array(field.name, field.components, field.values, tuples);
          })
          .join('\n')}\n</FieldData>\n`
      : '') +
    (`<Piece NumberOfPoints="${pointCount}" NumberOfVerts="${vertexCount}" NumberOfLines="${lineCount}" ` +
      `NumberOfStrips="0" NumberOfPolys="${polygonCount}">\n`) +
    `<PointData>\n${arrays(pointData)}\n</PointData>\n<CellData>\n${arrays(cellData)}\n</CellData>\n` +
    `<Points>\n${appendix.array('Points', 3, points)}\n</Points>\n` +
    cells(
      'Verts',
      vertexCount,
      numbers,
      numbers.map((i) => i + 1),
    ) +
    (lines ? cells('Lines', lineCount, lines.connectivity, cellEnds(lines)) : '') +
    (polygons ? cells('Polys', polygonCount, polygons.connectivity, cellEnds(polygons)) : '') +
    '</Piece>\n</PolyData>\n<AppendedData encoding="raw">\n_';
  const encoder = new TextEncoder();
  const parts = [encoder.encode(text), ...appendix.blocks, encoder.encode('\n</AppendedData>\n</VTKFile>\n')];
  const bytes = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

export function vtkField(name: string, components: number, values: VtkField['values']): VtkField {
  return { name, components, values };
}

/** What ParaView shows as the time of a file opened alone. */
export function vtkTime({ time, step }: { readonly time: number; readonly step: number }): VtkField[] {
  return [vtkField('TimeValue', 1, Float64Array.of(time)), vtkField('step', 1, Float64Array.of(step))];
}

/** Seven numbers a body: position, then orientation with w first. */
export function posesOf(position: Float64Array, orientation: Float64Array | Float32Array, count: number): Float64Array {
  const poses = new Float64Array(7 * count);
  for (let k = 0; k < count; k++) {
    poses.set(position.subarray(3 * k, 3 * k + 3), 7 * k);
    poses.set(orientation.subarray(4 * k, 4 * k + 4), 7 * k + 3);
  }
  return poses;
}
