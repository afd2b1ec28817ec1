// SPDX-License-Identifier: MIT
/** Stages of scene files: what they become, and what is refused by line. */
import { describe, expect, it } from 'vitest';
import { sceneSummary } from '../check/scene-summary.ts';
import { sceneWarnings } from '../check/scene-warnings.ts';
import { readScene } from '../read-scene.ts';

const BASE = `
time: { timeStep: 1e-5 }
gravity: [0, 0, -9.81]
materials: { glass: { density: 2500, stiffness: 1e4 N/m, restitution: 0.5, friction: 0.5 } }
law: { normal: linear, tangential: linear }
shapes: { ball: { sphere: { radius: 1 cm } } }
bodies: { b: { shape: ball, material: glass, position: [0, 0, 2 cm] } }
halfSpaces: { floor: { normal: [0, 0, 1], material: glass } }
outlets: { hole: { region: { box: { min: [0, 0, 0], max: [1, 1, 1] } } } }
outputs: { csv: { e: { every: 10 ms, quantities: [energy.kinetic] } } }
stages:
`;

const read = (stages: string, base = BASE) => readScene(base + stages, { file: 's.yaml' });

function refusal(stages: string, base = BASE): string {
  try {
    read(stages, base);
  } catch (error) {
    return (error as Error).message;
  }
  return 'accepted';
}

describe('stages of a scene', () => {
  it('are durations, conditions with units and changes; the first is part of the spec', () => {
    const {
      stages = [],
      simulation,
      duration,
    } = read(`
  fill: { duration: 0.1 s, set: { outlets: { hole: closed } } }
  settle: { until: { quantity: energy.kinetic, below: 2 mJ }, atLeast: 10 ms, atMost: 0.2 s }
  lift:
    duration: 1 s
    set: { halfSpaces: { floor: { motion: { velocity: [0, 0, 1 cm/s] } } }, outputs: { e: 1 ms } }
`);
    expect(duration).toBe(1.3);
    expect(simulation.outlets?.[0]?.closed).toBe(true);
    expect(stages.map(({ name, longest, shortest }) => [name, longest, shortest])).toEqual([
      ['fill', 0.1, 0],
      ['settle', 0.2, 0.01],
      ['lift', 1, 0],
    ]);
    expect(stages[1]?.condition).toMatchObject({ comparison: 'below', value: 2e-3 });
    expect(stages[2]?.change).toEqual({
      halfSpaces: [{ name: 'floor', motion: { velocity: { x: 0, y: 0, z: 0.01 }, from: 0 } }],
    });
    expect(stages[2]?.outputs).toEqual({ e: 1e-3 });
  });

  it('are printed by the summary', () => {
    const text = sceneSummary(
      read(
        '  a: { duration: 0.1 s }\n  b: { until: { quantity: energy.kinetic, below: 2 mJ }, atMost: 0.2 s, set: { gravity: [0, 0, 0] } }\n',
      ),
    );
    expect(text).toContain('stage         a: 100 ms; changes nothing\n');
    expect(text).toContain('stage         b: until energy.kinetic is below 2 mJ, at most 200 ms; sets gravity\n');
    expect(text).toContain('time          at most 300 ms in 30 000 steps');
  });

  it('share the time step of the stiffest stage', () => {
    const auto = BASE.replace('timeStep: 1e-5', 'timeStep: auto');
    const soft = read('  a: { duration: 1 s }\n', auto).simulation.timeStep;
    const stiff = read(
      '  a: { duration: 1 s }\n  b: { duration: 1 s, set: { materials: { glass: { stiffness: 4e4 N/m } } } }\n',
      auto,
    ).simulation.timeStep;
    expect(stiff).toBeCloseTo(0.5 * soft, 12);
  });

  it('have a time step from the stage that names it on, chosen for the stages that have it', () => {
    const auto = BASE.replace('timeStep: 1e-5', 'timeStep: auto');
    const stiff = '{ materials: { glass: { stiffness: 4e4 N/m } } }';
    const { stages = [], simulation } = read(
      `  a: { duration: 1 s }
  b: { duration: 1 s, set: { timeStep: 2 us } }
  c: { duration: 1 s, set: ${stiff} }
  d: { duration: 1 s, set: { timeStep: auto } }
  e: { duration: 1 s, set: { timeStep: auto } }
`,
      auto,
    );
    const [soft = 0, ...later] = stages.map(({ timeStep }) => timeStep);
    expect(simulation.timeStep).toBe(soft);
    expect(later.slice(0, 2)).toEqual([2e-6, 2e-6]);
    expect(later[2]).toBeCloseTo(0.5 * soft, 12);
    expect(later[3]).toBe(later[2]);
    // A change only where the step differs from the one before.
    expect(stages.map(({ change }) => change.timeStep)).toEqual([undefined, 2e-6, undefined, later[2], undefined]);
  });

  it('of the first stage replaces the time step of the scene', () => {
    const { stages, simulation } = read('  a: { duration: 1 s, set: { timeStep: 3 us } }\n  b: { duration: 1 s }\n');
    expect(simulation.timeStep).toBe(3e-6);
    expect(stages?.map(({ timeStep }) => timeStep)).toEqual([3e-6, 3e-6]);
  });

  it('are summed and warned of with their own time steps', () => {
    const scene = read('  a: { duration: 0.1 s }\n  b: { duration: 0.1 s, set: { timeStep: 1 ms } }\n');
    const text = sceneSummary(scene);
    expect(text).toContain('time          200 ms in 10 100 steps of different lengths, see the stages');
    expect(text).toContain('stage         b: 100 ms; steps of 1 ms, sets timeStep');
    expect(sceneWarnings(scene).join()).toMatch(/the time step of stage b is \d+ % of the critical one/);
  });

  it.each<[string, string, RegExp]>([
    [
      'a time step of nothing',
      '  a: { duration: 1 s, set: { timeStep: 0 } }',
      /s\.yaml:12:\d+ stages\.a\.set\.timeStep: expected .* > 0/,
    ],
    [
      'a damping that a later time step is too long for',
      '  a: { duration: 1 s, set: { damping: { viscous: 1 kHz } } }\n  b: { duration: 1 s, set: { timeStep: 2 ms } }',
      /s\.yaml:13:\d+ stages\.b\.set: damping\.viscous/,
    ],
    ['no end', '  a: { set: {} }', /s\.yaml:12:\d+ stages\.a: expected either duration or until/],
    [
      'no longest duration',
      '  a: { until: { quantity: energy.kinetic, below: 1 J } }',
      /stages\.a\.atMost: expected until and atMost/,
    ],
    [
      'a unit of another kind',
      '  a: { until: { quantity: energy.kinetic, below: 1 m }, atMost: 1 s }',
      /s\.yaml:12:\d+ stages\.a\.until\.below: expected a number in J, got 1 m/,
    ],
    [
      'an unknown quantity',
      '  a: { until: { quantity: energy.kinetik, below: 1 J }, atMost: 1 s }',
      /stages\.a\.until\.quantity: unknown quantity "energy.kinetik"; did you mean/,
    ],
    [
      'three numbers',
      '  a: { until: { quantity: halfSpace.floor.force, above: 1 N }, atMost: 1 s }',
      /expected one number, got 3; add a component, such as halfSpace\.floor\.force\.x/,
    ],
    [
      'a wall that is not there',
      '  a: { duration: 1 s, set: { halfSpaces: { flor: { motion: none } } } }',
      /s\.yaml:12:\d+ stages\.a\.set\.halfSpaces\.flor: unknown half-space "flor"; did you mean floor\?/,
    ],
    [
      'an output that is not there',
      '  a: { duration: 1 s, set: { outputs: { f: 1 s } } }',
      /stages\.a\.set\.outputs\.f: unknown output "f"/,
    ],
    [
      'a law that cannot follow',
      '  a: { duration: 1 s }\n  b: { duration: 1 s, set: { law: { normal: pressure-field } } }',
      /s\.yaml:13:\d+ stages\.b\.set\.law: normal cannot change from linear to pressure-field/,
    ],
    [
      'a damping that is too strong for the step',
      '  a: { duration: 1 s }\n  b: { duration: 1 s, set: { damping: { viscous: 1 MHz } } }',
      /s\.yaml:13:\d+ stages\.b\.set/,
    ],
    ['a number as name', '  1: { duration: 1 s }', /stages: expected a name as key, got 1/],
    [
      'a density',
      '  a: { duration: 1 s, set: { materials: { glass: { density: 1 } } } }',
      /stages\.a\.set\.materials\.glass/,
    ],
  ])('with %s are refused by line', (_, stages, message) => {
    expect(refusal(`${stages}\n`)).toMatch(message);
  });

  it('need no duration of the scene, and refuse one', () => {
    expect(refusal('  a: { duration: 1 s }\n', BASE.replace('time: { ', 'time: { duration: 1 s, '))).toMatch(
      /s\.yaml:2:\d+ time\.duration: expected none beside stages, whose durations add up/,
    );
  });
});
