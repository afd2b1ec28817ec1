// SPDX-License-Identifier: MIT
/** Schema of time, domain and outputs of a run. */
import { z } from 'zod';
import { analysisFields } from './analysis-fields.ts';
import {
  choice,
  flag,
  integer,
  named,
  optional,
  quantity,
  quantityOrWord,
  section,
  text,
  vector,
  withDefault,
} from './fields.ts';

/** Of the critical step, when the step is chosen by the program. */
const DEFAULT_FRACTION = 0.1;

export const timeField = section(
  {
    duration: optional(
      quantity('time', { description: 'Simulated time.', above: 0 }),
      '**required**; with `stages` their durations',
    ),
    timeStep: withDefault(
      quantityOrWord('time', 'auto', {
        description: 'Time step; auto is a fraction of the critical time step.',
        above: 0,
      }),
      'auto',
    ),
    fraction: withDefault(
      quantity('number', { description: 'Fraction of the critical time step that auto uses.', above: 0, to: 1 }),
      DEFAULT_FRACTION,
    ),
  },
  'Duration and time step.',
);

export const domainField = section(
  {
    min: vector('length', { description: 'Corner with the smallest coordinates.' }),
    max: vector('length', { description: 'Corner with the largest coordinates.' }),
    periodic: withDefault(
      z.array(z.enum(['x', 'y', 'z'])).meta({
        description: 'Periodic directions: a body that leaves on one side enters on the other.',
        'x-range': '`x`, `y`, `z`',
      }),
      [],
      'none',
    ),
    onEscape: withDefault(
      choice(
        ['stop', 'delete'],
        'What happens when a body leaves through a side that is not periodic: the run ends with an error, or ' +
          'the body is removed.',
      ),
      'stop',
    ),
  },
  'The simulation domain, a box.',
).refine(({ min, max }) => min.x < max.x && min.y < max.y && min.z < max.z, {
  error: 'expected min < max in x, y and z',
});

const every = quantity('time', { description: 'Interval of simulated time.', above: 0 });

export const outputsField = section(
  {
    vtk: optional(
      section(
        {
          every,
          contacts: withDefault(flag('Whether contacts are also written.'), false),
          surfaces: withDefault(
            integer({
              description: 'Number of bodies that are also written with their surfaces, those with the lowest ids.',
              from: 0,
              to: 1e6,
            }),
            1000,
          ),
        },
        'Files for ParaView: bodies and meshes.',
      ),
      'none',
    ),
    csv: optional(
      named(
        section(
          {
            every,
            quantities: z
              .array(text('Name of a quantity, such as energy.kinetic or body.ball.position.z.'))
              .min(1)
              .meta({
                description: 'Quantities; each component has a column. The first columns are time and step.',
              }),
          },
          'A table of quantities over time.',
        ),
        'Tables by file name, without .csv.',
      ),
      'none',
    ),
    events: optional(
      flag('Whether the beginnings and ends of contacts are written to events.csv; only with variable steps.'),
      'true with variable steps',
    ),
    contacts: optional(
      section(
        { every, walls: withDefault(flag('Whether only contacts with half-spaces and meshes are written.'), false) },
        'A table of contacts, contacts.csv, with the facet, edge or vertex of each contact with a mesh.',
      ),
      'none',
    ),
    trajectory: optional(
      section({ every }, 'Positions, orientations and velocities of all bodies in one file.'),
      'none',
    ),
    ...analysisFields,
  },
  'Outputs of the run.',
);

export const checkpointsField = section(
  {
    every: optional(
      quantity('time', { description: 'Interval of simulated time between two checkpoints.', above: 0 }),
      'none',
    ),
    everyWallTime: optional(
      quantity('time', { description: 'Interval of wall-clock time between two checkpoints.', above: 0 }),
      'none',
    ),
    keep: withDefault(
      integer({ description: 'Number of checkpoints that are kept, the newest.', from: 1, to: 1000 }),
      2,
    ),
  },
  'States from which a run can be resumed.',
).refine(({ every: simulated, everyWallTime }) => simulated !== undefined || everyWallTime !== undefined, {
  error: 'expected every, everyWallTime or both',
});
