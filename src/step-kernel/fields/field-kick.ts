// SPDX-License-Identifier: MIT
/**
 * The kick of a body with a load. Drag is implicit: with h = dt b / m the acceleration is multiplied by
 * (1 + h/2) / (1 + h + h^2/2), which is of second order, decays without overshoot for any h, and leaves a body at its
 * terminal velocity there. Along the relative velocity b includes its slope (a linearised step of Rosenbrock's kind).
 * Forces that depend on the velocity, such as Coriolis', act at the mean of the velocities before and after the kick.
 * See docs/decisions/0075-drag-by-a-linearised-implicit-kick.md.
 */
import { F } from '../memory-views.ts';
import {
  LOAD_BUOYANCY,
  LOAD_DRAG,
  LOAD_FLOW,
  LOAD_FORCE,
  LOAD_GIVEN,
  LOAD_HAS_JACOBIAN,
  LOAD_JACOBIAN,
  LOAD_RATE,
  LOAD_RESULT,
  LOAD_SLOPE,
  LOAD_WORKING,
} from '../step-layout.ts';

/** @inline What drag leaves of an acceleration, as a mean over the kick; h = kick b / m. */
function gain(h: f64): f64 {
  return (1.0 + 0.5 * h) / (1.0 + h + 0.5 * h * h);
}

/** Writes the mean acceleration over a kick; (ax, ay, az) is that of contacts and gravity, v the velocity before. */
export function fieldKick(
  atLoad: i32,
  inverseMass: f64,
  vx: f64,
  vy: f64,
  vz: f64,
  ax: f64,
  ay: f64,
  az: f64,
  kick: f64,
): void {
  const to: i32 = atLoad + LOAD_RESULT;
  let rx: f64 = ax + inverseMass * (F[atLoad + LOAD_FORCE] + F[atLoad + LOAD_GIVEN]);
  let ry: f64 = ay + inverseMass * (F[atLoad + LOAD_FORCE + 1] + F[atLoad + LOAD_GIVEN + 1]);
  let rz: f64 = az + inverseMass * (F[atLoad + LOAD_FORCE + 2] + F[atLoad + LOAD_GIVEN + 2]);
  const hasJacobian: bool = F[atLoad + LOAD_HAS_JACOBIAN] !== 0.0;
  const b: f64 = inverseMass * F[atLoad + LOAD_DRAG];
  // No comparison with a number that is none is true: such a drag goes on to the result.
  if (b === 0.0 && !hasJacobian) {
    F[to] = rx;
    F[to + 1] = ry;
    F[to + 2] = rz;
    return;
  }
  const ux: f64 = F[atLoad + LOAD_FLOW] - vx;
  const uy: f64 = F[atLoad + LOAD_FLOW + 1] - vy;
  const uz: f64 = F[atLoad + LOAD_FLOW + 2] - vz;
  if (b !== 0.0) {
    rx += b * ux;
    ry += b * uy;
    rz += b * uz;
  }
  const square: f64 = ux * ux + uy * uy + uz * uz;
  const across: f64 = gain(kick * b);
  const along: f64 = gain(kick * (b + inverseMass * F[atLoad + LOAD_SLOPE]));
  if (!hasJacobian) {
    const share: f64 = square > 0.0 ? ((along - across) * (rx * ux + ry * uy + rz * uz)) / square : 0.0;
    F[to] = across * rx + share * ux;
    F[to + 1] = across * ry + share * uy;
    F[to + 2] = across * rz + share * uz;
    return;
  }
  const j: i32 = atLoad + LOAD_JACOBIAN;
  const half: f64 = 0.5 * kick * inverseMass;
  const base: f64 = 1.0 / across;
  const more: f64 = square > 0.0 ? (1.0 / along - base) / square : 0.0;
  const m00: f64 = base + more * ux * ux - half * F[j];
  const m01: f64 = more * ux * uy - half * F[j + 1];
  const m02: f64 = more * ux * uz - half * F[j + 2];
  const m10: f64 = more * uy * ux - half * F[j + 3];
  const m11: f64 = base + more * uy * uy - half * F[j + 4];
  const m12: f64 = more * uy * uz - half * F[j + 5];
  const m20: f64 = more * uz * ux - half * F[j + 6];
  const m21: f64 = more * uz * uy - half * F[j + 7];
  const m22: f64 = base + more * uz * uz - half * F[j + 8];
  const c00: f64 = m11 * m22 - m12 * m21;
  const c10: f64 = m12 * m20 - m10 * m22;
  const c20: f64 = m10 * m21 - m11 * m20;
  const inverse: f64 = 1.0 / (m00 * c00 + m01 * c10 + m02 * c20);
  const c01: f64 = m02 * m21 - m01 * m22;
  const c11: f64 = m00 * m22 - m02 * m20;
  const c21: f64 = m01 * m20 - m00 * m21;
  const c02: f64 = m01 * m12 - m02 * m11;
  const c12: f64 = m02 * m10 - m00 * m12;
  const c22: f64 = m00 * m11 - m01 * m10;
  F[to] = inverse * (c00 * rx + c01 * ry + c02 * rz);
  F[to + 1] = inverse * (c10 * rx + c11 * ry + c12 * rz);
  F[to + 2] = inverse * (c20 * rx + c21 * ry + c22 * rz);
}

/**
 * Adds the works of a kick to three cells: work of fields, loss by drag, work of the fluid. v is the velocity before, n
 * that after it; the result of `fieldKick` must be there.
 */
export function noteWorks(
  atLoad: i32,
  mass: f64,
  vx: f64,
  vy: f64,
  vz: f64,
  nx: f64,
  ny: f64,
  nz: f64,
  ax: f64,
  ay: f64,
  az: f64,
  kick: f64,
  to: i32,
): void {
  const mx: f64 = 0.5 * (vx + nx);
  const my: f64 = 0.5 * (vy + ny);
  const mz: f64 = 0.5 * (vz + nz);
  const given: i32 = atLoad + LOAD_GIVEN;
  const working: i32 = atLoad + LOAD_WORKING;
  let jx = 0.0;
  let jy = 0.0;
  let jz = 0.0;
  if (F[atLoad + LOAD_HAS_JACOBIAN] !== 0.0) {
    const j: i32 = atLoad + LOAD_JACOBIAN;
    const dx: f64 = mx - vx;
    const dy: f64 = my - vy;
    const dz: f64 = mz - vz;
    jx = F[j] * dx + F[j + 1] * dy + F[j + 2] * dz;
    jy = F[j + 3] * dx + F[j + 4] * dy + F[j + 5] * dz;
    jz = F[j + 6] * dx + F[j + 7] * dy + F[j + 8] * dz;
  }
  const power: f64 =
    (F[working] + F[given] + jx) * mx +
    (F[working + 1] + F[given + 1] + jy) * my +
    (F[working + 2] + F[given + 2] + jz) * mz;
  F[to] = F[to] + kick * (power + F[atLoad + LOAD_RATE]);
  const buoyancy: i32 = atLoad + LOAD_BUOYANCY;
  const lift: f64 = F[buoyancy] * mx + F[buoyancy + 1] * my + F[buoyancy + 2] * mz;
  let carried = 0.0;
  if (F[atLoad + LOAD_DRAG] !== 0.0) {
    const result: i32 = atLoad + LOAD_RESULT;
    const force: i32 = atLoad + LOAD_FORCE;
    const flow: i32 = atLoad + LOAD_FLOW;
    // The rest of the acceleration is that of the drag, as a mean over the kick.
    const fx: f64 = mass * (F[result] - ax) - F[force] - F[given] - jx;
    const fy: f64 = mass * (F[result + 1] - ay) - F[force + 1] - F[given + 1] - jy;
    const fz: f64 = mass * (F[result + 2] - az) - F[force + 2] - F[given + 2] - jz;
    carried = fx * F[flow] + fy * F[flow + 1] + fz * F[flow + 2];
    F[to + 1] = F[to + 1] + kick * (carried - (fx * mx + fy * my + fz * mz));
  }
  F[to + 2] = F[to + 2] + kick * (carried + lift);
}
