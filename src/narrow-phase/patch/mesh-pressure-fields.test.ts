// SPDX-License-Identifier: MIT
/** Pressure fields on meshes, tested without reference answers: derivatives, sums over facets, sides, both builds. */
import { describe, expect, it } from 'vitest';
import { type Pose, pose } from '../../math/pose.ts';
import { fromAxisAngle, multiply, normaliseQuaternion, rotate } from '../../math/quaternion.ts';
import { Random } from '../../math/random.ts';
import { add, cross, length, scale, subtract, type Vector3, ZERO_VECTOR } from '../../math/vector.ts';
import { type FacetMesh, facetMesh } from '../../meshes/facet-mesh.ts';
import { box } from '../../shapes/kinds/box.ts';
import { polyhedron } from '../../shapes/kinds/convex-polyhedron.ts';
import { halfSpace } from '../../shapes/kinds/half-space.ts';
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

/** A square around the origin in z = 0, divided into triangles of different sizes; `bump` moves inner vertices off it. */
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
        expect(found.groups.every((group) => Math.abs(group.depth - plane.depth) < 1e-12)).toBe(true);
        expect(found.groups.every((group) => Math.abs(group.radius - plane.radius) < 1e-9)).toBe(true);
      }
    }
  });
});
