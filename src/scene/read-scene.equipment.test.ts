// SPDX-License-Identifier: MIT
/** Equipment in scene files: what is read from it, and what is said about mistakes, with line and column. */
import { describe, expect, it } from 'vitest';
import { messageBelow, ONE_BALL_TEXT } from '../../tests/support/wrong-scene.ts';
import { sceneSummary } from './check/scene-summary.ts';
import { readScene } from './read-scene.ts';

describe('outlets', () => {
  it('are read in SI units', () => {
    const { simulation, outputs } = readScene(`${ONE_BALL_TEXT}outlets:
  hole: { region: { plane: { through: [0, 0, -1 cm], direction: [0, 0, -1] } }, from: 10 ms }
  bin: { region: { box: { min: [0, 0, 0], max: [1 cm, 1 cm, 1 cm] } }, shapes: [ball], materials: [glass], every: 1 ms }
outputs: { csv: { out: { every: 1 ms, quantities: [outlet.hole.mass, outlet.bin.count, energy.outletEnergy, energy.escapedEnergy, escaped.mass] } } }
`);
    expect(simulation.outlets).toEqual([
      {
        name: 'hole',
        from: 0.01,
        region: { plane: { through: { x: 0, y: 0, z: -0.01 }, direction: { x: 0, y: 0, z: -1 } } },
      },
      {
        name: 'bin',
        shapes: ['ball'],
        materials: ['glass'],
        every: 0.001,
        from: 0,
        region: { box: { min: { x: 0, y: 0, z: 0 }, max: { x: 0.01, y: 0.01, z: 0.01 } } },
      },
    ]);
    expect(outputs.csv[0]?.quantities.flatMap(({ columns }) => columns)).toEqual([
      'outlet.hole.mass',
      'outlet.bin.count',
      'energy.outletEnergy',
      'energy.escapedEnergy',
      'escaped.mass',
    ]);
  });

  it('are told by scree check', () => {
    const scene = readScene(
      `${ONE_BALL_TEXT}outlets: { bin: { region: { sphere: { centre: [0, 0, 0], radius: 1 } }, shapes: [ball] } }`,
    );
    expect(sceneSummary(scene)).toContain('outlet        bin: sphere, takes ball');
  });

  it.each([
    ['outlets: { hole: {} }', 'scene.yaml:7:18 outlets.hole.region: missing; expected a mapping'],
    [
      'outlets: { hole: { region: { plane: { through: [0, 0, 0], direction: [0, 0, 0] } } } }',
      'scene.yaml:7:70 outlets.hole.region.plane.direction: expected a direction, not [0, 0, 0]',
    ],
    [
      'outlets: { hole: { region: { tube: 1 } } }',
      'scene.yaml:7:30 outlets.hole.region.tube: unknown key; allowed: plane, box, cylinder, sphere',
    ],
    [
      'outlets: { hole: { region: { sphere: { centre: [0, 0, 0], radius: 1 } }, shapes: [bal] } }',
      'scene.yaml:7:83 outlets.hole.shapes[0]: unknown shape "bal"; did you mean ball?; shapes: ball',
    ],
    [
      'outlets: { hole: { region: { sphere: { centre: [0, 0, 0], radius: 1 } }, from: 2, until: 1 } }',
      'scene.yaml:7:90 outlets.hole.until: expected an end after the beginning',
    ],
    [
      'outputs: { csv: { a: { every: 1, quantities: [outlet.hole.mass] } } }',
      'scene.yaml:7:47 outputs.csv.a.quantities[0]: no outlet has the name "hole"',
    ],
  ])('with a mistake are refused: %s', (text, message) => {
    expect(messageBelow(text)).toContain(message);
  });
});

describe('moving surfaces', () => {
  it('are read in SI units', () => {
    const { simulation } = readScene(`${ONE_BALL_TEXT}halfSpaces:
  belt: { normal: [0, 0, 1], material: glass, surface: { velocity: [50 cm/s, 0, 0], until: 100 ms } }
  table: { normal: [0, 0, 1], material: glass, surface: { rotation: { axis: [0, 0, 1], rate: 60 rpm } } }
meshes:
  band:
    vertices: [[0, 0, 0], [1, 0, 0], [0, 1, 0]]
    facets: [[0, 1, 2]]
    material: glass
    surface: { belt: { axis: [0, 1, 0], speed: 2 m/s } }
`);
    expect(simulation.halfSpaces?.map(({ surface }) => surface)).toEqual([
      { velocity: { x: 0.5, y: 0, z: 0 }, from: 0, until: 0.1 },
      { rotation: { axis: { x: 0, y: 0, z: 1 }, through: { x: 0, y: 0, z: 0 }, rate: 2 * Math.PI }, from: 0 },
    ]);
    expect(simulation.meshes?.[0]?.surface).toEqual({ belt: { axis: { x: 0, y: 1, z: 0 }, speed: 2 }, from: 0 });
  });

  it.each([
    ['surface: {}', '7:68 halfSpaces.belt.surface: expected velocity, rotation or belt, got none of them'],
    [
      'surface: { belt: { axis: [0, 1, 0], speed: 1 }, velocity: [1, 0, 0] }',
      '7:76 halfSpaces.belt.surface.belt: expected nothing beside a belt',
    ],
    [
      'surface: { velocity: [1, 0, 0] }, motion: { velocity: [1, 0, 0] }',
      '7:21 halfSpaces.belt: expected one of motion, surface, servo and free, not several',
    ],
    [
      'surface: { belt: { axis: [0, 1, 0], speed: 1 m } }',
      '7:102 halfSpaces.belt.surface.belt.speed: expected a velocity, got 1 m, a length',
    ],
  ])('with a mistake are refused: %s', (fields, message) => {
    expect(messageBelow(`halfSpaces: { belt: { normal: [0, 0, 1], material: glass, ${fields} } }`)).toContain(message);
  });
});

describe('servo walls', () => {
  const lid = (fields: string): string =>
    `halfSpaces: { lid: { normal: [0, 0, -1], offset: -1, material: glass, servo: { ${fields} } } }`;

  it('are read in SI units', () => {
    const { simulation, outputs } = readScene(
      `${ONE_BALL_TEXT}${lid('stress: 2 kPa, area: 400 cm2, maxSpeed: 5 cm/s, smoothing: 1 ms')}
outputs: { csv: { lid: { every: 1 ms, quantities: [servo.lid.force, servo.lid.displacement] } } }
`,
    );
    expect(simulation.halfSpaces?.[0]?.servo).toEqual({
      stress: 2000,
      area: expect.closeTo(0.04, 15),
      maxSpeed: 0.05,
      smoothing: 0.001,
      from: 0,
    });
    expect(outputs.csv[0]?.quantities).toMatchObject([{ kind: 'servo', value: 'force' }, { value: 'displacement' }]);
  });

  it.each([
    ['maxSpeed: 1', 'halfSpaces.lid.servo: expected either force, or stress with area'],
    ['force: 1, stress: 1, area: 1, maxSpeed: 1', 'halfSpaces.lid.servo: expected either force, or stress with area'],
    ['stress: 1, maxSpeed: 1', 'halfSpaces.lid.servo.area: expected stress and area, or areaBetween, together'],
    ['force: 0, maxSpeed: 1', 'halfSpaces.lid.servo.gain: expected a gain, since a force of 0 gives no scale'],
    ['force: 5 Pa, maxSpeed: 1', '7:87 halfSpaces.lid.servo.force: expected a force, got 5 Pa, a pressure'],
    ['force: 5', '7:78 halfSpaces.lid.servo.maxSpeed: missing; expected a velocity > 0, such as 0.5 m/s'],
  ])('with a mistake are refused: %s', (fields, message) => {
    expect(messageBelow(lid(fields))).toContain(message);
  });

  it('are refused as meshes without a direction', () => {
    const mesh = 'vertices: [[0, 0, 0], [1, 0, 0], [0, 1, 0]], facets: [[0, 1, 2]], material: glass';
    expect(messageBelow(`meshes: { lid: { ${mesh}, servo: { force: 1, maxSpeed: 1 } } }`)).toContain(
      'meshes.lid.servo.direction: expected a direction, which a mesh has none of itself',
    );
  });
});

describe('a table of contacts', () => {
  it('is read with its default', () => {
    const { outputs } = readScene(`${ONE_BALL_TEXT}outputs: { contacts: { every: 1 ms } }`);
    expect(outputs.contacts).toEqual({ every: 0.001, walls: false });
  });

  it('keeps its name to itself', () => {
    const table = 'csv: { contacts: { every: 1, quantities: [count.bodies] } }';
    expect(messageBelow(`outputs: { contacts: { every: 1 ms }, ${table} }`)).toContain(
      '7:56 outputs.csv.contacts: the name contacts belongs to the table of contacts; choose another',
    );
  });
});

describe('a free mesh', () => {
  const mesh =
    'vertices: [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], facets: [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]]';

  it('is read in SI units', () => {
    const { simulation } =
      readScene(`${ONE_BALL_TEXT}meshes: { rock: { ${mesh}, material: glass, free: { velocity: [1 cm/s, 0, 0] } } }
outputs: { csv: { rock: { every: 1 ms, quantities: [mesh.rock.position.z, mesh.rock.force] } } }
`);
    expect(simulation.meshes?.[0]?.free).toEqual({ velocity: { x: 0.01, y: 0, z: 0 } });
  });

  it.each([
    ['free: { mass: 1 }', 'meshes.rock.free: expected mass, centre and inertia together, or none of them'],
    ['free: {}, motion: { velocity: [1, 0, 0] }', 'meshes.rock: expected one of motion, surface, servo and free'],
  ])('with a mistake is refused: %s', (fields, message) => {
    expect(messageBelow(`meshes: { rock: { ${mesh}, material: glass, ${fields} } }`)).toContain(message);
  });

  it('is refused beside other walls, by their name', () => {
    const floor = 'halfSpaces: { ground: { normal: [0, 0, 1], material: glass } }';
    expect(messageBelow(`meshes: { rock: { ${mesh}, material: glass, free: {} } }\n${floor}`)).toContain(
      'meshes.rock.free: a free mesh cannot touch half-spaces and other meshes, such as ground: make them of ' +
        'fixed bodies',
    );
  });
});
