// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { bitsOf, restore, start } from '../../../tests/support/simulations.ts';
import { facetMesh } from '../../meshes/facet-mesh.ts';
import { box } from '../../shapes/kinds/box.ts';
import { Simulation } from '../simulation.ts';
import type { InsertionSpec, SimulationSpec } from '../simulation-spec.ts';
import { fillRegions } from './fill.ts';

const RADIUS = 0.005;
const VOLUME = (4 / 3) * Math.PI * RADIUS ** 3;
const SIDE = 0.04;
const CUBE = { box: { min: [0, 0, 0], max: [SIDE, SIDE, SIDE] } } as const;
const BED: InsertionSpec = {
  name: 'bed',
  shapes: [{ shape: 'ball', material: 'glass', weight: 1 }],
  region: CUBE,
  fill: { fraction: 0.5 },
};

function scene(insertion: Partial<InsertionSpec> = {}, more: Partial<SimulationSpec> = {}): SimulationSpec {
  return {
    timeStep: 1e-5,
    gravity: [0, 0, 0],
    law: { normal: 'linear', tangential: 'linear' },
    materials: [{ name: 'glass', density: 2500, stiffness: 1e5, restitution: 0.5, friction: 0.3 }],
    shapes: [
      { name: 'ball', sphere: { radius: RADIUS } },
      { name: 'brick', convex: box({ halfExtents: [0.006, 0.004, 0.003] }) },
    ],
    insertions: [{ ...BED, ...insertion }],
    ...more,
  };
}

/** Corner k of a cube has the bits of k as its coordinates. */
const CUBE_FACETS = [
  [0, 2, 3, 1],
  [4, 5, 7, 6],
  [0, 1, 5, 4],
  [2, 6, 7, 3],
  [0, 4, 6, 2],
  [1, 3, 7, 5],
];
const cubeMesh = (facets: readonly (readonly number[])[]) =>
  facetMesh({
    vertices: [0, 1, 2, 3, 4, 5, 6, 7].map((k) => [k & 1 ? SIDE : 0, k & 2 ? SIDE : 0, k & 4 ? SIDE : 0] as const),
    facets,
  });
const meshed = (facets: readonly (readonly number[])[]): SimulationSpec =>
  scene(
    { fill: { fraction: 0.3, mesh: 'can' } },
    { meshes: [{ name: 'can', mesh: cubeMesh(facets), material: 'glass' }] },
  );

describe('a filled region', () => {
  it('has the fraction to within half a body, and all bodies inside without contacts', { tags: ['long'] }, () => {
    const simulation = start(scene());
    const { count, position } = simulation.bodies();
    expect(Math.abs(count * VOLUME - 0.5 * SIDE ** 3)).toBeLessThanOrEqual(0.5 * VOLUME);
    expect(simulation.contacts().count).toBe(0);
    expect(Math.min(...position)).toBeGreaterThanOrEqual(RADIUS);
    expect(Math.max(...position)).toBeLessThanOrEqual(SIDE - RADIUS);
    const [progress] = simulation.insertions();
    expect(progress).toMatchObject({ inserted: count, waiting: 0 });
    expect(progress.fraction).toBeCloseTo((count * VOLUME) / SIDE ** 3, 12);
    expect(progress.kinds).toEqual([{ shape: 'ball', count, mass: progress.mass, share: 1, wanted: 1 }]);
  });

  it.each([
    // A layer of balls at random covers about 0.8 of an area: 0.48 of a slot as wide as 1.1 of them.
    [1.1, 0.4],
    [1.6, 0.35],
    [2.3, 0.42],
  ])('may be a slot %s balls wide', { tags: ['long'] }, (width, fraction) => {
    const [long, narrow] = [12 * RADIUS, 2 * RADIUS * width];
    const region = { box: { min: [0, 0, 0], max: [long, narrow, long] } } as const;
    const simulation = start(scene({ region, fill: { fraction } }));
    const { count, position } = simulation.bodies();
    expect(Math.abs(count * VOLUME - fraction * long * narrow * long)).toBeLessThanOrEqual(0.5 * VOLUME);
    expect(simulation.contacts().count).toBe(0);
    for (let k = 0; k < count; k++) {
      expect(position[3 * k + 1]).toBeGreaterThanOrEqual(RADIUS);
      expect(position[3 * k + 1]).toBeLessThanOrEqual(narrow - RADIUS);
    }
  });

  it('may have bodies of sizes 1 to 20, each by its share of the volume', { tags: ['long'] }, () => {
    const side = 5 * RADIUS;
    const kinds = [1, 0.22, 0.05].map((size, k) => ({ name: `kind${k}`, sphere: { radius: size * RADIUS } }));
    const wanted = [0.7, 0.28, 0.02];
    const simulation = start(
      scene(
        {
          region: { box: { min: [0, 0, 0], max: [side, side, side] } },
          shapes: kinds.map(({ name }, k) => ({ shape: name, material: 'glass', weight: wanted[k] ?? 0 })),
          weightsBy: 'volume',
          fill: { fraction: 0.5 },
        },
        { shapes: kinds },
      ),
    );
    const { count, position, radius } = simulation.bodies();
    const volumes = [0, 0, 0];
    for (let k = 0; k < count; k++) {
      const kind = kinds.findIndex(({ sphere }) => Math.abs(sphere.radius - radius[k]) < 1e-9 * RADIUS);
      volumes[kind] = (volumes[kind] ?? 0) + (4 / 3) * Math.PI * radius[k] ** 3;
      for (let axis = 0; axis < 3; axis++) {
        expect(Math.abs(position[3 * k + axis] - side / 2)).toBeLessThanOrEqual(side / 2 - radius[k] + 1e-12);
      }
    }
    const filled = volumes.reduce((sum, each) => sum + each, 0);
    expect(Math.abs(filled / side ** 3 - 0.5)).toBeLessThan((0.5 * VOLUME) / side ** 3);
    // Within one body of the quota of its kind.
    kinds.forEach(({ sphere }, k) => {
      const one = (4 / 3) * Math.PI * sphere.radius ** 3;
      expect(Math.abs((volumes[k] ?? 0) - (wanted[k] ?? 0) * filled)).toBeLessThanOrEqual(
        1.001 * Math.max(one, VOLUME),
      );
    });
    expect(count).toBeGreaterThan(1000);
    expect(simulation.contacts().count).toBe(0);
  });

  it('has the same bits from a program, on two threads and after restoring', { tags: ['long'] }, async () => {
    const shapes = ['ball', 'brick'].map((shape) => ({ shape, material: 'glass', weight: 1 }));
    const bed = { shapes, fill: { fraction: 0.4 }, velocity: [0, 0, -0.1] } as const;
    const walls = { halfSpaces: [{ name: 'floor', normal: [0, 0, 1], offset: 0, material: 'glass' }] } as const;
    const spec = scene(bed, walls);
    const fractions: number[] = [];
    const [region] = await fillRegions(spec, { onProgress: ({ fraction }) => fractions.push(fraction) });
    expect(fractions.length).toBeGreaterThan(5);
    expect(region.fraction).toBeCloseTo(0.4, 1);
    const whole = start(spec);
    expect(whole.bodyCount).toBe(region.bodies.length);
    expect(whole.contacts().count).toBe(0);
    // A copy of the spec, of which nothing is kept.
    const other = start({ ...scene(bed, walls), threads: 2 });
    whole.step(20);
    other.step(20);
    expect(bitsOf(other)).toEqual(bitsOf(whole));
    const resumed = restore(scene(bed, walls), whole.save());
    expect(resumed.insertions()).toEqual(whole.insertions());
    resumed.step(20);
    whole.step(20);
    expect(bitsOf(resumed)).toEqual(bitsOf(whole));
  });

  it('goes by the bodies of the spec and by fills before it, and later insertions by its bodies', {
    tags: ['long'],
  }, () => {
    const large = { name: 'large', shape: 'ball', material: 'glass', scale: 3, position: [0.02, 0.02, 0.02] } as const;
    const second: InsertionSpec = { ...BED, name: 'second', fill: { fraction: 0.03 } };
    const few: InsertionSpec = {
      name: 'few',
      shapes: BED.shapes,
      region: CUBE,
      count: 1,
      attempts: 5000,
      onFull: 'accept',
    };
    const simulation = start(
      scene({}, { bodies: [large], insertions: [few, { ...BED, fill: { fraction: 0.08 } }, second] }),
    );
    expect(simulation.contacts().count).toBe(0);
    expect(simulation.insertions().map(({ name, fraction }) => [name, fraction !== undefined])).toEqual([
      ['few', false],
      ['bed', true],
      ['second', true],
    ]);
    expect(simulation.bodyCount).toBeGreaterThanOrEqual(15);
  });

  it('spans a periodic domain without walls', { tags: ['long'] }, () => {
    const domain = { min: [0, 0, 0], max: [SIDE, SIDE, SIDE], periodic: [true, true, true] } as const;
    const simulation = start(scene({ fill: { fraction: 0.55 } }, { domain }));
    expect(simulation.contacts().count).toBe(0);
    const { position } = simulation.bodies();
    // Some centres are nearer to a side than a wall would let them.
    expect(position.some((value) => value < RADIUS || value > SIDE - RADIUS)).toBe(true);
  });

  it('may be a closed mesh, with the same bodies for any order of its facets', { tags: ['long'] }, () => {
    const simulation = start(meshed(CUBE_FACETS));
    expect(simulation.contacts().count).toBe(0);
    const { position } = simulation.bodies();
    expect(Math.min(...position)).toBeGreaterThanOrEqual(RADIUS);
    expect(Math.max(...position)).toBeLessThanOrEqual(SIDE - RADIUS);
    const reversed = CUBE_FACETS.map(([a, b, c, d]) => [c, d, a, b]).reverse();
    expect(start(meshed(reversed)).bodies().position).toEqual(position);
  });
});

describe('a region that cannot be filled', () => {
  it('is refused with the fraction that its bodies reach, or filled to that', { tags: ['long'] }, () => {
    expect(() => new Simulation(scene({ fill: { fraction: 0.7 } }))).toThrow(
      /^insertions\[0\] "bed": the fraction 0.7 cannot be reached .*: 86 bodies, 0\.7\d+ of it, jam at 0\.[45]\d+; ask for at most 0\.[45]/,
    );
    const { fraction = 0 } = start(scene({ fill: { fraction: 0.7 }, onFull: 'accept' })).insertions()[0];
    expect(fraction).toBeGreaterThan(0.45);
    expect(fraction).toBeLessThan(0.62);
  });

  it('is refused before it is filled', () => {
    const refused = (insertion: Partial<InsertionSpec>, more: Partial<SimulationSpec> = {}): string => {
      try {
        new Simulation(scene(insertion, more));
        return '';
      } catch (error) {
        return String((error as Error).message);
      }
    };
    expect(refused({ fill: { fraction: 0 } })).toBe(
      'insertions[0].fill.fraction: expected a finite number > 0 and <= 1, got 0',
    );
    expect(refused({ fill: { fraction: 1e-4 } })).toMatch(
      /fraction 0.0001 of the region, 0.0000640 m3, is less than half/,
    );
    expect(refused({ region: { box: { min: [0, 0, 0], max: [0.009, 1, 1] } } })).toMatch(
      /the largest body is 0.0100 m thick, more than the region, 0.00900 m/,
    );
    expect(refused({ count: 3 })).toMatch(/^insertions\[0\].count: expected none beside fill/);
    expect(refused({ from: 1 })).toMatch(/^insertions\[0\].from: expected 0 with fill/);
    expect(refused({ fill: { fraction: 0.5, mesh: 'pot' } })).toMatch(
      /^insertions\[0\].fill.mesh: expected a mesh, of which/,
    );
    const open = meshed(CUBE_FACETS.slice(1));
    expect(() => new Simulation(open)).toThrow(
      /^insertions\[0\].fill.mesh: a closed mesh is needed .* "can" is open: 4 edges/,
    );
  });
});

describe('the signal of fillRegions', () => {
  it('ends the filling at the next report of progress, and leaves nothing behind', async () => {
    const abort = new AbortController();
    const reason = new Error('enough');
    let reports = 0;
    const spec = scene();
    const onProgress = (): void => {
      reports += 1;
      abort.abort(reason);
    };
    await expect(fillRegions(spec, { signal: abort.signal, onProgress })).rejects.toBe(reason);
    expect(reports).toBe(1);
    const [bed] = await fillRegions(spec);
    expect(bed?.bodies.length).toBe(61);
  });

  it('that is aborted already begins nothing', async () => {
    const signal = AbortSignal.abort(new Error('too late'));
    await expect(fillRegions(scene(), { signal })).rejects.toThrow('too late');
  });
});
