// SPDX-License-Identifier: MIT
/**
 * Compiles fields to the tables of the step kernel (step-layout.ts, from GROUP_CODE on). Fields that act on the same
 * bodies make one program; equal parts of expressions are computed once.
 */
import { SceneError } from '../errors.ts';
import { log, power } from '../math/elementary.ts';
import type { Vector3 } from '../math/vector.ts';
import * as layout from '../step-kernel/step-layout.ts';
import { type InputName, number, type Tree } from './expression-tree.ts';
import { type FieldOutputs, outputsOf } from './field-outputs.ts';
import { DRAG_LAWS, type FieldMaterial, type FieldSpec, type FlowGrid, type FluidSpec, isGrid } from './field-spec.ts';

const REGISTER_OF: Readonly<Record<InputName, number>> = {
  x: layout.REGISTER_POSITION,
  y: layout.REGISTER_POSITION + 1,
  z: layout.REGISTER_POSITION + 2,
  vx: layout.REGISTER_VELOCITY,
  vy: layout.REGISTER_VELOCITY + 1,
  vz: layout.REGISTER_VELOCITY + 2,
  mass: layout.REGISTER_MASS,
  radius: layout.REGISTER_RADIUS,
  volume: layout.REGISTER_VOLUME,
  time: layout.REGISTER_TIME,
};

const OPERATION_OF: Readonly<Record<string, number>> = {
  add: layout.OP_ADD,
  subtract: layout.OP_SUBTRACT,
  multiply: layout.OP_MULTIPLY,
  divide: layout.OP_DIVIDE,
  negate: layout.OP_NEGATE,
  sqrt: layout.OP_SQRT,
  abs: layout.OP_ABS,
  min: layout.OP_MIN,
  max: layout.OP_MAX,
  floor: layout.OP_FLOOR,
  sign: layout.OP_SIGN,
  select: layout.OP_SELECT,
  exp: layout.OP_EXP,
  log: layout.OP_LOG,
  power: layout.OP_POWER,
  sin: layout.OP_SIN,
  cos: layout.OP_COS,
  cbrt: layout.OP_CBRT,
};

/** Cells of the tables: grows as entries are added; addresses count from its first cell. */
class Tables {
  readonly #cells: number[] = [];
  readonly #integers = new Map<number, number>();
  readonly #numbers = new Map<number, number>();
  readonly #arrays: { readonly at: number; readonly values: Float64Array }[] = [];
  #length = 0;

  get length(): number {
    return this.#length;
  }

  addNumbers(values: readonly number[]): number {
    const at = this.#length;
    values.forEach((value, k) => {
      this.#cells[at + k] = value;
    });
    this.#length += values.length;
    return at;
  }

  addArray(values: Float64Array): number {
    const at = this.#length;
    this.#arrays.push({ at, values });
    this.#length += values.length;
    return at;
  }

  /** Address of a number; equal ones share it. */
  constant(value: number): number {
    const known = this.#numbers.get(value);
    if (known !== undefined && !Object.is(value, -0)) return known;
    const at = this.addNumbers([value]);
    this.#numbers.set(value, at);
    return at;
  }

  addIntegers(values: readonly number[]): number {
    const at = this.#length;
    values.forEach((value, k) => {
      this.#integers.set(2 * at + k, value);
    });
    this.#length += Math.ceil(values.length / 2);
    return at;
  }

  setIntegers(at: number, values: readonly number[]): void {
    values.forEach((value, k) => {
      this.#integers.set(2 * at + k, value);
    });
  }

  write(): Float64Array {
    const cells = new Float64Array(this.#length);
    this.#cells.forEach((value, k) => {
      cells[k] = value;
    });
    for (const { at, values } of this.#arrays) cells.set(values, at);
    const integers = new Int32Array(cells.buffer);
    for (const [k, value] of this.#integers) integers[k] = value;
    return cells;
  }
}

/** An instruction before registers are chosen: results and operands are numbers of values, or immediate. */
interface Instruction {
  readonly operation: number;
  /** Number of the value that it computes; undefined for those that write to loads. */
  readonly value?: number;
  readonly to: number;
  /** Numbers of values. */
  readonly uses: readonly number[];
  /** Operands that are addresses, in the places of A and B. */
  readonly immediate?: readonly number[];
}

/** The program of the fields of a group. */
class Program {
  readonly #tables: Tables;
  readonly #propertyOf: (name: string) => number;
  readonly #instructions: Instruction[] = [];
  readonly #known = new Map<string, number>();
  readonly #fixed = new Map<number, number>();
  #values = 0;

  constructor(tables: Tables, propertyOf: (name: string) => number) {
    this.#tables = tables;
    this.#propertyOf = propertyOf;
  }

  get length(): number {
    return this.#instructions.length;
  }

  addToLoad(place: number, tree: Tree): void {
    if (tree.op === 'number' && tree.value === 0) return;
    const use = this.#value(tree, undefined);
    this.#instructions.push({ operation: layout.OP_ADD_TO_LOAD, to: place, uses: [use] });
  }

  addDrag(fluid: number, grid: number | undefined, velocity: readonly Tree[], voids: Tree): void {
    const uses = [...velocity, voids].map((tree) => this.#value(tree, grid));
    this.#instructions.push({ operation: layout.OP_DRAG, to: fluid, uses });
  }

  /** Number of the value of a tree; emits what computes it. */
  #value(tree: Tree, grid: number | undefined): number {
    if (tree.op === 'input') return this.#input(REGISTER_OF[tree.name]);
    if (tree.op === 'number') {
      return this.#emit(`number ${tree.value}`, layout.OP_CONSTANT, [], [this.#tables.constant(tree.value)]);
    }
    if (tree.op === 'property') {
      return this.#emit(`property ${tree.name}`, layout.OP_PROPERTY, [], [this.#propertyOf(tree.name)]);
    }
    if (tree.op === 'grid') {
      return this.#emit(`grid ${grid} ${tree.component}`, layout.OP_GRID, [], [grid ?? 0, tree.component]);
    }
    const parts = [tree.a, ...('b' in tree ? [tree.b] : []), ...('c' in tree ? [tree.c] : [])];
    const uses = parts.map((part) => this.#value(part, grid));
    return this.#emit(`${tree.op} ${uses.join(' ')}`, OPERATION_OF[tree.op] ?? 0, uses, []);
  }

  #input(register: number): number {
    const known = this.#known.get(`input ${register}`);
    if (known !== undefined) return known;
    const value = this.#values++;
    this.#known.set(`input ${register}`, value);
    this.#fixed.set(value, register);
    return value;
  }

  #emit(key: string, operation: number, uses: readonly number[], immediate: readonly number[]): number {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const value = this.#values++;
    this.#known.set(key, value);
    this.#instructions.push({ operation, value, to: 0, uses, immediate });
    return value;
  }

  /** Chooses registers, each free again after the last use of its value, and adds the code to the tables. */
  write(path: string): number {
    const lastUse = new Map<number, number>();
    this.#instructions.forEach(({ uses }, n) => {
      for (const use of uses) lastUse.set(use, n);
    });
    const registers = new Map(this.#fixed);
    const free: number[] = [];
    let next: number = layout.FIRST_REGISTER;
    const code = this.#instructions.flatMap(({ operation, value, to, uses, immediate = [] }, n) => {
      const operands = uses.map((use) => registers.get(use) ?? 0);
      for (const use of new Set(uses)) {
        if (lastUse.get(use) === n && !this.#fixed.has(use)) free.push(registers.get(use) ?? 0);
      }
      let result = to;
      if (value !== undefined) {
        result = free.pop() ?? next++;
        registers.set(value, result);
      }
      const [a = 0, b = 0, c = 0, d = 0] = [...immediate, ...operands];
      return [operation, result, a, b, c, d];
    });
    if (next > layout.MOST_REGISTERS) {
      throw new SceneError(
        'bad-field',
        `${path}: the expressions need ${next} registers, there are ${layout.MOST_REGISTERS}; write shorter ones`,
      );
    }
    return this.#tables.addIntegers(code);
  }
}

function addFluid(tables: Tables, fluid: FluidSpec): number {
  const { density, viscosity, drag = 'schiller-naumann', sphericity = 1 } = fluid;
  const { crosswiseSphericity = sphericity, lengthwiseSphericity = sphericity } = fluid;
  const exponent = 0.4 * power(Math.max(0, -log(sphericity) / Math.LN10), 0.2);
  return tables.addNumbers([
    DRAG_LAWS.indexOf(drag),
    density,
    viscosity,
    8 / Math.sqrt(lengthwiseSphericity) + 16 / Math.sqrt(sphericity),
    3 / power(sphericity, 0.75),
    (0.42 * power(10, exponent)) / crosswiseSphericity,
  ]);
}

function addGrid(tables: Tables, { origin, spacing, points, values, outside }: FlowGrid): number {
  const at = tables.addNumbers([...origin, ...spacing, ...points, outside === 'none' ? 1 : 0]);
  tables.addArray(values);
  return at;
}

export interface CompiledFields {
  readonly groupCount: number;
  readonly cells: Float64Array;
}

/** The tables of fields; densities come first behind the groups. */
export function compileFields(
  fields: readonly FieldSpec[],
  materials: readonly FieldMaterial[],
  gravity: Vector3,
): CompiledFields {
  const groups = new Map<string, FieldSpec[]>();
  for (const field of fields) {
    const key = JSON.stringify([field.materials ?? null, field.ids ?? null]);
    groups.set(key, [...(groups.get(key) ?? []), field]);
  }
  const tables = new Tables();
  const heads = tables.addNumbers(new Array<number>(layout.GROUP_STRIDE * groups.size).fill(0));
  const properties = new Map([['density', tables.addNumbers(materials.map(({ density }) => density))]]);
  const propertyOf = (name: string): number => {
    const known = properties.get(name);
    if (known !== undefined) return known;
    const at = tables.addNumbers(materials.map(({ properties: own }) => own?.[name] ?? Number.NaN));
    properties.set(name, at);
    return at;
  };
  [...groups.values()].forEach((members, g) => {
    const [{ materials: chosen, ids = [] }] = members as [FieldSpec];
    const program = new Program(tables, propertyOf);
    const outputs = members.map((field): [FieldSpec, FieldOutputs] => [field, outputsOf(field, gravity)]);
    for (const [field, { loads, drag }] of outputs) {
      for (const { place, tree, isOfProbe } of loads) if (!isOfProbe) program.addToLoad(place, tree);
      if (drag === undefined) continue;
      const { velocity } = field.fluid ?? {};
      const grid = velocity !== undefined && isGrid(velocity) ? addGrid(tables, velocity) : undefined;
      program.addDrag(addFluid(tables, drag.fluid), grid, drag.velocity, drag.voids);
    }
    const length = program.length;
    for (const [, { loads }] of outputs) {
      for (const { place, tree, isOfProbe } of loads) if (isOfProbe) program.addToLoad(place, tree);
    }
    const code = program.write(`fields.${members[0]?.name}`);
    const mask = tables.addNumbers(materials.map(({ name }) => ((chosen?.includes(name) ?? true) ? 1 : 0)));
    const ranges = tables.addNumbers(ids.flat());
    // Ids that are given but none: no body.
    const noIds = ids.length === 0 && members[0]?.ids !== undefined ? tables.addNumbers([0, 0]) : undefined;
    tables.setIntegers(heads + layout.GROUP_STRIDE * g, [
      code,
      length,
      program.length,
      mask,
      noIds ?? ranges,
      noIds === undefined ? ids.length : 1,
    ]);
  });
  return { groupCount: groups.size, cells: tables.write() };
}

/** A constant as an expression. */
export const constantExpression = (value: number) => ({ text: String(value), tree: number(value) });
