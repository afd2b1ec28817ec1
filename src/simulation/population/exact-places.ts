// SPDX-License-Identifier: MIT
/**
 * Free places by the true shapes of bodies: two parts are apart if the contact query finds a gap. Balls around them
 * decide first.
 */
import { gapFor } from '../../bodies/insertion/ball-grid.ts';
import type { Candidate, ExactPlaces, PlacedPart, Wall } from '../../bodies/insertion/free-space.ts';
import { conjugate, multiply, normaliseQuaternion, type Quaternion, rotate } from '../../math/quaternion.ts';
import { add, addScaled, dot, largestComponent, negate, scale as scaled, type Vector3 } from '../../math/vector.ts';
import { contact } from '../../narrow-phase/contact.ts';
import { sphere } from '../../shapes/kinds/sphere.ts';
import type { ConvexShape } from '../../shapes/shape.ts';
import * as layout from '../../step-kernel/step-layout.ts';
import type { BodyForm } from '../bodies/body-form.ts';
import { clumpAddress, clumpInteger } from '../bodies/clumps.ts';
import { ownerOf, shapeOf } from '../bodies/elements.ts';
import type { StepMemory } from '../time-loop/step-memory.ts';

/** A body to insert with the shapes of its parts; undefined for parts that are spheres. */
export interface ShapedCandidate extends Candidate {
  readonly form?: BodyForm | undefined;
}

interface Part extends PlacedPart {
  readonly shape: ConvexShape;
  /** From the centre of the ball around it to its own origin. */
  readonly origin: Vector3;
  readonly orientation: Quaternion;
}

const UPRIGHT: Quaternion = { w: 1, x: 0, y: 0, z: 0 };

function round(radius: number): Part {
  return { shape: sphere({ radius }), origin: { x: 0, y: 0, z: 0 }, orientation: UPRIGHT };
}

/** Part `k` of a form, whose principal axes are turned so. */
function partOf({ parts }: BodyForm, k: number, radius: number, factor: number, axes: Quaternion): Part {
  const part = parts?.[k];
  if (part === undefined) return round(radius);
  return {
    shape: factor === 1 ? part.shape : part.shape.scaled(factor),
    origin: rotate(axes, scaled(part.origin, factor)),
    orientation: normaliseQuaternion(multiply(axes, part.turn)),
  };
}

/** Of the bodies in the memory; `clearOfMeshes` asks about a shape at a pose. */
export function exactPlaces(
  memory: StepMemory,
  forms: readonly (BodyForm | undefined)[],
  walls: readonly Wall[],
  clearOfMeshes: (shape: ConvexShape, position: Vector3, orientation: Quaternion) => boolean,
): ExactPlaces {
  const place = (candidate: Candidate, k: number, factor: number, orientation: Quaternion): Part => {
    const { form } = candidate as ShapedCandidate;
    const radius = factor * (candidate.balls[k]?.radius ?? 0);
    return form === undefined ? round(radius) : partOf(form, k, radius, factor, multiply(orientation, form.principal));
  };
  const present = (element: number): Part => {
    // Bodies that are added meanwhile may move the memory.
    const { F, I } = memory;
    const radius = F[memory.address(layout.POSITION) + 4 * element + 3];
    const form = forms[shapeOf(memory, element)];
    const owner = ownerOf(memory, element);
    if (form === undefined || owner < 0) return round(radius);
    const first = clumpInteger(memory, owner, layout.BODY_MEMBERS);
    const number = I[2 * memory.address(layout.TAG) + 4 * element + layout.TAG_MEMBER] - first;
    const [w = 1, x = 0, y = 0, z = 0] = F.subarray(clumpAddress(memory, owner) + layout.BODY_ORIENTATION);
    const factor = radius / (form.spheres[number]?.radius ?? radius);
    return partOf(form, number, radius, factor, { w, x, y, z });
  };
  const areApart = (a: PlacedPart, atA: Vector3, b: PlacedPart, atB: Vector3, radii: number): boolean => {
    const [first, second] = [a as Part, b as Part];
    // About the first centre, so that far places cost no digits.
    const { distance } = contact(
      first.shape,
      { position: first.origin, orientation: first.orientation },
      second.shape,
      { position: add(addScaled(atB, atA, -1), second.origin), orientation: second.orientation },
    );
    return distance >= gapFor(radii, largestComponent(atA));
  };
  const isClear = (placed: PlacedPart, at: Vector3, radius: number): boolean => {
    const { shape, origin, orientation } = placed as Part;
    const position = add(at, origin);
    const gap = gapFor(radius, largestComponent(at));
    const isBefore = walls.every(({ normal, offset }) => {
      const lowest = shape.support(rotate(conjugate(orientation), negate(normal)));
      return dot(normal, add(position, rotate(orientation, lowest))) - offset >= gap;
    });
    return isBefore && clearOfMeshes(shape, position, orientation);
  };
  return { place, present, areApart, isClear };
}
