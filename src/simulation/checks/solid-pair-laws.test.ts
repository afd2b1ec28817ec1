// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { facetMesh } from '../../meshes/facet-mesh.ts';
import { box } from '../../shapes/kinds/box.ts';
import { cylinder } from '../../shapes/kinds/cylinder.ts';
import { Simulation } from '../simulation.ts';
import type { SimulationSpec } from '../simulation-spec.ts';

const base: SimulationSpec = {
  timeStep: 1e-5,
  gravity: [0, 0, 0],
  materials: [
    { name: 'stone', density: 2500, stiffness: 1e9 },
    { name: 'steel', density: 7800, stiffness: 1e9 },
  ],
  law: { normal: 'overlap-volume' },
  shapes: [
    { name: 'ball', sphere: { radius: 0.01 } },
    { name: 'brick', convex: box({ halfExtents: [0.01, 0.01, 0.01] }) },
    { name: 'can', convex: cylinder({ radius: 0.01, halfLength: 0.01 }) },
  ],
};
const body = (shape: string, material: string) => ({ shape, material, position: [0, 0, 1] as const });

describe('the overlap-volume law', () => {
  it('is refused for bodies that are not polyhedra, with what to do', () => {
    expect(() => new Simulation({ ...base, bodies: [body('ball', 'stone')] })).toThrow(
      'bodies[0]: the overlap-volume law between "stone" and "stone" is for boxes, convex polyhedra and ' +
        'half-spaces, but shape "ball" is a sphere; give this pair of materials another law in pairs',
    );
    expect(() => new Simulation({ ...base, bodies: [body('brick', 'stone'), body('can', 'steel')] })).toThrow(
      'bodies[1]: the overlap-volume law between "steel" and "stone" is for boxes, convex polyhedra and ' +
        'half-spaces, but shape "can" is a shape of kind cylinder',
    );
  });

  it('is refused for walls it would not know, and taken where every pair that may touch is known', () => {
    const pairs = [
      { materials: ['stone', 'steel'] as const, law: { normal: 'linear' } as const, stiffness: 1e4 },
      { materials: ['steel', 'steel'] as const, law: { normal: 'linear' } as const, stiffness: 1e4 },
    ];
    const bodies = [body('brick', 'stone'), { ...body('ball', 'steel'), position: [1, 0, 1] as const }];
    const simulation = new Simulation({ ...base, pairs, bodies });
    expect(simulation.bodyCount).toBe(2);
    expect(() => simulation.addBody(body('can', 'stone'))).toThrow('body: the overlap-volume law');
    simulation.dispose();
    const halfSpaces = [{ name: 'floor', normal: [0, 0, 1] as const, offset: 0, material: 'stone' }];
    expect(
      () => new Simulation({ ...base, pairs: pairs.slice(1), bodies: [body('ball', 'steel')], halfSpaces }),
    ).toThrow(
      'between "steel" and "stone" is for boxes, convex polyhedra and half-spaces, but shape "ball" is a sphere',
    );
  });

  it('takes no cohesion and only linear friction', () => {
    expect(() => new Simulation({ ...base, law: { normal: 'overlap-volume', cohesion: 'sjkr' } })).toThrow(
      'law.cohesion: expected none with the overlap-volume law, got "sjkr"',
    );
    expect(() => new Simulation({ ...base, law: { normal: 'overlap-volume', tangential: 'mindlin' } })).toThrow(
      'law.tangential: expected none, linear with overlap-volume, got "mindlin"',
    );
    const nameless = { ...base, materials: [{ name: 'stone', density: 1 }], bodies: [body('brick', 'stone')] };
    expect(() => new Simulation(nameless)).toThrow('the overlap-volume law needs stiffness of "stone"');
  });
});

describe('the pressure-field law', () => {
  const field: SimulationSpec = { ...base, law: { normal: 'pressure-field' } };

  it('is accepted for every shape and for half-spaces', () => {
    const halfSpaces = [{ name: 'floor', normal: [0, 0, 1] as const, offset: 0, material: 'stone' }];
    const bodies = ['ball', 'brick', 'can'].map((shape, k) => ({
      ...body(shape, 'stone'),
      position: [k, 0, 1] as const,
    }));
    const simulation = new Simulation({ ...field, halfSpaces, bodies });
    expect(simulation.bodyCount).toBe(3);
    simulation.dispose();
  });

  it('is accepted for every shape on meshes', () => {
    const mesh = facetMesh({ vertices: Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0), facets: [[0, 1, 2]] });
    const meshes = [{ name: 'plate', mesh, material: 'steel' }];
    const bodies = ['ball', 'brick', 'can'].map((shape, k) => ({
      ...body(shape, 'stone'),
      position: [k, 0, 1] as const,
    }));
    const simulation = new Simulation({ ...field, meshes, bodies });
    expect(simulation.bodyCount).toBe(3);
    simulation.dispose();
  });
});
