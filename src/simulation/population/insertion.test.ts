// SPDX-License-Identifier: MIT
/** Bodies that appear: where there is room, as many as are due, with the same bits whatever happens in between. */
import { describe, expect, it } from 'vitest';
import { bitsWithInsertions, RAIN, rainScene } from '../../../tests/support/rain-scene.ts';
import { start } from '../../../tests/support/simulations.ts';
import { SceneError, SimulationError } from '../../errors.ts';
import { distance, type Vector3 } from '../../math/vector.ts';
import type { InsertionSpec } from '../simulation-spec.ts';

describe('bodies inserted at once', () => {
  it('are there from the start, clear of each other, of those present and of walls', () => {
    const walls = [
      { name: 'floor', normal: [0, 0, 1], offset: 0.02, material: 'glass' },
      { name: 'slope', normal: [1, 0, 1], offset: 0.03, material: 'glass' },
    ] as const;
    const bodies = [{ shape: 'ball', material: 'glass', position: [0.05, 0.05, 0.05], scale: 4, fixed: true }] as const;
    const simulation = start(rainScene({ count: 150 }, { halfSpaces: walls, bodies }));
    expect(simulation.bodyCount).toBe(151);
    expect(simulation.insertions()).toMatchObject([{ name: 'rain', inserted: 150, waiting: 0 }]);
    expect(simulation.contacts().count).toBe(0);
    expect(simulation.statistics().pairs).toBeGreaterThan(20);
    const { shape, velocity, position, radius, scale } = simulation.bodies();
    expect(new Set(shape)).toEqual(new Set([0, 1]));
    for (let k = 1; k < 151; k++) {
      expect(velocity[3 * k + 2]).toBe(-0.5);
      const isBall = shape[k] === 0;
      expect(scale[k]).toBeGreaterThanOrEqual((isBall ? 0.5 : 0.7) * (1 - 1e-15));
      expect(scale[k]).toBeLessThanOrEqual((isBall ? 1.5 : 1.4) * (1 + 1e-15));
      if (isBall) expect(position[3 * k + 2] - radius[k]).toBeGreaterThanOrEqual(0.02);
    }
  });

  it('appear at a later time, in the middle of a call of step', () => {
    const simulation = start(rainScene({ count: 20, from: 0.001 }));
    simulation.step(49);
    expect(simulation.bodyCount).toBe(0);
    simulation.step(1);
    expect(simulation.bodyCount).toBe(20);
    const other = start(rainScene({ count: 20, from: 0.001 }));
    other.step(120);
    simulation.step(70);
    expect(bitsWithInsertions(other)).toEqual(bitsWithInsertions(simulation));
  });

  it('tell how many fitted when they do not all fit, the porosity, and what to do', () => {
    const message =
      /^insertions\[0\] "rain": \d+ of 5000 bodies fitted, porosity 0\.\d+ of the region; the next found no place in 20 attempts: enlarge the region, .*rate/;
    expect(() => start(rainScene({ count: 5000, attempts: 20 }))).toThrow(SceneError);
    expect(() => start(rainScene({ count: 5000, attempts: 20 }))).toThrow(message);
    const later = start(rainScene({ count: 5000, attempts: 20, from: 0.001 }));
    expect(() => later.step(100)).toThrow(SimulationError);
    expect(later.stepCount).toBe(50);
  });

  it('fill a region about as densely as random sequential addition does', () => {
    // The jammed state of equal spheres, far off after a thousand attempts, has a volume fraction of 0.38 (Zhang &
    // Torquato 2013).
    const shapes = [{ shape: 'ball', material: 'glass', weight: 1 }] as const;
    const region = { box: { min: [0, 0, 0], max: [0.1, 0.1, 0.1] } } as const;
    const domain = { min: [0, 0, 0], max: [0.1, 0.1, 0.1], periodic: [true, true, true] } as const;
    let details: Readonly<Record<string, unknown>> = {};
    try {
      start(rainScene({ count: 5000, attempts: 1000, shapes, region }, { domain, halfSpaces: [] }));
    } catch (error) {
      if (error instanceof SceneError) details = error.details;
    }
    expect(details.porosity).toBeGreaterThan(1 - 0.385);
    expect(details.porosity).toBeLessThan(1 - 0.28);
  });
});

describe('bodies inserted at a rate', () => {
  it('come one by one and stop at the count', () => {
    const simulation = start(rainScene({ rate: 1000, count: 7 }));
    const counts = Array.from({ length: 12 }, () => {
      const { bodyCount } = simulation;
      simulation.step(50);
      return bodyCount;
    });
    expect(counts).toEqual([1, 2, 3, 4, 5, 6, 7, 7, 7, 7, 7, 7]);
  });

  it('come from and until', () => {
    const simulation = start(rainScene({ rate: 1000, from: 0.002, until: 0.005 }));
    simulation.step(99);
    expect(simulation.bodyCount).toBe(0);
    simulation.step(1);
    expect(simulation.bodyCount).toBe(1);
    simulation.step(400);
    expect(simulation.bodyCount).toBe(3);
  });

  it('wait for a place and keep their size while they wait', { tags: ['long'] }, () => {
    // One ball at a time has room; each has fallen far enough within 20 ms.
    const spout = { box: { min: [0, 0, 0.1], max: [0, 0, 0.1] } } as const;
    const shapes = [{ shape: 'ball', material: 'glass', weight: 1, scale: { uniform: [1, 2] } }] as const;
    const simulation = start(rainScene({ rate: 5000, count: 12, region: spout, shapes }, { halfSpaces: [] }));
    simulation.step(100);
    expect(simulation.insertions()).toMatchObject([{ name: 'rain', inserted: 1, waiting: 10 }]);
    simulation.step(15_000);
    expect(simulation.insertions()).toMatchObject([{ name: 'rain', inserted: 12, waiting: 0 }]);
    // The same distribution: not the small ones only.
    const mean = (radii: Float64Array): number => radii.reduce((sum, radius) => sum + radius, 0) / radii.length;
    expect(mean(simulation.bodies().radius)).toBeGreaterThan(0.0065);
    expect(simulation.contacts().count).toBe(0);
  });

  it('bring their energy into the balance', () => {
    const simulation = start(rainScene({ rate: 4000, count: 60, shapes: RAIN.shapes }));
    for (let k = 0; k < 30; k++) {
      simulation.step(25);
      const after = simulation.energy();
      expect(Math.abs(after.balance)).toBeLessThan(2e-3 * after.insertedEnergy);
    }
    expect(simulation.bodyCount).toBe(60);
  });
});

describe('bodies of other sizes', () => {
  it('have the mass and inertia of the shape written out', () => {
    const factor = 1.7;
    const spin = { position: [0, 0, 1], velocity: [1, 0, 0], angularVelocity: [3, 5, 7] } as const;
    const { shapes = [] } = rainScene({});
    const scaled = start(
      rainScene({}, { insertions: [], bodies: [{ shape: 'peanut', material: 'glass', scale: factor, ...spin }] }),
    );
    const large = {
      name: 'large',
      clump: {
        spheres: [
          { centre: [0.002 * factor, 0, 0], radius: 0.004 * factor },
          { centre: [0.007 * factor, 0.001 * factor, 0], radius: 0.003 * factor },
        ],
      },
    } as const;
    const written = start(
      rainScene(
        {},
        { shapes: [...shapes, large], insertions: [], bodies: [{ shape: 'large', material: 'glass', ...spin }] },
      ),
    );
    for (const key of ['kinetic', 'rotational', 'potential'] as const) {
      expect(scaled.energy()[key] / written.energy()[key]).toBeCloseTo(1, 9);
    }
    scaled.step(500);
    written.step(500);
    const [a, b] = [scaled.body(0), written.body(0)];
    expect(distance(a.position, b.position)).toBeLessThan(1e-12);
    expect(distance(a.angularVelocity, b.angularVelocity)).toBeLessThan(1e-8);
    expect(a.scale).toBeCloseTo(factor, 14);
    expect(b.scale).toBe(1);
  });

  it('touch where their surfaces are, and bound the time step by the smallest', () => {
    const at = (z: number): readonly [number, number, number] => [0, 0, z];
    const bodies = [
      { shape: 'ball', material: 'glass', scale: 2, position: at(0.5) },
      { shape: 'ball', material: 'glass', scale: 0.5, position: at(0.5125 - 1e-5) },
    ];
    const simulation = start(rainScene({}, { insertions: [], bodies }));
    const { count, overlap } = simulation.contacts();
    expect(count).toBe(1);
    expect(overlap[0]).toBeCloseTo(1e-5, 12);
    const unscaled = start(rainScene({}, { insertions: [], bodies: bodies.map(({ scale: _, ...body }) => body) }));
    expect(simulation.criticalTimeStep() / unscaled.criticalTimeStep()).toBeCloseTo(0.5, 12);
    const toCome = start(rainScene({ count: 1, from: 1 }));
    expect(toCome.criticalTimeStep()).toBeLessThan(unscaled.criticalTimeStep());
  });

  it('are refused where they make no body', () => {
    const body = { shape: 'ball', material: 'glass', position: [0, 0, 1] } as const;
    expect(() => start(rainScene({}, { insertions: [], bodies: [{ ...body, scale: -1 }] }))).toThrow(
      'bodies[0].scale: expected a finite number > 0, got -1',
    );
  });
});

describe('a domain that repeats itself', () => {
  it('has no overlap through its sides', () => {
    const domain = { min: [0, 0, 0], max: [0.1, 0.1, 0.1], periodic: [true, true, false] } as const;
    const region = { box: { min: [-0.05, 0.02, 0.02], max: [0.05, 0.12, 0.08] } } as const;
    const simulation = start(rainScene({ count: 170, region }, { domain }));
    expect(simulation.contacts().count).toBe(0);
    const { position, shape, radius } = simulation.bodies();
    const balls: { centre: Vector3; radius: number }[] = [];
    for (let k = 0; k < 170; k++) {
      if (shape[k] !== 0) continue;
      const [x = 0, y = 0, z = 0] = position.subarray(3 * k, 3 * k + 3);
      balls.push({ centre: { x, y, z }, radius: radius[k] });
    }
    let near = 0;
    balls.forEach((a, i) => {
      balls.slice(i + 1).forEach((b) => {
        const nearest = (offset: number): number => offset - 0.1 * Math.round(offset / 0.1);
        const offset = {
          x: nearest(a.centre.x - b.centre.x),
          y: nearest(a.centre.y - b.centre.y),
          z: a.centre.z - b.centre.z,
        };
        const gap = distance(offset, { x: 0, y: 0, z: 0 }) - a.radius - b.radius;
        expect(gap).toBeGreaterThan(0);
        if (distance(a.centre, b.centre) > 0.05 && gap < 0.005) near++;
      });
    });
    expect(near).toBeGreaterThan(0);
  });

  it('keeps bodies within the sides that do not', () => {
    const domain = { min: [0, 0, 0], max: [0.1, 0.1, 0.1], onEscape: 'stop' } as const;
    const region = { box: { min: [-1, 0.02, 0.02], max: [0.05, 0.08, 0.08] } } as const;
    const simulation = start(rainScene({ count: 10, region, attempts: 1000 }, { domain }));
    simulation.step(1);
    expect(simulation.bodyCount).toBe(10);
  });
});

describe('an insertion is refused', () => {
  const shape = { shape: 'ball', material: 'glass', weight: 1 };
  it.each<[Partial<InsertionSpec>, string]>([
    [
      {},
      'insertions[0].count: expected a count, a mass, a porosity, a rate or a massRate, or a fill, got "none of them"',
    ],
    [{ count: 0.5 }, 'insertions[0].count: expected a whole number from 1 to 100000000, got 0.5'],
    [{ rate: -1 }, 'insertions[0].rate: expected a finite number > 0, got -1'],
    [{ rate: 1e300 }, 'insertions[0].rate: expected at most 5.00e+10 bodies a second, a million a step, got 1e+300'],
    [{ count: 1, from: Number.NaN }, 'insertions[0].from: expected a finite number >= 0, got NaN'],
    [{ count: 1, from: 2, until: 1 }, 'insertions[0].until: expected a time after the beginning at 2 s, got 1'],
    [{ count: 1, attempts: 0 }, 'insertions[0].attempts: expected a whole number from 1 to 1000000, got 0'],
    [{ count: 1, shapes: [] }, 'insertions[0].shapes: expected at least one shape, got "none"'],
    [
      { count: 1, shapes: [{ ...shape, shape: 'bal' }] },
      'insertions[0].shapes[0].shape: expected one of "ball", "peanut", got "bal"',
    ],
    [
      { count: 1, shapes: [{ ...shape, material: 'x' }] },
      'insertions[0].shapes[0].material: expected one of "glass", got "x"',
    ],
    [
      { count: 1, shapes: [{ ...shape, weight: 0 }] },
      'insertions[0].shapes[0].weight: expected a finite number > 0, got 0',
    ],
    [
      { count: 1, shapes: [{ ...shape, scale: { uniform: [2, 1] } }] },
      'insertions[0].shapes[0].scale.uniform[1]: expected a finite number >= 2, got 1',
    ],
    [
      { count: 1, shapes: [{ ...shape, scale: { normal: { mean: 3, deviation: 1, min: 1, max: 2 } } }] },
      'insertions[0].shapes[0].scale.normal.mean: expected a finite number >= 1 and <= 2, got 3',
    ],
    [
      { count: 1, shapes: [{ ...shape, scale: { table: [{ size: 1, share: 0 }] } }] },
      'insertions[0].shapes[0].scale.table: expected a share > 0, got "none"',
    ],
    [
      { count: 1, region: { box: { min: [0, 0, 0], max: [1, -1, 1] } } },
      'insertions[0].region.box.max.y: expected at least box.min.y = 0, got -1',
    ],
    [
      { count: 1, region: { cylinder: { from: [1, 1, 1], to: [1, 1, 1], radius: 1 } } },
      'insertions[0].region.cylinder.to: expected another point than from, got "the same"',
    ],
    [
      { count: 1, region: { sphere: { centre: [0, 0, 0], radius: 0 } } },
      'insertions[0].region.sphere.radius: expected a finite number > 0, got 0',
    ],
  ])('%j', { tags: ['long'] }, (insertion, message) => {
    expect(() => start(rainScene(insertion))).toThrow(message);
  });
});
