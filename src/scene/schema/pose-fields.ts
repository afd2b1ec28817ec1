// SPDX-License-Identifier: MIT
/** Where something is, how it is turned and how a wall moves. */
import { z } from 'zod';
import { direction, optional, quantity, quaternion, section, vector, withDefault } from './fields.ts';

const axisAngle = section(
  {
    axis: direction({ description: 'Axis of the rotation, of any length.' }),
    angle: quantity('angle', { description: 'Right-handed angle about the axis.' }),
  },
  'Rotation by an angle about an axis.',
);

/** A quaternion or an axis with an angle. */
export const orientationField = z
  .union([quaternion({ description: 'Quaternion [w, x, y, z], of any length but zero.' }), axisAngle])
  .meta({ id: 'orientation', description: 'How it is turned: a quaternion [w, x, y, z], or {axis, angle}.' });

export const positionField = (what: string, frame = 'the world') =>
  vector('length', { description: `Place of the origin of ${what} in ${frame}.` });

const rotation = section(
  {
    axis: direction({ description: 'Axis of the rotation, of any length.' }),
    through: withDefault(vector('length', { description: 'A point of the axis.' }), { x: 0, y: 0, z: 0 }, '[0, 0, 0]'),
    rate: quantity('angularVelocity', { description: 'Right-handed angular velocity about the axis.' }),
  },
  'Steady rotation about an axis that stays where it is.',
);

const oscillation = section(
  {
    direction: direction({ description: 'Direction of the oscillation, of any length.' }),
    amplitude: quantity('length', { description: 'Largest displacement.', from: 0 }),
    frequency: quantity('frequency', { description: 'Oscillations a second.', above: 0 }),
    phase: withDefault(quantity('angle', { description: 'Phase at the start of the motion.' }), 0),
  },
  'Harmonic motion along the direction: amplitude * (sin(2 pi frequency (t - from) + phase) - sin(phase)).',
);

/** Motion that nothing can stop; the parts add up. */
export const motionField = section(
  {
    velocity: optional(vector('velocity', { description: 'Steady velocity.' }), 'none'),
    rotation: optional(rotation, 'none'),
    oscillation: optional(oscillation, 'none'),
    from: withDefault(quantity('time', { description: 'Time at which the motion begins.', from: 0 }), 0),
    until: optional(quantity('time', { description: 'Time at which it ends.', above: 0 }), 'the end of the run'),
  },
  'Prescribed motion, whatever the forces; velocity, rotation and oscillation add up.',
)
  .refine(({ velocity, rotation: turning, oscillation: shaking }) => velocity ?? turning ?? shaking, {
    error: 'expected velocity, rotation or oscillation, got none of them',
  })
  .refine(({ from, until }) => until === undefined || until > from, {
    error: 'expected an end after the beginning',
    path: ['until'],
  })
  .meta({ id: 'motion' });

/** What runs on a wall that stands still; what is along the normal of a contact is left out. */
export const surfaceField = section(
  {
    velocity: optional(vector('velocity', { description: 'Velocity of the surface.' }), 'none'),
    rotation: optional(rotation, 'none'),
    belt: optional(
      section(
        {
          axis: direction({ description: 'Axis around which it runs, of any length.' }),
          speed: quantity('velocity', { description: 'Speed along axis x normal, the normal being out of the wall.' }),
        },
        'A belt that runs along the facets around an axis.',
      ),
      'none',
    ),
    from: withDefault(quantity('time', { description: 'Time at which it starts.', from: 0 }), 0),
    until: optional(quantity('time', { description: 'Time at which it stops.', above: 0 }), 'the end of the run'),
  },
  'A surface that runs while the wall stands still, as a conveyor does: velocity and rotation add up, or a belt.',
)
  .refine(({ velocity, rotation: turning, belt }) => velocity ?? turning ?? belt, {
    error: 'expected velocity, rotation or belt, got none of them',
  })
  .refine(({ velocity, rotation: turning, belt }) => belt === undefined || (velocity ?? turning) === undefined, {
    error: 'expected nothing beside a belt',
    path: ['belt'],
  })
  .refine(({ from, until }) => until === undefined || until > from, {
    error: 'expected an end after the beginning',
    path: ['until'],
  })
  .meta({ id: 'surface' });

/** A wall that presses with a given force. */
export const servoField = section(
  {
    direction: optional(
      direction({ description: 'Direction in which the wall presses, of any length.' }),
      'the normal of a half-space; needed for meshes',
    ),
    force: optional(quantity('force', { description: 'Force with which it is to press.' }), 'stress times area'),
    stress: optional(quantity('pressure', { description: 'Stress with which it is to press, instead.' }), 'none'),
    area: optional(quantity('area', { description: 'Area that the stress acts on.', above: 0 }), 'none'),
    maxSpeed: quantity('velocity', { description: 'Largest speed.', above: 0 }),
    gain: optional(
      quantity('mobility', { description: 'Speed for each newton that is missing.', above: 0 }),
      'maxSpeed over the force',
    ),
    smoothing: withDefault(
      quantity('time', { description: 'Time over which the force that is measured is averaged.', from: 0 }),
      0,
    ),
    from: withDefault(quantity('time', { description: 'Time at which it starts to move.', from: 0 }), 0),
    until: optional(quantity('time', { description: 'Time at which it stops.', above: 0 }), 'the end of the run'),
  },
  'Moves the wall along a direction so that it presses with a given force.',
)
  .refine(({ force, stress }) => (force === undefined) !== (stress === undefined), {
    error: 'expected either force, or stress and area',
  })
  .refine(({ stress, area }) => (stress === undefined) === (area === undefined), {
    error: 'expected stress and area together',
    path: ['area'],
  })
  .refine(({ force, stress, gain }) => gain !== undefined || (force ?? stress) !== 0, {
    error: 'expected a gain, since a force of 0 gives no scale',
    path: ['gain'],
  })
  .refine(({ from, until }) => until === undefined || until > from, {
    error: 'expected an end after the beginning',
    path: ['until'],
  })
  .meta({ id: 'servo' });

/** A mesh that forces move. */
export const freeField = section(
  {
    mass: optional(quantity('mass', { description: 'Mass.', above: 0 }), 'that of the closed mesh'),
    centre: optional(
      vector('length', { description: "Centre of mass in the mesh's frame; with `mass`." }),
      'that of the closed mesh',
    ),
    inertia: optional(
      vector('inertia', {
        description: "Moments of inertia about it along the axes of the mesh's frame; with `mass`.",
        above: 0,
      }),
      'that of the closed mesh',
    ),
    velocity: optional(vector('velocity', { description: 'Velocity of the centre of mass at the start.' }), 'at rest'),
    angularVelocity: optional(
      vector('angularVelocity', { description: 'Angular velocity at the start, along the axes of the world.' }),
      'at rest',
    ),
  },
  'Makes the mesh a rigid body that forces move, full of its material. It touches bodies alone.',
)
  .refine(
    ({ mass, centre, inertia }) => [mass, centre, inertia].filter((each) => each !== undefined).length % 3 === 0,
    { error: 'expected mass, centre and inertia together, or none of them' },
  )
  .meta({ id: 'free' });
