// SPDX-License-Identifier: MIT
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT, sourceFiles } from '../../../tests/source-files.ts';
import { planStudy } from '../plan/study-plan.ts';
import { studyPoints } from '../points/study-points.ts';
import { readStudy, readStudyFile } from './read-study.ts';

const RESULTS = 'results: { angle: { column: a, from: 1 s } }';

function studyOf(text: string): ReturnType<typeof readStudy> {
  return readStudy(`scene: a.yaml\n${text}\n${RESULTS}\n`, 'study.yaml');
}

function valuesOf(text: string): (number | string)[][] {
  const { parameters, design, constraints } = studyOf(text);
  return studyPoints(parameters, design, constraints).points.map((point) => point.map(({ value }) => value));
}

describe('a study file', () => {
  it('makes a grid of lists and ranges, the last parameter first', () => {
    const text = 'parameters: { a: { values: [1, 2 mm] }, b: { range: { from: 0.1, to: 0.5, steps: 3 } } }';
    expect(valuesOf(text)).toEqual([
      [1, 0.1],
      [1, 0.3],
      [1, 0.5],
      [0.002, 0.1],
      [0.002, 0.3],
      [0.002, 0.5],
    ]);
  });

  it('has logarithmic ranges with equal ratios, and whole numbers', () => {
    expect(valuesOf('parameters: { a: { range: { from: 1 Pa, to: 100 Pa, steps: 3, scale: log } } }')).toEqual([
      [1],
      [10],
      [100],
    ]);
    expect(valuesOf('parameters: { a: { range: { from: 1, to: 4, steps: 3, whole: true } } }')).toEqual([
      [1],
      [3],
      [4],
    ]);
  });

  it('has each value of a grid once', () => {
    expect(valuesOf('parameters: { a: { range: { from: 1, to: 3, steps: 6, whole: true } } }')).toEqual([
      [1],
      [2],
      [3],
    ]);
    expect(valuesOf('parameters: { a: { values: [1 m, 100 cm, 1, 2 m] } }')).toEqual([[1], [1], [2]]);
  });

  it('sets values with their units, and words', () => {
    const { parameters } = studyOf(
      'parameters: { d: { range: { from: 1 mm, to: 3 mm, steps: 2 } }, law: { set: law.normal, values: [hertz] } }',
    );
    const [d, law] = parameters;
    expect(d?.paths).toEqual(['variables.d']);
    const { points } = studyPoints(parameters, { kind: 'grid' }, []);
    expect(points[1]?.map(({ text }) => text)).toEqual(['"0.003 m"', '"hertz"']);
    expect(law?.values?.[0]?.value).toBe('hertz');
  });

  it('takes points as a list', () => {
    const text = 'parameters: { a: {}, b: { set: gravity } }\npoints: [{ a: 1 mm, b: [0, 0, -1] }, { a: 2, b: x }]';
    expect(valuesOf(text)).toEqual([
      [0.001, '[0,0,-1]'],
      [2, 'x'],
    ]);
  });

  it('leaves out points that violate a constraint, with units', () => {
    const text =
      'parameters: { rolling: { values: [1 mm, 2 mm] }, sliding: { values: [1 mm, 0.3 cm] } }\n' +
      'constraints: [rolling < sliding, "2*rolling <= 3 mm"]';
    expect(valuesOf(text)).toEqual([[0.001, 0.003]]);
  });

  it('goes on with Sobol points until enough satisfy the constraints', () => {
    const range = '{ range: { from: 0, to: 1 } }';
    const points = valuesOf(
      `parameters: { u: ${range}, v: ${range} }\npoints: { sobol: { count: 8 } }\nconstraints: [u < v]`,
    );
    expect(points).toHaveLength(8);
    expect(points.every(([u, v]) => Number(u) < Number(v))).toBe(true);
  });

  it('ends with Sobol points if none satisfies the constraints', { tags: ['long'] }, () => {
    const range = '{ range: { from: 0, to: 1 } }';
    const none = `parameters: { u: ${range} }\npoints: { sobol: { count: 100000 } }\nconstraints: [u < 0]`;
    expect(valuesOf(none)).toEqual([]);
  });

  it.each(['sobol: { count: 4 }', 'latinHypercube: { count: 4 }'])('rounds points of %s to six digits', (points) => {
    const text =
      'parameters: { u: { range: { from: 0.1, to: 0.7 } }, v: { range: { from: 1 mm, to: 3 mm, scale: log } } }';
    const all = valuesOf(`${text}\npoints: { ${points} }`).flat();
    expect(all).toEqual(all.map((value) => Number(Number(value).toPrecision(6))));
    expect(new Set(all).size).toBe(8);
  });

  it('keeps the points of a narrow range apart', () => {
    const text = 'parameters: { u: { range: { from: 1000000, to: 1000001 } } }\npoints: { sobol: { count: 4 } }';
    expect(valuesOf(text).flat()).toEqual([1000000.5, 1000000.75, 1000000.25, 1000000.375]);
  });

  it('repeats with seeds 1, 2, 3 or those of a list', () => {
    expect(studyOf('parameters: { a: { values: [1] } }\nseeds: 3').seeds).toEqual([1, 2, 3]);
    expect(studyOf('parameters: { a: { values: [1] } }\nseeds: [7, 5]').seeds).toEqual([7, 5]);
  });
});

describe('a wrong study file', () => {
  const parameters = 'parameters: { a: { values: [1] } }';
  it.each([
    ['parametres: {}', /^study\.yaml:2:1 parametres: unknown key; did you mean parameters\?/m],
    ['parameters: { a: {} }', /^study\.yaml:2:18 parameters\.a: expected values or a range$/m],
    ['parameters: { a: { range: { from: 1 mm, to: 2 s } } }', /range\.to: expected the unit of the lower end/],
    ['parameters: { a: { range: { from: 0, to: 2, scale: log } } }', /range\.from: expected a number > 0 for a log/],
    ['parameters: { a: { range: { from: 3, to: 2 } } }', /range\.to: expected more than the lower end, got 2/],
    ['parameters: { a: { range: { from: 0, to: 2 } } }', /parameters\.a\.range: a grid needs the number of steps/],
    ['parameters: { seed: { values: [1] } }', /^study\.yaml:2:15 parameters\.seed: the table has a column seed/],
    [`${parameters}\nconstraints: [a < c]`, /^study\.yaml:3:15 constraints\[0\]: unknown parameter "c"/],
    [`${parameters}\nconstraints: [a < 1 m]`, /constraints\[0\]: compares a plain number with a length/],
    [`${parameters}\nconstraints: [a]`, /constraints\[0\]: expected a comparison/],
    ['parameters: { a: {} }\npoints: [{ b: 1 }]', /points\[0\]\.b: unknown parameter/],
    [
      `${parameters}\ncalibration: { targets: { angle: { value: 1, tolerance: 0 } } }`,
      /tolerance: expected a number > 0/,
    ],
    [`${parameters}\nseeds: [1, 2, 1]`, /^study\.yaml:3:15 seeds\[2\]: the seed 1 stands here twice/m],
    [
      'parameters: { a: { range: { from: 0, to: 1, steps: 11 } } }\nseeds: 100000',
      /^study\.yaml:2:1 parameters: at most 1000000 runs, got 1100000: 11 points x 100000 seeds x 1 scenes; take fewer/m,
    ],
    [`${parameters}\nseeds: 0`, /seeds: expected an integer from 1/],
    [`${parameters}\nseeds: [3, -1]`, /^study\.yaml:3:12 seeds\[1\]: expected an integer from 0 to \d+, got -1/m],
    [
      `${parameters}\nseeds: [9007199254740993]`,
      /^study\.yaml:3:9 seeds\[0\]: expected an integer from 0 to 90071992/m,
    ],
    [`${parameters}\nseeds: {}`, /^study\.yaml:3:8 seeds: expected an integer from 1/m],
  ])('names the line of %s', (text, message) => {
    expect(() => studyOf(text)).toThrow(message);
  });

  it('says what a result lacks', () => {
    const read = (result: string) => () =>
      readStudy(`scene: a.yaml\n${parameters}\nresults: { angle: ${result} }\n`, 'study.yaml');
    expect(read('{}')).toThrow(/results\.angle: expected a column of a table, or a quantity/);
    expect(read('{ column: a, at: 1 s, take: mean }')).toThrow(/results\.angle\.take: at one time there is no mean/);
    expect(read('{ column: a, from: 2 s, until: 1 s }')).toThrow(
      /until: expected a time later than from, 2 s, got 1 s/,
    );
    expect(() => readStudy(`${parameters}\n${RESULTS}\n`, 'study.yaml')).toThrow(/expected a scene file/);
    expect(() => readStudy('  \n', 'study.yaml')).toThrow(/study\.yaml:1:1 the file is empty; a study has/);
  });
});

describe('targets of a calibration', () => {
  const targetsOf = (result: string, target: string) =>
    readStudy(
      `scene: a.yaml
parameters: { a: { range: { from: 0, to: 1 } } }
results: { angle: ${result} }
calibration:
  targets:
    angle: ${target}
`,
      'study.yaml',
    ).calibration?.targets[0];
  const ANGLE = '{ column: region.heap.angleOfRepose.mean }';

  it.each([
    [ANGLE, '{ value: 26 deg, tolerance: 1 deg }', 26, 1],
    [ANGLE, '{ value: 26, tolerance: 1 }', 26, 1],
    [ANGLE, '{ value: 0.5 rad, tolerance: 10 mrad }', 28.6478897565412, 0.572957795130823],
    ['{ column: outlet.hole.mass, take: slope }', '{ value: 100 g/s, tolerance: 0.004 }', 0.1, 0.004],
    ['{ column: region.heap.porosity }', '{ value: 40 %, tolerance: 0.01 }', 0.4, 0.01],
    ['{ column: mine, unit: mm }', '{ value: 0.5 cm, tolerance: 1 }', 5, 1],
  ])('of %s, %s, are in the unit of the column', (result, target, value, tolerance) => {
    expect(targetsOf(result, target)).toEqual({ result: 'angle', value, tolerance });
  });

  it.each([
    [
      ANGLE,
      '{ value: 26 kg, tolerance: 1 }',
      /^study\.yaml:6:21 calibration\.targets\.angle\.value: expected an angle \(the column is in deg\), got 26 kg$/m,
    ],
    [ANGLE, '{ value: 26, tolerance: 4 % }', /angle\.tolerance: expected an angle \(the column is in deg\), got 4 %/],
    [
      '{ column: mine }',
      '{ value: 26 kg, tolerance: 1 }',
      /a plain number \(the column has no known unit\), got 26 kg/,
    ],
    [
      '{ quantity: region.heap.mass, take: slope }',
      '{ value: 1 kg, tolerance: 1 }',
      /a mass rate \(the slope is in kg\/s/,
    ],
  ])('of %s cannot be %s', (result, target, message) => {
    expect(() => targetsOf(result, target)).toThrow(message);
  });
});

describe('the studies of the examples', () => {
  const studies = sourceFiles(['examples/studies'], ['.yaml']).filter(({ text }) => /^scenes?:/m.test(text));

  it.each(studies.map(({ path }) => path))('%s can be planned', { tags: ['long'] }, (path) => {
    const plan = planStudy(readStudyFile(join(ROOT, path)), '1', {});
    expect(plan.points.length + (plan.study.calibration?.budget ?? 0)).toBeGreaterThan(1);
  });

  it('are there', () => {
    expect(studies.length).toBeGreaterThan(0);
  });
});
