// SPDX-License-Identifier: MIT
/** Checks a wall that a program gives. */
import { refuseArgument, requireKeys } from '../../errors/refused-argument.ts';
import { InvalidShapeError } from '../../errors.ts';
import { vectorArgument } from '../../math/vector.ts';
import { WALL_SHAPES, type WallShapeSpec, wallNumbers, wallProblem } from './wall-shape.ts';

const KEYS: Readonly<Record<(typeof WALL_SHAPES)[number], readonly string[]>> = {
  sphere: ['radius'],
  cylinder: ['radius', 'length'],
  cone: ['bottomRadius', 'topRadius', 'height'],
  torus: ['ringRadius', 'tubeRadius'],
  box: ['halfExtents'],
};

/** Throws an InvalidShapeError that names the key unless the value is a wall that can be. */
export function wallArgument(value: unknown, path: string): WallShapeSpec {
  const given = requireKeys(value, path, [...WALL_SHAPES, 'side', 'open'], InvalidShapeError);
  const [kind, ...more] = WALL_SHAPES.filter((each) => given[each] !== undefined);
  if (kind === undefined || more.length > 0) {
    const found = kind === undefined ? undefined : `${[kind, ...more].join(' and ')}`;
    refuseArgument(InvalidShapeError, 'not-a-wall', path, `exactly one of ${WALL_SHAPES.join(', ')}`, found);
  }
  requireKeys(given[kind], `${path}.${kind}`, KEYS[kind], InvalidShapeError);
  requireWord(given.side, `${path}.side`, ['inside', 'outside']);
  if (given.open !== undefined) requireWord(given.open, `${path}.open`, ['bottom', 'top', 'both']);
  if (kind === 'box') {
    vectorArgument((given.box as { halfExtents: unknown }).halfExtents, `${path}.box.halfExtents`, InvalidShapeError);
  }
  const wall = value as WallShapeSpec;
  for (const [name, number, least] of wallNumbers(wall)) {
    const isRight = Number.isFinite(number) && (least === 0 ? number >= 0 : number > 0);
    const expected = `a finite number ${least === 0 ? '>= 0' : '> 0'}`;
    if (!isRight) refuseArgument(InvalidShapeError, 'not-positive', `${path}.${name}`, expected, number);
  }
  const wrong = wallProblem(wall);
  if (wrong === undefined) return wall;
  throw new InvalidShapeError('not-a-wall', `${path}.${wrong.key}: ${wrong.problem}`, { path, key: wrong.key });
}

function requireWord(value: unknown, path: string, words: readonly string[]): void {
  if (words.some((word) => word === value)) return;
  refuseArgument(InvalidShapeError, 'unknown-name', path, `one of ${words.join(', ')}`, value);
}
