// SPDX-License-Identifier: MIT
/** Schema of force fields and fluids. */
import { z } from 'zod';
import { DRAG_LAWS } from '../../fields/field-spec.ts';
import { choice, flag, optional, quantity, reference, section, text, vector, withDefault } from './fields.ts';

/** A number or a text: what is wrong in it is found when all names are known. */
const expression = (description: string, unit: string) =>
  z.union([z.number(), z.string().min(1).max(1000)]).meta({ description, 'x-unit': unit, 'x-range': 'expression' });

const expressions = (description: string, unit: string) =>
  z
    .tuple([expression('Along x.', unit), expression('Along y.', unit), expression('Along z.', unit)])
    .meta({ description, 'x-unit': unit });

const sphericity = (description: string) => quantity('number', { description, above: 0, to: 10 });

const fluidField = section(
  {
    density: quantity('density', { description: 'Density of the fluid.', above: 0 }),
    viscosity: quantity('viscosity', { description: 'Dynamic viscosity.', above: 0 }),
    velocity: optional(
      z
        .union([
          expressions('Velocity of the fluid at a position and time.', 'm/s'),
          section(
            {
              file: text(
                'Legacy VTK file with STRUCTURED_POINTS and VECTORS, m and m/s; trilinear between its points.',
              ),
              outside: withDefault(
                choice(['nearest', 'none'], 'Outside the grid: the velocity of the nearest point, or none.'),
                'nearest',
              ),
            },
            'Velocities on a grid.',
          ),
        ])
        .meta({ description: 'Velocity of the fluid: expressions, or a grid in a file.' }),
      'at rest',
    ),
    drag: withDefault(choice(DRAG_LAWS, 'Drag law.'), 'schiller-naumann'),
    voidFraction: optional(
      expression('Volume of fluid over volume, for di-felice and gidaspow: above 0, at most 1.', ''),
      '1',
    ),
    buoyancy: withDefault(flag('Whether the displaced fluid lifts bodies against gravity.'), true),
    sphericity: optional(
      sphericity('Surface of the sphere of equal volume over that of the body, for hoelzer-sommerfeld.'),
      '1',
    ),
    crosswiseSphericity: optional(
      sphericity('Cross section of the sphere of equal volume over that of the body across the flow.'),
      'sphericity',
    ),
    lengthwiseSphericity: optional(sphericity('The same for sections along the flow.'), 'sphericity'),
  },
  'A fluid that acts on bodies by drag and buoyancy; bodies do not act on it.',
);

const KINDS = ['potential', 'force', 'acceleration', 'linear', 'rotation', 'fluid'] as const;

export const forceFieldField = section(
  {
    materials: optional(
      z.array(reference('Name of a material.', 'materials')).meta({ description: 'Materials that it acts on.' }),
      'all',
    ),
    bodies: optional(
      z
        .array(reference('Name of an entry of `bodies`, or of one body of a lattice, `beam[8]`.', 'bodies'))
        .meta({ description: 'Entries of `bodies` that it acts on; inserted bodies are none of them.' }),
      'all',
    ),
    potential: optional(
      expression('Energy of a body; the force is minus its gradient, and the energy is booked as fieldEnergy.', 'J'),
    ),
    force: optional(expressions('Force on a body; its work is booked as fieldWork.', 'N')),
    acceleration: optional(expressions('Acceleration of a body; its work is booked as fieldWork.', 'm/s2')),
    linear: optional(
      section(
        {
          centre: withDefault(vector('length', { description: 'Where the force is zero.' }), { x: 0, y: 0, z: 0 }),
          stiffness: vector('stiffness', { description: 'Of the springs along x, y and z.' }),
        },
        'Springs that draw each body to a centre: a potential.',
      ),
    ),
    rotation: optional(
      section(
        {
          angularVelocity: expressions('Angular velocity of the frame; it may depend on time.', 'rad/s'),
          origin: withDefault(vector('length', { description: 'A point of the axis.' }), { x: 0, y: 0, z: 0 }),
        },
        'A frame of reference that turns: centrifugal, Coriolis and Euler forces.',
      ),
    ),
    fluid: optional(fluidField),
  },
  'A force field: exactly one of potential, force, acceleration, linear, rotation and fluid. Expressions are functions ' +
    'of x, y, z, vx, vy, vz, time, mass, radius, volume, density, the properties of materials and the variables of the ' +
    'scene.',
).refine((field) => KINDS.filter((kind) => field[kind] !== undefined).length === 1, {
  error: `expected exactly one of ${KINDS.join(', ')}`,
});

export type ForceFieldFields = z.output<typeof forceFieldField>;
