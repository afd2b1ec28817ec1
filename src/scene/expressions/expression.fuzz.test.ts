// SPDX-License-Identifier: MIT
/**
 * Whatever stands behind an equals sign or a setting has a value or a problem with a place: nothing else is thrown, and
 * nothing hangs.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { SceneError } from '../../errors.ts';
import { readScene } from '../read-scene.ts';
import { DIMENSIONS } from '../units/dimension.ts';
import { ExpressionProblem, evaluate } from './expression.ts';

const RUNS = 2000;
const PARTS = [
  '1',
  '2.5',
  '1e3',
  ' mm',
  ' kg/m3',
  'm',
  's2',
  '%',
  'd',
  'n',
  'x',
  'pi',
  'sqrt(',
  'min(',
  '(',
  ')',
  ',',
  '+',
  '-',
  '*',
  '/',
  '^',
  ' ',
  '−',
  '·',
  '°',
  '=',
  '.',
  'é',
  '\n',
];
const expressions = fc.oneof(
  fc.array(fc.constantFrom(...PARTS), { maxLength: 12 }).map((parts) => parts.join('')),
  fc.string(),
);

describe('any text', () => {
  it('behind an equals sign has a finite value or a problem inside it', () => {
    fc.assert(
      fc.property(expressions, (text) => {
        try {
          const { value } = evaluate(text, 0, (name, at) => {
            if (name === 'd') return { value: 0.005, dimension: DIMENSIONS.length.exponents };
            if (name === 'n') return { value: 3, dimension: DIMENSIONS.number.exponents };
            throw new ExpressionProblem(at, `no ${name}`);
          });
          expect(Number.isFinite(value)).toBe(true);
        } catch (error) {
          if (!(error instanceof ExpressionProblem)) throw error;
          expect(error.at).toBeGreaterThanOrEqual(0);
          expect(error.at).toBeLessThanOrEqual(text.length);
        }
      }),
      { numRuns: RUNS },
    );
  });

  it('as a setting gives a scene or a SceneError', { tags: ['long'] }, () => {
    const scene = `variables: { d: 1 mm }
time: { duration: 1 s }
gravity: [0, 0, 0]
materials: { m: { density: 1, stiffness: 1 } }
law: { normal: linear }
bodies: { b: { shape: { sphere: { radius: =d } }, material: m, position: [0, 0, 0] } }
`;
    const paths = [
      'variables.d',
      'materials.m.friction',
      'bodies.b.position[1]',
      'time',
      'bodies',
      'gravity',
      '',
      'x.y',
      'bodies.b.shape.sphere.radius',
      'bodies[0]',
      '__proto__.x',
    ];
    const values = fc.oneof(expressions, fc.json());
    fc.assert(
      fc.property(fc.constantFrom(...paths), values, (path, value) => {
        try {
          readScene(scene, { settings: [`${path}=${value}`] });
        } catch (error) {
          if (!(error instanceof SceneError)) throw error;
        }
      }),
      { numRuns: RUNS / 10 },
    );
  });
});
