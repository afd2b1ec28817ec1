// SPDX-License-Identifier: MIT
/** Schema of positions, orientations and motions of walls. */
import { z } from 'zod';
import { direction, optional, quantity, quaternion, reference, section, text, vector, withDefault } from './fields.ts';

const axisAngle = section(
  {
    axis: direction({ description: 'Axis of the rotation, of any length.' }),
    angle: quantity('angle', { description: 'Angle about the axis, right-handed.' }),
  },
  'Rotation by an angle about an axis.',
);

/** A quaternion or an axis with an angle. */
export const orientationField = z
  .union([quaternion({ description: 'Quaternion [w, x, y, z], of any length but zero.' }), axisAngle])
  .meta({ id: 'orientation', description: 'Orientation: a quaternion [w, x, y, z], or {axis, angle}.' });

export const positionField = (what: string, frame = 'the world') =>
  vector('length', { description: `Position of the origin of ${what} in ${frame}.` });

const rotation = section(
  {
    axis: direction({ description: 'Axis of the rotation, of any length.' }),
    through: withDefault(vector('length', { description: 'A point of the axis.' }), { x: 0, y: 0, z: 0 }, '[0, 0, 0]'),
    rate: quantity('angularVelocity', { description: 'Angular velocity about the axis, right-handed.' }),
  },
  'Rotation at a constant rate about a fixed axis.',
);

const oscillation = section(
  {
    direction: direction({ description: 'Direction of the oscillation, of any length.' }),
    amplitude: quantity('length', { description: 'Largest displacement.', from: 0 }),
    frequency: quantity('frequency', { description: 'Frequency.', above: 0 }),
    phase: withDefault(quantity('angle', { description: 'Phase at the start of the motion.' }), 0),
  },
  'Harmonic motion along the direction: amplitude * (sin(2 pi frequency (t - from) + phase) - sin(phase)).',
);

const rowOf = (dimension: 'length' | 'velocity', description: string) =>
  z
    .array(
      z.tuple([
        quantity('time', { description: 'Time since the start of the motion.', from: 0 }),
        quantity(dimension, { description: 'Along x.' }),
        quantity(dimension, { description: 'Along y.' }),
        quantity(dimension, { description: 'Along z.' }),
      ]),
    )
    .min(2)
    .meta({ description, 'x-range': 'rows `[time, x, y, z]`' });

const isInOrder = (rows: readonly (readonly number[])[] | undefined): boolean =>
  (rows ?? []).every((row, k, all) => k === 0 || (row[0] ?? 0) > (all[k - 1]?.[0] ?? 0));

const motionTable = section(
  {
    displacement: optional(rowOf('length', 'Displacements from the first row; the last one stays.'), 'none'),
    velocity: optional(rowOf('velocity', 'Velocities; 0 before the first row and after the last.'), 'none'),
    file: optional(
      text('A table with the columns time and x, y, z, or vx, vy, vz; headings may have units, `x [mm]`.'),
      'none',
    ),
  },
  'Translation by a table, linear between its rows.',
)
  .refine(
    ({ displacement, velocity, file }) =>
      [displacement, velocity, file].filter((each) => each !== undefined).length === 1,
    { error: 'expected one of displacement, velocity and file' },
  )
  .refine(({ displacement, velocity }) => isInOrder(displacement) && isInOrder(velocity), {
    error: 'expected rows in the order of time',
  });

const oneMotion = section(
  {
    velocity: optional(vector('velocity', { description: 'Constant velocity.' }), 'none'),
    rotation: optional(rotation, 'none'),
    oscillation: optional(oscillation, 'none'),
    table: optional(motionTable, 'none'),
    ramp: withDefault(
      quantity('time', {
        description: 'Time over which velocity and rotation begin smoothly, and end if there is an end.',
        from: 0,
      }),
      0,
    ),
    from: withDefault(quantity('time', { description: 'Start time of the motion.', from: 0 }), 0),
    until: optional(quantity('time', { description: 'End time of the motion.', above: 0 }), 'the end of the run'),
  },
  'Prescribed motion, independent of forces: the sum of velocity, rotation, oscillation and table.',
)
  .refine(({ velocity, rotation: turning, oscillation: shaking, table }) => velocity ?? turning ?? shaking ?? table, {
    error: 'expected velocity, rotation, oscillation or table, got none of them',
  })
  .refine(({ from, until }) => until === undefined || until > from, {
    error: 'expected an end after the beginning',
    path: ['until'],
  })
  .refine(({ ramp, velocity, rotation: turning }) => ramp === 0 || (velocity ?? turning) !== undefined, {
    error: 'expected velocity or rotation with a ramp',
    path: ['ramp'],
  })
  .refine(({ ramp, from, until = Infinity }) => ramp === 0 || 2 * ramp <= until - from, {
    error: 'expected at most half of the time from the beginning to the end',
    path: ['ramp'],
  })
  .meta({ id: 'motion' });

/** Motion that nothing can stop; the parts add up. Several motions, each with its times, act one after the other. */
export const motionField = z
  .union([oneMotion, z.array(oneMotion).min(1).meta({ description: 'Several motions.' })])
  .meta({ description: 'A motion, or a list of motions with their times, each on the result of those before.' });

/** Moving surface of a wall at rest; the component along the contact normal is ignored. */
export const surfaceField = section(
  {
    velocity: optional(vector('velocity', { description: 'Velocity of the surface.' }), 'none'),
    rotation: optional(rotation, 'none'),
    belt: optional(
      section(
        {
          axis: direction({ description: 'Axis around which the belt runs, of any length.' }),
          speed: quantity('velocity', { description: 'Speed along axis x normal; the normal points out of the wall.' }),
        },
        'A belt that runs along the facets around an axis.',
      ),
      'none',
    ),
    from: withDefault(quantity('time', { description: 'Start time.', from: 0 }), 0),
    until: optional(quantity('time', { description: 'End time.', above: 0 }), 'the end of the run'),
  },
  'A moving surface on a static wall, such as a conveyor: the sum of velocity and rotation, or a belt.',
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
      direction({ description: 'Direction of the force of the wall, of any length.' }),
      'the normal of a half-space; required for meshes',
    ),
    force: optional(quantity('force', { description: 'Target force.' }), 'stress times area'),
    stress: optional(quantity('pressure', { description: 'Target stress, instead of a force.' }), 'none'),
    area: optional(quantity('area', { description: 'Area on which the stress acts.', above: 0 }), 'none'),
    areaBetween: optional(
      z.tuple([reference('West.'), reference('East.'), reference('South.'), reference('North.')]).meta({
        description:
          'Names of two pairs of opposite half-spaces: the stress acts on the product of their present distances.',
      }),
      'none',
    ),
    maxSpeed: quantity('velocity', { description: 'Largest speed.', above: 0 }),
    gain: optional(
      quantity('mobility', { description: 'Speed divided by the error of the force.', above: 0 }),
      'maxSpeed / force',
    ),
    smoothing: withDefault(quantity('time', { description: 'Averaging time of the measured force.', from: 0 }), 0),
    from: withDefault(quantity('time', { description: 'Start time.', from: 0 }), 0),
    until: optional(quantity('time', { description: 'End time.', above: 0 }), 'the end of the run'),
  },
  'Moves the wall along a direction so that it exerts a given force.',
)
  .refine(({ force, stress }) => (force === undefined) !== (stress === undefined), {
    error: 'expected either force, or stress with area or areaBetween',
  })
  .refine(({ area, areaBetween }) => area === undefined || areaBetween === undefined, {
    error: 'expected either area or areaBetween, not both',
    path: ['areaBetween'],
  })
  .refine(({ stress, area, areaBetween }) => (stress === undefined) === ((area ?? areaBetween) === undefined), {
    error: 'expected stress and area, or areaBetween, together',
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
        description: "Moments of inertia about the centre of mass along the axes of the mesh's frame; with `mass`.",
        above: 0,
      }),
      'that of the closed mesh',
    ),
    velocity: optional(vector('velocity', { description: 'Initial velocity of the centre of mass.' }), 'at rest'),
    angularVelocity: optional(
      vector('angularVelocity', { description: 'Initial angular velocity, along the world axes.' }),
      'at rest',
    ),
  },
  'Makes the mesh a solid rigid body that forces move. It touches only bodies.',
)
  .refine(
    ({ mass, centre, inertia }) => [mass, centre, inertia].filter((each) => each !== undefined).length % 3 === 0,
    { error: 'expected mass, centre and inertia together, or none of them' },
  )
  .meta({ id: 'free' });
