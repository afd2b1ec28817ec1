// SPDX-License-Identifier: MIT
/** Schema of bonds: elastic connections of bodies that break. */
import { z } from 'zod';
import { flag, integer, optional, quantity, reference, section } from './fields.ts';

const strength = (words: string) => quantity('pressure', { description: words, above: 0 });

export const bondField = section(
  {
    between: optional(
      z.tuple([reference('Name of a material.'), reference('Name of a material.')]).meta({
        description: 'Materials of the two bodies; the same one twice bonds a material within itself.',
      }),
      'all materials',
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
    at: optional(quantity('time', { description: 'Time at which the bonds are made.', from: 0 }), '0'),
  },
  'Elastic bonds between bodies, beams or parallel bonds, that break.',
)
  .refine(({ youngsModulus, normalStiffness }) => (youngsModulus === undefined) !== (normalStiffness === undefined), {
    error: 'expected either youngsModulus (beam) or normalStiffness (parallel bond)',
  })
  .refine(({ youngsModulus, shearStiffness }) => youngsModulus === undefined || shearStiffness === undefined, {
    error: 'a beam has its own; leave it out, or give normalStiffness instead of youngsModulus',
    path: ['shearStiffness'],
  })
  .refine(({ list, between }) => list === undefined || between === undefined, {
    error: 'expected a list or the materials, not both',
    path: ['between'],
  });
