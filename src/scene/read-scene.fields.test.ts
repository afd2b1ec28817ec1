// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { Simulation } from '../simulation/simulation.ts';
import { sceneSummary } from './check/scene-summary.ts';
import { readScene } from './read-scene.ts';

const scene = (fields: string): string => `variables: { k: 5 N/m }
time: { duration: 1 s }
gravity: [0, 0, 0]
materials: { m: { density: 1000, stiffness: 1000, properties: { charge: 2e-9 } } }
law: { normal: linear }
bodies:
  ball: { shape: { sphere: { radius: 1 cm } }, material: m, position: [0, 0, 0] }
  other: { shape: { sphere: { radius: 1 cm } }, material: m, position: [1, 0, 0] }
fields:
  f: ${fields}
`;

describe('fields of a scene', () => {
  it('are read with units, variables and properties', () => {
    const [field] = readScene(scene("{ potential: '=0.5*k*(x^2 + y^2)', bodies: [other] }")).simulation.fields ?? [];
    expect(field).toMatchObject({ name: 'f', ids: [[1, 2]], potential: { text: '=0.5*k*(x^2 + y^2)' } });
    const [force] = readScene(scene("{ force: ['charge * 3e6 N', 0, '-k*z'] }")).simulation.fields ?? [];
    expect(force?.force?.[0].tree.op).toBe('multiply');
  });

  it('act on one body of a lattice by its name', () => {
    const row = scene("{ force: [1 N, 0, 0], bodies: ['row[2]', ball] }").replace(
      /position: \[1, 0, 0\] }/,
      'position: [1, 0, 0] }\n  row: { shape: { sphere: { radius: 1 cm } }, material: m, position: [0, 1, 0], ' +
        'lattice: { count: [4, 1, 1], spacing: 3 cm } }',
    );
    expect(readScene(row).simulation.fields?.[0]?.ids).toEqual([
      [4, 5],
      [0, 1],
    ]);
  });

  it.each([
    ["{ potential: 'k*x' }", ':10:19 fields.f.potential: expected an energy, got a force'],
    ["{ force: ['x + 1', 0, 0] }", '"+" adds a plain number to a length'],
    ["{ force: [0, 0, 'k*q'] }", 'fields.f.force[2]: unknown name "q"'],
    ["{ potential: 'floor(x / 1 m) * 1 J' }", 'have no gradient'],
    ["{ potential: '1 J * vx / 1 m * 1 s' }", 'a potential depends on no velocity'],
    ["{ potential: '1 J', force: [0, 0, 0] }", 'expected exactly one of potential, force'],
    ['{ }', 'expected exactly one of potential, force'],
    ["{ potential: '1 J', materials: [glass] }", 'glass'],
    ["{ potential: '1 J', bodies: [bal] }", 'unknown bodies "bal"; did you mean ball?'],
    ['{ fluid: { density: 1000, viscosity: 1 Pa } }', 'fields.f.fluid.viscosity: expected a viscosity'],
    ['{ fluid: { density: 1, viscosity: 1, voidFraction: 0.4 } }', 'is for single bodies; use di-felice or gidaspow'],
    ['{ fluid: { density: 1, viscosity: 1, voidFraction: 2, drag: gidaspow } }', 'above 0, at most 1, got 2'],
    ['{ fluid: { density: 1, viscosity: 1, velocity: { file: a.vtk } } }', 'a.vtk'],
    ["{ rotation: { angularVelocity: [0, 0, 'x * 1 rad/s/m'] } }", 'depends on time alone'],
  ])('%s is refused: %s', (fields, problem) => {
    expect(() => readScene(scene(fields), { file: 'scene.yaml' })).toThrow(problem);
  });

  it('with potentials that differ at two periodic sides are refused by line, others are not', () => {
    const sides = 'domain: { min: [-5 cm, -1, -1], max: [5 cm, 1, 1], periodic: [x] }\n';
    const read = (field: string) => readScene(scene(field) + sides, { file: 'scene.yaml' }).simulation.fields;
    const slope = read.bind(undefined, "{ potential: 'k*x*(1 cm) + k*z*(1 cm)' }");
    expect(slope).toThrow(
      'scene.yaml:10:19 fields.f.potential: a potential must be the same at both periodic sides; from the lower side ' +
        'in x to the upper one "k*x*(1 cm) + k*z*(1 cm)" rises by 0.005 J for a body of 1 kg, 1 m and 1 m3',
    );
    expect(read("{ potential: '1 mJ * cos(2*pi*x/(10 cm)) + k*z*(1 cm)' }")).toHaveLength(1);
    // The same at both sides, as the centre is half way between them.
    expect(read('{ linear: { centre: [0, 0, 0], stiffness: [2, 0, 3 N/m] } }')).toHaveLength(1);
    expect(() => read('{ linear: { centre: [1 cm, 0, 0], stiffness: [2, 0, 3 N/m] } }')).toThrow(
      /^scene\.yaml:10:6 fields\.f.*: a potential must be the same at both periodic sides/,
    );
    expect(read("{ force: ['1 N', 0, 0] }")).toHaveLength(1);
  });

  it('are springs about a centre by `linear`', () => {
    const { simulation } = readScene(
      scene('{ linear: { centre: [1 cm, 0, 0], stiffness: [2, 0, 3 N/m] }, bodies: [ball] }'),
    );
    const halfPeriod = Math.PI * Math.sqrt(((4 / 3) * Math.PI * 1e-6 * 1000) / 2);
    const run = new Simulation({ ...simulation, timeStep: halfPeriod / 500 });
    expect(run.energy().fieldEnergy).toBeCloseTo(0.5 * 2 * 0.01 ** 2, 12);
    run.step(500);
    expect(run.body(0).position.x).toBeCloseTo(0.02, 6);
  });

  it('are named in the summary of a check', () => {
    const water = '{ fluid: { density: 998.2, viscosity: 1.002 mPa s } }';
    const lines = sceneSummary(readScene(scene(water)));
    expect(lines).toMatch(/^ {2}field +f: fluid of 998 kg\/m3, 1 mPa s, at rest, drag schiller-naumann$/m);
    expect(sceneSummary(readScene(scene("{ potential: '1 J' }")))).toMatch(/^ {2}field +f: potential$/m);
  });

  it('begin and end in stages', () => {
    const text = scene('{ acceleration: [1 m/s2, 0, 0] }')
      .replace('time: { duration: 1 s }', 'time: { timeStep: 1 ms }')
      .concat(
        'stages:\n',
        '  first: { duration: 10 ms }\n',
        '  second: { duration: 10 ms, set: { fields: { f: none, g: { acceleration: [0, 2 m/s2, 0] } } } }\n',
      );
    const { simulation, stages } = readScene(text);
    const run = new Simulation(simulation);
    run.step(10);
    run.change(stages?.[1]?.change ?? {});
    run.step(10);
    // The velocity of a body is that of the field of each stage times 10 ms.
    const { x, y } = run.body(0).velocity;
    expect([x, y]).toEqual([expect.closeTo(0.01, 9), expect.closeTo(0.02, 9)]);
    expect(() => readScene(text.replace('2 m/s2', '2 m'), { file: 'a.yaml' })).toThrow(/stages.second.set.fields.g/);
  });
});
