// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { convexDecomposition } from '../meshes/convex-decomposition.ts';
import { layeredSolid } from '../meshes/layered-solid.ts';
import { compoundOfPieces } from '../shapes/kinds/compound.ts';
import { convexPiecesOf } from './mesh-file-pieces.ts';
import { readObj } from './obj.ts';
import { convexPiecesObj } from './obj-writer.ts';

const L = layeredSolid(0, [
  {
    loops: [
      [
        [0, 0],
        [2, 0],
        [2, 1],
        [1, 1],
        [1, 3],
        [0, 3],
      ],
    ],
    to: 1,
  },
]);

describe('convex pieces of files', () => {
  it('come back from a file as they were written', () => {
    const { pieces, volume } = convexDecomposition(L);
    const text = [...convexPiecesObj(pieces)].join('');
    const mesh = readObj(text);
    expect(mesh.objects?.map(({ name }) => name)).toEqual(['piece-1', 'piece-2']);
    const read = convexPiecesOf(mesh);
    expect(read.pieces.map(({ vertices }) => vertices)).toEqual(pieces.map(({ vertices }) => vertices));
    expect(read.names).toEqual(['piece-1', 'piece-2']);
    expect(read.volume).toBeCloseTo(volume, 14);
    expect(compoundOfPieces(read).massProperties().volume).toBeCloseTo(4, 14);
  });

  it('cut the object that is not convex and leave the others', () => {
    const lines = (shift: number): string[] => [
      ...Array.from({ length: L.vertices.length / 3 }, (_, v) => {
        const [x, y, z] = L.vertices.subarray(3 * v, 3 * v + 3);
        return `v ${x + shift} ${y} ${z}`;
      }),
    ];
    const faces = (first: number): string[] => L.facets.map((facet) => `f ${facet.map((v) => v + first).join(' ')}`);
    const box = 'v 9 0 0\nv 10 0 0\nv 10 1 0\nv 9 1 0\nv 9 0 1\nv 10 0 1\nv 10 1 1\nv 9 1 1';
    const sides = 'f 1 4 3 2\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8';
    const text = [box, 'g block', sides, ...lines(0), 'g corner', ...faces(9)].join('\n');
    const made = convexPiecesOf(readObj(text), { tolerance: 0 });
    expect(made.names).toEqual(['block', 'corner', 'corner']);
    expect(made.volume).toBeCloseTo(5, 14);
  });

  it('take the whole mesh where groups only colour it', () => {
    const vertices = Array.from(
      { length: L.vertices.length / 3 },
      (_, v) => `v ${L.vertices.subarray(3 * v, 3 * v + 3).join(' ')}`,
    );
    const faces = L.facets.flatMap((facet, i) => [
      ...(i === 3 ? ['g red'] : []),
      `f ${facet.map((v) => v + 1).join(' ')}`,
    ]);
    const mesh = readObj([...vertices, ...faces].join('\n'));
    expect(mesh.objects).toHaveLength(2);
    expect(convexPiecesOf(mesh).names).toEqual(['', '']);
  });

  it('name the object that bounds no solid, and refuse fewer pieces than objects', () => {
    const { pieces } = convexDecomposition(L);
    const mesh = readObj([...convexPiecesObj(pieces)].join(''));
    expect(() => convexPiecesOf(mesh, { pieces: 1 })).toThrow(/2 objects/);
    const turned = { ...mesh, facets: mesh.facets.map((facet) => facet.toReversed()) };
    expect(() => convexPiecesOf(turned, {}, 'l.obj')).toThrow(/l\.obj, object piece-1: is inside out/);
  });
});
