// SPDX-License-Identifier: MIT
/** Schema of joints, springs, dampers, drives and stops, for variable steps. */
import { z } from 'zod';
import type { DimensionName } from '../units/dimension.ts';
import { direction, flag, oneOf, optional, quantity, reference, section, text, vector, withDefault } from './fields.ts';
import { orientationField } from './pose-fields.ts';

/** Dimensions of a coordinate and what acts on it. */
interface CoordinateDimensions {
  readonly coordinate: DimensionName;
  readonly speed: DimensionName;
  readonly force: DimensionName;
  readonly forceRate: DimensionName;
  readonly stiffness: DimensionName;
  readonly damping: DimensionName;
}

const ANGLE: CoordinateDimensions = {
  coordinate: 'angle',
  speed: 'angularVelocity',
  force: 'torque',
  forceRate: 'torqueRate',
  stiffness: 'angularStiffness',
  damping: 'angularDashpot',
};
const LENGTH: CoordinateDimensions = {
  coordinate: 'length',
  speed: 'velocity',
  force: 'force',
  forceRate: 'forceRate',
  stiffness: 'stiffness',
  damping: 'dashpot',
};

const places = {
  parent: withDefault(reference('Name of a body, or world.', 'bodies'), 'world'),
  child: reference('Name of the child body; a body is the child of at most one joint.', 'bodies'),
  at: optional(
    vector('length', { description: 'World position of the joint, in the configuration of the scene.' }),
    "the origin of the child's frame",
  ),
  contact: withDefault(flag('Whether parent and child may touch each other.'), false),
};

function harmonic(value: DimensionName, rate: DimensionName) {
  return section(
    {
      offset: optional(quantity(value, { description: 'Constant part.' }), '0'),
      rate: optional(quantity(rate, { description: 'Rate of change.' }), '0'),
      amplitude: optional(quantity(value, { description: 'Amplitude of the oscillation.' }), '0'),
      frequency: optional(quantity('frequency', { description: 'Frequency.', from: 0 }), '0'),
      phase: optional(quantity('angle', { description: 'Phase at time 0.' }), '0'),
    },
    'offset + rate t + amplitude sin(2 pi frequency t + phase)',
  );
}

/** A function of time: an expression, or a ramp with an oscillation. */
function timeFunction(value: DimensionName, rate: DimensionName, description: string) {
  return z
    .union([
      z.number(),
      text('An expression with time in it, such as 2 N m * sin(3 rad/s * time).'),
      harmonic(value, rate),
    ])
    .meta({ description });
}

function axisJoint(dimensions: CoordinateDimensions, start: 'angle' | 'displacement', description: string) {
  const { coordinate, speed, force, forceRate, stiffness, damping } = dimensions;
  const initial = {
    [start]: optional(quantity(coordinate, { description: 'Initial coordinate.' }), '0'),
    speed: optional(quantity(speed, { description: 'Initial speed.' }), '0'),
  };
  return section(
    {
      ...places,
      axis: direction({ description: 'Axis of the joint in the world, of any length.' }),
      initial: optional(
        section(initial, 'Initial displacement of the child from its place in the scene.'),
        'its place in the scene',
      ),
      spring: optional(
        section(
          {
            stiffness: quantity(stiffness, { description: 'Stiffness of the spring.', above: 0 }),
            rest: optional(
              quantity(coordinate, { description: 'Coordinate at which the spring exerts no force.' }),
              '0',
            ),
          },
          'A spring in the joint.',
        ),
        'none',
      ),
      damping: optional(quantity(damping, { description: 'Coefficient of a damper in the joint.', from: 0 }), '0'),
      drive: optional(
        oneOf(
          {
            force: timeFunction(force, forceRate, 'Force, or torque, as a function of time.'),
            servo: section(
              {
                target: timeFunction(coordinate, speed, 'Target coordinate as a function of time.'),
                stiffness: quantity(stiffness, {
                  description: 'Force divided by the error of the coordinate.',
                  above: 0,
                }),
                damping: optional(
                  quantity(damping, { description: 'Force divided by the error of the speed.', from: 0 }),
                  '0',
                ),
              },
              'Controls the coordinate towards a target.',
            ),
            motion: harmonic(coordinate, speed),
          },
          'Drive of the joint: a force, a servo, or a prescribed motion.',
        ),
        'none',
      ),
      limits: optional(
        section(
          {
            low: optional(quantity(coordinate, { description: 'Lowest coordinate.' }), 'none'),
            high: optional(quantity(coordinate, { description: 'Highest coordinate.' }), 'none'),
            stiffness: quantity(stiffness, { description: 'Stiffness of the stops.', above: 0 }),
            restitution: withDefault(
              quantity('number', {
                description: 'Coefficient of restitution of the stops: speed after divided by speed before.',
                above: 0,
                to: 1,
              }),
              1,
            ),
          },
          'Stops.',
        ).refine(({ low, high }) => low !== undefined || high !== undefined, { error: 'expected low, high or both' }),
        'none',
      ),
    },
    description,
  );
}

export const jointField = oneOf(
  {
    fixed: section(places, 'Parent and child are one rigid body.'),
    revolute: axisJoint(ANGLE, 'angle', 'The child rotates about an axis of the parent.'),
    prismatic: axisJoint(LENGTH, 'displacement', 'The child slides along an axis of the parent.'),
    spherical: section(
      {
        ...places,
        spring: optional(
          section(
            { stiffness: quantity('angularStiffness', { description: 'Torque is stiffness sin(angle).', above: 0 }) },
            'A spring towards the orientation of the child in the scene.',
          ),
          'none',
        ),
        damping: optional(
          quantity('angularDashpot', { description: 'Coefficient of a damper in the joint.', from: 0 }),
          '0',
        ),
        initial: optional(
          section(
            {
              orientation: optional(orientationField, 'no rotation'),
              angularVelocity: optional(
                vector('angularVelocity', {
                  description: 'Angular velocity of the child relative to the parent, world axes.',
                }),
                'at rest',
              ),
            },
            'Initial rotation of the child.',
          ),
          'its place in the scene',
        ),
      },
      'The child rotates about a point of the parent.',
    ),
    free: section(
      {
        ...places,
        initial: optional(
          section(
            {
              position: optional(
                vector('length', { description: 'Displacement of the child, in the axes of the parent at the joint.' }),
                'no displacement',
              ),
              orientation: optional(orientationField, 'no rotation'),
              velocity: optional(
                vector('velocity', {
                  description: 'Velocity of the child relative to the parent at the joint, world axes.',
                }),
                'at rest',
              ),
              angularVelocity: optional(
                vector('angularVelocity', {
                  description: 'Angular velocity of the child relative to the parent, world axes.',
                }),
                'at rest',
              ),
            },
            'Initial position and motion of the child.',
          ),
          'its place in the scene',
        ),
      },
      'No constraint; the initial position and motion of the child are relative to the parent.',
    ),
  },
  'A joint: how the child moves relative to the parent.',
);

export const springField = section(
  {
    bodies: z
      .array(reference('Name of a body, or world.', 'bodies'))
      .length(2)
      .meta({ description: 'The two bodies; one may be world.' }),
    points: optional(
      z
        .array(vector('length', { description: "A point in the body's own frame, or in the world." }))
        .length(2)
        .meta({ description: 'End points on the two bodies.' }),
      'the origins of their frames',
    ),
    stiffness: quantity('stiffness', { description: 'Stiffness of the spring.', from: 0 }),
    rest: optional(
      quantity('length', { description: 'Length at which the spring exerts no force.', from: 0 }),
      'the initial length',
    ),
    damping: optional(
      quantity('dashpot', { description: 'Coefficient of a damper along the same line.', from: 0 }),
      '0',
    ),
  },
  'A spring and damper along the line between two points of two bodies.',
);
