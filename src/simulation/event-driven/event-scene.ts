// SPDX-License-Identifier: MIT
/**
 * Converts a spec with materials, shapes, bodies and half-spaces to an event-driven one: the bodies in their order,
 * then the half-spaces.
 */

import type { EventLawSpec } from '../../contact-laws/event-law.ts';
import type { JointSpec, PointSpringSpec } from '../../multibody/joint-spec.ts';
import { halfSpace } from '../../shapes/kinds/half-space.ts';
import { sphere } from '../../shapes/kinds/sphere.ts';
import type { Shape } from '../../shapes/shape.ts';
import { eachBody } from '../bodies/body-groups.ts';
import { scaledShape } from '../bodies/body-scale.ts';
import type { BodyShapeSpec, BodySpec, SimulationSpec } from '../simulation-spec.ts';
import type { EventBodySpec, EventSimulationSpec } from './event-simulation-spec.ts';

/** Fields of an event-driven simulation besides materials, shapes, bodies and half-spaces. */
export interface EventSceneSpec {
  readonly law: EventLawSpec;
  /** Laws of pairs of materials. */
  readonly pairs: readonly { readonly materials: readonly [string, string]; readonly law: EventLawSpec }[];
  readonly joints?: readonly JointSpec[];
  readonly springs?: readonly PointSpringSpec[];
  readonly options: Pick<
    EventSimulationSpec,
    'tolerance' | 'method' | 'islands' | 'speed' | 'longestStep' | 'mostSteps' | 'contacts' | 'storm'
  >;
}

/** Of a body without a name. */
export function eventBodyName({ name }: BodySpec, index: number): string {
  return name ?? `bodies[${index}]`;
}

function shapeOf(spec: BodyShapeSpec, factor: number): Shape | undefined {
  const shape = scaledShape(spec, factor);
  if ('sphere' in shape) return sphere(shape.sphere);
  if ('convex' in shape) return shape.convex;
  return 'compound' in shape ? shape.compound : undefined;
}

/**
 * The spec of an event-driven simulation for a scene. The scene must have no clumps and no bodies with a prescribed
 * motion.
 *
 * @throws ScreeError for shapes or poses that are none.
 *
 * @example
 * ```ts no-run
 * import { EventSimulation, eventSpecOf } from 'scree/dem';
 * import { readSceneFile } from 'scree';
 *
 * const { simulation, events } = readSceneFile('newtons-cradle.yaml');
 * if (events !== undefined) console.log(new EventSimulation(eventSpecOf(simulation, events)).time);
 * ```
 */
export function eventSpecOf(spec: SimulationSpec, events: EventSceneSpec): EventSimulationSpec {
  const { bodies = [], halfSpaces = [], shapes = [], materials, gravity } = spec;
  const densities = new Map(materials.map(({ name, density }) => [name, density]));
  const kinds = new Map(shapes.map((shape) => [shape.name, shape]));
  const moved = [...eachBody(bodies)].flatMap((body, i): EventBodySpec[] => {
    const kind = kinds.get(body.shape);
    const shape = kind && shapeOf(kind, body.scale ?? 1);
    const density = densities.get(body.material);
    if (shape === undefined || density === undefined) return [];
    const { position, orientation, velocity, angularVelocity, fixed, material } = body;
    return [
      {
        name: eventBodyName(body, i),
        shape,
        density,
        material,
        position,
        ...(orientation && { orientation }),
        ...(velocity && { velocity }),
        ...(angularVelocity && { angularVelocity }),
        ...(fixed && { fixed }),
      },
    ];
  });
  const walls = halfSpaces.map(({ name, normal, offset, material }): EventBodySpec => {
    return { name, shape: halfSpace({ normal, offset }), material };
  });
  const { law, pairs, joints, springs, options } = events;
  return {
    ...options,
    gravity,
    law,
    pairs,
    bodies: [...moved, ...walls],
    ...(joints && { joints }),
    ...(springs && { springs }),
  };
}
