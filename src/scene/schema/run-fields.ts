// SPDX-License-Identifier: MIT
/** Time, space and what a run writes. */
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
export const DEFAULT_FRACTION = 0.1;

export const timeField = section(
  {
    duration: quantity('time', { description: 'Simulated time.', above: 0 }),
    timeStep: withDefault(
      quantityOrWord('time', 'auto', { description: 'Time step; auto is a fraction of the critical one.', above: 0 }),
      'auto',
    ),
    fraction: withDefault(
      quantity('number', { description: 'Part of the critical time step that auto takes.', above: 0, to: 1 }),
      DEFAULT_FRACTION,
    ),
  },
  'How long and in what steps.',
);

export const domainField = section(
  {
    min: vector('length', { description: 'Lowest corner.' }),
    max: vector('length', { description: 'Highest corner.' }),
    periodic: withDefault(
      z
        .array(z.enum(['x', 'y', 'z']))
        .meta({ description: 'Directions in which what leaves enters again.', 'x-range': '`x`, `y`, `z`' }),
      [],
      'none',
    ),
    onEscape: withDefault(
      choice(['stop', 'delete'], 'What happens when a body leaves through a side that is not periodic.'),
      'stop',
    ),
  },
  'The box in which everything happens.',
).refine(({ min, max }) => min.x < max.x && min.y < max.y && min.z < max.z, {
  error: 'expected min < max in x, y and z',
});

const every = quantity('time', { description: 'Simulated time between two of them.', above: 0 });

export const outputsField = section(
  {
    vtk: optional(
      section(
        {
          every,
          contacts: withDefault(flag('Whether contacts are written too.'), false),
          surfaces: withDefault(
            integer({
              description: 'How many bodies are written with their shapes too, the first ones.',
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
                description: 'What is written, with a column for each component; time and step come first.',
              }),
          },
          'A table of quantities over time.',
        ),
        'Tables by the name of their file, without .csv.',
      ),
      'none',
    ),
    events: optional(
      flag('Whether beginnings and ends of contacts are written, to events.csv; with variable steps.'),
      'true with variable steps',
    ),
    contacts: optional(
      section(
        { every, walls: withDefault(flag('Whether only contacts with half-spaces and meshes are written.'), false) },
        'A table of contacts, contacts.csv, with the facet, edge or vertex of a mesh that is touched.',
      ),
      'none',
    ),
    trajectory: optional(
      section({ every }, 'Positions, orientations and velocities of all bodies in one file.'),
      'none',
    ),
    ...analysisFields,
  },
  'What is written in the course of the run.',
);

export const checkpointsField = section(
  {
    every: optional(quantity('time', { description: 'Simulated time between two checkpoints.', above: 0 }), 'none'),
    everyWallTime: optional(
      quantity('time', { description: 'Time on the clock between two checkpoints.', above: 0 }),
      'none',
    ),
    keep: withDefault(integer({ description: 'How many are kept, the newest.', from: 1, to: 1000 }), 2),
  },
  'States from which a run can be resumed.',
).refine(({ every: simulated, everyWallTime }) => simulated !== undefined || everyWallTime !== undefined, {
  error: 'expected every, everyWallTime or both',
});
