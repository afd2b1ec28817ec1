// SPDX-License-Identifier: MIT
/** The whole scene file: every key with its description, unit, default and range. */
import { z } from 'zod';
import { MOST_THREADS } from '../../simulation/time-loop/step-loop.ts';
import { bodiesField, halfSpaceField, MOST_BODIES, meshField } from './body-fields.ts';
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
    title: optional(text('What the scene shows.'), "the file's name"),
    units: withDefault(
      choice(['SI'], 'Units of numbers without one; others are written with the number: 3.5 mm.'),
      'SI',
    ),
    include: optional(
      z.union([text('Name of a file.'), z.array(text('Name of a file.'))]).meta({
        description:
          'Files whose entries belong to this scene too, relative to this one; what stands here goes before.',
      }),
      'none',
    ),
    variables: withDefault(
      named(
        z
          .union([z.number(), text('A number with a unit, or an expression that begins with =.')])
          .meta({ description: 'A number, with or without a unit, or an expression.' }),
        'Values by name, for expressions: `=2*d`.',
      ),
      {},
      'none',
    ),
    time: timeField,
    integrator: optional(integratorField, 'fixed'),
    gravity: vector('acceleration', { description: 'Acceleration of free fall; [0, 0, 0] for none.' }),
    materials: named(materialField, 'Materials by name.'),
    pairs: withDefault(
      z.array(materialPairField).meta({ description: 'Numbers for contacts of pairs of materials.' }),
      [],
      'none',
    ),
    law: lawField,
    shapes: withDefault(named(shapeField, 'Shapes by name.'), {}, 'none'),
    bodies: optional(bodiesField, 'none'),
    halfSpaces: withDefault(named(halfSpaceField, 'Endless flat walls by name.'), {}, 'none'),
    meshes: withDefault(named(meshField, 'Walls of facets by name.'), {}, 'none'),
    joints: withDefault(named(jointField, 'Joints between bodies by name; with variable steps.'), {}, 'none'),
    springs: withDefault(
      named(springField, 'Springs and dampers between points of bodies by name; with variable steps.'),
      {},
      'none',
    ),
    insertions: withDefault(named(insertionField, 'Insertions by name.'), {}, 'none'),
    outlets: withDefault(named(outletField, 'Outlets by name.'), {}, 'none'),
    domain: optional(domainField, 'no bounds'),
    damping: optional(
      section(
        {
          global: optional(
            quantity('number', {
              description: 'Local non-viscous damping: part of the unbalanced force that opposes the velocity.',
              from: 0,
              to: 1,
            }),
            '0',
          ),
          viscous: optional(quantity('frequency', { description: 'Rate at which velocities decay.', from: 0 }), '0'),
        },
        'Damping besides that of the contacts.',
      ),
      'none',
    ),
    neighbours: optional(
      section(
        {
          skin: optional(
            quantity('length', { description: 'Distance up to which pairs are listed before they touch.', above: 0 }),
            'chosen from the radii',
          ),
        },
        'Search for neighbours.',
      ),
      'chosen by the program',
    ),
    limits: optional(
      section(
        {
          overlapRatio: optional(
            quantity('number', {
              description: 'Largest overlap over the smaller radius; more ends the run.',
              above: 0,
            }),
            '1',
          ),
        },
        'What counts as a failure of the simulation.',
      ),
      'chosen by the program',
    ),
    outputs: optional(outputsField, 'none'),
    checkpoints: optional(checkpointsField, 'at the end and every 10 min on the clock'),
    threads: withDefault(
      integerOrWord('auto', {
        description:
          'Number of threads; auto: the fastest number for the bodies of the scene. The results do not depend on it.',
        from: 1,
        to: MOST_THREADS,
      }),
      'auto',
    ),
    seed: withDefault(
      integer({
        description: 'Start of the random numbers; the same seed gives the same run.',
        from: 0,
        to: 2 ** 53 - 1,
      }),
      1,
    ),
    capacity: optional(
      section(
        {
          bodies: optional(
            integer({ description: 'Most bodies at one time.', from: 1, to: MOST_BODIES }),
            'from bodies and insertions',
          ),
          pairsPerBody: optional(
            integer({
              description: 'Listed neighbours for which memory is set aside, on average.',
              from: 1,
              to: 10_000,
            }),
            'chosen by the program',
          ),
        },
        'Memory that is set aside.',
      ),
      'chosen by the program',
    ),
  },
  'A scene: materials, shapes, bodies and walls, what happens to them and what is written.',
);

/** A scene with every value in SI units and every default filled in. */
export type SceneFields = z.output<typeof sceneSchema>;
