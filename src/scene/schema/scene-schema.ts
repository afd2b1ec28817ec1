// SPDX-License-Identifier: MIT
/** Schema of the whole scene file: every key with its description, unit, default and range. */
import { z } from 'zod';
import { MOST_THREADS } from '../../simulation/time-loop/step-loop.ts';
import { stagesField } from '../stages/stage-fields.ts';
import { bodiesField, halfSpaceField, MOST_BODIES, meshField } from './body-fields.ts';
import { bondField } from './bond-fields.ts';
import {
  choice,
  integer,
  integerOrWord,
  named,
  optional,
  quantity,
  section,
  text,
  vector,
  withDefault,
} from './fields.ts';
import { forceFieldField } from './force-field-fields.ts';
import { insertionField } from './insertion-fields.ts';
import { integratorField } from './integrator-fields.ts';
import { jointField, springField } from './joint-fields.ts';
import { lawField, materialField, materialPairField } from './material-fields.ts';
import { outletField } from './outlet-fields.ts';
import { checkpointsField, domainField, outputsField, timeField } from './run-fields.ts';
import { shapeField } from './shape-fields.ts';

export const sceneSchema = section(
  {
    $schema: optional(text('Address of this schema, for editors.')),
    title: optional(text('Title of the scene.'), "the file's name"),
    units: withDefault(choice(['SI'], 'Units of plain numbers. Write other units with the number: 3.5 mm.'), 'SI'),
    include: optional(
      z.union([text('Name of a file.'), z.array(text('Name of a file.'))]).meta({
        description:
          'Files whose entries are added to this scene; paths are relative to this file. Entries of this file ' +
          'take precedence.',
      }),
      'none',
    ),
    variables: withDefault(
      named(
        z
          .union([z.number(), text('A number with a unit, or an expression that begins with =.')])
          .meta({ description: 'A number, with or without a unit, or an expression.' }),
        'Values by name, for use in expressions: `=2*d`.',
      ),
      {},
      'none',
    ),
    time: timeField,
    integrator: optional(integratorField, 'fixed'),
    gravity: vector('acceleration', { description: 'Gravitational acceleration; [0, 0, 0] for none.' }),
    materials: named(materialField, 'Materials by name.'),
    pairs: withDefault(
      z.array(materialPairField).meta({ description: 'Contact parameters of pairs of materials.' }),
      [],
      'none',
    ),
    law: lawField,
    shapes: withDefault(named(shapeField, 'Shapes by name.'), {}, 'none'),
    bodies: optional(bodiesField, 'none'),
    halfSpaces: withDefault(named(halfSpaceField, 'Infinite flat walls by name.'), {}, 'none'),
    meshes: withDefault(named(meshField, 'Walls by name: facets, or exact shapes.'), {}, 'none'),
    joints: withDefault(named(jointField, 'Joints between bodies by name; only with variable steps.'), {}, 'none'),
    springs: withDefault(
      named(springField, 'Springs and dampers between points of bodies by name; only with variable steps.'),
      {},
      'none',
    ),
    insertions: withDefault(named(insertionField, 'Insertions by name.'), {}, 'none'),
    outlets: withDefault(named(outletField, 'Outlets by name.'), {}, 'none'),
    bonds: withDefault(named(bondField, 'Bonds by name.'), {}, 'none'),
    fields: withDefault(named(forceFieldField, 'Force fields and fluids by name.'), {}, 'none'),
    domain: optional(domainField, 'no bounds'),
    damping: optional(
      section(
        {
          global: optional(
            quantity('number', {
              description: 'Local non-viscous damping: the fraction of the unbalanced force that opposes the velocity.',
              from: 0,
              to: 1,
            }),
            '0',
          ),
          viscous: optional(quantity('frequency', { description: 'Rate of decay of the velocities.', from: 0 }), '0'),
        },
        'Global damping, in addition to that of the contacts.',
      ),
      'none',
    ),
    neighbours: optional(
      section(
        {
          skin: optional(
            quantity('length', {
              description: 'Distance up to which pairs enter the neighbour list before they touch.',
              above: 0,
            }),
            'chosen from the radii',
          ),
        },
        'Neighbour search.',
      ),
      'chosen by the program',
    ),
    limits: optional(
      section(
        {
          overlapRatio: optional(
            quantity('number', {
              description: 'Largest overlap divided by the smaller radius; a larger one ends the run.',
              above: 0,
            }),
            '1',
          ),
        },
        'Limits beyond which the simulation fails.',
      ),
      'chosen by the program',
    ),
    stages: optional(stagesField, 'one stage of `time.duration`'),
    outputs: optional(outputsField, 'none'),
    checkpoints: optional(checkpointsField, 'at the end and every 10 min of wall-clock time'),
    threads: withDefault(
      integerOrWord('auto', {
        description:
          'Number of threads; auto chooses the fastest number for the bodies of the scene. The results do not ' +
          'depend on it.',
        from: 1,
        to: MOST_THREADS,
      }),
      'auto',
    ),
    seed: withDefault(
      integer({
        description: 'Seed of the random numbers; the same seed gives the same run.',
        from: 0,
        to: 2 ** 53 - 1,
      }),
      1,
    ),
    capacity: optional(
      section(
        {
          bodies: optional(
            integer({ description: 'Largest number of bodies at one time.', from: 1, to: MOST_BODIES }),
            'from bodies and insertions',
          ),
          pairsPerBody: optional(
            integer({
              description: 'Mean number of listed neighbours per body for which memory is reserved.',
              from: 1,
              to: 10_000,
            }),
            'chosen by the program',
          ),
        },
        'Reserved memory.',
      ),
      'chosen by the program',
    ),
  },
  'A scene: materials, shapes, bodies, walls, duration and outputs.',
);

/** A scene with every value in SI units and every default filled in. */
export type SceneFields = z.output<typeof sceneSchema>;
