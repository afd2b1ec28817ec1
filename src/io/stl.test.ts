// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { readStl } from './stl.ts';

type Facet = readonly [number, number, number][];

const TETRAHEDRON: Facet[] = [
  [
    [0, 0, 0],
    [0, 1, 0],
    [1, 0, 0],
  ],
  [
    [0, 0, 0],
    [1, 0, 0],
    [0, 0, 1],
  ],
  [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  [
    [0, 0, 0],
    [0, 0, 1],
    [0, 1, 0],
  ],
];

const INDEXED = [
  [0, 1, 2],
  [0, 2, 3],
  [2, 1, 3],
  [0, 3, 1],
];

function ascii(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function textOf(facets: readonly Facet[], newline = '\n'): string {
  const lines = facets.flatMap((facet) => [
    '  facet normal 0 0 0',
    '    outer loop',
    ...facet.map((p) => `      vertex ${p.join(' ')}`),
    '    endloop',
    '  endfacet',
  ]);
  return ['solid a tetrahedron', ...lines, 'endsolid a tetrahedron', ''].join(newline);
}

function binaryOf(facets: readonly Facet[], header = '', count = facets.length): Uint8Array {
  const bytes = new Uint8Array(84 + 50 * facets.length);
  bytes.set(ascii(header).subarray(0, 80));
  const view = new DataView(bytes.buffer);
  view.setUint32(80, count, true);
  facets.forEach((facet, f) => {
    facet.flat().forEach((x, i) => {
      view.setFloat32(84 + 50 * f + 12 + 4 * i, x, true);
    });
  });
  return bytes;
}

describe('readStl of text', () => {
  it('welds the vertices of the facets', () => {
    const mesh = readStl(ascii(textOf(TETRAHEDRON)));
    expect([...mesh.vertices]).toEqual([0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 1]);
    expect(mesh.facets).toEqual(INDEXED);
    expect(mesh.warnings).toEqual([]);
  });

  it('takes CRLF, tabs, capitals, one long line, nan normals, several solids and a missing name', () => {
    const text = textOf(TETRAHEDRON, '\r\n')
      .replaceAll('vertex ', 'VERTEX\t ')
      .replaceAll('0 0 0\r', 'nan -nan 1e999\r');
    expect(readStl(ascii(text.replaceAll('VERTEX\t nan -nan 1e999', 'Vertex 0 0 -0'))).facets).toEqual(INDEXED);
    const twice = `${textOf(TETRAHEDRON.slice(0, 2))}\n\n${textOf(TETRAHEDRON.slice(2)).replace('solid a tetrahedron', 'solid')}`;
    expect(readStl(ascii(twice)).facets).toEqual(INDEXED);
    const oneLine = textOf(TETRAHEDRON).replace('solid a tetrahedron\n', 'solid\n');
    const [first, ...rest] = oneLine.split('\n');
    expect(readStl(ascii(`${first}\n${rest.join('   ')}`)).facets).toEqual(INDEXED);
  });

  it('leaves out facets without area and warns', () => {
    const flat: Facet = [
      [0, 0, 0],
      [0, 0, 0],
      [1, 0, 0],
    ];
    const mesh = readStl(ascii(textOf([...TETRAHEDRON, flat])), 'a.stl');
    expect(mesh.facets).toEqual(INDEXED);
    expect(mesh.warnings[0]).toMatch(/^a\.stl:30: 1 facets repeat a vertex; 1 without area left out/);
  });

  it('warns when "endsolid" is missing', () => {
    const text = textOf(TETRAHEDRON).replace('endsolid a tetrahedron\n', '');
    expect(readStl(ascii(text), 'a.stl').warnings).toEqual(['a.stl:29: the file ends without "endsolid"']);
  });

  it.each([
    [
      'solid\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0\n',
      'a.stl:5: the file ends inside a facet; expected vertex z',
    ],
    [
      'solid\nfacet normal 0 0 1\nouter loop\nvertex 0 zero 0',
      'a.stl:4: vertex y: expected a finite number, got "zero"',
    ],
    ['solid\nfacet normal 0 0 1\nouter lop\n', 'a.stl:3: expected "loop", got "lop"'],
    ['solid x\n\nfase normal 0 0 1\n', 'a.stl:3: expected "facet" or "endsolid", got "fase"'],
    ['solid x\nendsolid x\nfacet', 'a.stl:3: expected "solid", got "facet"'],
    ['solid x\nendsolid x\n', 'a.stl: the file has no facets'],
  ])('refuses %j with its line', (text, message) => {
    expect(() => readStl(ascii(text), 'a.stl')).toThrow(message);
  });
});

describe('readStl of bytes', () => {
  it('reads a binary file, also one whose header starts with "solid"', () => {
    for (const header of ['', 'made by hand', 'solid looks like text']) {
      const mesh = readStl(binaryOf(TETRAHEDRON, header));
      expect(mesh.facets).toEqual(INDEXED);
      expect(mesh.vertices).toHaveLength(12);
    }
  });

  it('reads from the middle of a larger buffer', () => {
    const bytes = binaryOf(TETRAHEDRON);
    const larger = new Uint8Array(bytes.length + 7);
    larger.set(bytes, 7);
    expect(readStl(larger.subarray(7)).facets).toEqual(INDEXED);
  });

  it('warns about bytes after the last facet', () => {
    const bytes = new Uint8Array([...binaryOf(TETRAHEDRON, 'solid'), 1, 2, 3]);
    const mesh = readStl(bytes, 'a.stl');
    expect(mesh.facets).toEqual(INDEXED);
    expect(mesh.warnings).toEqual(['a.stl: byte 284: 3 bytes after the last facet are ignored']);
  });

  it('refuses a file with more facets than its header counts, which would be lost', () => {
    for (const count of [0, 1, 3]) {
      expect(() => readStl(binaryOf(TETRAHEDRON, '', count), 'a.stl')).toThrow(
        `a.stl: byte 80: the header counts ${count} facets, but the file has the bytes of 4; export it again, ` +
          'or correct the count',
      );
    }
    const surplus = new Uint8Array([...binaryOf(TETRAHEDRON), ...new Uint8Array(49)]);
    expect(readStl(surplus, 'a.stl').warnings).toEqual(['a.stl: byte 284: 49 bytes after the last facet are ignored']);
  });

  it('names the byte where a file is cut off', () => {
    expect(() => readStl(binaryOf(TETRAHEDRON).subarray(0, 200), 'a.stl')).toThrow(
      'a.stl: byte 200: the file ends in facet 3 of 4; expected 284 bytes',
    );
    expect(() => readStl(binaryOf(TETRAHEDRON, '', 4e9), 'a.stl')).toThrow('the file ends in facet 5 of 4000000000');
    expect(() => readStl(new Uint8Array(20), 'a.stl')).toThrow(
      /^a\.stl: byte 20: expected text that starts with "solid"/,
    );
    expect(() => readStl(new Uint8Array(0), 'a.stl')).toThrow(/^a\.stl: byte 0: /);
  });

  it('names the facet whose vertex is not finite', () => {
    const bad: Facet = [
      [0, 0, 0],
      [Number.NaN, 1, 2],
      [1, 0, 0],
    ];
    expect(() => readStl(binaryOf([...TETRAHEDRON, bad]), 'a.stl')).toThrow(
      'a.stl: byte 308: facet 5, vertex 2: expected finite numbers, got NaN 1 2',
    );
  });
});
