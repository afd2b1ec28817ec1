// SPDX-License-Identifier: MIT
/**
 * Calls every function of scree/contact with one wrong argument at a time. The call must throw a ScreeError that names
 * the argument. It must neither compute with a wrong value nor throw an error of the language.
 */
import { describe, expect, it } from 'vitest';
import { CONSTRUCTORS } from '../tests/support/wrong-constructor-arguments.ts';
import { CLASSES, QUERIES } from '../tests/support/wrong-query-arguments.ts';
import { type Argument, at, ball, cube, pieces, simplex } from '../tests/support/wrong-values.ts';
import * as scree from './contact.ts';

const { capsule, cone, cylinder, ellipsoid, facet, halfSpace, point, rounded, segment, superquadric } = scree;
const { ScreeError, UnsupportedPairError } = scree;

const FUNCTIONS = { ...QUERIES, ...CONSTRUCTORS };
/** Functions that accept any value or have no arguments. */
const TOTAL = ['isMeshJson', 'loadAlgorithms', 'loadWebAssembly', 'MeshContactList', 'ContactResult'];

type Anything = (...values: readonly unknown[]) => unknown;
const exported = scree as unknown as Readonly<
  Record<string, Anything & (new (...values: readonly unknown[]) => unknown)>
>;

function shown(value: unknown): string {
  if (typeof value === 'function') return 'a function';
  if (typeof value !== 'object' || value === null) return String(value);
  const text = JSON.stringify(value, (_, each) =>
    typeof each === 'bigint' || typeof each === 'function' || Number.isNaN(each) ? String(each) : each,
  );
  return text.length > 60 ? `${text.slice(0, 60)}...` : text;
}

/** Result of a call with a wrong argument, unless it is a ScreeError that names the argument. */
function failures(query: string, call: Anything, given: readonly Argument[]): string[] {
  return given.flatMap(({ name, bad }, i) =>
    bad.flatMap((value) => {
      const values = given.map(({ good }) => good);
      values[i] = value;
      try {
        return [`${name} = ${shown(value)}: accepted, ${shown(call(...values))}`];
      } catch (error) {
        if (!(error instanceof ScreeError)) return [`${name} = ${shown(value)}: ${String(error)}`];
        // The error of an unsupported pair names the kinds of both shapes.
        const kind = error instanceof UnsupportedPairError ? (value as { readonly kind?: string }).kind : undefined;
        const isNamed =
          new RegExp(`(^|[ .])${name}[.:[]`).test(error.message) ||
          (kind !== undefined && new RegExp(`^${query}: .*${kind}`).test(error.message));
        return isNamed ? [] : [`${name} = ${shown(value)}: not named in "${error.message}"`];
      }
    }),
  );
}

describe('a misspelt name', () => {
  it.each([
    [
      () => scree.contact(cube, { postion: [1, 0, 0] } as object, ball, at),
      'poseA.postion: unknown key; did you mean position?',
    ],
    [
      () => scree.contact(cube, at, ball, { orientaton: 1 } as object),
      'poseB.orientaton: unknown key; did you mean orientation?',
    ],
    [
      () => scree.contact(cube, {}, ball, at, { manifld: true } as object),
      'options.manifld: unknown key; did you mean manifold?',
    ],
    [
      () => scree.timeOfImpact(cube, {}, ball, {}, { duration: 1, tolerence: 1 } as { duration: number }),
      'options.tolerence: unknown key; did you mean tolerance?',
    ],
    [() => scree.sphere({ raduis: 1 } as never), 'sphere.raduis: unknown key; did you mean radius?'],
    [
      () => scree.distance(cube, {}, ball, at, { trace: () => 1 } as object),
      'options.trace: only contact() has this option',
    ],
  ])('is refused with the nearest known name: %#', (call, message) => {
    expect(call).toThrow(message);
  });

  it('of a shape suggests the function for the value', () => {
    const ask = (shape: unknown) => () => scree.contact(shape as scree.Shape, {}, ball, at);
    expect(ask({ sphere: { radius: 1 } })).toThrow(/^a: expected a shape .*shapeFromJson/);
    expect(ask(scree.disc({ radius: 1 }))).toThrow(/^a: expected a shape .*planarContact/);
    expect(ask(QUERIES.meshIndex?.[0]?.good)).toThrow(/^a: expected a shape .*meshContacts/);
  });
});

describe('a wrong argument', () => {
  it.each(Object.entries(FUNCTIONS))('of %s is refused by its name', (name, given) => {
    const call: Anything = (...values) => exported[name]?.(...values);
    expect(() => call(...given.map(({ good }) => good))).not.toThrow();
    expect(failures(name, call, given)).toEqual([]);
  });

  it.each(Object.entries(CLASSES))('of new %s is refused by its name', (name, given) => {
    const Exported = exported[name];
    const call: Anything = (...values) => Exported && new Exported(...values);
    expect(() => call(...given.map(({ good }) => good))).not.toThrow();
    expect(failures(name, call, given)).toEqual([]);
  });

  it('is tested for every function of scree/contact', () => {
    const isError = (value: unknown): boolean =>
      typeof value === 'function' && (value === ScreeError || value.prototype instanceof ScreeError);
    const functions = Object.entries(scree).flatMap(([name, value]) =>
      typeof value === 'function' && !isError(value) ? [name] : [],
    );
    expect([...Object.keys(FUNCTIONS), ...Object.keys(CLASSES), ...TOTAL].sort()).toEqual(functions.sort());
  });
});

it('accepts every shape in the table of valid ones', () => {
  const shapes = [
    ball,
    cube,
    simplex,
    pieces,
    capsule({ radius: 1, halfLength: 1 }),
    cone({ radius: 1, height: 1 }),
    cylinder({ radius: 1, halfLength: 1 }),
    ellipsoid({ semiAxes: [1, 2, 3] }),
    point({ position: [0, 0, 0] }),
    superquadric({ semiAxes: [1, 1, 1], n1: 3, n2: 3 }),
    segment({ from: [0, 0, 0], to: [1, 0, 0] }),
    facet({
      vertices: [
        [0, 0, 0],
        [1, 0, 0],
        [0, 1, 0],
      ],
    }),
    rounded({ shape: cube, radius: 1 }),
    halfSpace({ normal: [0, 0, 1], offset: 0 }),
  ];
  for (const each of shapes) expect(scree.contact(each, {}, ball, at).status).not.toBe('unsupported');
});
