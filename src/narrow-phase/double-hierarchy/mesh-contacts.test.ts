// SPDX-License-Identifier: MIT
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ballMesh, boxMesh, type SampleMesh } from '../../../tests/support/sample-meshes.ts';
import { compose, inverseTransformPoint, transformPoint } from '../../math/pose.ts';
import { fromAxisAngle, rotate } from '../../math/quaternion.ts';
import { Random } from '../../math/random.ts';
import { addScaled, length, scale, subtract, toTriple, type Vector3, vector3 } from '../../math/vector.ts';
import { facetMesh } from '../../meshes/facet-mesh.ts';
import { halfSpace } from '../../shapes/kinds/half-space.ts';
import { sphere } from '../../shapes/kinds/sphere.ts';
import type { MeshContact } from './mesh-contact.ts';
import { meshContacts } from './mesh-contacts.ts';

type Triple = [number, number, number];
const seed = Number(process.env.TEST_SEED ?? 5);

function isNear(a: Vector3, b: Vector3, tolerance: number): boolean {
  return length(subtract(a, b)) <= tolerance;
}

/** The same contacts at the same places, whatever facet stands for a shared edge. */
function expectSame(
  found: readonly MeshContact[],
  expected: readonly MeshContact[],
  tolerance: number,
  size = 1,
): void {
  expect(found).toHaveLength(expected.length);
  for (const each of expected) {
    const same = found.find(({ point }) => isNear(point, each.point, tolerance * size));
    expect(same?.feature).toBe(each.feature);
    expect(same?.featureId).toBe(each.featureId);
    expect(Math.abs((same?.distance ?? Infinity) - each.distance)).toBeLessThanOrEqual(tolerance * size);
    expect(isNear(same?.normal ?? vector3([9, 9, 9]), each.normal, 10 * tolerance)).toBe(true);
  }
}

const square: SampleMesh = {
  vertices: [
    [0, 0, 0],
    [1, 0, 0],
    [1, 1, 0],
    [0, 1, 0],
  ],
  facets: [[0, 1, 2, 3]],
};

/** Two squares that rise from the x axis by 45 degrees on both sides: a groove seen from above, their fronts. */
const groove: SampleMesh = {
  vertices: [
    [0, 0, 0],
    [2, 0, 0],
    [2, 2, 2],
    [0, 2, 2],
    [2, -2, 2],
    [0, -2, 2],
  ],
  facets: [
    [0, 1, 2, 3],
    [1, 0, 5, 4],
  ],
};

describe('the situations of Table 5', () => {
  const situations = JSON.parse(
    readFileSync(new URL('../../../fixtures/table-5.json', import.meta.url), 'utf8'),
  ) as readonly (SampleMesh & {
    name: string;
    centre: Triple;
    radius: number;
    contacts: { facet?: number; facets?: number[]; feature: string; point: Triple; distance: number }[];
  })[];

  it.each(situations.map((each) => [each.name, each] as const))('%s', (_, given) => {
    const found = meshContacts(facetMesh(given), {}, sphere({ radius: given.radius }), { position: given.centre });
    expect(found).toHaveLength(given.contacts.length);
    for (const expected of given.contacts) {
      const contact = found.find(({ point }) => isNear(point, vector3(expected.point), 1e-15));
      expect(expected.facets ?? [expected.facet]).toContain(contact?.facet);
      expect(contact?.feature).toBe(expected.feature);
      expect(contact?.distance).toBeCloseTo(expected.distance, 14);
    }
  });
});

describe('the order of the facets', () => {
  it('does not matter where the printed elimination depends on it', () => {
    const { L_tri } = JSON.parse(readFileSync(new URL('../../../fixtures/meshes.json', import.meta.url), 'utf8'));
    const position: Triple = [1.046202, 1.552446, 0.274742];
    const there = meshContacts(facetMesh(L_tri), {}, sphere({ radius: 0.6 }), { position });
    const reversed = facetMesh({ ...L_tri, facets: L_tri.facets.toReversed() });
    const back = meshContacts(reversed, {}, sphere({ radius: 0.6 }), { position });
    expect(there).toHaveLength(2);
    expect(back.map(({ point, distance }) => ({ point, distance }))).toEqual(
      there.map(({ point, distance }) => ({ point, distance })),
    );
  });
});

describe(`the answer, seed ${seed}`, () => {
  const random = new Random(seed);
  const mesh = facetMesh(boxMesh(3, [2, 3, 1], true));
  const spheres = Array.from({ length: 60 }, () => ({
    position: toTriple(scale(random.unitVector(), random.between(0.3, 2.2))) as Triple,
    radius: random.between(0.1, 1.5),
  }));

  it('moves with the bodies', () => {
    for (const { position, radius } of spheres) {
      const still = meshContacts(mesh, {}, sphere({ radius }), { position });
      const motion = { position: scale(random.unitVector(), 10), orientation: random.rotation() };
      const moved = meshContacts(mesh, motion, sphere({ radius }), {
        position: transformPoint(motion, vector3(position)),
      });
      const back = moved.map((contact) => ({
        ...contact,
        point: inverseTransformPoint(motion, contact.point),
        normal: inverseTransformPoint({ ...motion, position: vector3([0, 0, 0]) }, contact.normal),
      }));
      expectSame(back, still, 1e-13);
    }
  });

  it.each([1e-9, 1e9, 1e-45, 1e45])('scales with the bodies, by %e', (factor) => {
    const scaled = facetMesh({
      vertices: Float64Array.from(mesh.vertices, (x) => factor * x),
      facets: { offsets: mesh.facetOffsets, vertices: mesh.facetVertices },
    });
    for (const { position, radius } of spheres) {
      const still = meshContacts(mesh, {}, sphere({ radius }), { position });
      const large = meshContacts(scaled, {}, sphere({ radius: factor * radius }), {
        position: position.map((x) => factor * x) as Triple,
      });
      const back = large.map((contact) => ({
        ...contact,
        point: scale(contact.point, 1 / factor),
        distance: contact.distance / factor,
      }));
      expectSame(back, still, 1e-13);
    }
  });

  it('keeps its digits far from the origin', () => {
    const offset = 2 ** 20;
    // Coordinates with 16 binary digits after the point are still exact at the offset.
    const grid = (x: number): number => Math.round(x * 2 ** 16) / 2 ** 16;
    const coarse = {
      vertices: mesh.vertices.map(grid),
      facets: { offsets: mesh.facetOffsets, vertices: mesh.facetVertices },
    };
    const near = facetMesh(coarse);
    const far = facetMesh({ ...coarse, vertices: coarse.vertices.map((x) => x + offset) });
    for (const { position, radius } of spheres) {
      const centre = position.map(grid) as Triple;
      const still = meshContacts(near, {}, sphere({ radius }), { position: centre });
      const moved = meshContacts(far, {}, sphere({ radius }), { position: centre.map((x) => x + offset) as Triple });
      const back = moved.map((contact) => ({
        ...contact,
        point: addScaled(contact.point, vector3([1, 1, 1]), -offset),
      }));
      // Points are given with the digits that coordinates have there.
      expectSame(back, still, 4 * 2 ** -32);
      moved.forEach(({ distance }, i) => {
        expect(Math.abs(distance - (still[i]?.distance ?? Infinity))).toBeLessThan(1e-14);
      });
    }
  });
});

describe('two-sided facets', () => {
  it('push to the side where the centre is', () => {
    for (const side of [1, -1]) {
      const [contact] = meshContacts(facetMesh(square), {}, sphere({ radius: 0.5 }), {
        position: [0.5, 0.5, 0.25 * side],
      });
      expect(contact).toMatchObject({ facet: 0, feature: 'f', distance: -0.25, normal: { x: 0, y: 0, z: side } });
    }
  });

  it('have a normal for a centre on the facet, on an edge and on a vertex', () => {
    for (const [position, feature] of [
      [[0.5, 0.5, 0], 'f'],
      [[0.5, 0, 0], 'e'],
      [[1, 1, 0], 'v'],
    ] as const) {
      const found = meshContacts(facetMesh(square), {}, sphere({ radius: 0.25 }), { position });
      expect(found).toHaveLength(1);
      expect(found[0]).toMatchObject({ feature, distance: -0.25, normal: { x: 0, y: 0, z: 1 } });
    }
  });

  it('touch at distance zero, and not beyond', () => {
    const touching = meshContacts(facetMesh(square), {}, sphere({ radius: 0.5 }), { position: [0.5, 0.5, 0.5] });
    expect(touching).toHaveLength(1);
    expect(touching[0]?.distance).toBe(0);
    expect(meshContacts(facetMesh(square), {}, sphere({ radius: 0.5 }), { position: [0.5, 0.5, 0.5 + 1e-12] })).toEqual(
      [],
    );
  });

  it('are found farther away with maxDistance, which leaves the closer contacts as they are', () => {
    const mesh = facetMesh(groove);
    const position: Triple = [1, 0.1, 1];
    const near = meshContacts(mesh, {}, sphere({ radius: 0.7 }), { position });
    const far = meshContacts(mesh, {}, sphere({ radius: 0.7 }), { position }, { maxDistance: 0.5 });
    expect(near.map(({ facet }) => facet)).toEqual([0]);
    expect(far.map(({ facet }) => facet)).toEqual([0, 1]);
    expect(far[0]).toEqual(near[0]);
    expect(far[1]?.distance).toBeGreaterThan(0);
  });

  it('with a small angle between them are one contact when the caller says so', () => {
    const tilted = (angle: number): SampleMesh => ({
      vertices: [
        [-1, 0, 0],
        [0, 0, 0],
        [0, 1, 0],
        [-1, 1, 0],
        [Math.cos(angle), 0, Math.sin(angle)],
        [Math.cos(angle), 1, Math.sin(angle)],
      ],
      facets: [
        [0, 1, 2, 3],
        [1, 4, 5, 2],
      ],
    });
    // On the bisector of a concave edge both facets are as close.
    const count = (angle: number, coplanarAngle?: number): number =>
      meshContacts(
        facetMesh(tilted(angle)),
        {},
        sphere({ radius: 0.5 }),
        { position: [-0.4 * Math.sin(angle / 2), 0.5, 0.4 * Math.cos(angle / 2)] },
        coplanarAngle === undefined ? {} : { coplanarAngle },
      ).length;
    expect(count(1e-4)).toBe(2);
    expect(count(1e-4, 1e-3)).toBe(1);
    expect(count(1e-2, 1e-3)).toBe(2);
  });
});

describe('one-sided facets', () => {
  const one = { sides: 'one' } as const;

  it('are not there from behind', () => {
    const mesh = facetMesh(square);
    expect(meshContacts(mesh, {}, sphere({ radius: 0.5 }), { position: [0.5, 0.5, -0.1] }, one)).toEqual([]);
    expect(meshContacts(mesh, {}, sphere({ radius: 0.5 }), { position: [0.5, 0.5, 0.1] }, one)).toHaveLength(1);
    expect(meshContacts(mesh, {}, sphere({ radius: 0.5 }), { position: [1.2, 0.5, -0.1] }, one)).toEqual([]);
  });

  it('push a centre behind them to the front, as far as the depth allows', () => {
    const mesh = facetMesh(square);
    const at = (z: number): MeshContact[] =>
      meshContacts(mesh, {}, sphere({ radius: 0.25 }), { position: [0.5, 0.5, z] }, { sides: 'one', depth: 0.4 });
    expect(at(-0.375)).toHaveLength(1);
    expect(at(-0.375)[0]).toMatchObject({ feature: 'f', distance: -0.625, normal: { x: 0, y: 0, z: 1 } });
    expect(at(-0.45)).toEqual([]);
    expect(at(0.25)[0]?.distance).toBe(0);
  });

  it('do not take hold of what has come round their rim', () => {
    const mesh = facetMesh(square);
    const found = meshContacts(
      mesh,
      {},
      sphere({ radius: 0.25 }),
      { position: [1.1, 0.5, -0.1] },
      { ...one, depth: 0.4 },
    );
    expect(found).toEqual([]);
  });

  it('push a centre behind a concave edge back to the front of both facets', () => {
    const [contact, ...others] = meshContacts(
      facetMesh(groove),
      {},
      sphere({ radius: 0.25 }),
      { position: [1, 0.01, -0.2] },
      { sides: 'one', depth: 0.5 },
    );
    expect(others).toEqual([]);
    expect(contact?.feature).toBe('e');
    expect(contact?.distance).toBeCloseTo(-0.25 - Math.hypot(0.01, 0.2), 14);
    expect(contact?.normal.z).toBeGreaterThan(0.99);
  });

  it('of a closed body push a centre inside out of the nearest side', () => {
    const mesh = facetMesh(boxMesh(4, [2, 2, 2]));
    const found = meshContacts(
      mesh,
      {},
      sphere({ radius: 0.125 }),
      { position: [0.1, 0.2, 0.75] },
      { ...one, depth: 1.5 },
    );
    expect(found.map(({ distance, normal }) => ({ distance, normal }))).toEqual([
      { distance: -0.375, normal: { x: 0, y: 0, z: 1 } },
    ]);
  });

  it('see the same contacts as two-sided ones from outside a closed body', () => {
    const mesh = facetMesh(ballMesh(6));
    const random = new Random(seed);
    for (let k = 0; k < 100; k++) {
      const position = scale(random.unitVector(), random.between(1.001, 2));
      const body = sphere({ radius: random.between(0.2, 1.2) });
      expect(meshContacts(mesh, {}, body, { position }, one)).toEqual(meshContacts(mesh, {}, body, { position }));
    }
  });
});

describe('a moving mesh', () => {
  it('is asked at its pose, without a new index', () => {
    const mesh = facetMesh(square);
    const turn = fromAxisAngle({ x: 0, y: 1, z: 0 }, Math.PI / 2);
    const placed = compose(
      { position: vector3([5, 0, 0]), orientation: turn },
      { position: vector3([0, 0, 0]), orientation: turn },
    );
    const [contact] = meshContacts(mesh, placed, sphere({ radius: 1 }), { position: [4.5, 0.5, -0.75] });
    expect(contact?.distance).toBeCloseTo(-0.25, 14);
    expect(isNear(contact?.normal ?? vector3([0, 0, 0]), rotate(placed.orientation, vector3([0, 0, 1])), 1e-14)).toBe(
      true,
    );
  });
});

describe('bad input', () => {
  const mesh = facetMesh(square);
  const ball = sphere({ radius: 1 });

  it.each([
    [{ sides: 'both' as 'two' }, 'options.sides: expected one or two, got "both"'],
    [{ depth: 1 }, "options.depth: two-sided facets have no back; leave it out, or set sides: 'one'"],
    [{ sides: 'one' as const, depth: -1 }, 'options.depth: expected a finite number >= 0, got -1'],
    [{ maxDistance: Number.NaN }, 'options.maxDistance: expected a finite number >= 0, got NaN'],
    [{ coplanarAngle: 1 }, 'options.coplanarAngle: expected radians from 0 to below 0.1, got 1'],
    [{ kernel: 'fortran' as 'typescript' }, 'options.kernel: expected one of webassembly, typescript, got "fortran"'],
  ])('is refused: %j', (options, message) => {
    expect(() => meshContacts(mesh, {}, ball, {}, options)).toThrow(message);
  });

  it('is refused: half-spaces, poses that are not finite', () => {
    expect(() => meshContacts(mesh, {}, halfSpace({ normal: [0, 0, 1], offset: 0 }), {})).toThrow(
      'a halfSpace against a mesh',
    );
    expect(() => meshContacts(mesh, { position: [0, Number.NaN, 0] }, ball, {})).toThrow('poseOfMesh.position');
    expect(() => meshContacts(mesh, {}, ball, { position: [Infinity, 0, 0] })).toThrow('poseOfBody.position');
  });
});
