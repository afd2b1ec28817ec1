// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { measuredQuantity, sliceQuantity } from './measured-quantity.ts';
import { readScene } from './read-scene.ts';

const BEFORE = `
time: { duration: 1 s, timeStep: 1 ms }
gravity: [0, 0, -9.81]
materials: { m: { density: 1000, stiffness: 1e4 } }
law: { normal: linear }
bodies: { ball: { shape: { sphere: { radius: 1 cm } }, material: m, position: [0, 0, 0] } }
outputs:
`;

const read = (outputs: string) => readScene(BEFORE + outputs.replace(/^/gm, '  ')).outputs;
const problemOf = (outputs: string): string => {
  try {
    read(outputs);
  } catch (error) {
    return (error as Error).message;
  }
  return 'no problem';
};

describe('the analysis of a scene', () => {
  it('has regions, planes, profiles and force chains in SI units', () => {
    const { analysis, csv } = read(`
regions:
  core: { region: { box: { min: [0, 0, 0], max: [10 cm, 1, 1] } } }
  pile: { heap: { across: x }, mixing: { cells: [2, 3, 4], weight: mass } }
planes:
  outlet: { through: [0, 0, 5 cm], normal: [0, 0, -2], within: core }
profiles:
  layers: { every: 10 ms, region: core, along: x, slices: 7, quantities: [packingFraction, velocity, stress.zz] }
forceChains: { every: 20 ms, angle: 30 deg }
csv:
  flow: { every: 1 ms, quantities: [plane.outlet.massRate, region.core.pressure, region.all.coordination] }`);
    const core = { region: { box: { min: { x: 0, y: 0, z: 0 }, max: { x: 0.1, y: 1, z: 1 } } } };
    expect(analysis.regions.get('core')).toEqual(core);
    expect(analysis.regions.get('all')).toEqual({ region: 'all' });
    expect(analysis.regions.get('pile')).toEqual({
      region: 'all',
      heap: { across: 'x' },
      mixing: { cells: [2, 3, 4], by: 'material', weight: 'mass', fewest: 5 },
    });
    expect(analysis.planes.get('outlet')).toEqual({
      through: { x: 0, y: 0, z: 0.05 },
      normal: { x: 0, y: 0, z: -2 },
      within: core.region,
    });
    const [layers] = analysis.profiles;
    expect(layers).toMatchObject({ name: 'layers', every: 0.01, region: core, along: 'x', slices: 7 });
    expect(layers?.quantities.flatMap(({ columns }) => columns)).toEqual([
      'packingFraction',
      'velocity.x',
      'velocity.y',
      'velocity.z',
      'stress.zz',
    ]);
    expect(analysis.forceChains?.angle).toBeCloseTo(Math.PI / 6, 14);
    expect(csv[0]?.quantities.map(({ kind }) => kind)).toEqual(['plane', 'region', 'region']);
  });

  it('is there without being asked for', () => {
    const { analysis } = read('csv: { a: { every: 1 ms, quantities: [region.all.porosity] } }');
    expect([...analysis.regions.keys()]).toEqual(['all']);
    expect(analysis.profiles).toEqual([]);
  });

  it.each([
    ['csv: { a: { every: 1 s, quantities: [region.cor.stress] } }\nregions: { core: {} }', 'did you mean core?'],
    ['csv: { a: { every: 1 s, quantities: [plane.outlet.mass] } }', 'no plane has the name "outlet"; outputs.planes'],
    ['csv: { a: { every: 1 s, quantities: [region.all.colour] } }', 'unknown quantity "region.all.colour"; there are'],
    ['csv: { a: { every: 1 s, quantities: [region.all.stress.w] } }', 'unknown quantity "region.all.stress.w"'],
    ['profiles: { p: { every: 1 s, region: nowhere, quantities: [count] } }', 'no region has the name "nowhere"'],
    ['profiles: { p: { every: 1 s, quantities: [colour] } }', 'unknown quantity "colour"; of a slice there are count|'],
    [
      'profiles: { p: { every: 1 s, region: b, quantities: [count] } }\nregions: { b: { region: { sphere: { ' +
        'centre: [0, 0, 0], radius: 1 } } } }',
      'the region "b" is a ball, which is not cut into slices',
    ],
    [
      'profiles: { p: { every: 1 s, quantities: [count] } }\ncsv: { p: { every: 1 s, quantities: [count.bodies] } }',
      'outputs.profiles.p: p.csv is the file of the table of this name in outputs.csv already',
    ],
    ['planes: { p: { through: [0, 0, 0], normal: [0, 0, 0] } }', 'expected a direction, not [0, 0, 0]'],
    ['forceChains: { every: 1 s, angle: 90 deg }', 'expected an angle'],
    ['regions: { r: { mixing: { cells: [1, 2, 2.5] } } }', 'expected three whole numbers'],
  ])('is refused with a remedy: %s', (outputs, message) => {
    expect(problemOf(outputs)).toContain(message);
  });
});

describe('a quantity of a region or plane', () => {
  it('has a column for each component, or for the one asked for', () => {
    expect(measuredQuantity('region.core.fabric')?.columns.length).toBe(6);
    expect(measuredQuantity('region.core.stress.xy')).toEqual({
      kind: 'region',
      name: 'core',
      quantity: 'stress',
      component: 'xy',
      columns: ['region.core.stress.xy'],
    });
    expect(measuredQuantity('plane.p.forward')?.columns).toEqual(['plane.p.forward']);
    expect(sliceQuantity('angleOfRepose')?.columns).toEqual([
      'angleOfRepose.left',
      'angleOfRepose.right',
      'angleOfRepose.mean',
      'angleOfRepose.error',
    ]);
  });

  it.each(['region.core', 'region.core.stress.xy.z', 'plane.p.stress', 'region..count', 'plane.p.mass.x'])(
    'is not %s',
    (text) => {
      expect(measuredQuantity(text)).toBeUndefined();
    },
  );
});
