// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import type { SampleMesh, Triple } from '../../../tests/support/sample-meshes.ts';
import { fromAxisAngle } from '../../math/quaternion.ts';
import { type Vector3, vector3 } from '../../math/vector.ts';
import { type FacetMesh, facetMesh } from '../../meshes/facet-mesh.ts';
import { box } from '../../shapes/kinds/box.ts';
import { sphere } from '../../shapes/kinds/sphere.ts';
import type { ConvexShape } from '../../shapes/shape.ts';
import { bodyMeshContacts } from './body-mesh-contacts.ts';
import { boundaryPatches } from './boundary-patches.ts';
import { featureKey, type MatchableContacts, matchContacts } from './contact-matching.ts';
import { COPLANAR_ANGLE } from './mesh-contact-options.ts';

interface Given {
  readonly feature: number;
  readonly patch: number;
  readonly point: Triple;
  readonly normal: Triple;
}

function contactsOf(list: readonly Given[]): MatchableContacts {
  return {
    count: list.length,
    features: list.map(({ feature }) => feature),
    patches: list.map(({ patch }) => patch),
    points: list.flatMap(({ point }) => point),
    normals: list.flatMap(({ normal }) => normal),
  };
}

function found(
  mesh: FacetMesh,
  body: ConvexShape,
  position: Triple,
  orientation = fromAxisAngle(vector3([0, 0, 1]), 0),
) {
  const { patchOfFacet } = boundaryPatches(mesh, Math.sin(COPLANAR_ANGLE));
  const triple = ({ x, y, z }: Vector3): Triple => [x, y, z];
  const contacts = bodyMeshContacts(mesh, {}, body, { position, orientation });
  return contactsOf(
    contacts.map(({ facet, feature, featureId, point, normal }) => {
      const patch = patchOfFacet[facet];
      return {
        feature: featureKey(feature, featureId, patch),
        patch,
        point: triple(point),
        normal: triple(normal),
      };
    }),
  );
}

/** A strip along x of quadrilaterals between these points of the x-z plane. */
function strip(points: readonly [number, number][]): SampleMesh {
  return {
    vertices: points.flatMap(([x, z]): Triple[] => [
      [x, -1, z],
      [x, 1, z],
    ]),
    facets: points.slice(1).map((_, i) => [2 * i, 2 * i + 2, 2 * i + 3, 2 * i + 1]),
  };
}

describe('a body that slides', () => {
  it('keeps its history over a thousand coplanar facets, with steps longer than a facet', () => {
    const mesh = facetMesh(strip(Array.from({ length: 1001 }, (_, i) => [i / 100, 0])));
    const ball = sphere({ radius: 0.1 });
    let last = found(mesh, ball, [0.2, 0, 0.099]);
    for (let x = 0.2; x < 9.8; x += 0.017) {
      const next = found(mesh, ball, [x, 0, 0.099]);
      expect([...matchContacts(last, next, { maxDistance: 0 })]).toEqual([0]);
      last = next;
    }
  });

  it('keeps the histories of all its contacts in a groove apart', () => {
    const mesh = facetMesh(
      strip([
        [-2, 2],
        [-1, 1],
        [0, 0],
        [1, 1],
        [2, 2],
      ]),
    );
    const cube = box({ halfExtents: [0.3, 0.3, 0.3] });
    const turn = fromAxisAngle(vector3([0, 1, 0]), Math.PI / 4);
    let last = found(mesh, cube, [0, -0.5, 0.41], turn);
    expect(last.count).toBe(2);
    for (let y = -0.5; y < 0.5; y += 0.1) {
      const next = found(mesh, cube, [0, y, 0.41], turn);
      expect([...matchContacts(last, next, { maxDistance: 0.2 })]).toEqual([0, 1]);
      last = next;
    }
  });

  it('keeps it over a blunt convex edge, and loses it over one that turns by more than the angle', () => {
    const ball = sphere({ radius: 0.5 });
    for (const [angle, isKept] of [
      [0.2, true],
      [0.6, false],
    ] as const) {
      const mesh = facetMesh(
        strip([
          [-2, 0],
          [0, 0],
          [2 * Math.cos(angle), -2 * Math.sin(angle)],
        ]),
      );
      const before = found(mesh, ball, [-0.01, 0, 0.495]);
      const after = found(mesh, ball, [
        0.495 * Math.sin(angle) + 0.01 * Math.cos(angle),
        0,
        0.495 * Math.cos(angle) - 0.01 * Math.sin(angle),
      ] as Triple);
      expect([before.count, after.count]).toEqual([1, 1]);
      expect(before.features[0]).not.toBe(after.features[0]);
      expect([...matchContacts(before, after, { maxDistance: 0.1 })]).toEqual([isKept ? 0 : -1]);
    }
  });
});

describe('matching', () => {
  const up: Triple = [0, 0, 1];

  it('prefers the feature, then the patch, then the place, and gives no contact twice', () => {
    const old = contactsOf([
      { feature: 5, patch: 1, point: [0, 0, 0], normal: up },
      { feature: 8, patch: 2, point: [1, 0, 0], normal: up },
      { feature: 9, patch: 3, point: [2, 0, 0], normal: up },
    ]);
    const next = contactsOf([
      { feature: 40, patch: 7, point: [0.1, 0, 0], normal: up },
      { feature: 5, patch: 1, point: [0.3, 0, 0], normal: up },
      { feature: 41, patch: 2, point: [1.9, 0, 0], normal: up },
      { feature: 42, patch: 9, point: [2.2, 0, 0], normal: up },
    ]);
    expect([...matchContacts(old, next, { maxDistance: 0.5 })]).toEqual([-1, 0, 1, 2]);
  });

  it('does not depend on the order', () => {
    const a = { feature: 1, patch: 0, point: [0, 0, 0] as Triple, normal: up };
    const b = { feature: 1, patch: 0, point: [1, 0, 0] as Triple, normal: up };
    const c = { ...a, point: [0.2, 0, 0] as Triple };
    const d = { ...a, point: [1.1, 0, 0] as Triple };
    expect([...matchContacts(contactsOf([a, b]), contactsOf([d, c]), { maxDistance: 1 })]).toEqual([1, 0]);
    expect([...matchContacts(contactsOf([b, a]), contactsOf([c, d]), { maxDistance: 1 })]).toEqual([1, 0]);
  });

  it('has none where there was none', () => {
    const one = contactsOf([{ feature: 1, patch: 0, point: [0, 0, 0], normal: up }]);
    expect([...matchContacts(contactsOf([]), one, { maxDistance: 1 })]).toEqual([-1]);
    expect([...matchContacts(one, contactsOf([]), { maxDistance: 1 })]).toEqual([]);
  });
});
