// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { SceneError } from '../../errors.ts';
import { Simulation } from '../simulation.ts';
import type { SimulationSpec } from '../simulation-spec.ts';

const SPEC: SimulationSpec = {
  timeStep: 1e-5,
  gravity: [0, 0, -9.81],
  law: { normal: 'linear' },
  materials: [{ name: 'glass', density: 2500, stiffness: 5000 }],
  shapes: [{ name: 'marble', sphere: { radius: 0.01 } }],
  bodies: [{ shape: 'marble', material: 'glass', position: [0, 0, 0.05] }],
};

describe('a spec of a program without types', () => {
  it.each<[what: string, change: object, message: string]>([
    ['no gravity', { gravity: undefined }, 'gravity: expected three finite numbers, got undefined'],
    ['no law', { law: undefined }, 'law: expected a contact law, got undefined'],
    ['no materials', { materials: undefined }, 'materials: expected a list, got undefined'],
    ['a mapping of materials', { materials: { glass: {} } }, 'materials: expected a list, got [object Object]'],
    ['a material that is nothing', { materials: [null] }, 'materials[0].name: expected a name, got undefined'],
    ['a shape of no kind', { shapes: [{ name: 'a' }] }, 'shapes[0]: expected one of sphere, clump, convex, compound'],
    ['a body that is nothing', { bodies: [null] }, 'bodies[0]: expected a body, got null'],
    [
      'a body without a place',
      { bodies: [{ shape: 'marble', material: 'glass' }] },
      'bodies[0].position: expected three finite numbers, got undefined',
    ],
    ['a domain without corners', { domain: {} }, 'domain.min: expected three finite numbers, got undefined'],
  ])('is refused by the entry that is missing: %s', (_, change, message) => {
    const make = (): Simulation => new Simulation({ ...SPEC, ...change } as SimulationSpec);
    expect(make).toThrow(SceneError);
    expect(make).toThrow(message);
  });

  it('is refused where there is none', () => {
    const nothing = undefined as unknown as SimulationSpec;
    expect(() => new Simulation(nothing)).toThrow('spec: expected a specification, got undefined');
  });
});
