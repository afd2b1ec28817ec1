// SPDX-License-Identifier: MIT
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readScene } from '../scene/read-scene.ts';
import type { SimulationSpec } from '../simulation/simulation-spec.ts';
import type { Engine, EngineName } from './engine-name.ts';
import { engineOfText } from './engine-name.ts';
import { engineRefusals } from './engine-refusals.ts';
import { EngineSimulation } from './engine-simulation.ts';
import { formulaDifferences } from './formula-differences.ts';
import { lammpsInput } from './lammps-input.ts';
import { liggghtsInput } from './liggghts-input.ts';
import { restitutionForRatio, tsujiArgument } from './restitution-number.ts';
import { clumpShapes, startBodies } from './start-bodies.ts';

const ENGINES: Readonly<Record<EngineName, Engine>> = {
  lammps: { name: 'lammps', version: 'LAMMPS 29 Sep 2021', dashpot: 'tsuji', hasSuperquadrics: false },
  liggghts: {
    name: 'liggghts',
    version: 'LIGGGHTS-PUBLIC 3.8.0',
    dashpot: 'coeff_restitution',
    hasSuperquadrics: false,
  },
};

const SCENE = `
time: { duration: 1 ms, timeStep: 1 us }
gravity: [0, 0, -9.81]
materials:
  glass: { density: 2500, youngsModulus: 50 MPa, poissonsRatio: 0.25, restitution: 0.5, friction: 0.5 }
  steel: { density: 7800, youngsModulus: 200 MPa, poissonsRatio: 0.3, restitution: 0.5, friction: 0.3 }
law: { normal: hertz, tangential: mindlin }
shapes: { ball: { sphere: { radius: 5 mm } } }
bodies:
  a: { shape: ball, material: glass, position: [0, 0, 6 mm], velocity: [0.1, 0, -1] }
  b: { shape: ball, material: steel, position: [2 cm, 0, 6 mm] }
halfSpaces: { floor: { normal: [0, 0, 1], material: steel } }
domain: { min: [-5 cm, -5 cm, -1 cm], max: [5 cm, 5 cm, 5 cm], periodic: [x] }
`;

const ROLLING = SCENE.replaceAll(/friction: [\d.]+/g, '$&, rollingFriction: 0.1').replace(
  'tangential: mindlin',
  'tangential: mindlin, rolling: epsd',
);

function specOf(text: string): SimulationSpec {
  return readScene(text).simulation;
}

function linesOf(text: string, name: EngineName, restart?: string): readonly string[] {
  const spec = specOf(text);
  const scene = { spec, bodies: startBodies(spec), clumps: clumpShapes(spec), engine: ENGINES[name] };
  const start = restart === undefined ? {} : { restart };
  return (name === 'lammps' ? lammpsInput(scene, start) : liggghtsInput(scene, start)).lines;
}

function refusedPaths(text: string, name: EngineName): string[] {
  return engineRefusals(specOf(text), ENGINES[name]).map(({ path }) => path);
}

describe('numbers of dashpots', () => {
  it('are the preimages of the damping ratio under the formulas of the engines', () => {
    const [a, b, c, d, e, f, g] = [1.2728, -4.2783, 11.087, -22.348, 27.467, -18.022, 4.8218];
    for (const alpha of [0, 0.3, 1, 2.5, 40]) {
      const x = tsujiArgument(alpha);
      const value = a + x * (b + x * (c + x * (d + x * (e + x * (f + x * g)))));
      expect(value).toBeCloseTo(alpha, 11);
    }
    const ratio = 0.37;
    const log = Math.log(restitutionForRatio(ratio) ?? 0);
    expect(-log / Math.sqrt(Math.PI * Math.PI + log * log)).toBeCloseTo(ratio, 14);
    expect(restitutionForRatio(1)).toBeUndefined();
  });
});

describe('the version of an engine', () => {
  it('decides how LAMMPS is told the damping', () => {
    const old = engineOfText('lammps', 'Large-scale Massively Parallel Simulator - 29 Sep 2021 - Update 2\n');
    expect(old).toEqual(ENGINES.lammps);
    expect(engineOfText('lammps', 'LAMMPS (4 Jul 2026)')?.dashpot).toBe('coeff_restitution');
    expect(engineOfText('liggghts', 'LIGGGHTS (Version LIGGGHTS-PUBLIC 3.8.0, compiled')).toEqual(ENGINES.liggghts);
    expect(engineOfText('lammps', 'no such thing')).toBeUndefined();
  });
});

describe('input for LAMMPS', () => {
  it('lists every pair of materials and one law for each material and wall, all in numbers', () => {
    const lines = linesOf(SCENE, 'lammps');
    expect(lines.filter((line) => line.startsWith('pair_coeff')).map((line) => line.slice(0, 14))).toEqual([
      'pair_coeff 1 1',
      'pair_coeff 1 2',
      'pair_coeff 2 2',
    ]);
    const walls = lines.filter((line) => /^fix wall/.test(line));
    expect(walls).toHaveLength(2);
    expect(walls[0]).toMatch(
      /^fix wall0_1 type1 wall\/gran granular hertz \S+ \S+ tangential mindlin .* zplane 0 NULL/,
    );
    expect(lines.join('\n')).not.toMatch(/NaN|undefined|Infinity|material/);
    expect(lines).toContain('boundary p f f');
  });

  it('gives rolling springs the stiffness and the damping of ours', () => {
    const law = (resistance: string): string =>
      ROLLING.replace('epsd', resistance)
        .replace('hertz, tangential: mindlin', 'linear, tangential: linear')
        .replace(/youngsModulus: \d+ MPa, poissonsRatio: [\d.]+/g, 'stiffness: 20 N/mm');
    const sds = (text: string, start: string): number[] => {
      const line = linesOf(text, 'lammps').find((each) => each.startsWith(start)) ?? '';
      return (/rolling sds (\S+) (\S+) (\S+)/.exec(line) ?? []).slice(1).map(Number);
    };
    // The normal spring has 20 N/mm, the rolling one 2.25 μ² of that; the moment of inertia is 1.4 m r².
    const mass = 2500 * ((4 * Math.PI) / 3) * 0.005 ** 3;
    const [stiffness = 0, damping = 0, limit] = sds(law('epsd'), 'pair_coeff 1 1');
    expect(stiffness).toBeCloseTo(2.25 * 0.1 ** 2 * 2e4, 9);
    const own = 2 * 0.3 * Math.sqrt(0.7 * mass * 0.005 ** 2 * stiffness * 0.0025 ** 2);
    expect(damping * 0.0025 ** 2).toBeCloseTo(own, 15);
    expect(limit).toBe(0.1);
    const [onWall = 0, wallDamping] = sds(law('epsd'), 'fix wall0_1');
    expect(wallDamping).toBeCloseTo(2 * 0.3 * Math.sqrt(1.4 * mass * onWall), 12);
    const [tangential, none] = sds(law('epsd2'), 'pair_coeff 1 1');
    expect(tangential).toBeCloseTo((2 / 7) * 2e4, 9);
    expect(none).toBe(0);
  });

  it('reads a restart file instead of the bodies, with all laws again', () => {
    const lines = linesOf(SCENE, 'lammps', 'x.restart');
    expect(lines).toContain('read_restart x.restart');
    expect(lines.filter((line) => line.startsWith('pair_coeff'))).toHaveLength(3);
  });

  it('makes regions of oblique half-spaces and moves them by formulas', () => {
    const oblique = SCENE.replace('normal: [0, 0, 1]', 'normal: [0, 3, 4], motion: { velocity: [0, 0, 0.5] }');
    const lines = linesOf(oblique, 'lammps');
    expect(lines.find((line) => line.startsWith('region wall0'))).toBe(
      'region wall0 plane 0 0 0 0 0.6 0.8 move v_move0x v_move0y v_move0z',
    );
    expect(lines).toContain('variable move0z equal 0.5*((step*dt)>0)*((step*dt)-0)');
  });
});

describe('input for LIGGGHTS', () => {
  it('has the numbers of materials and pairs, row by row', () => {
    const lines = linesOf(SCENE, 'liggghts');
    expect(lines).toContain('fix property0 all property/global youngsModulus peratomtype 50000000 200000000');
    expect(lines).toContain('fix property3 all property/global coefficientFriction peratomtypepair 2 0.5 0.3 0.3 0.3');
    expect(lines).toContain('pair_style gran model hertz tangential history limitForce on');
  });

  it.each([
    ['epsd', 'epsd', 1],
    ['epsd2', 'epsd2', 0],
    ['model-a', 'cdt', 0],
  ])('names the rolling resistance %s %s, with damping where it has one', (ours, theirs, count) => {
    const lines = linesOf(ROLLING.replace('epsd', ours), 'liggghts');
    expect(lines).toContain(`pair_style gran model hertz tangential history rolling_friction ${theirs} limitForce on`);
    const damping = lines.filter((line) => line.includes('coefficientRollingViscousDamping'));
    expect(damping).toHaveLength(count);
    for (const line of damping) expect(line).toMatch(/peratomtypepair 2 0.3 0.3 0.3 0.3$/);
  });

  it('gives linear springs a type for each mass, so that damping is ours', () => {
    const linear = SCENE.replace('normal: hertz, tangential: mindlin', 'normal: linear, tangential: linear')
      .replace(/youngsModulus: \d+ MPa, poissonsRatio: [\d.]+/g, 'stiffness: 20 N/mm')
      .replace('position: [2 cm', 'scale: 2, position: [2 cm');
    const [damping] = linesOf(linear, 'liggghts').filter((line) => line.includes('gamman_abs'));
    const values = damping?.split(' ').slice(7).map(Number) ?? [];
    // Glass, steel of twice the size, wall of steel.
    expect(values).toHaveLength(9);
    expect(values[0]).toBeLessThan(values[2]);
    expect(values[4]).toBeLessThan(values[5]);
  });
});

describe('walls and clumps in LIGGGHTS', () => {
  const floor = (more: string): string => SCENE.replace('normal: [0, 0, 1],', `normal: [0, 0, 1], ${more},`);

  it('are primitives while they rest or run in their plane, and meshes while they move', () => {
    const line = (text: string, start: string) => linesOf(text, 'liggghts').find((each) => each.startsWith(start));
    expect(line(SCENE, 'fix wall0')).toContain('primitive type 2 zplane 0 store_force yes');
    expect(line(floor('surface: { velocity: [0, 0.7, 0] }'), 'fix wall0')).toContain(
      'zplane 0 shear y 0.7 store_force',
    );
    const rising = floor('motion: { velocity: [0, 0, 0.4] }');
    expect(line(rising, 'fix wall0')).toBeUndefined();
    expect(line(rising, 'fix move0')).toBe('fix move0 all move/mesh mesh mesh0 linear 0 0 0.4');
  });

  it.each([
    ['a turn', 'motion: { rotation: { axis: [0, 1, 0], through: [0, 0, 0], rate: 1 rad/s } }'],
    ['two directions', 'motion: { velocity: [0.1, 0, 0.4] }'],
    ['a diagonal', 'motion: { velocity: [0.1, 0.1, 0] }'],
    ['an end', 'motion: { velocity: [0, 0, 1], until: 1 ms }'],
    ['a wide oscillation', 'motion: { oscillation: { direction: [1, 0, 0], amplitude: 4 cm, frequency: 1 Hz } }'],
  ])('are refused for %s', (_, motion) => {
    expect(refusedPaths(floor(motion), 'liggghts')).toEqual(['halfSpaces[0].motion']);
    expect(refusedPaths(floor(motion), 'lammps')).toEqual([]);
  });

  it('insert each clump at its place, with seeds that differ', () => {
    const lines = linesOf(
      SCENE.replace(
        'sphere: { radius: 5 mm }',
        'clump: { spheres: [{ centre: [0, 0, 0], radius: 5 mm }, { centre: [2 mm, 0, 0], radius: 5 mm }] }',
      ),
      'liggghts',
    );
    const inserted = lines.filter((each) => each.includes('insert/pack'));
    expect(inserted).toHaveLength(2);
    const seeds = lines.flatMap((each) => /(?:seed|multisphere|discrete) (\d{5,})/.exec(each)?.[1] ?? []);
    expect(seeds).toHaveLength(6);
    expect(new Set(seeds).size).toBe(6);
    expect(lines).toContain('create_box 2 box');
    expect(lines).toContain('group clumps id 1:4');
  });
});

describe('refusals', () => {
  it('are empty for spheres and planes', () => {
    expect(refusedPaths(SCENE, 'lammps')).toEqual([]);
    expect(refusedPaths(SCENE, 'liggghts')).toEqual([]);
  });

  it.each([
    [
      'a shape',
      (t: string) => t.replace('sphere: { radius: 5 mm }', 'box: { halfExtents: [1 mm, 1 mm, 1 mm] }'),
      'shapes[0]',
    ],
    ['damping', (t: string) => `${t}damping: { global: 0.1 }\n`, 'damping'],
    ['twisting', (t: string) => t.replace('tangential: mindlin', 'tangential: mindlin, twisting: model-a'), 'law'],
    [
      'a servo',
      (t: string) =>
        t
          .replace('material: steel } }\ndomain', 'material: steel, servo: { force: 1 N, maxSpeed: 1 } }\n}\ndomain')
          .replace('}\n}\ndomain', '} }\ndomain'),
      'halfSpaces[0].servo',
    ],
    [
      'a body with a motion',
      (t: string) =>
        t.replace('position: [2 cm, 0, 6 mm]', 'position: [2 cm, 0, 6 mm], motion: { velocity: [0, 0, 1] }'),
      'bodies[1].motion',
    ],
  ])('name %s by its path', (_, change, path) => {
    expect(refusedPaths(change(SCENE), 'lammps')).toContain(path);
    expect(refusedPaths(change(SCENE), 'liggghts')).toContain(path);
  });

  it('know what only one of the engines can do', () => {
    const incremental = SCENE.replace('mindlin', 'mindlin-incremental');
    expect(refusedPaths(incremental, 'lammps')).toEqual([]);
    expect(refusedPaths(incremental, 'liggghts')).toContain('law');
    const soft = SCENE.replace('50 MPa', '1 MPa');
    expect(refusedPaths(soft, 'lammps')).toEqual([]);
    expect(refusedPaths(soft, 'liggghts')).toEqual(['materials[0].youngsModulus']);
    const bouncy = SCENE.replaceAll('restitution: 0.5', 'restitution: 0.1');
    expect(refusedPaths(bouncy, 'lammps')).toEqual([]);
    expect(refusedPaths(bouncy, 'liggghts')).toContain('law');
  });
});

describe('differences of formulas', () => {
  it('are told with the expected overlap, and none of friction without friction', () => {
    const told = formulaDifferences(specOf(SCENE), ENGINES.lammps, { ratio: 0.034 });
    expect(told.join('\n')).toMatch(
      /lever is the radius, ours is the radius less the overlap: torques differ by 3.4 %/,
    );
    const rolling = formulaDifferences(specOf(ROLLING), ENGINES.liggghts).join('\n');
    expect(rolling).toMatch(/rolling resistance epsd: the dashpot has no limit there/);
    expect(formulaDifferences(specOf(ROLLING), ENGINES.lammps).join('\n')).toMatch(/at an overlap of 0.1 %/);
    const smooth = SCENE.replace('tangential: mindlin', 'tangential: none').replace(/, friction: [\d.]+/g, '');
    expect(formulaDifferences(specOf(smooth), ENGINES.liggghts)).toHaveLength(1);
  });
});

const PEBBLES = SCENE.replace(
  'shapes: {',
  'shapes: { pebble: { superquadric: { semiAxes: [4 mm, 5 mm, 6 mm], n1: 4, n2: 3 } },',
)
  .replace(
    'b: { shape: ball',
    'b: { shape: pebble, orientation: { axis: [1, 0, 0], angle: 90 deg }, angularVelocity: [0, 3, 0]',
  )
  .replace(', periodic: [x]', '');
const WITH_SUPERQUADRICS = { ...ENGINES.liggghts, hasSuperquadrics: true };

it('LIGGGHTS is not given oblique half-spaces of a scene without a domain, where bodies would fall through them', () => {
  const oblique = SCENE.replace('normal: [0, 0, 1]', 'normal: [0, 0.1, 1]');
  expect(refusedPaths(oblique, 'liggghts')).toEqual([]);
  const endless = oblique.replace(/domain:.*/, '');
  expect(refusedPaths(endless, 'liggghts')).toEqual(['halfSpaces[0]']);
  expect(refusedPaths(endless, 'lammps')).toEqual([]);
});

describe('superquadrics in LIGGGHTS', () => {
  const inputOf = (text: string) => {
    const spec = specOf(text);
    return liggghtsInput({ spec, bodies: startBodies(spec), clumps: clumpShapes(spec), engine: WITH_SUPERQUADRICS });
  };
  const refusals = (text: string, engine: Engine) => engineRefusals(specOf(text), engine);

  it('are a matter of how the program is built, which its help tells', () => {
    const help = (styles: string): string =>
      `LIGGGHTS (Version LIGGGHTS-PUBLIC 3.8.0, compiled)\n* Atom styles:\n\n${styles}\n\n* Surface models for pair gran:\n\nsuperquadric`;
    expect(engineOfText('liggghts', help('granular  tri'))?.hasSuperquadrics).toBe(false);
    expect(engineOfText('liggghts', help('granular  superquadric  tri'))?.hasSuperquadrics).toBe(true);
  });

  it('are refused at their shape where the program is built without them, and in LAMMPS', () => {
    const [missing, ...others] = refusals(PEBBLES, ENGINES.liggghts);
    expect(others).toEqual([]);
    expect(missing?.path).toBe('shapes[0]');
    expect(missing?.problem).toMatch(/"pebble": superquadrics, .*built without; set LIGGGHTS_SUPERQUADRICS/);
    expect(refusals(PEBBLES, ENGINES.lammps).map(({ path }) => path)).toEqual(['shapes[0]']);
    expect(refusals(PEBBLES, WITH_SUPERQUADRICS)).toEqual([]);
  });

  it('are refused with what it does not do beside them', () => {
    const paths = (text: string) => refusals(text, WITH_SUPERQUADRICS).map(({ path }) => path);
    expect(paths(PEBBLES.replace('n2: 3', 'n2: 1.5'))).toEqual(['shapes[0]']);
    expect(paths(PEBBLES.replace('max: [5 cm, 5 cm, 5 cm]', '$&, periodic: [x]'))).toEqual(['domain']);
    expect(paths(PEBBLES.replace(/domain:.*/, ''))).toEqual(['halfSpaces[0]']);
  });

  it('have semi-axes, exponents and orientations, spheres the exponents 2', () => {
    const { lines, files } = inputOf(PEBBLES);
    const data = files.get('scene.data') ?? '';
    expect(lines).toContain('atom_style superquadric');
    expect(lines).toContain('fix integrate all nve/superquadric integration_scheme 1');
    expect(lines.find((line) => line.startsWith('pair_style'))).toBe(
      'pair_style gran model hertz tangential history surface superquadric limitForce on',
    );
    expect(data).toMatch(/^1 \d 2500 0\.005 0\.005 0\.005 2 2 0\.0{18} 0\.0{18} 0\.0060{15}$/m);
    expect(data).toMatch(/^2 \d 7800 0\.004 0\.005 0\.006 4 3 0\.020{16} 0\.0{18} 0\.0060{15}$/m);
    const turned = lines.find((line) => line.startsWith('set atom 2 '));
    const numbers = (turned ?? '').split(' ').map(Number).filter(Number.isFinite);
    const expected = [2, Math.SQRT1_2, Math.SQRT1_2, 0, 0, 0, 3, 0];
    for (const [k, value] of expected.entries()) expect(numbers[k]).toBeCloseTo(value, 12);
  });

  it('touch one triangle for each half-space, which covers the domain', () => {
    const { lines, files, readings } = inputOf(PEBBLES);
    expect(readings).toMatchObject({ halfSpaces: [], triangleHalfSpaces: [0] });
    expect(lines.some((line) => line.includes('primitive'))).toBe(false);
    const corners = [...(files.get('wall0.stl') ?? '').matchAll(/vertex (\S+) (\S+) (\S+)/g)].map((found) =>
      found.slice(1).map(Number),
    );
    expect(corners).toHaveLength(3);
    // Of the same sign for a corner of the domain that is inside.
    for (const [x, y] of [-0.05, 0.05].flatMap((x) => [-0.05, 0.05].map((y) => [x, y]))) {
      const turns = corners.map(([ax = 0, ay = 0], k) => {
        const [bx = 0, by = 0] = corners[(k + 1) % 3] ?? [];
        return Math.sign((bx - ax) * (y - ay) - (by - ay) * (x - ax));
      });
      expect(turns).toEqual([1, 1, 1]);
    }
  });
});

it('a scene whose bodies find no place leaves no folder behind', async () => {
  const full = SCENE.replace(
    'halfSpaces',
    `insertions: { fill: { shapes: [{ shape: ball, material: glass }], count: 90, region: { box:
  { min: [-2 cm, -2 cm, 1 cm], max: [2 cm, 2 cm, 2 cm] } } } }\nhalfSpaces`,
  );
  const folder = join(tmpdir(), `scree-no-engine-${process.pid}`);
  const launch = { name: 'lammps', program: 'lmp', ranks: 1, launcher: [] } as const;
  const opened = EngineSimulation.open({ spec: specOf(full), engine: ENGINES.lammps, launch, folder });
  await expect(opened).rejects.toThrow(/of 90 bodies fitted/);
  expect(existsSync(folder)).toBe(false);
});

it.each(['lammps', 'liggghts'] as const)('an input of %s for timing has no lines that states are read from', (name) => {
  const spec = specOf(SCENE);
  const scene = { spec, bodies: startBodies(spec), clumps: clumpShapes(spec), engine: ENGINES[name] };
  const write = name === 'lammps' ? lammpsInput : liggghtsInput;
  const [told, timed] = [write(scene), write(scene, { isTimed: true })];
  expect(timed.files).toEqual(told.files);
  const left = told.lines.filter((line) => !timed.lines.includes(line));
  expect(
    left.every((line) => /^(compute|variable|dump|dump_modify) |^fix wall\d.* (contacts|store_force yes)/.test(line)),
  ).toBe(true);
  expect(timed.lines.some((line) => /^(compute|dump)| contacts| store_force/.test(line))).toBe(false);
});
