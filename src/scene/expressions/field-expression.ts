// SPDX-License-Identifier: MIT
/**
 * Expressions of force fields: the language of expression.ts with the state of a body as variables. They are read to
 * trees, with dimensions checked, and evaluated by the step kernel.
 */
import { nearestNames } from '../../errors/near-names.ts';
import { SceneError } from '../../errors.ts';
import {
  type BinaryName,
  binary,
  INPUTS,
  type InputName,
  input,
  number,
  type Tree,
  type UnaryName,
  unary,
} from '../../fields/expression-tree.ts';
import type { FieldExpression, FieldVector } from '../../fields/field-spec.ts';
import type { ScenePath } from '../source/source-tree.ts';
import {
  DIMENSIONLESS,
  DIMENSIONS,
  type Dimension,
  type DimensionName,
  describeDimension,
  sameDimension,
} from '../units/dimension.ts';
import type { Quantity } from '../units/parse-quantity.ts';
import { type Algebra, CONSTANTS, ExpressionProblem, type ExpressionValue, readExpression } from './expression.ts';
import { callFunction, FUNCTION_NAMES } from './functions.ts';

const DIMENSION_OF: Readonly<Record<InputName, DimensionName>> = {
  x: 'length',
  y: 'length',
  z: 'length',
  vx: 'velocity',
  vy: 'velocity',
  vz: 'velocity',
  mass: 'mass',
  radius: 'length',
  volume: 'volume',
  time: 'time',
};

/** Keys of a field whose values are expressions of the state of a body. */
const EXPRESSION_KEYS: readonly unknown[] = [
  'potential',
  'force',
  'acceleration',
  'angularVelocity',
  'velocity',
  'voidFraction',
];

/** Whether the text at a path is an expression of a field, which is not computed when the scene is read. */
export function isFieldExpression(path: ScenePath): boolean {
  const isField = path[0] === 'fields' || (path[0] === 'stages' && path[2] === 'set' && path[3] === 'fields');
  return isField && path.some((step) => EXPRESSION_KEYS.includes(step));
}

/** Numbers that an expression may name besides the state of a body. */
export interface FieldNames {
  readonly variables?: Readonly<Record<string, Quantity>>;
  /** Dimensions of the properties of materials. */
  readonly properties?: Readonly<Record<string, Dimension>>;
}

interface TreeValue extends ExpressionValue {
  readonly tree: Tree;
}

const BINARY: Readonly<Record<'+' | '-' | '*' | '/' | '^', BinaryName>> = {
  '+': 'add',
  '-': 'subtract',
  '*': 'multiply',
  '/': 'divide',
  '^': 'power',
};

const treeValue = (tree: Tree, dimension: Dimension): TreeValue => ({
  tree,
  dimension,
  ...(tree.op === 'number' && { value: tree.value }),
});

/** The tree of a function; tan, ceil and round are made of others. */
function calledTree(name: string, trees: readonly Tree[]): Tree {
  const [first = number(0), ...others] = trees;
  switch (name) {
    case 'min':
    case 'max':
      return others.reduce((all, each) => binary(name, all, each), first);
    case 'tan':
      return binary('divide', unary('sin', first), unary('cos', first));
    case 'ceil':
      return unary('negate', unary('floor', unary('negate', first)));
    case 'round':
      return unary('floor', binary('add', first, number(0.5)));
    default:
      return unary(name as UnaryName, first);
  }
}

function trees({ variables = {}, properties = {} }: FieldNames): Algebra<TreeValue> {
  const known = [...INPUTS, 'density', ...Object.keys(variables), ...Object.keys(properties)];
  return {
    constant: ({ value, dimension }) => treeValue(number(value), dimension),
    variable: (name, at) => {
      if (INPUTS.includes(name as InputName)) {
        return treeValue(input(name as InputName), DIMENSIONS[DIMENSION_OF[name as InputName]].exponents);
      }
      if (name === 'density') return treeValue({ op: 'property', name }, DIMENSIONS.density.exponents);
      const variable = Object.hasOwn(variables, name) ? variables[name] : undefined;
      if (variable !== undefined) return treeValue(number(variable.value), variable.dimension);
      const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
      if (property !== undefined) return treeValue({ op: 'property', name }, property);
      const [nearest] = nearestNames(name, [...known, ...FUNCTION_NAMES, ...Object.keys(CONSTANTS)]);
      const hint = nearest === undefined ? '' : `; did you mean ${nearest}?`;
      throw new ExpressionProblem(at, `unknown name "${name}"${hint}; a field knows ${known.join(', ')}`);
    },
    negated: ({ tree, dimension }) => treeValue(unary('negate', tree), dimension),
    combined: (sign, left, right, dimension, at) => {
      const tree = binary(BINARY[sign], left.tree, right.tree);
      if (tree.op === 'number' && !Number.isFinite(tree.value)) throw new ExpressionProblem(at, 'has no finite value');
      return treeValue(tree, dimension);
    },
    called: (name, values, at) => {
      // The dimension does not depend on the value.
      const result = callFunction(
        name,
        values.map(({ dimension, value = 1 }) => ({ value, dimension })),
      );
      if ('problem' in result) throw new ExpressionProblem(at, result.problem);
      return treeValue(
        calledTree(
          name,
          values.map(({ tree }) => tree),
        ),
        result.dimension,
      );
    },
  };
}

/**
 * The expression in a text or number. Plain numbers are in SI units. Throws an ExpressionProblem with the position of
 * the error.
 */
export function readFieldExpression(given: unknown, dimension: DimensionName, names: FieldNames): FieldExpression {
  const { exponents, words, example } = DIMENSIONS[dimension];
  if (typeof given === 'number' && Number.isFinite(given)) return { text: String(given), tree: number(given) };
  if (typeof given !== 'string') {
    throw new ExpressionProblem(0, `expected ${words} as an expression or a number, such as ${example}`);
  }
  const start = /^\s*=?/.exec(given)?.[0].length ?? 0;
  const { tree, dimension: found } = readExpression(given, start, trees(names));
  const isConstant = tree.op === 'number' && sameDimension(found, DIMENSIONLESS);
  if (!sameDimension(found, exponents) && !isConstant) {
    throw new ExpressionProblem(start, `expected ${words}, got ${describeDimension(found)}`);
  }
  return { text: given.trim(), tree };
}

const KIND_OF = {
  potential: 'energy',
  force: 'force',
  acceleration: 'acceleration',
  velocity: 'velocity',
  angularVelocity: 'angularVelocity',
  voidFraction: 'number',
} as const;

/**
 * Reads an expression of a force field for a program: a potential (J), a component of a force (N), of an acceleration
 * (m/s2), of the velocity of a fluid (m/s) or of the angular velocity of a frame (rad/s), or a void fraction. Numbers
 * need their units where they are added to something with one. `variables` are named numbers, each with its unit in the
 * text of the expression where it needs one.
 *
 * @throws SceneError with the position of the problem in the text.
 *
 * @example
 * ```ts
 * import { fieldExpression } from 'scree';
 *
 * const spring = fieldExpression('potential', '0.5 * k * (x^2 + y^2)', {
 *   k: { value: 200, dimension: [0, 1, -2, 0] }, // N/m
 * });
 * console.log(spring.text); // 0.5 * k * (x^2 + y^2)
 * ```
 */
export function fieldExpression(
  kind: keyof typeof KIND_OF,
  text: string,
  variables: Readonly<Record<string, Quantity>> = {},
): FieldExpression {
  try {
    return readFieldExpression(text, KIND_OF[kind], { variables });
  } catch (error) {
    if (!(error instanceof ExpressionProblem)) throw error;
    throw new SceneError('bad-field', `${kind}: character ${error.at + 1} of "${text}": ${error.message}`);
  }
}

/**
 * The three components of a force, an acceleration, a velocity or an angular velocity.
 *
 * @throws SceneError with the position of the problem in the text.
 *
 * @example
 * ```ts
 * import { fieldVector } from 'scree';
 *
 * const gravity = fieldVector('acceleration', ['0', '0', '-9.81 m/s2 * (1 - z / 10 m)']);
 * console.log(gravity.length); // 3
 * ```
 */
export function fieldVector(
  kind: Exclude<keyof typeof KIND_OF, 'potential' | 'voidFraction'>,
  texts: readonly [string, string, string],
  variables: Readonly<Record<string, Quantity>> = {},
): FieldVector {
  return texts.map((text) => fieldExpression(kind, text, variables)) as unknown as FieldVector;
}
