// SPDX-License-Identifier: MIT
/**
 * Getters of poses and options, and traces, are code of the caller that runs within a query and may start other
 * queries. All queries share the memory of the kernel, but the outer answer must not change.
 */
import { describe, expect, it } from 'vitest';
import * as scree from './contact.ts';

const { box, compound, disc, ellipsoid, facetMesh, polygon, sphere, superquadric } = scree;

const cube = box({ halfExtents: [1, 1, 1] });
const brick = box({ halfExtents: [2, 0.5, 0.25] });
const egg = ellipsoid({ semiAxes: [1, 0.5, 0.75] });
const grain = superquadric({ semiAxes: [1, 0.5, 0.75], n1: 3, n2: 4 });
const pair = compound([{ shape: cube }, { shape: brick, pose: { position: [1, 1, 0] } }]);
const square = polygon({ vertices: [[0, 0], [1, 0], [1, 1], [0, 1]] }); // biome-ignore format: short
const mesh = facetMesh({
  vertices: [[0, 0, 0], [4, 0, 0], [0, 4, 0], [0, 0, 4]],
  facets: [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]],
}); // biome-ignore format: short
const index = scree.meshIndex(mesh);

/** Runs every kind of query once, with other bodies and poses than the outer one. */
function disturb(): void {
  const near = { position: [0.3, 0.2, 1.1], orientation: [1, 0.2, 0.3, 0] } as const;
  scree.contact(brick, near, grain, {}, { manifold: true });
  scree.contact(pair, near, egg, {});
  scree.raycast({ origin: [-9, 0.1, 0.2], direction: [1, 0, 0] }, grain, near);
  scree.timeOfImpact(brick, { linearVelocity: [1, 0, 0] }, egg, { pose: { position: [5, 0, 0] } }, { duration: 9 });
  scree.overlapVolume(cube, near, brick, {});
  scree.pressureField(cube, near, brick, {});
  scree.superquadricContact(grain, near, egg, {});
  scree.meshContacts(index, near, brick, {});
  scree.meshPressureFields(index, near, brick, {});
  scree.sphereMeshContacts(index, near, new Float64Array([0.4, 0.4, 0.4, 1]));
  const poses = new Float64Array([9, 0, 0, 1, 0, 0, 0, 0, 9, 0, 1, 0, 0, 0]);
  scree.contactBatch({ shapes: [grain, brick], poses, pairs: new Int32Array([0, 1]) });
  scree.planarContact(square, {}, disc({ radius: 2 }), { position: [1, 1] });
}

/** An object with the same values whose getters run other queries, recursively. */
function disturbing<T>(value: T): T {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
  const prototype = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== Array.prototype) return value;
  const copy = (Array.isArray(value) ? [] : {}) as Record<string, unknown>;
  for (const [key, each] of Object.entries(value)) {
    const inner = disturbing(each);
    const get = (): unknown => {
      disturb();
      return inner;
    };
    Object.defineProperty(copy, key, { get, enumerable: true });
  }
  return copy as T;
}

const turned = { position: [1.6, 0.3, 0.2], orientation: [1, 0.1, 0.2, 0.3] } as const;
const away = { position: { x: -0.4, y: 0.1, z: 0.2 } } as const;
const poses = new Float64Array([1.6, 0.3, 0.2, 1, 0, 0, 0, 0, 0, 0.5, 1, 0, 0, 0]);

/** Arguments that may have getters, and the query that reads them. */
const QUERIES: Readonly<Record<string, readonly [args: readonly unknown[], ask: (...args: never[]) => unknown]>> = {
  contact: [[turned, away, { manifold: true }], (p, q, o) => scree.contact(cube, p, brick, q, o)],
  'contact to a result': [
    [turned, away, { out: new scree.ContactResult() }],
    (p, q, o) => structuredClone(scree.contact(cube, p, brick, q, o)),
  ],
  'contact of compounds': [[turned, away, { manifold: true }], (p, q, o) => scree.contact(pair, p, egg, q, o)],
  'contact by mpr': [[turned, away, { algorithm: 'mpr' }], (p, q, o) => scree.contact(cube, p, egg, q, o)],
  distance: [[turned, away, { maxDistance: 9 }], (p, q, o) => scree.distance(cube, p, grain, q, o)],
  intersects: [[turned, away, {}], (p, q, o) => scree.intersects(cube, p, grain, q, o)],
  compoundContacts: [
    [turned, away, { manifold: true, maxDistance: 1 }],
    (p, q, o) => scree.compoundContacts(pair, p, brick, q, o),
  ],
  contactPatch: [[turned, away], (p, q) => scree.contactPatch(cube, p, brick, q)],
  overlapVolume: [[turned, away, {}], (p, q, o) => scree.overlapVolume(cube, p, brick, q, o)],
  pressureField: [[turned, away, {}], (p, q, o) => scree.pressureField(cube, p, brick, q, o)],
  superquadricContact: [
    [turned, away, { iterationLimit: 50 }],
    (p, q, o) => scree.superquadricContact(grain, p, egg, q, o),
  ],
  timeOfImpact: [
    [
      { pose: { position: [-5, 0, 0] }, linearVelocity: [1, 0, 0.01], angularVelocity: [0, 1, 0] },
      { pose: away, linearVelocity: { x: -1, y: 0, z: 0 } },
      { duration: 9, tolerance: 1e-9 },
    ],
    (p, q, o) => scree.timeOfImpact(cube, p, grain, q, o),
  ],
  raycast: [
    [{ origin: [-5, 0.1, 0.2], direction: { x: 1, y: 0, z: 0 }, maxLength: 9 }, turned],
    (ray, p) => scree.raycast(ray, grain, p),
  ],
  contactBatch: [
    [{ shapes: [cube, grain], poses, pairs: new Int32Array([0, 1]), maxDistance: 9 }],
    (b) => Array.from(scree.contactBatch(b)),
  ],
  meshContacts: [[turned, away, { maxDistance: 1 }], (p, q, o) => scree.meshContacts(index, p, brick, q, o)],
  meshPressureFields: [[turned, away, { side: 'front' }], (p, q, o) => scree.meshPressureFields(index, p, brick, q, o)],
  sphereMeshContacts: [
    [turned, { maxDistance: 1 }],
    (p, o) => scree.sphereMeshContacts(index, p, new Float64Array([0, 0, 0, 2]), o).values.slice(0, 20),
  ],
  planarContact: [
    [{ position: [0.4, 0.2], angle: 0.3 }, { position: { x: 0, y: 0.1 } }],
    (p, q) => scree.planarContact(square, p, square, q),
  ],
};

describe('a query started by a getter of another', () => {
  it.each(Object.entries(QUERIES))('does not change the answer of %s', { tags: ['long'] }, (_, [args, ask]) => {
    const expected = ask(...(args as never[]));
    expect(ask(...(args.map(disturbing) as never[]))).toEqual(expected);
  });
});

describe('a query started by a trace', () => {
  it.each(scree.ALGORITHMS)('does not change the answer of %s', { tags: ['long'] }, (algorithm) => {
    for (const [a, b] of [
      [cube, brick],
      [cube, egg],
      [grain, egg],
      [pair, brick],
    ] as const) {
      // biome-ignore format: short
      const steps: scree.TraceStep[] = [];
      const expected = scree.contact(a, turned, b, away, {
        algorithm,
        trace: (step) => steps.push(structuredClone(step)),
      });
      const disturbed: scree.TraceStep[] = [];
      const trace = (step: scree.TraceStep): void => {
        disturb();
        disturbed.push(step);
      };
      expect(scree.contact(a, turned, b, away, { algorithm, trace })).toEqual(expected);
      expect(disturbed).toEqual(steps);
    }
  });

  it('does not change the answers of planarContact and superquadricContact', () => {
    const round = disc({ radius: 0.7 });
    const trace = disturb;
    expect(scree.planarContact(square, {}, square, { position: [0.4, 0.2] }, { trace })).toEqual(
      scree.planarContact(square, {}, square, { position: [0.4, 0.2] }),
    );
    expect(scree.planarContact(round, {}, square, {}, { trace })).toEqual(scree.planarContact(round, {}, square, {}));
    expect(scree.superquadricContact(grain, turned, egg, away, { trace })).toEqual(
      scree.superquadricContact(grain, turned, egg, away),
    );
  });
});

it('reads each value of a pose and of options once', () => {
  const counts = new Map<string, number>();
  const counted = <T extends object>(name: string, value: T): T =>
    new Proxy(value, {
      get: (target, key) => {
        if (key !== 'length') counts.set(`${name}.${String(key)}`, (counts.get(`${name}.${String(key)}`) ?? 0) + 1);
        return Reflect.get(target, key);
      },
    });
  const pose = counted('pose', { position: counted('position', [3, 0, 0] as const) });
  scree.contact(cube, pose, sphere({ radius: 1 }), {}, counted('options', { manifold: true }));
  expect([...counts].filter(([, count]) => count !== 1)).toEqual([]);
  expect(counts.get('position.0')).toBe(1);
});
