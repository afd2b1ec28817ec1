// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { ScreeError } from '../../errors.ts';
import { readScene } from '../read-scene.ts';
import type { BodyTable } from './body-rows.ts';
import { bodiesCsv, readCsvBodies } from './csv-bodies.ts';
import { readBodies } from './read-bodies.ts';

const read = (text: string, frame?: number): BodyTable => readBodies(new TextEncoder().encode(text), 'bed', frame);

function problemOf(text: string, frame?: number): string {
  try {
    read(text, frame);
  } catch (error) {
    if (error instanceof ScreeError) return error.message;
    throw error;
  }
  return 'none';
}

const DATA = `LIGGGHTS data file

2 atoms
2 atom types

-1 1 xlo xhi
-1 1 ylo yhi
0 2 zlo zhi

Masses

1 1
2 1

Atoms # sphere

7 2 0.01 2500 0.1 0.2 0.3 0 0 0
3 1 0.02 2000 -0.1 0.2 0.4

Velocities

3 1 2 3 4 5 6
7 0 0 -1 0 0 2
`;
const frame = (step: number, rows: string): string =>
  `ITEM: TIMESTEP\n${step}\nITEM: NUMBER OF ATOMS\n1\nITEM: BOX BOUNDS pp pp ff\n0 1\n0 1\n0 1\nITEM: ATOMS id ` +
  `type x y z fx diameter omegax omegay omegaz\n${rows}\n`;

describe('a table of bodies', () => {
  it('is read with its units, whatever sets its cells apart', () => {
    const table = read('# made by hand\nx [mm];y [cm];z;diameter [mm];shape\n1;2;3;8;"ball"\n\n4;5;6;9;\n');
    expect([...table.position]).toEqual([0.001, 0.02, 3, 0.004, 0.05, 6]);
    expect([...(table.radius ?? [])]).toEqual([0.004, 0.0045]);
    expect(table.shape).toEqual(['ball', '']);
    expect([...(table.lines ?? [])]).toEqual([3, 5]);
    expect(read('x\ty\tz\r\n1\t2\t3\r\n').count).toBe(1);
  });

  it('gives one moment of several', () => {
    const text = 'time,step,x,y,z\n0,0,1,1,1\n0,0,2,2,2\n0.1,10,3,3,3\n';
    expect([...read(text).position]).toEqual([3, 3, 3]);
    expect(read(text, 0).count).toBe(2);
    expect(problemOf(text, 2)).toBe('bed:4: there is no frame 2; the table has 2, counted from 0');
  });

  it('is read back from its own text to the same bits', () => {
    const text = `x,y,z,qw,qx,qy,qz,wx,wy,wz,scale,kind,material\n-0,${1 / 3},1e-300,1,0,0,${Math.PI},1,2,3,0.7,2,glass\n`;
    const table = readCsvBodies(text, 'bed');
    const again = readCsvBodies(bodiesCsv(table), 'bed');
    expect(again).toEqual(table);
    expect(Object.is(again.position[0], -0)).toBe(true);
  });

  it.each([
    ['', 'bed:1: the file is empty'],
    ['1,2,3\n', 'bed:1: expected headings in the first line, such as x,y,z,radius, got numbers'],
    ['x,y\n', 'bed:1: the columns x, y, z belong together; z is missing'],
    ['x,y,z,vx,vz\n', 'bed:1: the columns vx, vy, vz belong together; vy is missing'],
    ['x,y,z,z\n', 'bed:1: the column z is there twice'],
    ['x,y,z,radius,scale\n', 'bed:1: expected either radius or scale, not both'],
    ['x,y,z,radus\n', 'bed:1: unknown column "radus"; did you mean radius? known: x, y, z'],
    ['x [kg],y,z\n', 'bed:1: column x: expected a length, got [kg], a mass'],
    ['x [mn],y,z\n', 'bed:1: column x: unknown unit "mn"'],
    ['x,y,z\n1,2\n', 'bed:2: expected 3 values, one for each column, got 2'],
    ['x,y,z\n1,2,\n', 'bed:2: z: expected a number of at most 1e+50, got nothing'],
    ['x;y;z\n1,5;2;3\n', 'bed:2: x: expected a number of at most 1e+50, got "1,5"; write 1.5, not 1,5'],
    ['x,y,z\n1,2,1e51\n', 'bed:2: z: expected a number of at most 1e+50, got "1e51"'],
    ['x,y,z,radius\n1,2,3,4\n1,2,3,0\n', 'bed:3: radius: expected a number > 0, got 0'],
    ['x,y,z,kind\n1,2,3,1.5\n', 'bed:2: kind: expected an integer >= 1, got 1.5'],
    ['x,y,z,qw,qx,qy,qz\n1,2,3,0,0,0,0\n', 'bed:2: qw, qx, qy, qz: expected a quaternion, not all zero'],
    ['\0\0', 'bed: is neither a trajectory nor a text'],
  ])('%j is refused: %s', (text, message) => {
    expect(problemOf(text)).toContain(message);
  });
});

describe('a data file of LAMMPS', () => {
  it('is read in the order of its ids', () => {
    const table = read(DATA);
    expect([...table.position]).toEqual([-0.1, 0.2, 0.4, 0.1, 0.2, 0.3]);
    expect([...(table.radius ?? [])]).toEqual([0.01, 0.005]);
    expect([...(table.kind ?? [])]).toEqual([1, 2]);
    expect([...(table.velocity ?? [])]).toEqual([1, 2, 3, 0, 0, -1]);
    expect([...(table.angularVelocity ?? [])]).toEqual([4, 5, 6, 0, 0, 2]);
  });

  it.each([
    [DATA.replace('2 atoms', '3 atoms'), 'the header says 3 atoms, the section Atoms has 2'],
    [DATA.replace('sphere', 'atomic'), 'bed:15: Atoms # atomic: only atom_style sphere has diameters'],
    [DATA.replace(' -0.1 0.2', ''), 'bed:18: expected 7 values, id kind diameter density x y z'],
    [DATA.replace('\n3 1 0.02', '\n7 1 0.02'), 'bed:18: the atom 7 is there twice'],
    [DATA.replace('7 0 0', '8 0 0'), 'bed:23: there is no atom 8'],
    [DATA.replace('7 0 0', '7 a 0'), 'bed:23: expected an id and six numbers, vx vy vz wx wy wz'],
    [DATA.replace('0.01 2500', '0 2500'), 'bed:17: radius: expected a number > 0, got 0'],
    [DATA.replace('Atoms', 'Bonds'), 'the section Atoms is missing'],
  ])('is refused when it is wrong', (text, message) => {
    expect(problemOf(text)).toContain(message);
  });
});

describe('a dump of LAMMPS', () => {
  const text = frame(0, '1 2 0 0 1 9 0.2 1 2 3') + frame(10, '1 2 0 0 2 9 0.2 1 2 3');

  it('gives its last moment, or another', () => {
    expect([...read(text).position]).toEqual([0, 0, 2]);
    expect(read(text, 0)).toMatchObject({
      position: Float64Array.of(0, 0, 1),
      radius: Float64Array.of(0.1),
      kind: Float64Array.of(2),
    });
    expect([...(read(text).angularVelocity ?? [])]).toEqual([1, 2, 3]);
  });

  it('is refused when it is wrong', () => {
    expect(problemOf(text, 2)).toContain('there is no frame 2; the dump has 2, counted from 0');
    expect(problemOf(text.replaceAll(' x y z ', ' xs ys zs '))).toContain('coordinates are scaled');
    expect(problemOf(text.replace('ATOMS\n1\n', 'ATOMS\n4\n'))).toContain('the moment has 1 atoms instead of 4');
  });
});

describe('bodies from a file', () => {
  const scene = (entry: string, text: string) =>
    readScene(
      `time: { duration: 1 }\ngravity: [0, 0, 0]\nmaterials: { glass: { density: 1, stiffness: 1 }, wood: { ` +
        `density: 2, stiffness: 1 } }\nlaw: { normal: linear }\nshapes: { ball: { sphere: { radius: 2 } }, cube: ` +
        `{ box: { halfExtents: [1, 1, 1] } } }\nbodies: { bed: ${entry} }\n`,
      {
        files: {
          readMesh: () => ({ vertices: [], facets: [], warnings: [] }) as never,
          modulePath: (name) => name,
          readBodies: (name, frame) => readBodies(new TextEncoder().encode(text), name, frame),
        },
      },
    );

  it('are what the file says, else what the entry says', () => {
    const text = 'x,y,z,radius,kind,shape\n1,2,3,1,2,\n4,5,6,4,1,ball\n';
    const { simulation } = scene(
      '{ from: f.csv, shape: ball, material: glass, kinds: [{ material: glass }, { material: wood }], position: ' +
        '[0, 0, 10], velocity: [1, 0, 0] }',
      text,
    );
    expect(simulation.bodies).toEqual([
      {
        name: 'bed[0]',
        shape: 'ball',
        material: 'wood',
        scale: 0.5,
        position: { x: 1, y: 2, z: 13 },
        velocity: { x: 1, y: 0, z: 0 },
        fixed: false,
      },
      {
        name: 'bed[1]',
        shape: 'ball',
        material: 'glass',
        scale: 2,
        position: { x: 4, y: 5, z: 16 },
        velocity: { x: 1, y: 0, z: 0 },
        fixed: false,
      },
    ]);
  });

  it('have other sizes than their shapes, whatever these are', () => {
    const { simulation } = scene('{ from: f.csv, shape: cube, material: glass }', 'x,y,z,scale\n1,2,3,2\n');
    expect(simulation.bodies).toMatchObject([{ shape: 'cube', scale: 2 }]);
  });

  it.each([
    [
      '{ from: f.csv, material: glass }',
      'x,y,z\n1,2,3\n',
      'bodies.bed.from: f.csv:2: has no shape; give the entry one',
    ],
    ['{ from: f.csv, shape: ball }', 'x,y,z\n1,2,3\n', 'f.csv:2: has no material; give the entry one'],
    [
      '{ from: f.csv, shape: ball, material: glass }',
      'x,y,z,shape\n1,2,3,bal\n',
      'f.csv:2: shape: the scene has no shape "bal"; did you mean ball?',
    ],
    [
      '{ from: f.csv, shape: ball, material: glass }',
      'x,y,z,material\n1,2,3,glas\n',
      'f.csv:2: material: the scene has no material "glas"; did you mean glass?',
    ],
    ['{ from: f.csv, shape: cube, material: glass }', 'x,y,z,radius\n1,2,3,1\n', 'f.csv:2: radius: cube is no sphere'],
    [
      '{ from: f.csv, kinds: [{ shape: ball, material: glass }] }',
      'x,y,z,kind\n1,2,3,2\n',
      'f.csv:2: kind 2: the entry has 1 kinds, counted from 1',
    ],
    ['{ from: f.csv, shape: ball, material: glass }', 'x,y,z\n', 'f.csv: holds no bodies'],
    [
      '{ from: f.csv, shape: ball, material: glass, id: 3 }',
      'x,y,z\n',
      'bodies.bed.id: expected no such key with from',
    ],
    [
      '{ shape: ball, material: glass, position: [0, 0, 0], frame: 1 }',
      '',
      'bodies.bed.frame: expected only with from',
    ],
    ['{ shape: ball, material: glass }', '', 'bodies.bed.position: missing; expected a list of three, [x, y, z]'],
  ])('%s with %j is told as a problem', (entry, text, message) => {
    expect(() => scene(entry, text)).toThrow(message);
  });
});
