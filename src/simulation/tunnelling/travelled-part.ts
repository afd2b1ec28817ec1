// SPDX-License-Identifier: MIT
/** Shape and pose of an element within its last step. */
import type { Pose } from '../../math/pose.ts';
import { multiply, normaliseQuaternion, rotate } from '../../math/quaternion.ts';
import { add, scale, type Vector3 } from '../../math/vector.ts';
import { sphere } from '../../shapes/kinds/sphere.ts';
import type { ConvexShape } from '../../shapes/shape.ts';
import * as layout from '../../step-kernel/step-layout.ts';
import type { BodyForm } from '../bodies/body-form.ts';
import { clumpAddress, clumpInteger } from '../bodies/clumps.ts';
import { shapeOf } from '../bodies/elements.ts';
import type { StepMemory } from '../time-loop/step-memory.ts';
import type { TravelledElement } from './travelled-element.ts';

export interface TravelledPart {
  readonly shape: ConvexShape;
  /** With the ball around the element at `centre`, a part `back` of the step before its end. */
  readonly poseAt: (centre: Vector3, back: number) => Pose;
}

/** It rotates at the rate of the element, which may be relative to another body. */
export function travelledPart(
  memory: StepMemory,
  forms: readonly (BodyForm | undefined)[],
  { element, owner, isSphere, radius, rate }: TravelledElement,
  timeStep: number,
): TravelledPart {
  const number =
    memory.I[2 * memory.address(layout.TAG) + 4 * element + layout.TAG_MEMBER] -
    (owner < 0 ? 0 : clumpInteger(memory, owner, layout.BODY_MEMBERS));
  const form = forms[shapeOf(memory, element)];
  const part = isSphere ? undefined : form?.parts?.[number];
  if (part === undefined) {
    const identity = { w: 1, x: 0, y: 0, z: 0 };
    return { shape: sphere({ radius }), poseAt: (position) => ({ position, orientation: identity }) };
  }
  const factor = radius / (form?.spheres[number]?.radius ?? radius);
  const [w = 1, x = 0, y = 0, z = 0] = memory.F.subarray(clumpAddress(memory, owner) + layout.BODY_ORIENTATION);
  return {
    shape: factor === 1 ? part.shape : part.shape.scaled(factor),
    poseAt: (centre, back) => {
      const half = scale(rate, -0.5 * back * timeStep);
      const turned = normaliseQuaternion(multiply({ w: 1, ...half }, { w, x, y, z }));
      const position = add(centre, rotate(turned, scale(part.origin, factor)));
      return { position, orientation: normaliseQuaternion(multiply(turned, part.turn)) };
    },
  };
}
