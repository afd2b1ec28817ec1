// SPDX-License-Identifier: MIT
/**
 * Runs the program of a group of fields for up to LANES bodies at once. A program is a list of instructions over
 * registers; a register holds one number for each body. Each instruction is looked up once and then done for all
 * bodies, so that its cost is that of the arithmetic. See docs/decisions/0074-fields-as-programs-over-lanes.md.
 */
import { F, I, wholePart } from '../memory-views.ts';
import {
  CODE_A,
  CODE_B,
  CODE_C,
  CODE_D,
  CODE_INTEGERS,
  CODE_OPERATION,
  CODE_TO,
  FIELD,
  GRID_ORIGIN,
  GRID_OUTSIDE,
  GRID_POINTS,
  GRID_SPACING,
  GRID_VALUES,
  LANE_LOADS,
  LANE_REGISTERS,
  LANE_SCRATCH,
  LANES,
  LOAD_FLOW,
  OP_ABS,
  OP_ADD,
  OP_ADD_TO_LOAD,
  OP_CBRT,
  OP_CONSTANT,
  OP_COS,
  OP_DIVIDE,
  OP_DRAG,
  OP_EXP,
  OP_FLOOR,
  OP_GRID,
  OP_LOG,
  OP_MAX,
  OP_MIN,
  OP_MULTIPLY,
  OP_NEGATE,
  OP_POWER,
  OP_PROPERTY,
  OP_SELECT,
  OP_SIGN,
  OP_SIN,
  OP_SQRT,
  OP_SUBTRACT,
  REGISTER_MATERIAL,
  REGISTER_POSITION,
  REGISTER_RADIUS,
  REGISTER_VELOCITY,
  REGISTER_VOLUME,
} from '../step-layout.ts';
import { writeDrag } from './drag.ts';
import { cosine, cubicRoot, exponential, logarithm, powerOf, sine } from './elementary.ts';

/** Value of one component of a grid at a point, trilinear between its points. */
function valueOnGrid(grid: i32, component: i32, x: f64, y: f64, z: f64): f64 {
  const nx: f64 = F[grid + GRID_POINTS];
  const ny: f64 = F[grid + GRID_POINTS + 1];
  const nz: f64 = F[grid + GRID_POINTS + 2];
  let u: f64 = (x - F[grid + GRID_ORIGIN]) / F[grid + GRID_SPACING];
  let v: f64 = (y - F[grid + GRID_ORIGIN + 1]) / F[grid + GRID_SPACING + 1];
  let w: f64 = (z - F[grid + GRID_ORIGIN + 2]) / F[grid + GRID_SPACING + 2];
  // A number that is none has no cell: it goes on to the force.
  const all: f64 = u + v + w;
  if (all - all !== 0.0) return all - all;
  if (F[grid + GRID_OUTSIDE] !== 0.0) {
    if (u < 0.0 || v < 0.0 || w < 0.0 || u > nx - 1.0 || v > ny - 1.0 || w > nz - 1.0) return 0.0;
  }
  u = u < 0.0 ? 0.0 : u > nx - 1.0 ? nx - 1.0 : u;
  v = v < 0.0 ? 0.0 : v > ny - 1.0 ? ny - 1.0 : v;
  w = w < 0.0 ? 0.0 : w > nz - 1.0 ? nz - 1.0 : w;
  const i: f64 = u < nx - 1.0 ? Math.floor(u) : nx - 2.0 > 0.0 ? nx - 2.0 : 0.0;
  const j: f64 = v < ny - 1.0 ? Math.floor(v) : ny - 2.0 > 0.0 ? ny - 2.0 : 0.0;
  const k: f64 = w < nz - 1.0 ? Math.floor(w) : nz - 2.0 > 0.0 ? nz - 2.0 : 0.0;
  const a: f64 = u - i;
  const b: f64 = v - j;
  const c: f64 = w - k;
  const row: i32 = 3 * wholePart(nx);
  const layer: i32 = row * wholePart(ny);
  const at: i32 = grid + GRID_VALUES + component + 3 * wholePart(i) + row * wholePart(j) + layer * wholePart(k);
  const right: i32 = nx > 1.0 ? 3 : 0;
  const back: i32 = ny > 1.0 ? row : 0;
  const up: i32 = nz > 1.0 ? layer : 0;
  const low: f64 =
    (1.0 - b) * ((1.0 - a) * F[at] + a * F[at + right]) + b * ((1.0 - a) * F[at + back] + a * F[at + back + right]);
  const high: f64 =
    (1.0 - b) * ((1.0 - a) * F[at + up] + a * F[at + up + right]) +
    b * ((1.0 - a) * F[at + up + back] + a * F[at + up + back + right]);
  return (1.0 - c) * low + c * high;
}

/** Drag of all bodies in a fluid whose velocity is in three registers, and whose void fraction is in one. */
function dragOfLanes(fluid: i32, x: i32, y: i32, z: i32, voids: i32, lanes: i32, count: i32): void {
  const registers: i32 = lanes + LANE_REGISTERS;
  const ownX: i32 = registers + LANES * REGISTER_VELOCITY;
  const ownY: i32 = ownX + LANES;
  const ownZ: i32 = ownY + LANES;
  for (let k: i32 = 0; k < count; k++) {
    const atLoad: i32 = I[2 * (lanes + LANE_LOADS) + k];
    const fx: f64 = F[x + k];
    const fy: f64 = F[y + k];
    const fz: f64 = F[z + k];
    const ux: f64 = fx - F[ownX + k];
    const uy: f64 = fy - F[ownY + k];
    const uz: f64 = fz - F[ownZ + k];
    F[atLoad + LOAD_FLOW] = fx;
    F[atLoad + LOAD_FLOW + 1] = fy;
    F[atLoad + LOAD_FLOW + 2] = fz;
    const d: f64 = 2.0 * F[registers + LANES * REGISTER_RADIUS + k];
    const volume: f64 = F[registers + LANES * REGISTER_VOLUME + k];
    writeDrag(atLoad, fluid, d, volume, Math.sqrt(ux * ux + uy * uy + uz * uz), F[voids + k], lanes + LANE_SCRATCH);
  }
}

/** Runs `length` instructions from the cell `code` on for the first `count` lanes. */
export function runProgram(code: i32, length: i32, lanes: i32, count: i32): void {
  const registers: i32 = lanes + LANE_REGISTERS;
  const s: i32 = lanes + LANE_SCRATCH;
  const tables: i32 = I[FIELD];
  const loads: i32 = 2 * (lanes + LANE_LOADS);
  const materials: i32 = registers + LANES * REGISTER_MATERIAL;
  const placeX: i32 = registers + LANES * REGISTER_POSITION;
  const placeY: i32 = placeX + LANES;
  const placeZ: i32 = placeY + LANES;
  for (let n: i32 = 0; n < length; n++) {
    const at: i32 = 2 * code + CODE_INTEGERS * n;
    const to: i32 = registers + LANES * I[at + CODE_TO];
    const a: i32 = registers + LANES * I[at + CODE_A];
    const b: i32 = registers + LANES * I[at + CODE_B];
    const c: i32 = registers + LANES * I[at + CODE_C];
    switch (I[at + CODE_OPERATION]) {
      case OP_CONSTANT: {
        const value: f64 = F[tables + I[at + CODE_A]];
        for (let k: i32 = 0; k < count; k++) F[to + k] = value;
        break;
      }
      case OP_PROPERTY: {
        const table: i32 = tables + I[at + CODE_A];
        for (let k: i32 = 0; k < count; k++) F[to + k] = F[table + wholePart(F[materials + k])];
        break;
      }
      case OP_ADD:
        for (let k: i32 = 0; k < count; k++) F[to + k] = F[a + k] + F[b + k];
        break;
      case OP_SUBTRACT:
        for (let k: i32 = 0; k < count; k++) F[to + k] = F[a + k] - F[b + k];
        break;
      case OP_MULTIPLY:
        for (let k: i32 = 0; k < count; k++) F[to + k] = F[a + k] * F[b + k];
        break;
      case OP_DIVIDE:
        for (let k: i32 = 0; k < count; k++) F[to + k] = F[a + k] / F[b + k];
        break;
      case OP_NEGATE:
        for (let k: i32 = 0; k < count; k++) F[to + k] = -F[a + k];
        break;
      case OP_SQRT:
        for (let k: i32 = 0; k < count; k++) F[to + k] = Math.sqrt(F[a + k]);
        break;
      case OP_ABS:
        for (let k: i32 = 0; k < count; k++) F[to + k] = Math.abs(F[a + k]);
        break;
      case OP_MIN:
        for (let k: i32 = 0; k < count; k++) F[to + k] = F[a + k] < F[b + k] ? F[a + k] : F[b + k];
        break;
      case OP_MAX:
        for (let k: i32 = 0; k < count; k++) F[to + k] = F[a + k] > F[b + k] ? F[a + k] : F[b + k];
        break;
      case OP_FLOOR:
        for (let k: i32 = 0; k < count; k++) F[to + k] = Math.floor(F[a + k]);
        break;
      case OP_SIGN:
        for (let k: i32 = 0; k < count; k++) F[to + k] = F[a + k] > 0.0 ? 1.0 : F[a + k] < 0.0 ? -1.0 : F[a + k];
        break;
      case OP_SELECT:
        for (let k: i32 = 0; k < count; k++) F[to + k] = F[a + k] > 0.0 ? F[b + k] : F[c + k];
        break;
      case OP_EXP:
        for (let k: i32 = 0; k < count; k++) F[to + k] = exponential(F[a + k], s);
        break;
      case OP_LOG:
        for (let k: i32 = 0; k < count; k++) F[to + k] = logarithm(F[a + k], s);
        break;
      case OP_POWER:
        for (let k: i32 = 0; k < count; k++) F[to + k] = powerOf(F[a + k], F[b + k], s);
        break;
      case OP_SIN:
        for (let k: i32 = 0; k < count; k++) F[to + k] = sine(F[a + k]);
        break;
      case OP_COS:
        for (let k: i32 = 0; k < count; k++) F[to + k] = cosine(F[a + k]);
        break;
      case OP_CBRT:
        for (let k: i32 = 0; k < count; k++) F[to + k] = cubicRoot(F[a + k], s);
        break;
      case OP_GRID: {
        const grid: i32 = tables + I[at + CODE_A];
        const component: i32 = I[at + CODE_B];
        for (let k: i32 = 0; k < count; k++) {
          F[to + k] = valueOnGrid(grid, component, F[placeX + k], F[placeY + k], F[placeZ + k]);
        }
        break;
      }
      case OP_ADD_TO_LOAD: {
        const place: i32 = I[at + CODE_TO];
        for (let k: i32 = 0; k < count; k++) F[I[loads + k] + place] = F[I[loads + k] + place] + F[a + k];
        break;
      }
      case OP_DRAG:
        dragOfLanes(tables + I[at + CODE_TO], a, b, c, registers + LANES * I[at + CODE_D], lanes, count);
        break;
      default:
        break;
    }
  }
}
