// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { eventSpecOf } from '../simulation/event-driven/event-scene.ts';
import { EventSimulation } from '../simulation/event-driven/event-simulation.ts';
import { sceneWarnings } from './check/scene-warnings.ts';
import { readScene } from './read-scene.ts';
import type { Scene } from './scene.ts';

const GOOD = {
  time: { duration: '1 s' },
  integrator: 'variable',
  gravity: [0, 0, -9.81],
  materials: {
    steel: { density: '8000 kg/m3', restitution: 0.64, friction: 0.3 },
    wood: { density: 500, restitution: 1, friction: 0.5 },
  },
  law: { point: { stiffness: '100 N/mm' } },
  bodies: {
    ball: { shape: { sphere: { radius: '5 cm' } }, material: 'steel', position: [0, 0, 1], scale: 2 },
    other: { shape: { sphere: { radius: '5 cm' } }, material: 'wood', position: [1, 0, 1] },
  },
  halfSpaces: { floor: { normal: [0, 0, 1], offset: '-1 cm', material: 'steel' } },
};

function read(changes: object = {}): Scene {
  return readScene(JSON.stringify({ ...GOOD, ...changes }), { file: 'scene.json' });
}

/** Messages without file, line and column. */
function refusals(changes: object): string[] {
  try {
    read(changes);
    return [];
  } catch (error) {
    return (error as Error).message.split('\n').map((line) => line.replace(/^scene.json:\d+:\d+ /, ''));
  }
}

describe('a scene with variable steps', () => {
  it('becomes an event-driven simulation with laws of its materials', () => {
    const { simulation, events } = read({
      integrator: { variable: { tolerance: '=1/1000', query: 'mpr', storm: { events: 30 } } },
      pairs: [
        { materials: ['wood', 'wood'], friction: 0.9, law: { volume: { stiffness: 2e6 }, point: { stiffness: 7 } } },
      ],
    });
    expect(events?.options).toMatchObject({ tolerance: 1e-3, contacts: { query: 'mpr', functions: 100 } });
    expect(events?.options.storm).toEqual({ events: 30, within: 1e-9 });
    const laws = Object.fromEntries((events?.pairs ?? []).map(({ materials, law }) => [materials.join('-'), law]));
    // The geometric mean of restitutions and the smaller friction, as with fixed steps.
    expect(laws['steel-wood']).toEqual({
      point: { stiffness: 1e5, exponent: 1, dashpot: 0 },
      restitution: 0.8,
      friction: 0.3,
    });
    expect(laws['wood-wood']).toMatchObject({ friction: 0.9, volume: { stiffness: 2e6 } });
    const made = eventSpecOf(simulation, events as NonNullable<typeof events>);
    const run = new EventSimulation(made);
    expect(run.advance(0.6).kind).toBe('end');
    // A ball of radius 10 cm falls from 1 m to a floor at -1 cm.
    expect(run.events[0]?.time).toBeCloseTo(Math.sqrt((2 * 0.91) / 9.81), 5);
  });

  it('takes resistance to rolling and twisting from the materials where the law says so', () => {
    const materials = {
      steel: { ...GOOD.materials.steel, rollingFriction: 0.1, twistingFriction: 0.03 },
      wood: { ...GOOD.materials.wood, rollingFriction: 0.2 },
    };
    const law = { ...GOOD.law, rolling: 'model-a' };
    const laws = read({ materials, law }).events?.pairs.map(({ law: own }) => own);
    expect(laws?.map(({ rollingFriction }) => rollingFriction)).toEqual([0.1, 0.1, 0.2]);
    expect(laws?.every(({ twistingFriction }) => twistingFriction === undefined)).toBe(true);
    expect(read({ materials }).events?.pairs[0]?.law).not.toHaveProperty('rollingFriction');
  });

  it.each([
    [{ threads: 2 }, 'threads: variable steps use one thread'],
    [{ time: { duration: 1, timeStep: '1 us' } }, /^time.timeStep: variable steps follow from the tolerance/],
    [
      { damping: { viscous: 1 } },
      'damping: with variable steps there is no damping besides that of contacts and joints; take fixed steps, ' +
        'or leave it out',
    ],
    [{ law: { normal: 'hertz' } }, /^law.normal: is a law for fixed steps.*give point, line or volume/],
    [
      { law: { point: { stiffness: 1 }, tangential: 'mindlin' } },
      /^law.tangential: belongs to laws that keep a history, which variable steps cannot have/,
    ],
    [
      { materials: { ...GOOD.materials, wood: { density: 1, friction: 0.1, staticFriction: 0.2 } } },
      'materials.wood.staticFriction: laws with variable steps have neither static friction nor cohesion; leave it out',
    ],
    [
      { halfSpaces: { floor: { ...GOOD.halfSpaces.floor, servo: { force: 1, maxSpeed: 1 } } } },
      /^halfSpaces.floor.servo: with variable steps half-spaces stand still/,
    ],
    [
      {
        meshes: {
          m: {
            vertices: [
              [0, 0, 0],
              [1, 0, 0],
              [0, 1, 0],
            ],
            facets: [[0, 1, 2]],
            material: 'wood',
          },
        },
      },
      /^meshes.m: variable steps know convex pieces alone; make the wall of fixed bodies/,
    ],
    [
      { bodies: { a: { ...GOOD.bodies.ball, motion: { velocity: [1, 0, 0] } } } },
      /^bodies.a.motion: .* hang the body on the world by a joint with a drive$/,
    ],
    [
      {
        bodies: {
          a: {
            shape: { clump: { spheres: [{ centre: [0, 0, 0], radius: 1 }] } },
            material: 'wood',
            position: [0, 0, 9],
          },
        },
      },
      'bodies.a.shape.clump: variable steps know no clumps; write it as a compound of spheres',
    ],
    [
      { law: { point: { stiffness: '1 N/m', exponent: 1.5 } } },
      'law.point.stiffness: expected a plain number in N/m^1.5 with this exponent, got 1 N/m',
    ],
    [{ law: { volume: { stiffness: 1e6 } } }, /^law: none of its forms is for sphere against sphere/],
    [
      { outputs: { csv: { e: { every: 1, quantities: ['energy.wallWork'] } } } },
      /^outputs.csv.e.quantities\[0\]: energy.wallWork is not known with variable steps/,
    ],
    [{ joints: { j: { revolute: { child: 'bal', axis: [0, 1, 0] } } } }, /^joints.j.revolute.child: .*"bal"/],
    [
      {
        joints: { j: { revolute: { child: 'ball', axis: [0, 1, 0], drive: { force: '2 N * sin(3 rad/s * time)' } } } },
      },
      /^joints.j.revolute.drive.force: expected a torque, got "2 N .*", a force$/,
    ],
    [
      { joints: { j: { revolute: { child: 'ball', axis: [0, 1, 0], drive: { force: '2 N m * cosine' } } } } },
      /^joints.j.revolute.drive.force: .*character 9: unknown name "cosine"; expected time, or a variable/,
    ],
  ])('refuses %j', (changes, message) => {
    expect(refusals(changes)).toEqual([typeof message === 'string' ? message : expect.stringMatching(message)]);
  });

  it('tells the place in the text', () => {
    const text = `time: { duration: 1 s }
integrator: variable
gravity: [0, 0, 0]
materials: { m: { density: 1 } }
law: { point: { stiffness: 1 } }
bodies: { a: { shape: { sphere: { radius: 1 } }, material: m, position: [0, 0, 0] } }
outlets:
  hole: { region: { sphere: { centre: [0, 0, 0], radius: 1 } } }`;
    expect(() => readScene(text, { file: 'a.yaml' })).toThrow(
      'a.yaml:8:9 outlets.hole: with variable steps no body is taken out; take fixed steps, or leave it out',
    );
  });

  it('warns of numbers that its law does not have', () => {
    const materials = { ...GOOD.materials, wood: { density: 1, youngsModulus: '1 GPa', poissonsRatio: 0.2 } };
    expect(sceneWarnings(read({ materials }))).toEqual([
      'materials.wood.youngsModulus: 1000000000 is not used by the law of its contacts; with variable steps, ' +
        'set the stiffness in the law, or leave it out',
      'materials.wood.poissonsRatio: 0.2 is not used by the law of its contacts; with variable steps, set the ' +
        'stiffness in the law, or leave it out',
    ]);
  });
});

describe('a scene with fixed steps', () => {
  it('refuses joints, springs and laws of events', () => {
    const fixed = {
      integrator: 'fixed',
      materials: { steel: { density: 8000, stiffness: 1e5 }, wood: { density: 500, stiffness: 1e5 } },
    };
    expect(refusals({ ...fixed, law: { normal: 'linear' } })).toEqual([]);
    const joints = { j: { fixed: { child: 'ball' } } };
    const springs = { s: { bodies: ['ball', 'world'], stiffness: 1 } };
    expect(refusals({ ...fixed, law: { normal: 'linear', slipSpeed: 1 }, joints, springs }).sort()).toEqual([
      'joints.j: joints need variable steps; add integrator: variable, or leave it out',
      'law.slipSpeed: is part of a law for variable steps; add integrator: variable, or leave it out',
      'springs.s: springs between bodies need variable steps; add integrator: variable, or leave it out',
    ]);
  });
});
