// SPDX-License-Identifier: MIT

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SceneError } from '../errors.ts';
import { eachBody } from '../simulation/bodies/body-groups.ts';
import { readScene } from './read-scene.ts';
import type { Scene } from './scene.ts';
import { readSceneFile } from './scene-file.ts';

const BASE = `
time: { duration: 1 s, timeStep: 1e-5 }
gravity: [0, 0, -9.81]
materials: { glass: { density: 2500, stiffness: 1e4 } }
law: { normal: linear }
`;
const BALL = '{ shape: { sphere: { radius: 5 mm } }, material: glass, position: [0, 0, 0] }';

const scene = (more: string): Scene => readScene(`${BASE}${more}`, { file: 'test.yaml' });

describe('a scene', () => {
  it('is the same in YAML and in JSON', () => {
    const json = {
      time: { duration: '1 s', timeStep: 1e-5 },
      gravity: [0, 0, -9.81],
      materials: { glass: { density: 2500, stiffness: '10 N/mm' } },
      law: { normal: 'linear' },
      bodies: { a: { shape: { sphere: { radius: 0.005 } }, material: 'glass', position: [0, 0, '0 mm'] } },
    };
    const fromJson = readScene(JSON.stringify(json), { file: 'test.json' });
    expect(fromJson.simulation).toEqual(scene(`bodies: { a: ${BALL} }`).simulation);
    expect(fromJson).toMatchObject({
      duration: 1,
      title: 'test.json',
      outputs: { csv: [] },
      timeStepFraction: undefined,
    });
  });

  it('has its bodies by name or as a list', () => {
    const byName = scene(`bodies: { a: ${BALL}, b: ${BALL} }`).simulation.bodies;
    const listed = scene(`bodies: [${BALL.replace('{', '{ name: a,')}, ${BALL}]`).simulation.bodies;
    expect(byName?.map(({ name, shape }) => [name, shape])).toEqual([
      ['a', 'a-shape'],
      ['b', 'b-shape'],
    ]);
    expect(listed?.map(({ name, shape }) => [name, shape])).toEqual([
      ['a', 'a-shape'],
      [undefined, 'body-shape'],
    ]);
  });

  it('gives shapes written in bodies names that no shape has', () => {
    const { shapes, bodies } = scene(
      `shapes: { a-shape: { box: { halfExtents: [1, 1, 1] } } }\nbodies: { a: ${BALL} }`,
    ).simulation;
    expect(shapes?.map(({ name }) => name)).toEqual(['a-shape', 'a-shape-2']);
    expect(bodies?.[0]?.shape).toBe('a-shape-2');
  });

  it('makes one group of a lattice, x fastest', () => {
    const body =
      '{ shape: { sphere: { radius: 1 mm } }, material: glass, position: [1, 2, 3], velocity: [0, 0, 1], ' +
      'lattice: { count: [2, 1, 2], spacing: [10 mm, 1, 20 mm] } }';
    const { bodies } = scene(`bodies: { a: ${body} }`).simulation;
    expect(bodies?.length).toBe(1);
    const each = Array.from(eachBody(bodies), ({ name, position, velocity }) => ({ name, position, velocity }));
    expect(each).toEqual([
      { name: 'a[0]', position: { x: 1, y: 2, z: 3 }, velocity: { x: 0, y: 0, z: 1 } },
      { name: 'a[1]', position: { x: 1.01, y: 2, z: 3 }, velocity: { x: 0, y: 0, z: 1 } },
      { name: 'a[2]', position: { x: 1, y: 2, z: 3.02 }, velocity: { x: 0, y: 0, z: 1 } },
      { name: 'a[3]', position: { x: 1.01, y: 2, z: 3.02 }, velocity: { x: 0, y: 0, z: 1 } },
    ]);
  });

  it('takes rotations as quaternions and as axes with angles', () => {
    const body = (orientation: string) => BALL.replace('}, mat', `}, orientation: ${orientation}, mat`);
    const { bodies = [] } = scene(
      `bodies: { a: ${body('[0, 0, 2, 0]')}, b: ${body('{ axis: [0, 3, 0], angle: 180 deg }')} }`,
    ).simulation;
    expect(bodies[0]?.orientation).toEqual({ w: 0, x: 0, y: 1, z: 0 });
    expect(bodies[1]?.orientation).toMatchObject({ x: 0, y: 1, z: 0, w: expect.closeTo(0, 15) });
  });

  it.each([
    ['sphere', '{ sphere: { radius: 1 } }', 'sphere'],
    ['box', '{ box: { halfExtents: [1, 2, 3] } }', 'convex'],
    ['capsule', '{ capsule: { radius: 1, halfLength: 2 } }', 'convex'],
    ['cylinder', '{ cylinder: { radius: 1, halfLength: 2 } }', 'convex'],
    ['tablet', '{ tablet: { diameter: 2, bandHeight: 0, capHeight: 0.5 } }', 'convex'],
    ['cone', '{ cone: { radius: 1, height: 2 } }', 'convex'],
    ['ellipsoid', '{ ellipsoid: { semiAxes: [1, 2, 3] } }', 'convex'],
    ['superquadric', '{ superquadric: { semiAxes: [1, 2, 3], n1: 3, n2: 4 } }', 'convex'],
    ['polyhedron', '{ polyhedron: { vertices: [[0, 0, 0], [1 m, 0, 0], [0, 1, 0], [0, 0, 1]] } }', 'convex'],
    [
      'rounded facet',
      '{ rounded: { shape: { facet: { vertices: [[0, 0, 0], [1, 0, 0], [0, 1, 0]] } }, radius: 1 cm } }',
      'convex',
    ],
    [
      'rounded segment',
      '{ rounded: { shape: { segment: { from: [0, 0, 0], to: [1, 0, 0] } }, radius: 1 cm } }',
      'convex',
    ],
    ['clump', '{ clump: { spheres: [{ centre: [0, 0, 0], radius: 1 }, { centre: [1, 0, 0], radius: 1 }] } }', 'clump'],
    [
      'compound',
      '{ compound: [{ shape: { sphere: { radius: 1 } }, pose: { position: [1, 0, 0], orientation: { axis: [0, ' +
        '0, 1], angle: 90 deg } } }] }',
      'compound',
    ],
  ])('has bodies of shape %s', (_, shape, kind) => {
    const { shapes } = scene(
      `shapes: { it: ${shape} }\nbodies: { a: { shape: it, material: glass, position: [0, 0, 0] } }`,
    ).simulation;
    expect(Object.keys(shapes?.[0] ?? {})).toEqual(['name', kind]);
  });

  it('has half-spaces by their distance along the unit normal, or a point', () => {
    const walls =
      'halfSpaces: { a: { normal: [0, 0, 2], offset: 10 cm, material: glass }, b: { normal: [0, 3, 4], through: ' +
      '[9, 5, 5], material: glass } }';
    const { halfSpaces } = scene(`bodies: { a: ${BALL} }\n${walls}`).simulation;
    expect(halfSpaces).toEqual([
      { name: 'a', normal: { x: 0, y: 0, z: 2 }, offset: 0.1, material: 'glass' },
      { name: 'b', normal: { x: 0, y: 3, z: 4 }, offset: 7, material: 'glass' },
    ]);
  });

  it('names periodic directions and what happens on escape', () => {
    const { domain } = scene(
      `bodies: { a: ${BALL} }\ndomain: { min: [-1, -1, -1], max: [1, 1, 1], periodic: [x, z] }`,
    ).simulation;
    expect(domain).toMatchObject({ periodic: [true, false, true], onEscape: 'stop' });
  });

  it('chooses the time step by the critical one', () => {
    const text = BASE.replace('timeStep: 1e-5', 'timeStep: auto, fraction: 20 %').concat(`bodies: { a: ${BALL} }`);
    const { simulation, criticalTimeStep: critical, timeStepFraction } = readScene(text);
    // The duration of a contact, pi sqrt(m / (2 k)), for two balls of glass of 5 mm.
    const mass = 2500 * (4 / 3) * Math.PI * 0.005 ** 3;
    expect(critical?.seconds).toBeCloseTo(Math.PI * Math.sqrt(mass / 2 / 1e4), 12);
    expect(simulation.timeStep).toBe(0.2 * (critical?.seconds ?? 0));
    expect(timeStepFraction).toBe(0.2);
  });

  it('has quantities of outputs by name, three columns for a vector', () => {
    const { outputs } = scene(
      `bodies: { a: ${BALL} }\noutputs: { csv: { t: { every: 1 ms, quantities: [energy.kinetic, ` +
        'body.a.position, body.a.orientation.w, count.contacts] } } }',
    );
    expect(outputs.csv[0]?.quantities.flatMap(({ columns }) => columns)).toEqual([
      'energy.kinetic',
      'body.a.position.x',
      'body.a.position.y',
      'body.a.position.z',
      'body.a.orientation.w',
      'count.contacts',
    ]);
  });
});

describe('a scene file', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'scree-scene-'));
    const tetrahedron = 'v 0 0 0\nv 10 0 0\nv 0 10 0\nv 0 0 10\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n';
    writeFileSync(join(folder, 'rock.obj'), tetrahedron);
    writeFileSync(join(folder, 'law.js'), 'export default {};');
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const read = (more: string, base = BASE): Scene => {
    writeFileSync(join(folder, 'scene.yaml'), `${base}${more}`);
    return readSceneFile(join(folder, 'scene.yaml'));
  };
  const problemOf = (more: string): string => {
    try {
      read(more);
    } catch (error) {
      if (error instanceof SceneError) return error.message.replace(`${join(folder, 'scene.yaml')}:`, '');
      throw error;
    }
    throw new Error('no problem');
  };

  it('takes polyhedra and meshes from files beside it, in their own units', () => {
    const { simulation } = read(
      'shapes: { rock: { polyhedron: { file: rock.obj, scale: 1 mm } } }\n' +
        'bodies: { a: { shape: rock, material: glass, position: [0, 0, 0] } }\n' +
        ('meshes: { wall: { file: rock.obj, scale: 0.1, material: glass, motion: { rotation: { axis: [0, 0, 1], ' +
          'rate: 60 rpm } } } }'),
    );
    expect(simulation.shapes?.[0]).toMatchObject({ convex: { kind: 'polyhedron' } });
    const [shape] = simulation.shapes ?? [];
    expect(shape !== undefined && 'convex' in shape && shape.convex.massProperties().volume).toBeCloseTo(1e-6 / 6, 15);
    expect(simulation.meshes?.[0]).toMatchObject({
      mesh: { extent: 1 },
      oneSided: false,
      motion: { rotation: { axis: { x: 0, y: 0, z: 1 }, through: { x: 0, y: 0, z: 0 }, rate: 2 * Math.PI }, from: 0 },
    });
  });

  it('says of a module that may not be imported that alone, not that the law is missing', () => {
    const modulePath = (): never => {
      throw new SceneError('module', 'not trusted');
    };
    const files = { readMesh: modulePath, modulePath };
    const text = `${BASE.replace('normal: linear', 'module: law.js')}\nbodies: { a: ${BALL} }`;
    expect(() => readScene(text, { file: 'a.yaml', files })).toThrow(/^a\.yaml:\d+:\d+ law\.module: not trusted$/);
  });

  it('finds the module of a law beside it', () => {
    const text = BASE.replace('normal: linear', 'module: law.js');
    expect(read(`bodies: { a: ${BALL} }`, text).simulation.law.module).toBe(join(folder, 'law.js'));
  });

  it.each([
    [
      'shapes: { rock: { polyhedron: { file: stone.obj } } }',
      /^6:39 shapes.rock.polyhedron.file: .*stone.obj: cannot be read \(ENOENT/,
    ],
    [
      'meshes: { wall: { file: law.js, material: glass } }',
      /^6:25 meshes.wall.file: .*law.js: unknown mesh format; expected one of/,
    ],
  ])('tells where it names a file that is of no use: %s', (more, message) => {
    expect(problemOf(`${more}\nbodies: { a: ${BALL} }`)).toMatch(message);
  });

  it('says that it cannot be read', () => {
    const absent = join(folder, 'absent.yaml');
    expect(() => readSceneFile(absent)).toThrow(`${absent}: cannot be read: no such file or directory`);
    expect(() => readSceneFile(folder)).toThrow(/cannot be read: illegal operation on a directory/);
  });

  it('is refused unread when it is too large', { tags: ['long'] }, () => {
    const large = join(folder, 'large.yaml');
    writeFileSync(large, Buffer.alloc(1e8, 'a'));
    expect(() => readSceneFile(large)).toThrow(`${large}:1:1 expected at most 2 MiB, got 95.4 MiB`);
  });

  it('is refused when it is binary', () => {
    const binary = join(folder, 'binary.yaml');
    writeFileSync(binary, Buffer.from([1, 2, 0, 3]));
    expect(() => readSceneFile(binary)).toThrow(`${binary}:1:1 expected YAML or JSON text in UTF-8`);
  });
});
