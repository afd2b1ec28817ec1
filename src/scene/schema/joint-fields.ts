// SPDX-License-Identifier: MIT
/** Joints between bodies, springs, dampers, drives and stops; for variable steps. */
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
  parent: withDefault(reference('Name of a body, or world.'), 'world'),
  child: reference('Name of the body that hangs on the joint; a body hangs on one joint at most.'),
  at: optional(
    vector('length', { description: 'Where the joint is in the world, with the bodies where the scene puts them.' }),
    "the origin of the child's frame",
  ),
  contact: withDefault(flag('Whether parent and child may touch each other.'), false),
};

function harmonic(value: DimensionName, rate: DimensionName) {
  return section(
    {
      offset: optional(quantity(value, { description: 'Constant part.' }), '0'),
      rate: optional(quantity(rate, { description: 'Growth by time.' }), '0'),
      amplitude: optional(quantity(value, { description: 'Of the oscillation.' }), '0'),
      frequency: optional(quantity('frequency', { description: 'Oscillations a second.', from: 0 }), '0'),
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
    [start]: optional(quantity(coordinate, { description: 'Coordinate at the start.' }), '0'),
    speed: optional(quantity(speed, { description: 'Its speed at the start.' }), '0'),
  };
  return section(
    {
      ...places,
      axis: direction({ description: 'Axis of the joint in the world, of any length.' }),
      initial: optional(
        section(initial, 'How the child is moved against where the scene puts it, when the motion starts.'),
        'as the scene puts it',
      ),
      spring: optional(
        section(
          {
            stiffness: quantity(stiffness, { description: 'Of the spring.', above: 0 }),
            rest: optional(quantity(coordinate, { description: 'Coordinate without force.' }), '0'),
          },
          'A spring in the joint.',
        ),
        'none',
      ),
      damping: optional(quantity(damping, { description: 'Of a damper in the joint.', from: 0 }), '0'),
      drive: optional(
        oneOf(
          {
            force: timeFunction(force, forceRate, 'Force, or torque, as a function of time.'),
            servo: section(
              {
                target: timeFunction(coordinate, speed, 'Coordinate that is wanted, as a function of time.'),
                stiffness: quantity(stiffness, { description: 'Force by what is missing.', above: 0 }),
                damping: optional(quantity(damping, { description: 'Force by missing speed.', from: 0 }), '0'),
              },
              'Pulls the coordinate to a target.',
            ),
            motion: harmonic(coordinate, speed),
          },
          'What drives the joint: a force, a servo, or a prescribed motion.',
        ),
        'none',
      ),
      limits: optional(
        section(
          {
            low: optional(quantity(coordinate, { description: 'Lowest coordinate.' }), 'none'),
            high: optional(quantity(coordinate, { description: 'Highest coordinate.' }), 'none'),
            stiffness: quantity(stiffness, { description: 'Of the stops.', above: 0 }),
            restitution: withDefault(
              quantity('number', { description: 'Speed after over speed before a stop.', above: 0, to: 1 }),
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
    revolute: axisJoint(ANGLE, 'angle', 'The child turns about an axis of the parent.'),
    prismatic: axisJoint(LENGTH, 'displacement', 'The child slides along an axis of the parent.'),
    spherical: section(
      {
        ...places,
        spring: optional(
          section(
            { stiffness: quantity('angularStiffness', { description: 'Torque is stiffness sin(angle).', above: 0 }) },
            'A spring back to where the scene puts the child.',
          ),
          'none',
        ),
        damping: optional(quantity('angularDashpot', { description: 'Of a damper in the joint.', from: 0 }), '0'),
        initial: optional(
          section(
            {
              orientation: optional(orientationField, 'not turned'),
              angularVelocity: optional(
                vector('angularVelocity', { description: 'Of the child against the parent, axes of the world.' }),
                'at rest',
              ),
            },
            'How the child is turned when the motion starts.',
          ),
          'as the scene puts it',
        ),
      },
      'The child turns about a point of the parent.',
    ),
    free: section(
      {
        ...places,
        initial: optional(
          section(
            {
              position: optional(
                vector('length', { description: 'Displacement of the child, in the axes of the parent at the joint.' }),
                'not moved',
              ),
              orientation: optional(orientationField, 'not turned'),
              velocity: optional(
                vector('velocity', { description: 'Of the child against the parent at the joint, axes of the world.' }),
                'at rest',
              ),
              angularVelocity: optional(
                vector('angularVelocity', { description: 'Of the child against the parent, axes of the world.' }),
                'at rest',
              ),
            },
            'How the child is moved when the motion starts.',
          ),
          'as the scene puts it',
        ),
      },
      'No constraint: place and motion of the child are given against the parent.',
    ),
  },
  'A joint: how the child moves against the parent.',
);

export const springField = section(
  {
    bodies: z
      .array(reference('Name of a body, or world.'))
      .length(2)
      .meta({ description: 'The two bodies; one may be world.' }),
    points: optional(
      z
        .array(vector('length', { description: "A point in the body's own frame, or in the world." }))
        .length(2)
        .meta({ description: 'Where it is fastened to each.' }),
      'the origins of their frames',
    ),
    stiffness: quantity('stiffness', { description: 'Of the spring.', from: 0 }),
    rest: optional(quantity('length', { description: 'Length without force.', from: 0 }), 'that at the start'),
    damping: optional(quantity('dashpot', { description: 'Of a damper along the same line.', from: 0 }), '0'),
  },
  'A spring and damper along the line between two points of two bodies.',
);
