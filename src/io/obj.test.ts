// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { readObj } from './obj.ts';

const TETRAHEDRON = 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n';

describe('readObj', () => {
  it('reads vertices and faces with texture and normal indices', () => {
    const mesh = readObj(
      `# comment\n${TETRAHEDRON}vt 0 0\nvn 0 0 1\nf 1 3 2\nf 1/1 2/1 4/1\nf 2//1 3//1 4//1\nf 1/1/1 4/1/1 3/1/1\n`,
    );
    expect([...mesh.vertices]).toEqual([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]);
    expect(mesh.facets).toEqual([
      [0, 2, 1],
      [0, 1, 3],
      [1, 2, 3],
      [0, 3, 2],
    ]);
    expect(mesh.warnings).toEqual([]);
  });

  it('counts negative indices back from the vertices read so far', () => {
    const mesh = readObj(`${TETRAHEDRON}f -4 -2 -3\nv 5 5 5\nf -1/-1 -2 -3//2\n`);
    expect(mesh.facets).toEqual([
      [0, 2, 1],
      [4, 3, 2],
    ]);
  });

  it('takes CRLF, lone CR, tabs, colours, exponents, continued lines and faces ahead of their vertices', () => {
    const mesh = readObj('f 1 2 \\\r\n 3\r\nv\t1e-3 +.5 -2.\r\nv 0 0 1 0.5 0.5 0.5\r\nv 0 1 0 1.0 # end\r\n');
    expect(mesh.facets).toEqual([[0, 1, 2]]);
    expect([...mesh.vertices.slice(0, 3)]).toEqual([1e-3, 0.5, -2]);
    expect(readObj('v 0 0 0\rv 1 0 0\rv 0 1 0\rf 1 2 3').facets).toEqual([[0, 1, 2]]);
  });

  it('keeps polygons and keeps every digit', () => {
    const mesh = readObj('v 0.1 0.2 0.30000000000000004\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4\n');
    expect(mesh.facets).toEqual([[0, 1, 2, 3]]);
    expect(mesh.vertices[2]).toBe(0.1 + 0.2);
  });

  it('warns about what it ignores, with the first line', () => {
    const mesh = readObj(`${TETRAHEDRON}l 1 2\nl 2 3\ncurv 0 1\nf 1 2 2\nf 1 2 3 3\n`, 'a.obj');
    expect(mesh.facets).toEqual([[0, 1, 2]]);
    expect(mesh.warnings).toEqual([
      'a.obj:5: "l" is ignored (the first such line is here)',
      'a.obj:7: "curv" is ignored (the first such line is here)',
      'a.obj:8: 2 facets repeat a vertex; 1 without area left out, the others without the repetition (the first ' +
        'is here)',
    ]);
  });

  it('uses the points of a file without faces and says so', () => {
    expect(readObj(TETRAHEDRON, 'cloud.obj').warnings).toEqual(['cloud.obj: no faces; only the points are used']);
  });

  it.each([
    ['v 0 0\n', 'a.obj:1: vertex z: expected a number, the line ends'],
    ['v 0 0 x1\n', 'a.obj:1: vertex z: expected a finite number, got "x1"'],
    ['v 0 0 nan\n', 'a.obj:1: vertex z: expected a finite number, got "nan"'],
    ['v 0 0 1e999\n', 'a.obj:1: vertex z: expected a finite number, got "1e999"'],
    ['v 0 0 0x10\n', 'a.obj:1: vertex z: expected a finite number, got "0x10"'],
    ['v 0 0 0 2\n', 'a.obj:1: vertex w: expected 1, got 2; divide x, y, z by it'],
    [`${TETRAHEDRON}\nf 1 2\n`, 'a.obj:6: face: expected at least 3 vertices, got 2'],
    [`${TETRAHEDRON}f 1 2 5\n`, 'a.obj:5: face names vertex 5, but the file has 4 vertices'],
    [`${TETRAHEDRON}f 0 1 2\n`, 'a.obj:5: face: vertex numbers start at 1, got 0'],
    [`${TETRAHEDRON}f -5 1 2\n`, 'a.obj:5: face: relative index -5 reaches before the first of 4 vertices'],
    [`${TETRAHEDRON}f 1 2 3.5\n`, 'a.obj:5: face: expected v, v/vt, v//vn or v/vt/vn, got "3.5"'],
    ['', 'a.obj: no vertices found; expected lines "v x y z"'],
  ])('refuses %j with its line', (text, message) => {
    expect(() => readObj(text, 'a.obj')).toThrow(message);
  });
});
