// SPDX-License-Identifier: MIT
/**
 * Every kind of shape, in the order in which messages list them. A new shape is a class with the methods of
 * `ConvexShapeQueries` in a file of its own, a member of the union in `shape.ts`, and a line here.
 */
import { BOX_FORM } from './kinds/box.ts';
import { CAPSULE_FORM } from './kinds/capsule.ts';
import { COMPOUND_FORM } from './kinds/compound.ts';
import { CONE_FORM } from './kinds/cone.ts';
import { POLYHEDRON_FORM } from './kinds/convex-polyhedron.ts';
import { CYLINDER_FORM } from './kinds/cylinder.ts';
import { ELLIPSOID_FORM } from './kinds/ellipsoid.ts';
import { FACET_FORM } from './kinds/facet.ts';
import { HALF_SPACE_FORM } from './kinds/half-space.ts';
import { POINT_FORM } from './kinds/point.ts';
import { ROUNDED_FORM } from './kinds/rounded.ts';
import { SEGMENT_FORM } from './kinds/segment.ts';
import { SPHERE_FORM } from './kinds/sphere.ts';
import { SUPERQUADRIC_FORM } from './kinds/superquadric.ts';
import { TABLET_FORM } from './kinds/tablet.ts';
import type { ShapeKind } from './shape.ts';
import type { ShapeForm } from './shape-form.ts';

export const SHAPE_FORMS: Readonly<Record<ShapeKind, ShapeForm>> = Object.freeze({
  sphere: SPHERE_FORM,
  box: BOX_FORM,
  capsule: CAPSULE_FORM,
  cylinder: CYLINDER_FORM,
  tablet: TABLET_FORM,
  cone: CONE_FORM,
  ellipsoid: ELLIPSOID_FORM,
  superquadric: SUPERQUADRIC_FORM,
  polyhedron: POLYHEDRON_FORM,
  rounded: ROUNDED_FORM,
  halfSpace: HALF_SPACE_FORM,
  point: POINT_FORM,
  segment: SEGMENT_FORM,
  facet: FACET_FORM,
  compound: COMPOUND_FORM,
});

/** Also the names in the JSON form. */
export const SHAPE_KINDS: readonly ShapeKind[] = Object.freeze(Object.keys(SHAPE_FORMS) as ShapeKind[]);

/** JSON forms of shapes to start from, by kind, about as large as each other. */
export const EXAMPLE_SHAPES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = Object.freeze(
  Object.fromEntries(
    Object.entries(SHAPE_FORMS).flatMap(([kind, { example }]) => (example ? [[kind, { [kind]: example }]] : [])),
  ),
);
