// SPDX-License-Identifier: MIT
/**
 * Functions of time that drive joints: with exact derivatives where a motion is prescribed, since accelerations enter
 * the equations.
 */
import { SceneError, SimulationError } from '../errors.ts';
import { cos, sin } from '../math/circular.ts';

/** offset + rate t + amplitude sin(2 pi frequency t + phase); all default to 0. */
export interface HarmonicSpec {
  readonly offset?: number;
  /** Per second. */
  readonly rate?: number;
  readonly amplitude?: number;
  /** Hz */
  readonly frequency?: number;
  /** rad */
  readonly phase?: number;
}

/** A number, a ramp with an oscillation, or any smooth function of the time (s). */
export type TimeFunctionSpec = number | HarmonicSpec | ((t: number) => number);

/**
 * A ramp with an oscillation, or a function that gives value, first and second derivative by the time (s).
 *
 * @example
 * ```ts no-run
 * import type { MotionFunctionSpec } from 'scree/dem';
 *
 * const turn: MotionFunctionSpec = { rate: 2 * Math.PI }; // rad/s of a revolute joint
 * ```
 */
export type MotionFunctionSpec = HarmonicSpec | ((t: number) => readonly [number, number, number]);

const HARMONIC_KEYS = ['offset', 'rate', 'amplitude', 'frequency', 'phase'];

/** Throws a SceneError for numbers that are not finite and for keys that do not exist. */
export function timeFunction(spec: TimeFunctionSpec, path: string): (t: number) => number {
  if (typeof spec === 'function') return spec;
  if (typeof spec === 'number') {
    requireFinite(spec, path);
    return () => spec;
  }
  const motion = motionFunction(spec, path);
  return (t) => motion(t)[0];
}

/**
 * The same for motions. A function that gives anything but three finite numbers is a SimulationError when it does:
 * there would be no place for the bodies.
 */
export function motionFunction(
  spec: MotionFunctionSpec,
  path: string,
): (t: number) => readonly [number, number, number] {
  if (typeof spec === 'function') {
    return (t) => {
      const given = spec(t);
      if (Array.isArray(given) && given.length === 3 && given.every(Number.isFinite)) return given;
      const message = `${path}: expected value, first and second derivative as finite numbers at ${t} s, got ${String(given)}`;
      throw new SimulationError('not-finite', message, { path, time: t });
    };
  }
  if (typeof spec !== 'object' || spec === null) {
    const message = `${path}: expected ${HARMONIC_KEYS.join(', ')}, or a function of the time, got ${String(spec)}`;
    throw new SceneError('out-of-range', message, { path });
  }
  for (const [key, value] of Object.entries(spec)) {
    if (!HARMONIC_KEYS.includes(key)) {
      throw new SceneError('unknown-key', `${path}.${key}: expected one of ${HARMONIC_KEYS.join(', ')}`, { path, key });
    }
    requireFinite(value, `${path}.${key}`);
  }
  const { offset = 0, rate = 0, amplitude = 0, frequency = 0, phase = 0 } = spec;
  const omega = 2 * Math.PI * frequency;
  return (t) => {
    const s = amplitude * sin(omega * t + phase);
    const c = amplitude * cos(omega * t + phase);
    return [offset + rate * t + s, rate + omega * c, -omega * omega * s];
  };
}

function requireFinite(value: unknown, path: string): void {
  if (Number.isFinite(value)) return;
  throw new SceneError('out-of-range', `${path}: expected a finite number, got ${String(value)}`, { path });
}
