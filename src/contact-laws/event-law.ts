// SPDX-License-Identifier: MIT
/**
 * Forces of event-driven contacts: elastic force, damping proportional to it, friction, and rolling and twisting
 * resistance as smooth functions of slip and spin. All depend on poses and velocities only. A law with its own history
 * would change between two evaluations at one time, and error control would fail. SI units.
 */
import { SceneError } from '../errors.ts';

/** The contact law of event-driven simulations: elastic parts by kind of contact, restitution and friction. */
export interface EventLawSpec {
  /** Force at one point: F = stiffness * depth^exponent; N/m^exponent. For bodies with a smooth or pointed side. */
  readonly point?: {
    readonly stiffness: number;
    /** >= 1; default 1, a linear spring; 1.5 is Hertz's. */
    readonly exponent?: number;
    /** Dashpot, N s/m, instead of `restitution`. It acts during the whole contact and may attract. */
    readonly dashpot?: number;
  };
  /**
   * Along the axis of a capsule or tablet, and along the rounded edges of bodies that have `volume` too: `stiffness` *
   * depth per length, N/m2.
   */
  readonly line?: { readonly stiffness: number };
  /**
   * Energy of the common volume of bodies with flat or straight sides and half-spaces: stiffness in N/m3,
   * docs/theory/overlap-volume-law.md, docs/decisions/0027.
   */
  readonly volume?: { readonly stiffness: number };
  /**
   * 0 < e <= 1: ratio of speeds of a head-on impact at any speed; default 1. The damping is computed from the speed of
   * each impact.
   */
  readonly restitution?: number;
  /** Slower impacts get the damping of this speed, m/s; default 0.01. It also damps bodies at rest. */
  readonly slowestImpact?: number;
  /** s/m, instead of `restitution`: the force is (1 + damping * speed of approach) times the elastic force. */
  readonly damping?: number;
  /** Coulomb's coefficient; default 0. */
  readonly friction?: number;
  /** Slip at which friction reaches 0.7 of its limit, m/s; default 1e-3. Bodies on slopes creep at about this speed. */
  readonly slipSpeed?: number;
  /**
   * Torque of rolling resistance over (normal force times effective radius); default 0. It reaches its limit where spin
   * times that radius is well above `slipSpeed`.
   */
  readonly rollingFriction?: number;
  /** The same for twisting about the normal; default 0. Friction in a face contact resists twisting too. */
  readonly twistingFriction?: number;
}

const KEYS = [
  'point',
  'line',
  'volume',
  'restitution',
  'slowestImpact',
  'damping',
  'friction',
  'slipSpeed',
  'rollingFriction',
  'twistingFriction',
];
/** Keys of laws for fixed time steps, which keep a history. */
const WITH_HISTORY = ['tangential', 'rolling', 'twisting', 'cohesion', 'module', 'normal', 'attraction'];

/** An event law with its defaults. */
export interface EventLaw {
  readonly point?: { readonly stiffness: number; readonly exponent: number; readonly dashpot: number };
  readonly line?: { readonly stiffness: number };
  readonly volume?: { readonly stiffness: number };
  readonly restitution: number;
  readonly slowestImpact: number;
  readonly damping: number | undefined;
  readonly friction: number;
  readonly slipSpeed: number;
  readonly rollingFriction: number;
  readonly twistingFriction: number;
}

/**
 * An event law with its defaults, for `ContactSystem`.
 *
 * @throws SceneError for values out of range and for laws with a history.
 *
 * @example
 * ```ts
 * import { eventLaw } from 'scree/dem';
 *
 * console.log(eventLaw({ point: { stiffness: 1e5 } }).restitution); // 1
 * ```
 */
export function eventLaw(spec: EventLawSpec, path = 'law'): EventLaw {
  for (const key of Object.keys(spec)) {
    if (WITH_HISTORY.includes(key)) {
      const message =
        `${path}.${key}: belongs to laws that keep a history from step to step, which variable steps cannot have; ` +
        `expected ${KEYS.join(', ')}`;
      throw new SceneError('law-with-history', message, { path, key });
    }
    if (!KEYS.includes(key)) {
      throw new SceneError('unknown-key', `${path}.${key}: expected one of ${KEYS.join(', ')}`, { path, key });
    }
  }
  const positive = (value: number, name: string, most = Infinity): number => {
    if (value > 0 && value < Infinity && value <= most) return value;
    const bound = most < Infinity ? ` and <= ${most}` : '';
    throw new SceneError('out-of-range', `${path}.${name}: expected a finite number > 0${bound}, got ${value}`, {
      path,
    });
  };
  const notNegative = (value: number, name: string): number => (value === 0 ? 0 : positive(value, name));
  const { point, line, volume, restitution = 1, slowestImpact = 0.01, damping, friction = 0, slipSpeed = 1e-3 } = spec;
  const { rollingFriction = 0, twistingFriction = 0 } = spec;
  if (point === undefined && line === undefined && volume === undefined) {
    throw new SceneError('no-law', `${path}: expected point, line or volume`, { path });
  }
  if (point?.exponent !== undefined && !(point.exponent >= 1 && point.exponent < Infinity)) {
    throw new SceneError('out-of-range', `${path}.point.exponent: expected a number >= 1, got ${point.exponent}`, {
      path,
    });
  }
  return {
    ...(point && {
      point: {
        stiffness: positive(point.stiffness, 'point.stiffness'),
        exponent: point.exponent ?? 1,
        dashpot: notNegative(point.dashpot ?? 0, 'point.dashpot'),
      },
    }),
    ...(line && { line: { stiffness: positive(line.stiffness, 'line.stiffness') } }),
    ...(volume && { volume: { stiffness: positive(volume.stiffness, 'volume.stiffness') } }),
    restitution: positive(restitution, 'restitution', 1),
    slowestImpact: positive(slowestImpact, 'slowestImpact'),
    damping: damping === undefined ? undefined : notNegative(damping, 'damping'),
    friction: notNegative(friction, 'friction'),
    slipSpeed: positive(slipSpeed, 'slipSpeed'),
    rollingFriction: notNegative(rollingFriction, 'rollingFriction'),
    twistingFriction: notNegative(twistingFriction, 'twistingFriction'),
  };
}
