// SPDX-License-Identifier: MIT
/** Schema of bonds: elastic connections of bodies that break. */
import { z } from 'zod';
import { choice, flag, integer, optional, quantity, reference, section, text } from './fields.ts';

const strength = (words: string) => quantity('pressure', { description: words, above: 0 });

const names = (what: string, most: number, description: string) =>
  z.array(reference(what)).min(1).max(most).meta({ description });

/** Numbers of a rule, which a stage may change for the bonds that there are. */
const numberFields = {
  youngsModulus: optional(
    quantity('pressure', { description: 'Of a beam between the centres; excludes normalStiffness.', above: 0 }),
    'none',
  ),
  poissonsRatio: optional(quantity('number', { description: 'Of the beam.', above: -1, to: 0.5 }), '0.3'),
  shearDeformation: optional(flag('Whether the beam shears (Timoshenko) or not (Euler-Bernoulli).'), 'true'),
  normalStiffness: optional(
    quantity('volumeStiffness', { description: 'Of a parallel bond, per area; excludes youngsModulus.', above: 0 }),
    'none',
  ),
  shearStiffness: optional(
    quantity('volumeStiffness', { description: 'Of a parallel bond, per area.', above: 0 }),
    'normalStiffness',
  ),
  tensileStrength: optional(strength('Normal stress at which the bond breaks.'), 'it does not break'),
  shearStrength: optional(strength('Shear stress at which the bond breaks.'), 'it does not break'),
  criterion: optional(
    choice(
      ['stress', 'sum'],
      'When the bond breaks: `stress`, when tension and bending, or shear and twisting, together reach their ' +
        'strength; `sum`, when the shares of all four strengths add up to 1.',
    ),
    'stress',
  ),
  bendingStrength: optional(strength('Stress by bending at which the bond breaks; with `sum`.'), 'tensileStrength'),
  twistingStrength: optional(strength('Stress by twisting at which the bond breaks; with `sum`.'), 'shearStrength'),
  friction: optional(
    quantity('number', { description: 'Shear strength gained by pressure, over that pressure.', from: 0 }),
    '0',
  ),
  momentFactor: optional(
    quantity('number', { description: 'Share of the moments in the stresses.', from: 0, to: 1 }),
    '1',
  ),
  scatter: optional(
    quantity('number', { description: 'Coefficient of variation of the strengths, log-normal.', from: 0, to: 2 }),
    '0',
  ),
  damping: optional(quantity('number', { description: 'Damping ratio of each spring.', from: 0, to: 1 }), '0.05'),
  contact: optional(flag('Whether the bodies also touch each other while they are bonded.'), 'false'),
  restOverlap: optional(
    flag(
      'Whether contact after a bond broke counts only the overlap beyond the one at breakage; spheres, with each other ' +
        'or on half-spaces.',
    ),
    'false',
  ),
};

const whereFields = {
  between: optional(
    z.tuple([reference('Name of a material.'), reference('Name of a material.')]).meta({
      description: 'Materials of the two bodies; the same one twice bonds a material within itself.',
    }),
    'all materials',
  ),
  groups: optional(
    names(
      'Name of an entry of bodies, or of one body of a lattice, beam[8].',
      2,
      'Bodies by the names of their entries: one bonds them among each other, two with each other.',
    ),
    'all bodies',
  ),
  walls: optional(
    names('Name of a half-space or mesh.', 100, 'Walls that the bodies are bonded to, instead of to each other.'),
    'none',
  ),
  file: optional(
    text('Table with the columns a and b: ids of the two bodies of each bond, instead of all pairs within the gap.'),
    'none',
  ),
  list: optional(
    z
      .array(
        z.tuple([
          integer({ description: 'Id of a body.', from: 0, to: 2 ** 31 - 1 }),
          integer({ description: 'Id of a body.', from: 0, to: 2 ** 31 - 1 }),
        ]),
      )
      .min(1)
      .meta({ description: 'Pairs of ids of bodies, instead of all pairs within the gap.' }),
    'all pairs within the gap',
  ),
  gap: optional(
    quantity('length', { description: 'Largest gap between the surfaces of bonded bodies.', from: 0 }),
    '1e-6 of the smaller radius',
  ),
  radius: optional(quantity('length', { description: 'Radius of the bond.', above: 0 }), 'from radiusFactor'),
  radiusFactor: optional(
    quantity('number', { description: 'Radius of the bond over the smaller radius of the bodies.', above: 0 }),
    '1',
  ),
  at: optional(quantity('time', { description: 'Time at which the bonds are made.', from: 0 }), '0'),
  onContact: optional(
    flag('Whether bodies that touch are bonded from that time on, instead of those that are near at that time.'),
    'false',
  ),
  every: optional(
    quantity('time', { description: 'Time between two looks for bodies that touch.', above: 0 }),
    '10 time steps',
  ),
};

export const bondField = section(
  { ...whereFields, ...numberFields },
  'Elastic bonds between bodies, beams or parallel bonds, that break.',
).refine(({ youngsModulus, normalStiffness }) => (youngsModulus === undefined) !== (normalStiffness === undefined), {
  error: 'expected either youngsModulus (beam) or normalStiffness (parallel bond)',
});

/** Under `set` of a stage: a rule that the scene lacks makes bonds; of one that it has, the numbers change. */
const { at: _, ...stageWhereFields } = whereFields;
export const stageBondField = z
  .union([
    z.literal('stop'),
    z.literal('remove'),
    section({ ...stageWhereFields, ...numberFields }, 'A new rule, or numbers of a rule of the scene that change.'),
  ])
  .meta({
    description: 'A rule; `stop` makes no more bonds by it; `remove` also takes away those that there are.',
    'x-range': '`stop`, `remove`, or a mapping',
  });
