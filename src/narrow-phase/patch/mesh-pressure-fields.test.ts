// SPDX-License-Identifier: MIT
/** Pressure fields on meshes, tested without reference answers: derivatives, sums over facets, sides, both builds. */
import { describe, expect, it } from 'vitest';
import { type Pose, pose } from '../../math/pose.ts';
import { fromAxisAngle, multiply, normaliseQuaternion, rotate } from '../../math/quaternion.ts';
import { Random } from '../../math/random.ts';
import { add, cross, dot, length, scale, subtract, type Vector3, ZERO_VECTOR } from '../../math/vector.ts';
import { type FacetMesh, facetMesh } from '../../meshes/facet-mesh.ts';
import { box } from '../../shapes/kinds/box.ts';
import { polyhedron } from '../../shapes/kinds/convex-polyhedron.ts';
import { halfSpace } from '../../shapes/kinds/half-space.ts';
import { sphere } from '../../shapes/kinds/sphere.ts';
import type { ConvexShape } from '../../shapes/shape.ts';
import { type MeshPressureOptions, meshPressureFields } from './mesh-pressure-fields.ts';
import { pressureField } from './pressure-field.ts';

const SEED = Number(process.env.TEST_SEED ?? 20261118);
const AXES = [
  { x: 1, y: 0, z: 0 },
  { x: 0, y: 1, z: 0 },
  { x: 0, y: 0, z: 1 },
];

function randomSolid(random: Random): ConvexShape {
  const side = () => random.between(0.3, 1);
  const kinds = [
    () => box({ halfExtents: [side(), side(), side()] }),
    () => polyhedron({ vertices: Array.from({ length: 4 + random.integer(16) }, () => random.unitVector()) }),
    () => box({ halfExtents: [1, 1, 0.1] }),
  ];
  return kinds[random.integer(kinds.length)]();
}

/** A closed cube of this half side, its fronts outward or, for a room, inward. */
function cube(half: number, isRoom = false): FacetMesh {
  const ends = [-half, half];
  const vertices = ends.flatMap((x) => ends.flatMap((y) => ends.map((z) => ({ x, y, z }))));
  const facets = [
    [0, 1, 3, 2],
    [4, 6, 7, 5],
    [0, 4, 5, 1],
    [2, 3, 7, 6],
    [0, 2, 6, 4],
    [1, 5, 7, 3],
  ];
  return facetMesh({ vertices, facets: isRoom ? facets.map((f) => f.toReversed()) : facets });
}

/** A square around the origin in z = 0, divided into uneven triangles; `bump` moves inner vertices off it. */
function floor(count: number, random: Random, bump = 0, half = 1): FacetMesh {
  const at = (i: number) => ((2 * i) / count - 1) * half;
  const isInside = (i: number) => i > 0 && i < count;
  const vertices: Vector3[] = [];
  for (let i = 0; i <= count; i++) {
    for (let j = 0; j <= count; j++) {
      const shift = () => (isInside(i) && isInside(j) ? random.between(-0.2, 0.2) * ((2 * half) / count) : 0);
      const z = isInside(i) && isInside(j) ? random.between(-bump, bump) : 0;
      vertices.push({ x: at(i) + shift(), y: at(j) + shift(), z });
    }
  }
  const facets: number[][] = [];
  for (let i = 0; i < count; i++) {
    for (let j = 0; j < count; j++) {
      const v = i * (count + 1) + j;
      facets.push([v, v + count + 1, v + count + 2], [v, v + count + 2, v + 1]);
    }
  }
  return facetMesh({ vertices, facets });
}

interface Case {
  readonly mesh: FacetMesh;
  readonly poseOfMesh: Pose;
  readonly body: ConvexShape;
  readonly poseOfBody: Pose;
}

/** Sums over all groups: moment about the origin. */
function sumOf({ mesh, poseOfMesh, body, poseOfBody }: Case, options?: MeshPressureOptions) {
  let [energy, stiffness, depth] = [0, 0, 0];
  let force: Vector3 = ZERO_VECTOR;
  let moment: Vector3 = ZERO_VECTOR;
  const groups = meshPressureFields(mesh, poseOfMesh, body, poseOfBody, options);
  for (const group of groups) {
    energy += group.energy;
    stiffness += group.stiffness;
    depth = Math.max(depth, group.depth);
    force = add(force, group.force);
    moment = add(moment, add(group.moment, cross(group.point, group.force)));
  }
  return { energy, force, moment, stiffness, depth, groups };
}

/** Minus the derivatives of the energy by shifts and turns about the origin of the mesh, by differences. */
function slopes(one: Case, step: number, side: 'front' | 'back') {
  const energy = (by: Vector3, axis: Vector3, angle: number): number => {
    const turn = fromAxisAngle(axis, angle);
    const { position, orientation } = one.poseOfMesh;
    const poseOfMesh = pose({
      position: add(rotate(turn, position), by),
      orientation: normaliseQuaternion(multiply(turn, orientation)),
    });
    return sumOf({ ...one, poseOfMesh }, { side }).energy;
  };
  const slope = (forwards: number, backwards: number): number => (backwards - forwards) / (2 * step);
  const [fx, fy, fz] = AXES.map((e) => slope(energy(scale(e, step), e, 0), energy(scale(e, -step), e, 0)));
  const [mx, my, mz] = AXES.map((e) => slope(energy(ZERO_VECTOR, e, step), energy(ZERO_VECTOR, e, -step)));
  return { force: { x: fx, y: fy, z: fz }, moment: { x: mx, y: my, z: mz } };
}

function expectDerivatives(one: Case, side: 'front' | 'back', step = 1e-6): boolean {
  const found = sumOf(one, { side });
  if (!(found.depth > 100 * step)) return false;
  const { force, moment } = slopes(one, step, side);
  // The force that the energy would have with the stiffness of the pressed area: the scale of errors. Differences are
  // off by the third derivative, which corners have most of, and by kinks of the slope.
  const size = length(found.force) + Math.sqrt(2 * found.energy * found.stiffness);
  const tolerance = 1e-6 * size * Math.max(1, (10 * step) / found.depth / 1e-3) + 1e-12;
  expect(length(subtract(force, found.force))).toBeLessThan(tolerance);
  expect(length(subtract(moment, found.moment))).toBeLessThan(2 * tolerance);
  return true;
}

function check(mesh: FacetMesh, spread: number, wanted: number, seed: number): void {
  const random = new Random(seed);
  let checked = 0;
  for (let i = 0; i < 400 && checked < wanted; i++) {
    const at = () => random.between(-spread, spread);
    const one = {
      mesh,
      poseOfMesh: pose({ position: [at() / 4, at() / 4, at() / 4], orientation: random.rotation() }),
      body: randomSolid(random),
      poseOfBody: pose({ position: [at(), at(), at()], orientation: random.rotation() }),
    };
    const [first] = sumOf(one).groups;
    if (first !== undefined && expectDerivatives(one, first.side)) checked++;
  }
  expect(checked).toBe(wanted);
}

describe(`pressure fields on meshes, seed ${SEED}`, () => {
  it('have derivatives of their energy as force and moment on a closed mesh, outside and inside', () => {
    check(cube(0.8), 1.2, 20, SEED);
    check(cube(1.5, true), 1.2, 20, SEED + 1);
  });

  it('have them at the rims of an open sheet, flat or uneven, from both sides', () => {
    check(floor(1, new Random(1)), 1.2, 20, SEED + 2);
    check(floor(4, new Random(SEED), 0.2), 1.2, 20, SEED + 3);
  });

  it('stay finite and steady at the rim of a hole in a plane, where neighbouring facets have one normal', () => {
    const ends = [0, 1, 2, 3, 4];
    const vertices = ends.flatMap((i) => ends.map((j) => ({ x: i / 2 - 1, y: j / 2 - 1, z: 0 })));
    const facets = [0, 1, 2, 3].flatMap((i) =>
      [0, 1, 2, 3].flatMap((j) => {
        const v = 5 * i + j;
        const halves = [
          [v, v + 5, v + 6],
          [v, v + 6, v + 1],
        ];
        return i === 1 && j === 1 ? [] : halves;
      }),
    );
    const mesh = facetMesh({ vertices, facets });
    const plate = pose({
      position: [-0.8223121859592241, -0.4383009248794959, -0.3965982939683217],
      orientation: [0.4180333485191987, -0.8405672951011895, 0.051612429394137085, -0.3406330856862425],
    });
    const thin = box({ halfExtents: [0.4, 0.4, 0.01] });
    for (const { energy, point, moment } of meshPressureFields(mesh, pose(), thin, plate, { side: 'back' })) {
      expect([energy, ...Object.values(point), ...Object.values(moment)].every(Number.isFinite)).toBe(true);
    }
    const brick = box({ halfExtents: [0.35, 0.2, 0.15] });
    const position = [-0.09498138737446138, -1.0011784877946532, 0.11464227844540587] as const;
    const turn = { w: 0.5608005358571426, x: -0.7420220302866747, y: 0.36454253213382065, z: 0.044886610665601116 };
    const axis = { x: 0.3991500378446087, y: -0.19287009975904754, z: -0.8963706665813995 };
    const energies = [-2e-6, -1e-6, 0, 1e-6, 2e-6].map((angle) => {
      const orientation = multiply(fromAxisAngle(axis, angle), normaliseQuaternion(turn));
      const found = meshPressureFields(mesh, pose(), brick, pose({ position, orientation }), { side: 'back' });
      return found.reduce((sum, { energy }) => sum + energy, 0);
    });
    // Moved by 1e-6 of the size, a stiffness of order 1 times a depth of order 0.1 changes it by less than 1e-6.
    expect(Math.max(...energies) - Math.min(...energies)).toBeLessThan(1e-6);
  });

  it('are those of a half-space, however the plane is divided into facets', () => {
    const random = new Random(SEED + 4);
    for (let i = 0; i < 20; i++) {
      const body = randomSolid(random);
      const poseOfBody = pose({ position: [0, 0, random.between(0.2, 0.6)], orientation: random.rotation() });
      const plane = pressureField(body, poseOfBody, halfSpace({ normal: [0, 0, 1], offset: 0 }), pose());
      for (const count of [1, 5, 9]) {
        const one = { mesh: floor(count, random, 0, 4), poseOfMesh: pose(), body, poseOfBody };
        const found = sumOf(one, { side: 'front' });
        const moment = add(plane.moment, cross(plane.point, plane.force));
        expect(found.groups.length).toBe(plane.energy > 0 ? 1 : 0);
        expect(Math.abs(found.energy - plane.energy)).toBeLessThan(1e-12);
        expect(length(subtract(found.force, plane.force))).toBeLessThan(1e-12);
        expect(length(subtract(found.moment, moment))).toBeLessThan(1e-12);
        // Less on corners sharper than that of a tetrahedron.
        expect(found.groups.every((group) => group.depth < plane.depth + 1e-12)).toBe(true);
        expect(found.groups.every((group) => Math.abs(group.radius - plane.radius) < 1e-9)).toBe(true);
      }
    }
  });

  it('have these derivatives where faces are flush with facets and rims, and near it', () => {
    const body = box({ halfExtents: [0.5, 0.5, 0.5] });
    const step = 1e-6;
    for (const mesh of [cube(1), floor(1, new Random(1))]) {
      const top = mesh.facetOffsets.length > 3 ? 1 : 0;
      // Sides of the box in the planes of the table's sides, or of the rim.
      for (const offset of [-1e-3, -1e-7, -1e-15, 0, 1e-15, 1e-7, 1e-3]) {
        for (const x of [0.5, 1.5]) {
          const poseOfBody = pose({ position: [x + offset, 0.5 + offset, top + 0.4] });
          const one = { mesh, poseOfMesh: pose(), body, poseOfBody };
          const found = sumOf(one, { side: 'front' });
          const { force, moment } = slopes(one, step, 'front');
          // The force is continuous, its slope is not: it may be off by a few times the step times the stiffness, with
          // that of the sides of the box, 0.1 by 1, which may come to touch.
          const size = length(found.force) + Math.sqrt(2 * found.energy * found.stiffness);
          const tolerance = 1e-6 * size + 3 * step * (found.stiffness + 0.1);
          expect(length(subtract(force, found.force))).toBeLessThan(tolerance);
          expect(length(subtract(moment, found.moment))).toBeLessThan(2 * tolerance);
        }
      }
    }
  });

  it('do no work along a closed path over edges and rims', () => {
    const steps = 400;
    const body = box({ halfExtents: [0.5, 0.3, 0.4] });
    for (const mesh of [cube(0.7), floor(3, new Random(SEED), 0.1)]) {
      const top = mesh.facetOffsets.length === 7 ? 0.7 : 0;
      const at = (t: number): Case => {
        const angle = 2 * Math.PI * t;
        const position = [
          0.6 + 0.4 * Math.cos(angle),
          0.9 * Math.sin(angle),
          top + 0.3 - 0.1 * Math.cos(angle),
        ] as const;
        const orientation = fromAxisAngle({ x: 0.6, y: 0.8, z: 0 }, 0.6 * Math.sin(angle));
        return { mesh, poseOfMesh: pose(), body, poseOfBody: pose({ position, orientation }) };
      };
      let [work, most] = [0, 0];
      for (let k = 0; k < steps; k++) {
        const t = (k + 0.5) / steps;
        const { force, moment, energy } = sumOf(at(t), { side: 'front' });
        const angle = 2 * Math.PI * t;
        const velocity = {
          x: -0.4 * 2 * Math.PI * Math.sin(angle),
          y: 0.9 * 2 * Math.PI * Math.cos(angle),
          z: 0.1 * 2 * Math.PI * Math.sin(angle),
        };
        const spin = scale({ x: 0.6, y: 0.8, z: 0 }, 0.6 * 2 * Math.PI * Math.cos(angle));
        const centre = at(t).poseOfBody.position;
        // On the body the force is the opposite.
        const torque = subtract(moment, cross(centre, force));
        work -= (dot(force, velocity) + dot(torque, spin)) / steps;
        most = Math.max(most, energy);
      }
      expect(most).toBeGreaterThan(1e-3);
      // The trapezoidal rule on a period: kinks of the slope cost the square of the interval.
      expect(Math.abs(work)).toBeLessThan(1e-4 * most);
    }
  });

  it('have the same bits in both builds', () => {
    const random = new Random(SEED + 5);
    const meshes = [cube(0.8), floor(3, new Random(SEED), 0.1)];
    let touching = 0;
    for (let i = 0; i < 60; i++) {
      const at = () => random.between(-1, 1);
      const poseOfMesh = pose({ position: [at(), at(), at()], orientation: random.rotation() });
      const poseOfBody = pose({ position: [at(), at(), at()], orientation: random.rotation() });
      const body = randomSolid(random);
      const ask = (kernel: 'webassembly' | 'typescript') =>
        meshPressureFields(meshes[i % 2], poseOfMesh, body, poseOfBody, { kernel });
      const found = ask('webassembly');
      expect(ask('typescript')).toEqual(found);
      if (found.length > 0) touching++;
    }
    expect(touching).toBeGreaterThan(20);
  });

  it('are one contact on an edge or corner of a table, and one on each wall of a corner and of a slot', () => {
    const body = box({ halfExtents: [0.2, 0.2, 0.2] });
    const tilted = fromAxisAngle({ x: 0, y: 1, z: 0 }, Math.PI / 4);
    const groups = (mesh: FacetMesh, position: readonly [number, number, number], orientation = pose().orientation) =>
      meshPressureFields(mesh, pose(), body, pose({ position, orientation }));
    const onEdge = groups(cube(1), [1.13, 0, 1.13], tilted);
    expect(onEdge.length).toBe(1);
    expect(onEdge[0].force.x).toBeCloseTo(onEdge[0].force.z, 12);
    expect(groups(cube(1), [1.1, 1.1, 1.1]).length).toBe(1);
    expect(groups(cube(1, true), [0.81, 0.82, 0]).length).toBe(2);
    expect(groups(cube(1, true), [0.81, 0.82, -0.83]).length).toBe(3);
    expect(groups(cube(0.19, true), [0, 0, 0]).length).toBe(6);
  });

  it('push a body to the side on which more of it is, unless its side is given', () => {
    const mesh = floor(2, new Random(SEED));
    const body = box({ halfExtents: [0.2, 0.2, 0.2] });
    const at = (z: number, side?: 'front' | 'back') =>
      meshPressureFields(mesh, pose(), body, pose({ position: [0.1, 0.2, z] }), side && { side })[0];
    expect(at(0.1).side).toBe('front');
    expect(at(-0.1).side).toBe('back');
    expect(at(0.1).force.z).toBeCloseTo(-at(-0.1).force.z, 12);
    // Its centre has gone through: the force goes on, and the energy is that of the whole less what is left.
    const through = at(-0.1, 'front');
    expect(through.force.z).toBeCloseTo(at(0.1).force.z, 12);
    // The mean pressure is a quarter of that at the centre, which is 3 V / S = 0.2.
    expect(through.energy + at(-0.1).energy).toBeCloseTo(0.25 * 0.2 * 0.064, 12);
  });

  it('do not depend on the distance from the origin by more than rounding', () => {
    const body = box({ halfExtents: [0.5, 0.4, 0.3] });
    const mesh = cube(1);
    const orientation = fromAxisAngle({ x: 0.6, y: 0, z: 0.8 }, 0.4);
    const near = sumOf({
      mesh,
      poseOfMesh: pose(),
      body,
      poseOfBody: pose({ position: [0.5, 0.25, 1.25], orientation }),
    });
    const far = sumOf({
      mesh,
      poseOfMesh: pose({ position: [1e6, 0, 0] }),
      body,
      poseOfBody: pose({ position: [1e6 + 0.5, 0.25, 1.25], orientation }),
    });
    expect(far.energy).toBe(near.energy);
    expect(far.force).toEqual(near.force);
  });

  it('refuse curved bodies and sides that do not exist', () => {
    expect(() => meshPressureFields(cube(1), pose(), sphere({ radius: 1 }), pose())).toThrow(
      'meshPressureFields: sphere against a mesh is not supported; polyhedra and boxes are',
    );
    const body = box({ halfExtents: [1, 1, 1] });
    // @ts-expect-error a side that does not exist
    expect(() => meshPressureFields(cube(1), pose(), body, pose(), { side: 'top' })).toThrow(
      'options.side: expected front or back, got "top"',
    );
  });
});
