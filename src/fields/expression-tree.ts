// SPDX-License-Identifier: MIT
/**
 * Expressions of fields as trees: values, derivatives, and constructors that leave out what is 0 or 1. The functions
 * are those of src/math, so that a value has the bits of the step kernel.
 */
import { cos, sin } from '../math/circular.ts';
import { cubeRoot, exp, log, power as powerOf } from '../math/elementary.ts';

/** What an expression may depend on. Positions and velocities are those of the centre of mass, in world axes. */
export const INPUTS = ['x', 'y', 'z', 'vx', 'vy', 'vz', 'mass', 'radius', 'volume', 'time'] as const;
export type InputName = (typeof INPUTS)[number];

export type UnaryName = 'negate' | 'sqrt' | 'abs' | 'floor' | 'sign' | 'exp' | 'log' | 'sin' | 'cos' | 'cbrt';
export type BinaryName = 'add' | 'subtract' | 'multiply' | 'divide' | 'min' | 'max' | 'power';

export type Tree =
  | { readonly op: 'number'; readonly value: number }
  | { readonly op: 'input'; readonly name: InputName }
  /** A number of the body's material: its density, or one of its own properties. */
  | { readonly op: 'property'; readonly name: string }
  /** A component of a vector on a grid, at the position of the body. */
  | { readonly op: 'grid'; readonly component: 0 | 1 | 2 }
  | { readonly op: UnaryName; readonly a: Tree }
  | { readonly op: BinaryName; readonly a: Tree; readonly b: Tree }
  /** a > 0 ? b : c */
  | { readonly op: 'select'; readonly a: Tree; readonly b: Tree; readonly c: Tree };

/** State of a body that an expression is evaluated for. */
export interface BodyInputs extends Readonly<Record<InputName, number>> {
  readonly property: (name: string) => number;
}

export const ZERO: Tree = { op: 'number', value: 0 };
const ONE: Tree = { op: 'number', value: 1 };
/** Larger powers are computed by logarithms. */
const LARGEST_PRODUCT = 16;

export const number = (value: number): Tree => ({ op: 'number', value });
export const input = (name: InputName): Tree => ({ op: 'input', name });

const isNumber = (tree: Tree, value?: number): tree is Tree & { readonly op: 'number' } =>
  tree.op === 'number' && (value === undefined || tree.value === value);

/** The value of an operation on numbers, as the step kernel computes it. */
function applied(op: UnaryName | BinaryName, a: number, b = 0): number {
  switch (op) {
    case 'add':
      return a + b;
    case 'subtract':
      return a - b;
    case 'multiply':
      return a * b;
    case 'divide':
      return a / b;
    case 'min':
      return a < b ? a : b;
    case 'max':
      return a > b ? a : b;
    case 'power':
      return powerOf(a, b);
    case 'negate':
      return -a;
    case 'sqrt':
      return Math.sqrt(a);
    case 'abs':
      return Math.abs(a);
    case 'floor':
      return Math.floor(a);
    case 'sign':
      return a > 0 ? 1 : a < 0 ? -1 : a;
    case 'exp':
      return exp(a);
    case 'log':
      return log(a);
    case 'sin':
      return sin(a);
    case 'cos':
      return cos(a);
    case 'cbrt':
      return cubeRoot(a);
  }
}

export function unary(op: UnaryName, a: Tree): Tree {
  if (isNumber(a)) return number(applied(op, a.value));
  if (op === 'negate' && a.op === 'negate') return a.a;
  return { op, a };
}

export function binary(op: BinaryName, a: Tree, b: Tree): Tree {
  if (isNumber(a) && isNumber(b)) {
    const value = applied(op, a.value, b.value);
    if (Number.isFinite(value)) return number(value);
  }
  if (op === 'add') return isNumber(a, 0) ? b : isNumber(b, 0) ? a : { op, a, b };
  if (op === 'subtract') return isNumber(b, 0) ? a : isNumber(a, 0) ? unary('negate', b) : { op, a, b };
  if (op === 'multiply') {
    if (isNumber(a, 0) || isNumber(b, 0)) return ZERO;
    if (isNumber(a, 1)) return b;
    return isNumber(b, 1) ? a : { op, a, b };
  }
  if (op === 'divide') {
    if (isNumber(b, 1)) return a;
    return isNumber(a, 0) ? ZERO : { op, a, b };
  }
  return op === 'power' ? powered(a, b) : { op, a, b };
}

/** Whole powers as products, whose bits need no logarithm. */
function powered(a: Tree, b: Tree): Tree {
  if (!isNumber(b)) return { op: 'power', a, b };
  const { value } = b;
  if (value === 0.5) return unary('sqrt', a);
  if (!Number.isInteger(value) || Math.abs(value) > LARGEST_PRODUCT) return { op: 'power', a, b };
  if (value < 0) return binary('divide', ONE, powered(a, number(-value)));
  if (value === 0) return ONE;
  if (value === 1) return a;
  const half = powered(a, number(Math.floor(value / 2)));
  const square = binary('multiply', half, half);
  return value % 2 === 0 ? square : binary('multiply', square, a);
}

export const sum = (...trees: readonly Tree[]): Tree => trees.reduce((all, each) => binary('add', all, each));
export const product = (...trees: readonly Tree[]): Tree => trees.reduce((all, each) => binary('multiply', all, each));

export function select(a: Tree, b: Tree, c: Tree): Tree {
  if (isNumber(b) && isNumber(c) && b.value === c.value) return b;
  return { op: 'select', a, b, c };
}

/** Calls `visit` for every part of a tree. */
export function eachPart(tree: Tree, visit: (part: Tree) => void): void {
  visit(tree);
  if ('a' in tree) eachPart(tree.a, visit);
  if ('b' in tree) eachPart(tree.b, visit);
  if ('c' in tree) eachPart(tree.c, visit);
}

/** Whether a tree depends on one of these inputs. */
export function dependsOn(tree: Tree, names: readonly InputName[]): boolean {
  let found = false;
  eachPart(tree, (part) => {
    if (part.op === 'input' && names.includes(part.name)) found = true;
  });
  return found;
}

/**
 * The derivative of a root, 0 where its argument has the derivative 0: at rest the size of a velocity, sqrt(vx^2 +
 * vy^2 + vz^2), would have 0/0, and |v| v no slope.
 */
function ofRoot(full: Tree, change: Tree): Tree {
  return isNumber(change) ? full : select(unary('abs', change), full, change);
}

/** The derivative by one input; that of `floor` is 0, of `abs`, `min` and `max` that of the branch taken. */
export function derivative(tree: Tree, by: InputName): Tree {
  const d = (part: Tree): Tree => derivative(part, by);
  switch (tree.op) {
    case 'number':
    case 'property':
    case 'grid':
    case 'floor':
    case 'sign':
      return ZERO;
    case 'input':
      return tree.name === by ? ONE : ZERO;
    case 'negate':
      return unary('negate', d(tree.a));
    case 'add':
    case 'subtract':
      return binary(tree.op, d(tree.a), d(tree.b));
    case 'multiply':
      return sum(product(d(tree.a), tree.b), product(tree.a, d(tree.b)));
    case 'divide': {
      const change = binary('subtract', d(tree.a), product(tree, d(tree.b)));
      return binary('divide', change, tree.b);
    }
    case 'min':
      return select(binary('subtract', tree.b, tree.a), d(tree.a), d(tree.b));
    case 'max':
      return select(binary('subtract', tree.a, tree.b), d(tree.a), d(tree.b));
    case 'select':
      return select(tree.a, d(tree.b), d(tree.c));
    case 'power': {
      const [da, db] = [d(tree.a), d(tree.b)];
      const full = product(tree.b, binary('power', tree.a, binary('subtract', tree.b, ONE)), da);
      const ofBase = isNumber(tree.b) && tree.b.value < 1 ? ofRoot(full, da) : full;
      return isNumber(db, 0) ? ofBase : sum(ofBase, product(tree, unary('log', tree.a), db));
    }
    case 'sqrt':
      return ofRoot(binary('divide', d(tree.a), product(number(2), tree)), d(tree.a));
    case 'cbrt':
      return ofRoot(binary('divide', d(tree.a), product(number(3), tree, tree)), d(tree.a));
    case 'abs':
      return product(unary('sign', tree.a), d(tree.a));
    case 'exp':
      return product(tree, d(tree.a));
    case 'log':
      return binary('divide', d(tree.a), tree.a);
    case 'sin':
      return product(unary('cos', tree.a), d(tree.a));
    case 'cos':
      return product(unary('negate', unary('sin', tree.a)), d(tree.a));
  }
}

/** The value for one body. Grids are not read here: they have no value. */
export function evaluateTree(tree: Tree, body: BodyInputs): number {
  switch (tree.op) {
    case 'number':
      return tree.value;
    case 'input':
      return body[tree.name];
    case 'property':
      return body.property(tree.name);
    case 'grid':
      return Number.NaN;
    case 'select':
      return evaluateTree(evaluateTree(tree.a, body) > 0 ? tree.b : tree.c, body);
    default:
      return applied(tree.op, evaluateTree(tree.a, body), 'b' in tree ? evaluateTree(tree.b, body) : 0);
  }
}
