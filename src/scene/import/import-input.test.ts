// SPDX-License-Identifier: MIT
/** Input scripts of LIGGGHTS as scenes: what is taken, in which numbers, and what is said of the other lines. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dampingRatio } from '../../contact-laws/damping-ratio.ts';
import { readMeshFile } from '../../io/mesh-file.ts';
import { bodyCount } from '../../simulation/bodies/body-groups.ts';
import { readScene } from '../read-scene.ts';
import type { Scene } from '../scene.ts';
import { type ImportedInput, importInput } from './import-input.ts';

const FOLDER = 'examples/import';

function imported(text: string): ImportedInput {
  return importInput(text, {
    input: 'in.test',
    title: 'test',
    files: {
      readMesh: (path) => readMeshFile(join(FOLDER, path)),
      readText: (path) => readFileSync(join(FOLDER, path), 'utf8'),
      named: (path) => path,
    },
    runFolder: (number) => `runs/test-${number}`,
  });
}

/** The scene that `scree check` would read. */
function sceneOf(text: string, number = 0): Scene {
  const files = {
    readMesh: (name: string) => readMeshFile(join(FOLDER, name)),
    modulePath: (name: string) => name,
  };
  return readScene(imported(text).scenes[number] ?? '', { file: 'test.yaml', files });
}

const example = (name: string): string => readFileSync(join(FOLDER, `in.${name}`), 'utf8');

/** Two materials, spheres of one template, a floor, one run; `more` lines come before the run. */
const script = (more: string, law = 'hertz tangential history'): string => `
units si
boundary f f f
region box block -0.1 0.1 -0.1 0.1 0 0.2 units box
create_box 2 box
fix m1 all property/global youngsModulus peratomtype 5e6 1e7
fix m2 all property/global poissonsRatio peratomtype 0.25 0.3
fix m3 all property/global coefficientRestitution peratomtypepair 2 0.5 0.4 0.4 0.3
fix m4 all property/global coefficientFriction peratomtypepair 2 0.4 0.3 0.3 0.2
pair_style gran model ${law}
timestep 1e-5
fix g all gravity 9.81 vector 0 0 -2
fix floor all wall/gran model ${law} primitive type 2 zplane 0
fix p1 all particletemplate/sphere 15485863 atom_type 1 density constant 2500 radius constant 0.003
fix d1 all particledistribution/discrete 15485867 1 p1 1
${more}
run 1000
`;

const PACK = `fix ins all insert/pack seed 15485863 distributiontemplate d1 insert_every once all_in yes &
  region box particles_in_region 20`;

describe('an input script', () => {
  it.each(['packing', 'chute', 'hopper', 'drum'])('of the examples becomes a scene: %s', (name) => {
    const { scenes, remarks } = imported(example(name));
    expect(remarks.filter(({ kind }) => kind === 'left-out')).toEqual([]);
    expect(scenes).toHaveLength(name === 'hopper' ? 2 : 1);
    const scene = sceneOf(example(name));
    expect(scene.simulation.insertions).toHaveLength(1);
    expect(scene.simulation.law.normal).toBe('hertz');
  });

  it('gives materials, pairs, law, gravity, walls and time in the numbers of the engine', () => {
    const { simulation, duration } = sceneOf(script(PACK));
    expect(simulation.materials).toMatchObject([
      { name: 'type1', density: 2500, youngsModulus: 5e6, poissonsRatio: 0.25, restitution: 0.5, friction: 0.4 },
      { name: 'type2', youngsModulus: 1e7, poissonsRatio: 0.3 },
    ]);
    expect(simulation.pairs).toMatchObject([{ materials: ['type1', 'type2'], restitution: 0.4, friction: 0.3 }]);
    expect(simulation.law).toMatchObject({ normal: 'hertz', tangential: 'mindlin', attraction: 'allowed' });
    expect(simulation.gravity).toEqual({ x: 0, y: 0, z: -9.81 });
    expect(simulation.halfSpaces).toMatchObject([{ name: 'floor', normal: { z: 1 }, offset: 0, material: 'type2' }]);
    expect([simulation.timeStep, duration]).toEqual([1e-5, 0.01]);
    // Wholly in the region: a radius away from its sides.
    expect(simulation.insertions?.[0]?.region).toMatchObject({ box: { min: { x: -0.097, z: 0.003 } } });
  });

  it('keeps the damping of the engine where attraction is cut', () => {
    const scene = sceneOf(script(PACK, 'hertz tangential history limitForce on'));
    const [{ restitution = 0 } = {}] = scene.simulation.materials;
    expect(scene.simulation.law.attraction).toBe('cut');
    expect(dampingRatio(restitution, 'cut')).toBeCloseTo(dampingRatio(0.5, 'allowed'), 12);
  });

  it.each([
    ['cdt', 'model-a', undefined],
    ['epsd', 'epsd', 0.2],
    ['epsd2', 'epsd2', undefined],
  ])('takes the rolling friction %s as %s', (theirs, ours, rollingDamping) => {
    const numbers = `fix m5 all property/global coefficientRollingFriction peratomtypepair 2 0.1 0.1 0.1 0.1
fix m6 all property/global coefficientRollingViscousDamping peratomtypepair 2 0.2 0.2 0.2 0.2`;
    const { simulation } = sceneOf(
      script(`${numbers}\n${PACK}`, `hertz tangential history rolling_friction ${theirs}`),
    );
    expect(simulation.law.rolling).toBe(ours);
    const [{ rollingFriction, rollingDamping: damping } = {}] = simulation.materials;
    expect([rollingFriction, damping]).toEqual([0.1, rollingDamping]);
  });

  it('gives linear springs of hooke the stiffness of the characteristic impact', () => {
    const velocity = 'fix m6 all property/global characteristicVelocity scalar 2';
    const { simulation } = sceneOf(script(`${velocity}\n${PACK}`, 'hooke tangential history'));
    expect(simulation.materials.map(({ name }) => name)).toEqual(['type1', 'wall2']);
    // 16/15 sqrt(R) E* (15 m v^2 / (16 sqrt(R) E*))^(1/5) of two equal spheres.
    const [radius, mass] = [0.0015, 0.5 * 2500 * ((4 * Math.PI) / 3) * 0.003 ** 3];
    const modulus = 5e6 / (2 * (1 - 0.25 ** 2));
    const base = (16 / 15) * Math.sqrt(radius) * modulus;
    expect(simulation.materials[0]?.stiffness).toBeCloseTo(base * ((mass * 4) / base) ** 0.2, 9);
    expect(simulation.pairs?.[0]).toMatchObject({ materials: ['type1', 'wall2'], tangentialStiffnessRatio: 1 });
  });

  it('evaluates variables and formulas, and joins lines', () => {
    const lines = `variable r equal 0.002\nvariable d equal 2*\${r}\nvariable n equal v_d*1e4+1 # comment
fix p2 all particletemplate/sphere 15485863 atom_type 1 &
  density constant 2500 radius constant \${d}
fix d2 all particledistribution/discrete 15485867 1 p2 1
fix ins all insert/pack seed 1 distributiontemplate d2 insert_every once region box particles_in_region $(v_n-1)`;
    const { simulation } = sceneOf(script(lines));
    expect(simulation.shapes).toMatchObject([{ sphere: { radius: 0.004 } }]);
    expect(simulation.insertions?.[0]?.count).toBe(40);
  });

  it('turns shares by mass into shares by number', () => {
    const lines = `fix p2 all particletemplate/sphere 15485863 atom_type 1 density constant 2500 radius constant 0.006
fix d2 all particledistribution/discrete 15485867 2 p1 0.5 p2 0.5
fix ins all insert/pack seed 1 distributiontemplate d2 insert_every once region box particles_in_region 9`;
    const [first, second] = sceneOf(script(lines)).simulation.insertions?.[0]?.shapes ?? [];
    expect((first?.weight ?? 0) / (second?.weight ?? 1)).toBeCloseTo(8, 9);
  });

  it('lets a mesh move from the run before which the motion stands, as rate instead of period', () => {
    const [mesh] = sceneOf(example('drum')).simulation.meshes ?? [];
    expect(mesh?.motion).toMatchObject({ from: 0.2 });
    expect(mesh?.motion?.rotation?.rate).toBeCloseTo(Math.PI, 12);
  });

  it('lets a stream appear in a thin box behind its face, at its rate', () => {
    const [insertion] = sceneOf(example('chute')).simulation.insertions ?? [];
    expect(insertion).toMatchObject({ massRate: 0.1, velocity: { z: -0.5 } });
    const box = insertion?.region !== undefined && 'box' in insertion.region ? insertion.region.box : undefined;
    expect(box).toMatchObject({ min: { x: 0.0125 }, max: { x: 0.0475 } });
    expect(box?.min).toMatchObject({ z: 0.125 });
    expect(box?.max).toMatchObject({ z: 0.135 });
  });

  it('writes a cylinder as the exact wall, on the side of the bodies, and numbers of walls in pairs alone', () => {
    const wall = (axis: string, rest: string): string =>
      `fix c all wall/gran model hertz tangential history primitive type 2 ${axis}cylinder ${rest}\n${PACK}`;
    const { simulation, unusedNumbers } = sceneOf(script(wall('z', '1 0.01 0.02')));
    expect(simulation.meshes?.[0]).toMatchObject({
      shape: { cylinder: { radius: 1 }, side: 'inside' },
      position: { x: 0.01, y: 0.02, z: 0 },
    });
    expect(unusedNumbers).toEqual([]);
    const [outside] = sceneOf(script(wall('x', '0.001 5 5'))).simulation.meshes ?? [];
    expect(outside).toMatchObject({ shape: { side: 'outside' }, position: { x: 0, y: 5, z: 5 } });
    const { w = 0, y = 0 } = (outside?.orientation ?? {}) as { w?: number; y?: number };
    expect([w, y]).toEqual([expect.closeTo(Math.SQRT1_2, 12), expect.closeTo(Math.SQRT1_2, 12)]);
  });

  it('tells what two scenes have in common once', () => {
    const { scenes, remarks } = imported(example('hopper').replace('step atoms ke', 'step atoms ke spam'));
    expect(scenes).toHaveLength(2);
    expect(remarks.filter(({ problem }) => problem.includes('the columns spam of the table'))).toHaveLength(1);
  });

  it('begins a second scene where a wall goes, with the bodies of the first run', () => {
    const { scenes, remarks } = imported(example('hopper'));
    expect(scenes[0]).toMatch(/cad2: \{ file/);
    expect(scenes[1]).not.toMatch(/cad2: \{ file/);
    expect(scenes[1]).toMatch(/from: "?runs\/test-1/);
    expect(scenes[1]).toMatch(/density: 2000 kg\/m3/);
    expect(remarks.find(({ command }) => command === 'unfix walls')?.kind).toBe('differs');
  });

  it('takes single bodies and lattices with what is set of them', () => {
    const lines = `create_atoms 1 single 0 0 0.05\nset atom 1 diameter 0.01 density 2000 vz -1
lattice sc 0.02\nregion low block 0 0.04 0 0.02 0.1 0.12 units box\ncreate_atoms 2 region low
group heavy type 2\nset type 2 diameter 0.012 density 3000\nfix f heavy freeze`;
    const { bodies = [], materials } = sceneOf(script(lines)).simulation;
    expect(bodies).toHaveLength(2);
    expect(bodies[0]).toMatchObject({ velocity: { z: -1 }, material: 'type1' });
    expect(bodies[1]).toMatchObject({ fixed: true });
    expect(bodyCount(bodies)).toBe(1 + 3 * 2 * 2);
    expect(materials.map(({ density }) => density)).toEqual([2000, 3000]);
  });

  it('reports every other line with its number, what it means and what to do', () => {
    const lines = `${PACK}\nneighbor 0.001 bin\nfix h all heat/gran initial_temperature 300\nfix x all sorcery 1
fix v all viscous 0.1\nregion c cone z 0 0 1 2 0 1 units box\nset atom 9 diameter 1\nvariable q equal c_1*2
fix y all gravity \${nothing} vector 0 0 1`;
    const { remarks } = imported(script(lines));
    const at = (command: string) => remarks.find((remark) => remark.command.startsWith(command));
    expect(at('neighbor')).toMatchObject({ kind: 'needless', line: 18 });
    expect(at('fix h')).toMatchObject({ kind: 'left-out', line: 19, problem: expect.stringMatching(/heat/) });
    expect(at('fix x')).toMatchObject({ kind: 'left-out', problem: expect.stringMatching(/sorcery is not known/) });
    expect(at('fix v')?.remedy).toMatch(/damping\.viscous/);
    expect(at('region c')?.problem).toMatch(/cone/);
    expect(at('set atom 9')?.problem).toMatch(/not known/);
    expect(at('fix y')?.problem).toMatch(/no variable nothing/);
    for (const { kind, remedy } of remarks) if (kind !== 'needless') expect(remedy).not.toBe('');
  });

  it('refuses units other than SI, and an input without a law', () => {
    expect(() => imported('units cgs\n')).toThrow(/^in\.test:1 units cgs/);
    expect(() => imported('units si\nrun 10\n')).toThrow(/contact law/);
  });
});
