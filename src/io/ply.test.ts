// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { readPly } from './ply.ts';

const POINTS = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1];
const FACETS = [
  [0, 2, 1],
  [0, 1, 3],
  [1, 2, 3],
  [0, 3, 2],
];

function ascii(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function header(format: string, vertexLines: readonly string[], faceLines: readonly string[], newline = '\n'): string {
  return [
    'ply',
    `format ${format} 1.0`,
    'comment made by hand',
    'obj_info none',
    'element vertex 4',
    ...vertexLines,
    'element face 4',
    ...faceLines,
    'end_header',
    '',
  ].join(newline);
}

const PLAIN_VERTEX = ['property double x', 'property double y', 'property double z'];
const PLAIN_FACE = ['property list uchar int vertex_indices'];

function textFile(newline = '\n'): string {
  const rows = [0, 1, 2, 3].map((i) => POINTS.slice(3 * i, 3 * i + 3).join(' '));
  const faces = FACETS.map((facet) => `3 ${facet.join(' ')}`);
  return header('ascii', PLAIN_VERTEX, PLAIN_FACE, newline) + [...rows, ...faces, ''].join(newline);
}

/** With a colour, a confidence and a list on the vertices, and flags and texture coordinates on the faces. */
function binaryFile(isLittleEndian: boolean, newline = '\n'): Uint8Array {
  const vertexLines = [
    'property uchar red',
    'property float x',
    'property double y',
    'property list ushort short weights',
    'property float32 z',
  ];
  const faceLines = [
    'property list uchar float texcoord',
    'property list uint8 uint vertex_index',
    'property int8 flags',
  ];
  const bytes: number[] = [
    ...ascii(header(isLittleEndian ? 'binary_little_endian' : 'binary_big_endian', vertexLines, faceLines, newline)),
  ];
  const put = (size: number, write: (view: DataView) => void): void => {
    const view = new DataView(new ArrayBuffer(size));
    write(view);
    bytes.push(...new Uint8Array(view.buffer));
  };
  for (let i = 0; i < 4; i++) {
    put(1, (v) => v.setUint8(0, 200));
    put(4, (v) => v.setFloat32(0, POINTS[3 * i], isLittleEndian));
    put(8, (v) => v.setFloat64(0, POINTS[3 * i + 1], isLittleEndian));
    put(2, (v) => v.setUint16(0, i, isLittleEndian));
    for (let k = 0; k < i; k++) put(2, (v) => v.setInt16(0, -k, isLittleEndian));
    put(4, (v) => v.setFloat32(0, POINTS[3 * i + 2], isLittleEndian));
  }
  for (const facet of FACETS) {
    put(1, (v) => v.setUint8(0, 1));
    put(4, (v) => v.setFloat32(0, 0.5, isLittleEndian));
    put(1, (v) => v.setUint8(0, 3));
    for (const index of facet) put(4, (v) => v.setUint32(0, index, isLittleEndian));
    put(1, (v) => v.setInt8(0, -1));
  }
  return Uint8Array.from(bytes);
}

describe('readPly of text', () => {
  it('reads vertices and faces, with LF or CRLF', () => {
    for (const newline of ['\n', '\r\n']) {
      const mesh = readPly(ascii(textFile(newline)));
      expect([...mesh.vertices]).toEqual(POINTS);
      expect(mesh.facets).toEqual(FACETS);
      expect(mesh.warnings).toEqual([]);
    }
  });

  it('reads over other properties, lists and elements, and blank lines', () => {
    const text = [
      'ply',
      'format ascii 1.0',
      'element camera 1',
      'property float view',
      'property list int float matrix',
      'element vertex 3',
      'property float confidence',
      'property list uchar int labels',
      'property float x',
      'property float y',
      'property float z',
      'element face 1',
      'property uchar material',
      'property list uchar int vertex_index',
      'element edge 1',
      'property int vertex1',
      'property int vertex2',
      'end_header',
      '7 2 0.5 0.25',
      'nan 2 8 9 0 0 0',
      '',
      '1 0 1 0 0',
      '1 1 5 0 1 0',
      '2 3 0 1 2',
      '0 1',
    ].join('\n');
    const mesh = readPly(ascii(text));
    expect([...mesh.vertices]).toEqual([0, 0, 0, 1, 0, 0, 0, 1, 0]);
    expect(mesh.facets).toEqual([[0, 1, 2]]);
    expect(mesh.warnings).toEqual([]);
  });

  it('warns about surplus values and lines and a mesh without faces', () => {
    const text =
      'ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nproperty float y\nproperty float ' +
      'z\nend_header\n0 0 0 9\n1\n2\n';
    expect(readPly(ascii(text), 'a.ply').warnings).toEqual([
      'a.ply:8: 1 values more than the header declares are ignored (the first such line is here)',
      'a.ply: 2 lines after the last element are ignored',
      'a.ply: no faces; only the points are used',
    ]);
  });

  it.each([
    ['plz\n', 'a.ply:1: expected "ply" as the first line'],
    ['ply\nformat ascii 1.0\n', 'a.ply:3: the file ends inside the header; expected "end_header"'],
    [
      'ply\nformat utf8 1.0\n',
      'a.ply:2: format: expected one of ascii, binary_little_endian, binary_big_endian, got "utf8"',
    ],
    ['ply\nproperty float x\n', 'a.ply:2: property before the first element'],
    ['ply\nelement vertex -1\n', 'a.ply:2: element vertex: expected a count, got "-1"'],
    ['ply\nelement vertex 3\nproperty flt x\n', 'a.ply:3: property: expected a type (char, '],
    ['ply\nelement vertex 3\nproperty list float int x\n', 'a.ply:3: property x: the count of a list cannot be float'],
    ['ply\nbogus\n', 'a.ply:2: expected format, element, property, comment, obj_info or end_header, got "bogus"'],
    ['ply\nend_header\n', 'a.ply:2: the header has no "format" line'],
    ['ply\nformat ascii 1.0\nend_header\n', 'a.ply: the header has no vertices; expected "element vertex N"'],
    [
      'ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nend_header\n0\n',
      'a.ply:3: element vertex: expected a property "y"',
    ],
    [textFile().replace('3 0 3 2', '3 0 3 4'), 'a.ply:19: face 3: names vertex 4, but there are 4 vertices (from 0)'],
    [textFile().replace('3 0 3 2', '2 0 3'), 'a.ply:19: face 3: expected at least 3 vertices, got 2'],
    [textFile().replace('3 0 3 2', '4 0 3 2'), 'a.ply:19: face, vertex_indices: expected a number, the line ends'],
    [textFile().replace('1 0 0', '1 0 nan'), 'a.ply:13: vertex 1, z: expected a finite number, got NaN'],
    [textFile().replace('1 0 0', '1 o 0'), 'a.ply:13: vertex, y: expected a finite number, got "o"'],
    [textFile().replace('3 0 3 2\n', ''), 'a.ply:19: the file ends before face 3 of 4'],
    [
      textFile().replace('vertex 4', 'vertex 4000000000'),
      'a.ply:5: element vertex: the file is too short for 4000000000 of them',
    ],
  ])('refuses a broken file with its line (%#)', (text, message) => {
    expect(() => readPly(ascii(text), 'a.ply')).toThrow(message);
  });
});

describe('readPly of bytes', () => {
  it('reads either byte order with other properties and lists between', () => {
    for (const isLittleEndian of [true, false]) {
      for (const newline of ['\n', '\r\n']) {
        const mesh = readPly(binaryFile(isLittleEndian, newline));
        expect([...mesh.vertices]).toEqual(POINTS);
        expect(mesh.facets).toEqual(FACETS);
        expect(mesh.warnings).toEqual([]);
      }
    }
  });

  it('names the byte where a file is cut off', () => {
    const bytes = binaryFile(true);
    const end = bytes.length - 3;
    expect(() => readPly(bytes.subarray(0, end), 'a.ply')).toThrow(
      `a.ply: byte ${end}: the file ends in face, vertex_index`,
    );
  });

  it('refuses a file with more faces than its header counts, which would be lost', () => {
    const count = FACETS.length;
    const fewer = (file: string): string => file.replace(`face ${count}`, `face ${count - 1}`);
    const message =
      `a.ply: element face has 1 rows more than the ${count - 1} in the header; export it again, or correct the ` +
      'count';
    const text = fewer(textFile());
    expect(() => readPly(ascii(text), 'a.ply')).toThrow(message);
    const bytes = Uint8Array.from(fewer(String.fromCharCode(...binaryFile(true))), (c) => c.charCodeAt(0));
    expect(() => readPly(bytes, 'a.ply')).toThrow(message);
  });

  it('warns about bytes after the last element', () => {
    const mesh = readPly(Uint8Array.from([...binaryFile(false), 0, 0]), 'a.ply');
    expect(mesh.warnings).toEqual(['a.ply: 2 bytes after the last element are ignored']);
  });
});
