// SPDX-License-Identifier: MIT
/** Variables, included files and settings of scenes, and what is said when they are wrong. */

import { describe, expect, it } from 'vitest';
import { SceneError } from '../errors.ts';
import { bodyCount, eachBody } from '../simulation/bodies/body-groups.ts';
import { readScene } from './read-scene.ts';
import type { SceneFiles } from './resolve/resolution.ts';

const MATERIALS = 'materials: { glass: { density: 2500, stiffness: 1e4, friction: 0.3 } }\n';
const REST = `time: { duration: 1 s }
gravity: [0, 0, -9.81]
law: { normal: linear, tangential: linear }
`;
const BALL =
  'bodies: { ball: { shape: { sphere: { radius: =d/2 } }, material: glass, position: [0, =-d, "= 2*d"] } }\n';

function filesOf(texts: Readonly<Record<string, string>>): SceneFiles {
  return {
    readMesh: (name) => {
      throw new SceneError('no-mesh', `mesh ${name}`);
    },
    modulePath: (name) => name,
    readText: (name) => {
      const text = texts[name];
      if (text === undefined) throw new SceneError('unreadable', `${name}: no such file`);
      return text;
    },
  };
}

function read(text: string, settings: readonly string[] = [], texts: Readonly<Record<string, string>> = {}) {
  return readScene(text, { file: 'scenes/a.yaml', files: filesOf(texts), settings });
}

function messageOf(text: string, settings: readonly string[] = [], texts: Readonly<Record<string, string>> = {}) {
  try {
    read(text, settings, texts);
  } catch (error) {
    if (error instanceof SceneError) return error.message;
    throw error;
  }
  return 'none';
}

describe('variables', () => {
  const whole = (variables: string): string => `variables: ${variables}\n${MATERIALS}${REST}${BALL}`;

  it('stand for their values, in any order', () => {
    const { simulation } = read(whole('{ d: =4*r, r: 1 mm }'));
    expect(simulation.shapes?.[0]).toMatchObject({ sphere: { radius: 0.002 } });
    expect([...eachBody(simulation.bodies)][0]?.position).toEqual({ x: 0, y: -0.004, z: 0.008 });
  });

  it('give integers too', () => {
    const text =
      'variables: { n: 2, d: 1 mm ' +
      `}\n${MATERIALS}${REST}${BALL.replace(' } }\n', ', lattice: { count: [=n, =2*n, 1], spacing: =2*d } } }\n')}`;
    expect(bodyCount(read(text).simulation.bodies)).toBe(8);
    expect(messageOf(text.replace('=n,', '=n/3,'))).toContain(
      'bodies.ball.lattice.count[0]: expected an integer from 1 to 20000000, got 0.6666666666666666, computed by =n/3',
    );
  });

  it.each([
    [
      '{ d: 5 kg }',
      'scenes/a.yaml:6:46 bodies.ball.shape.sphere.radius: expected a length, got 2.5 kg, a mass, computed by =d/2',
    ],
    ['{ d: -1 mm }', 'radius: expected a length > 0, got -0.0005 m, computed by =d/2'],
    ['{ d: =e, e: =d }', 'scenes/a.yaml:1:25 variables.e: the variable d depends on itself: d needs e needs d'],
    ['{ d: =2 * dd }', 'scenes/a.yaml:1:22 variables.d: unknown variable "dd"; variables: d'],
    ['{ dd: 1 mm }', 'scenes/a.yaml:6:47 bodies.ball.shape.sphere.radius: unknown variable "d"'],
    [
      '{ d: 1 mm, s: 3 }',
      'scenes/a.yaml:1:23 variables.s: s is a unit, so that 2 s would have two meanings; choose another name, as s_ or',
    ],
    ['{ d: 1 mm, pi: 3 }', 'variables.pi: pi is a constant of expressions; choose another name'],
    ['{ d: 1 mm, a-b: 3 }', 'variables.a-b: expected a name of a letter'],
    ['{ d: 2*1 mm }', 'variables.d: expected a number with a unit, got "2*1 mm"'],
    ['{ d: [1] }', 'variables.d: expected a number, such as 3 or 5 mm, got a list of 1; to compute, begin with "="'],
    ['[1]', 'scenes/a.yaml:1:12 variables: expected a mapping from names to values, got a list of 1'],
  ])('%s is told as a problem', (variables, message) => {
    expect(messageOf(whole(variables))).toContain(message);
  });

  it('names the column in a text with quotes', () => {
    expect(messageOf(whole('{ d: 1 mm }').replace('2*d"', '2*x"'))).toContain(
      'scenes/a.yaml:6:97 bodies.ball.position[2]',
    );
  });
});

describe('included files', () => {
  const texts = {
    'parts/all.yaml': `include: [glass.yaml, "../law.yaml"]\nvariables: { d: 1 mm }\n${REST.split('\n').slice(0, 2).join('\n')}\n`,
    'parts/glass.yaml': MATERIALS,
    'law.yaml': 'law: { normal: linear, tangential: linear }\n',
  };

  it('give walls of another kind their place and material', () => {
    const base =
      `variables: { d: 1 mm }\n${MATERIALS}${REST}${BALL}` +
      'meshes: { tube: { cylinder: { radius: 1 }, side: inside, open: both, material: glass, position: [0, 0, 7] } }\n';
    const wallOf = (wall: string) => {
      const text = `include: base.yaml\nmeshes: { tube: ${wall} }\n`;
      return read(text, [], { 'base.yaml': base }).simulation.meshes?.[0];
    };
    const [facets] = [wallOf('{ vertices: [[0, 0, 0], [1, 0, 0], [0, 1, 0]], facets: [[0, 1, 2]] }')];
    expect([facets?.shape, facets?.mesh.vertices.length, facets?.position]).toEqual([
      undefined,
      9,
      { x: 0, y: 0, z: 7 },
    ]);
    const box = wallOf('{ box: { halfExtents: [1, 2, 3] } }');
    expect(box?.shape).toEqual({ box: { halfExtents: { x: 1, y: 2, z: 3 } }, side: 'inside' });
    // The same kind is merged.
    expect(wallOf('{ cylinder: { length: 2 } }')?.shape).toMatchObject({
      cylinder: { radius: 1, length: 2 },
      side: 'inside',
      open: 'both',
    });
    const wrong = 'include: base.yaml\nmeshes: { tube: { box: { halfExtents: [1, 2] } } }\n';
    expect(messageOf(wrong, [], { 'base.yaml': base })).toContain('scenes/a.yaml:2:39 meshes.tube.box.halfExtents');
  });

  it('are put together, and what stands in the scene goes before', () => {
    const scene = read(
      `include: parts/all.yaml\nvariables: { d: 2 mm }\nmaterials: { glass: { friction: 0.5 } }\ngravity: [0, ` +
        `0, 0]\n${BALL}`,
      [],
      texts,
    );
    expect(scene.duration).toBe(1);
    expect(scene.simulation.materials).toEqual([
      { name: 'glass', density: 2500, stiffness: 1e4, friction: 0.5, rigid: false },
    ]);
    expect(scene.simulation.gravity).toEqual({ x: 0, y: 0, z: 0 });
    expect(scene.simulation.shapes?.[0]).toMatchObject({ sphere: { radius: 0.001 } });
  });

  it('replace shapes as a whole and join pairs', () => {
    const low = `shapes: { grain: { sphere: { radius: 1 } } }\npairs: [{ materials: [glass, glass], friction: 0.1 }]\n`;
    const text =
      `include: low.yaml\nshapes: { grain: { box: { halfExtents: [1, 1, 1] } } }\npairs: [{ materials: [wood, ` +
      'glass], friction: 0.2 ' +
      `}]\n${MATERIALS.replace(' }\n', ', wood: { density: 600, stiffness: 1e4 } }\n')}${REST}bodies: { one: { ` +
      `shape: grain, material: glass, position: [0, 0, 0] } }\n`;
    const { simulation } = read(text, [], { 'low.yaml': low });
    expect(simulation.shapes?.[0]).toHaveProperty('convex');
    expect(simulation.pairs?.map(({ friction }) => friction)).toEqual([0.1, 0.2]);
  });

  it('name files relative to themselves', () => {
    const mesh = 'meshes: { drum: { file: drum.stl, material: glass } }\n';
    const text = `include: parts/drum.yaml\nvariables: { d: 1 }\n${MATERIALS}${REST}${BALL}`;
    expect(messageOf(text, [], { 'parts/drum.yaml': mesh })).toBe(
      'scenes/parts/drum.yaml:1:25 meshes.drum.file: mesh parts/drum.stl',
    );
  });

  it.each([
    [
      'include: b.yaml\n',
      { 'b.yaml': 'include: a.yaml\n' },
      'scenes/b.yaml:1:10 include: includes itself: a.yaml includes b.yaml includes a.yaml',
    ],
    ['include: c.yaml\n', {}, 'scenes/a.yaml:1:10 include: c.yaml: no such file'],
    ['include: 3\n', {}, 'scenes/a.yaml:1:10 include: expected the name of a file, or a list of names, got 3'],
    [
      'include: b.yaml\n',
      { 'b.yaml': '- 1\n' },
      'scenes/b.yaml:1:1 expected a mapping, as a scene is one, got a list of 1',
    ],
    ['include: b.yaml\n', { 'b.yaml': '\n' }, 'scenes/a.yaml:1:10 include: b.yaml is empty'],
    ['include: b.yaml\n', { 'b.yaml': 'a: [1\n' }, 'scenes/b.yaml:2:1 not YAML'],
    [
      'include: b.yaml\nbodies: {}\n',
      { 'b.yaml': 'bodies: []\n' },
      'scenes/a.yaml:2:9 bodies: a mapping here and a list in an included file',
    ],
  ])('%j with %j is told as a problem', (text, files, message) => {
    expect(messageOf(text, [], files as Readonly<Record<string, string>>)).toContain(message);
  });

  it('have their own lines in messages', () => {
    const text = `include: b.yaml\nvariables: { d: 1 }\n${REST}${BALL}`;
    expect(messageOf(text, [], { 'b.yaml': `\n${MATERIALS.replace('0.3', '-3')}` })).toBe(
      'scenes/b.yaml:2:64 materials.glass.friction: expected a plain number >= 0, got -3',
    );
  });
});

describe('settings', () => {
  const text = `variables: { d: 2 mm }\n${MATERIALS}${REST}${BALL}`;

  it('replace values, in their order, and only there', () => {
    const { simulation } = read(text, [
      'materials.glass.friction=0.5',
      'variables.d=4mm',
      'bodies.ball.position[0]=1 m',
      'variables.d=6 mm',
      'damping.global=10 %',
    ]);
    expect(simulation.materials[0]).toMatchObject({ friction: 0.5, density: 2500 });
    expect([...eachBody(simulation.bodies)][0]?.position).toEqual({ x: 1, y: -0.006, z: 0.012 });
    expect(simulation.damping).toEqual({ global: 0.1 });
  });

  it('remove a key or a named part by null, with the locations of the others as they were', () => {
    const scene = `${text}outputs:\n  trajectory: { every: 1 ms }\n  vtk: { every: 1 s }\n`;
    const { outputs } = read(scene, ['outputs.trajectory=null', 'damping=null']);
    expect([outputs.trajectory, outputs.vtk?.every]).toEqual([undefined, 1]);
    expect(messageOf(scene, ['bodies.ball=null'])).toContain('nothing moves freely');
    expect(messageOf(scene, ['gravity=~'])).toContain('gravity: missing');
    expect(messageOf(scene.replace('vtk: { every: 1 s }', 'vtk: { every: x }'), ['outputs.trajectory=null'])).toMatch(
      /^scenes\/a\.yaml:\d+:17 outputs\.vtk\.every: /,
    );
  });

  it('leave the other users of an alias as they were', () => {
    const shared =
      `${MATERIALS}${REST}shapes: { ball: &s { sphere: { radius: 1 } }, other: *s }\nbodies: { a: { shape: ball, ` +
      `material: glass, position: [0, 0, 0] } }\n`;
    const { simulation } = read(shared, ['shapes.ball.sphere.radius=2']);
    expect(simulation.shapes).toMatchObject([{ sphere: { radius: 2 } }, { sphere: { radius: 1 } }]);
  });

  it.each([
    ['materials.glas.friction=0.4', 'there is no materials.glas; did you mean glass?; materials: glass'],
    ['materials.glass.frction=0.4', 'materials.glass has no key frction; did you mean friction? allowed: density'],
    ['materials.glass.friction=-1', 'expected a plain number >= 0, got -1'],
    ['gravty=[0,0,0]', 'a scene has no key gravty; did you mean gravity? allowed: $schema'],
    ['bodies.ball.position[3]=1', 'bodies.ball.position is a list of 3, there is no bodies.ball.position[3]'],
    ['time.duration.x=1', 'time.duration is "1 s", which has no x'],
    ['meshes.drum.material=glass', 'there is no meshes.drum; the scene has no meshes'],
    ['gravity=[0', 'not YAML'],
    ['gravity[0]=null', 'an entry of a list cannot be removed; set the whole list'],
    ['outputs.trajectry=null', 'outputs has no key trajectry; did you mean trajectory?'],
    ['include=b.yaml', 'included files cannot be set'],
    ['variables.d=1 kg', 'expected a length, got 0.5 kg, a mass, computed by =d/2'],
    ['materials.glass.friction', 'expected PATH=VALUE, such as materials.glass.friction=0.4'],
    ['.x=1', 'expected PATH=VALUE'],
  ])('%s is told as a problem: %s', (setting, message) => {
    expect(messageOf(text, [setting])).toContain(message);
    if (!setting.startsWith('variables')) expect(messageOf(text, [setting])).toMatch(`--set ${setting}: `);
  });
});
