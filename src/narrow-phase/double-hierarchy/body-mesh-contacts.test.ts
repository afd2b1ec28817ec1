// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { randomConvexShape } from '../../../tests/support/random-convex-shapes.ts';
import { boxMesh, type SampleMesh } from '../../../tests/support/sample-meshes.ts';
import { compose, pose, transformPoint } from '../../math/pose.ts';
import { fromAxisAngle, IDENTITY_QUATERNION, multiply, rotate } from '../../math/quaternion.ts';
import { Random } from '../../math/random.ts';
import { add, addScaled, length, normalise, scale, subtract, type Vector3, vector3 } from '../../math/vector.ts';
import { facetMesh } from '../../meshes/facet-mesh.ts';
import { box } from '../../shapes/kinds/box.ts';
import { compound } from '../../shapes/kinds/compound.ts';
import { polyhedron } from '../../shapes/kinds/convex-polyhedron.ts';
import { cylinder } from '../../shapes/kinds/cylinder.ts';
import { ellipsoid } from '../../shapes/kinds/ellipsoid.ts';
import { halfSpace } from '../../shapes/kinds/half-space.ts';
import { sphere } from '../../shapes/kinds/sphere.ts';
import type { ConvexShape } from '../../shapes/shape.ts';
import { contact } from '../contact.ts';
import { bodyMeshContacts } from './body-mesh-contacts.ts';
import type { MeshContact } from './mesh-contact.ts';
import { meshContacts } from './mesh-contacts.ts';

const seed = Number(process.env.TEST_SEED ?? 23);
type Triple = [number, number, number];
const TOLERANCE = 1e-12;
/** Curved bodies are answered to 1e-9. */
const CURVED_TOLERANCE = 1e-8;

const KINDS = ['box', 'cylinder', 'cone', 'capsule', 'ellipsoid', 'superquadric', 'polyhedron', 'rounded', 'sphere'];
const isCurved = (kind: string): boolean => kind !== 'box' && kind !== 'polyhedron';
const cube = box({ halfExtents: [0.5, 0.5, 0.5] });

function shuffled({ vertices, facets }: SampleMesh, random: Random): SampleMesh {
  const order = facets.map((facet) => ({ facet, key: random.next() })).sort((p, q) => p.key - q.key);
  return {
    vertices,
    facets: order.map(({ facet }) => {
      const first = random.integer(facet.length);
      return [...facet.slice(first), ...facet.slice(0, first)];
    }),
  };
}

/**
 * Strips of facets between these points of the x-z plane, as wide as the y axis is from -3 to 3, cut `n` times across.
 */
function profile(points: readonly [number, number][], n: number): SampleMesh {
  const vertices = points.flatMap(([x, z]) => Array.from({ length: n + 1 }, (_, j): Triple => [x, (6 * j) / n - 3, z]));
  const facets: number[][] = [];
  for (let i = 0; i + 1 < points.length; i++) {
    for (let j = 0; j < n; j++) {
      const a = i * (n + 1) + j;
      facets.push([a, a + n + 1, a + n + 2], [a, a + n + 2, a + 1]);
    }
  }
  return { vertices, facets };
}

function only(found: readonly MeshContact[]): MeshContact {
  expect(found).toHaveLength(1);
  return found[0];
}

function isNear(a: Vector3, b: Vector3, tolerance: number): boolean {
  return length(subtract(a, b)) <= tolerance;
}

describe.each([
  ['12 triangles', boxMesh(1, [1, 1, 1], true)],
  ['6 squares', boxMesh(1)],
  ['384 triangles', boxMesh(8, [1, 1, 1], true)],
])(`a cube of %s, seed ${seed}`, (_, sample) => {
  const mesh = facetMesh(sample);

  it.each(KINDS)('is touched by a %s as the convex cube is', (kind) => {
    const random = new Random(seed + KINDS.indexOf(kind));
    const tolerance = isCurved(kind) ? CURVED_TOLERANCE : TOLERANCE;
    for (let k = 0; k < 24; k++) {
      const shape = randomConvexShape(kind, random) as ConvexShape;
      const orientation = random.rotation();
      // Towards the middle of a face, of an edge, or a vertex, with a small overlap of the cube as it is met from
      // there.
      const direction = [random.unitVector(), vector3([1, 1, 0.01]), vector3([1, 1, 1])][k % 3];
      const far = scale(normalise(add(direction, scale(random.unitVector(), 0.1))), 6);
      const gap = contact(cube, {}, shape, { position: far, orientation });
      const at = { position: addScaled(far, gap.normal, -gap.distance - 0.01), orientation };
      const expected = contact(cube, {}, shape, at);
      const centre = transformPoint(pose(at), shape.massProperties().centroid);
      const inFront = subtract(centre, expected.pointOnA);
      if (inFront.x * expected.normal.x + inFront.y * expected.normal.y + inFront.z * expected.normal.z <= 0) continue;
      const found = bodyMeshContacts(mesh, {}, shape, at);
      const contactFound = only(found);
      expect(Math.abs(contactFound.distance - expected.distance)).toBeLessThan(tolerance);
      expect(isNear(contactFound.normal, expected.normal, Math.sqrt(tolerance))).toBe(true);
      // The same with one side: all of it happens in front.
      expect(bodyMeshContacts(mesh, {}, shape, at, { sides: 'one' })).toHaveLength(1);
    }
  });

  it('holds a body that hangs over an edge by its top', () => {
    for (const x of [0.3, 0.5, 0.9]) {
      const found = bodyMeshContacts(mesh, {}, cube, { position: [x, 0.1, 0.95] });
      const { feature, distance, normal, point } = only(found);
      expect(feature).toBe('f');
      expect(distance).toBeCloseTo(-0.05, 14);
      expect(isNear(normal, vector3([0, 0, 1]), TOLERANCE)).toBe(true);
      expect(isNear(point, vector3([x / 2, 0.05, 0.5]), TOLERANCE)).toBe(true);
    }
  });

  it('is touched by a face at an edge or a vertex', () => {
    const turn = fromAxisAngle(vector3([0, 1, 0]), Math.PI / 4);
    const out = rotate(turn, vector3([0, 0, 1]));
    const onEdge = addScaled(vector3([0.5, 0.2, 0.5]), out, 0.5 - 0.01);
    const edge = only(bodyMeshContacts(mesh, {}, cube, { position: onEdge, orientation: turn }));
    expect(edge.feature).toBe('e');
    expect(edge.distance).toBeCloseTo(-0.01, 13);
    expect(isNear(edge.normal, out, TOLERANCE)).toBe(true);
    // From y = -0.3 to 0.5, the end of the edge.
    expect(isNear(edge.point, vector3([0.5, 0.1, 0.5]), TOLERANCE)).toBe(true);

    const diagonal = normalise(vector3([1, 1, 1]));
    const axis = normalise(vector3([-1, 1, 0]));
    const tilt = fromAxisAngle(axis, Math.acos(diagonal.z));
    const onVertex = addScaled(vector3([0.5, 0.5, 0.5]), diagonal, 0.5 - 0.01);
    const vertex = only(bodyMeshContacts(mesh, {}, cube, { position: onVertex, orientation: tilt }));
    expect(vertex.feature).toBe('v');
    expect(vertex.distance).toBeCloseTo(-0.01, 13);
    expect(isNear(vertex.normal, diagonal, TOLERANCE)).toBe(true);
    expect(vertex.weights.filter((weight) => weight === 1)).toHaveLength(1);
  });
});

describe('planes that meet', () => {
  const corner = facetMesh({
    vertices: [
      [0, 0, 0],
      [4, 0, 0],
      [4, 4, 0],
      [0, 4, 0],
      [0, 0, 4],
      [4, 0, 4],
      [0, 4, 4],
    ],
    facets: [
      [0, 1, 2, 3],
      [0, 4, 5, 1],
      [0, 3, 6, 4],
    ],
  });

  it('touch a body in a corner three times, once each', () => {
    const random = new Random(seed);
    for (const kind of KINDS) {
      for (let k = 0; k < 6; k++) {
        const shape = randomConvexShape(kind, random) as ConvexShape;
        const orientation = k === 0 ? IDENTITY_QUATERNION : random.rotation();
        const start = { position: vector3([0, 0, 0]), orientation };
        const walls = [vector3([1, 0, 0]), vector3([0, 1, 0]), vector3([0, 0, 1])];
        const gaps = walls.map((normal) => contact(halfSpace({ normal, offset: 0 }), {}, shape, start).distance);
        // A body sunk in beyond its middle would be on the other side of the wall: thin ones are sunk in less.
        const { min, max } = shape.boundingBox();
        const isRound = kind === 'superquadric' || kind === 'rounded';
        const unit = isRound ? Math.min(1, max.x - min.x, max.y - min.y, max.z - min.z) : 1;
        const position: Triple = [-gaps[0] - 0.01 * unit, -gaps[1] - 0.02 * unit, -gaps[2] - 0.03 * unit];
        const found = bodyMeshContacts(corner, {}, shape, { position, orientation });
        expect(found.map(({ facet }) => facet)).toEqual([0, 1, 2]);
        const depths = found.map(({ distance }) => distance);
        [-0.03, -0.02, -0.01].forEach((depth, i) => {
          expect(depths[i]).toBeCloseTo(depth * unit, 12);
        });
      }
    }
  });

  it.each([0.3, 1, 3])('touch a body in a groove of steepness %s twice', (steep) => {
    const mesh = facetMesh(
      profile(
        [
          [-2, 2 * steep],
          [-1, steep],
          [0, 0],
          [1, steep],
          [2, 2 * steep],
        ],
        5,
      ),
    );
    const random = new Random(seed);
    const sides = [normalise(vector3([steep, 0, 1])), normalise(vector3([-steep, 0, 1]))];
    for (const kind of KINDS) {
      const shape = randomConvexShape(kind, random) as ConvexShape;
      const orientation = random.rotation();
      const gaps = sides.map(
        (normal) => contact(halfSpace({ normal, offset: 0 }), {}, shape, { orientation }).distance,
      );
      // Lifted until both overlap by a hundredth.
      const [left, right] = sides.map((normal, i) => ({ normal, needed: -0.01 - gaps[i] })) as [
        { normal: Vector3; needed: number },
        { normal: Vector3; needed: number },
      ];
      const x = (left.needed - right.needed) / (2 * left.normal.x);
      const z = (left.needed + right.needed) / (2 * left.normal.z);
      const found = bodyMeshContacts(mesh, {}, shape, { position: [x, 0.1, z], orientation });
      expect(found).toHaveLength(2);
      for (const { distance, feature } of found) {
        expect(feature).toBe('f');
        expect(distance).toBeCloseTo(-0.01, 12);
      }
    }
  });
});

describe('walls without thickness', () => {
  const fin = facetMesh(
    profile(
      [
        [0, 0],
        [0, -4],
      ],
      4,
    ),
  );

  it('hold a body on their upper edge as one', () => {
    const found = bodyMeshContacts(fin, {}, box({ halfExtents: [1.75, 1, 1.5] }), { position: [-0.25, 0.4, 1.4] });
    const { feature, distance, normal, point } = only(found);
    expect(feature).toBe('e');
    expect(distance).toBeCloseTo(-0.1, 13);
    expect(isNear(normal, vector3([0, 0, 1]), TOLERANCE)).toBe(true);
    expect(isNear(point, vector3([0, 0.4, 0]), TOLERANCE)).toBe(true);
  });

  it('push to the side that the centre is on, or to the front only', () => {
    const front = bodyMeshContacts(fin, {}, cube, { position: [0.45, 0, -2] });
    const back = bodyMeshContacts(fin, {}, cube, { position: [-0.45, 0, -2] });
    expect(Math.abs(only(front).normal.x)).toBeCloseTo(1, 15);
    expect(only(front).normal.x).toBe(-only(back).normal.x);
    const sides = [0.45, -0.45].map((x) => bodyMeshContacts(fin, {}, cube, { position: [x, 0, -2] }, { sides: 'one' }));
    expect(sides.map((found) => found.length).sort()).toEqual([0, 1]);
    const deep = [0.45, -0.45].map(
      (x) => bodyMeshContacts(fin, {}, cube, { position: [x, 0, -2] }, { sides: 'one', depth: 0.5 })[0]?.distance ?? 0,
    );
    expect(deep.sort()[0]).toBeCloseTo(-0.05, 14);
    expect(deep.sort()[1]).toBeCloseTo(-0.95, 14);
  });
});

describe('sliding over inner edges', () => {
  const flat = facetMesh(
    profile(
      [
        [-3, 0],
        [-2.5, 0],
        [-1, 0],
        [-0.9, 0],
        [0.4, 0],
        [1.7, 0],
        [3, 0],
      ],
      7,
    ),
  );
  const floor = halfSpace({ normal: [0, 0, 1], offset: 0 });

  it.each(KINDS)('a %s keeps the normal and depth of the plane', (kind) => {
    const random = new Random(seed + 5);
    const shape = randomConvexShape(kind, random) as ConvexShape;
    const orientation = random.rotation();
    const start = contact(floor, {}, shape, { orientation }).distance;
    for (let x = -1.2; x <= 1.2; x += 0.0301) {
      const at = { position: [x, 0.3 * x, -start - 0.02] as Triple, orientation };
      const { feature, normal, distance, point } = only(bodyMeshContacts(flat, {}, shape, at));
      const expected = contact(floor, {}, shape, at);
      expect([feature, normal]).toEqual(['f', { x: 0, y: 0, z: 1 }]);
      expect(Math.abs(distance - expected.distance)).toBeLessThan(TOLERANCE);
      expect(isNear(point, expected.pointOnA, 1e-9)).toBe(true);
    }
  });
});

describe('what does not matter', () => {
  const random = new Random(seed);
  const sample = boxMesh(3, [1, 1, 1], true);

  it('is the order of facets and vertices', () => {
    const at = { position: [0.7, 0.55, 0.9] as Triple, orientation: random.rotation() };
    const body = polyhedron({ vertices: Array.from({ length: 14 }, () => random.unitVector()) });
    const expected = bodyMeshContacts(facetMesh(sample), {}, body, at);
    expect(expected.length).toBeGreaterThan(0);
    for (let k = 0; k < 10; k++) {
      const found = bodyMeshContacts(facetMesh(shuffled(sample, random)), {}, body, at);
      expect(found).toHaveLength(expected.length);
      found.forEach((each, i) => {
        expect(each.distance).toBeCloseTo(expected[i]?.distance ?? NaN, 13);
        expect(isNear(each.point, expected[i]?.point ?? each.normal, TOLERANCE)).toBe(true);
      });
    }
  });

  it('is where in the world both are, nor the kernel', () => {
    const mesh = facetMesh(sample);
    const body = cylinder({ radius: 0.3, halfLength: 0.4 });
    const at = pose({ position: [0.1, 0.2, 0.85], orientation: multiply(random.rotation(), IDENTITY_QUATERNION) });
    const [expected] = bodyMeshContacts(mesh, {}, body, at);
    const outer = pose({ position: [1e5, -2e5, 3e5], orientation: random.rotation() });
    const [found] = bodyMeshContacts(mesh, outer, body, compose(outer, at));
    // World coordinates of 3e5 m are rounded to 6e-11 m.
    expect(found?.distance).toBeCloseTo(expected?.distance ?? NaN, 9);
    expect(
      isNear(found?.normal ?? outer.position, rotate(outer.orientation, expected?.normal ?? at.position), 1e-9),
    ).toBe(true);
    expect(bodyMeshContacts(mesh, {}, body, at, { kernel: 'typescript' })).toEqual([expected]);
  });
});

describe('compounds and what is refused', () => {
  const floor = facetMesh(
    profile(
      [
        [-3, 0],
        [0, 0],
        [3, 0],
      ],
      3,
    ),
  );

  it('are met piece by piece', () => {
    const clump = compound([
      { shape: sphere({ radius: 0.5 }), pose: { position: [-0.4, 0, 0] } },
      { shape: cube, pose: { position: [0.6, 0, 0] } },
    ]);
    const found = meshContacts(floor, {}, clump, { position: [0, 0, 0.49] });
    expect(found.map(({ piece }) => piece).sort()).toEqual([0, 1]);
    for (const { distance } of found) expect(distance).toBeCloseTo(-0.01, 14);
  });

  it('a half-space is refused', () => {
    expect(() => bodyMeshContacts(floor, {}, halfSpace({ normal: [0, 0, 1], offset: 0 }), {})).toThrow(/halfSpace/);
  });

  it('finds faces at a distance, and nothing beyond', () => {
    const at = { position: [0.2, 0.1, 0.7] as Triple };
    expect(bodyMeshContacts(floor, {}, cube, at)).toEqual([]);
    expect(only(bodyMeshContacts(floor, {}, cube, at, { maxDistance: 0.25 })).distance).toBeCloseTo(0.2, 14);
    expect(bodyMeshContacts(floor, {}, cube, at, { maxDistance: 0.15 })).toEqual([]);
  });
});

describe('many contacts at once', () => {
  it('are all kept: a brick on a bed of spikes, each with its own depth', () => {
    const count = 20;
    const vertices: Triple[] = [];
    const facets: number[][] = [];
    const depths: number[] = [];
    for (let k = 0; k < count * count; k++) {
      const [x, y] = [(k % count) / count - 0.475, Math.floor(k / count) / count - 0.475];
      const depth = 0.001 + 1e-5 * ((7 * k) % 100);
      const first = vertices.length;
      depths.push(-depth);
      vertices.push([x, y, depth], [x - 0.02, y - 0.02, -0.1], [x + 0.02, y - 0.02, -0.1], [x, y + 0.02, -0.1]);
      facets.push([first, first + 1, first + 2], [first, first + 2, first + 3], [first, first + 3, first + 1]);
    }
    const mesh = facetMesh({ vertices, facets });
    const found = bodyMeshContacts(mesh, {}, cube, { position: [0, 0, 0.5] });
    expect(found.map(({ feature }) => feature)).toEqual(new Array(count * count).fill('v'));
    depths
      .sort((a, b) => a - b)
      .forEach((depth, k) => {
        expect(found[k]?.distance).toBeCloseTo(depth, 14);
      });
  });
});

describe('a face with one side', () => {
  const floor = facetMesh({
    vertices: [
      [-2, -2, 0],
      [2, -2, 0],
      [2, 2, 0],
      [-2, 2, 0],
    ],
    facets: [[0, 1, 2, 3]],
  });
  const brick = box({ halfExtents: [0.25, 0.25, 0.5] });
  const at = (z: number) => bodyMeshContacts(floor, {}, brick, { position: [0, 0, z] }, { sides: 'one', depth: 1 });

  it('pushes a body to its front if the centre is behind it and the body still reaches it', () => {
    const found = at(-0.25);
    expect(found.map(({ feature, distance, normal }) => [feature, distance, normal.z])).toEqual([['f', -0.75, 1]]);
  });

  it('does not touch a body that is wholly behind it, even within the depth limit of centres', () => {
    expect(at(-0.625)).toEqual([]);
  });
});

it('a nearly plane patch touches a body that is beside its facets but behind its plane', () => {
  const height = 0.005;
  const roof = facetMesh({
    vertices: [
      [-1, -1, 0],
      [-1, 1, 0],
      [0, -1, height],
      [0, 1, height],
      [1, -1, 0],
      [1, 1, 0],
    ],
    facets: [
      [0, 2, 3, 1],
      [2, 4, 5, 3],
    ],
  });
  // The plane goes through the ridge, the nearest corners. Below the brick the facets are at 0.0045 and lower.
  const brick = box({ halfExtents: [0.1, 0.1, 0.1] });
  const place = { position: [0.2, 0, 0.1 + 0.0047] } as const;
  const [found, ...more] = bodyMeshContacts(roof, {}, brick, place, { coplanarAngle: 0.02 });
  expect(more).toEqual([]);
  expect(found?.feature).toBe('f');
  expect(found?.distance).toBeCloseTo(0.0047 - height, 12);
  // The bounds include the distance of the facets from the plane.
  expect((found?.upper ?? 0) - (found?.lower ?? 0)).toBeGreaterThan(height);
  expect(bodyMeshContacts(roof, {}, brick, place)).toEqual([]);
});

describe('a body deep in one side of a tube', () => {
  it('touches the other side, too, which is not connected with the first inside the box of the body', () => {
    const vertices: Triple[] = [];
    const facets: Triple[] = [];
    for (let k = 0; k < 41 * 40; k++) {
      const angle = (2 * Math.PI * (k % 40)) / 40;
      vertices.push([0.5 * Math.cos(angle), 0.5 * Math.sin(angle), Math.floor(k / 40) / 10 - 2]);
    }
    for (let k = 0; k < 40 * 40; k++) {
      const next = k % 40 === 39 ? k - 39 : k + 1;
      facets.push([k + 40, next, k], [k + 40, next + 40, next]);
    }
    const found = meshContacts(
      facetMesh({ vertices, facets }),
      {},
      cylinder({ radius: 0.34, halfLength: 0.68 }),
      { position: [0.00044, 0.34154, -1.11878], orientation: [-0.487119, 0.246168, -0.548043, -0.63385] },
      { sides: 'one', depth: 0.2632, maxDistance: 0.0076 },
    );
    // In the larger box around an oriented box of the body the tube is one part, and its deep contacts stand for all.
    expect(found.filter(({ distance }) => distance < -0.5)).toHaveLength(5);
    expect(found.filter(({ distance }) => distance > -0.04 && distance < -0.03)).toHaveLength(2);
  });
});

describe('a curved body at the corner of a mesh', () => {
  it.each([0, 1e-11, 1e-9, 1e-7, 3e-7, 1e-6, 1e-4])('has one contact %s of its size away from it', (off) => {
    const { vertices, facets } = boxMesh(1, [2, 2, 2], true);
    const mesh = facetMesh({ vertices, facets });
    const highest = (c: 0 | 1 | 2): number => Math.max(...vertices.map((vertex) => vertex[c]));
    const body = ellipsoid({ semiAxes: [1, 0.8, 0.6] });
    const ways = [
      [1, 1],
      [1, -1],
      [-1, 1],
      [-1, -1],
      [1, 0],
      [0, 1],
    ] as const;
    for (const [x, y] of ways) {
      const position = [highest(0) + x * off, highest(1) + y * off, highest(2) + 0.6 - 0.003] as const;
      expect(bodyMeshContacts(mesh, {}, body, { position })).toHaveLength(1);
    }
  });
});
