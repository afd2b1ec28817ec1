// SPDX-License-Identifier: MIT
/**
 * What forces an event-driven contact may have: elastic, with damping in proportion, and friction and resistance to
 * rolling and twisting that are smooth functions of the slip and the spin. All are functions of poses and velocities
 * alone: a law with a history that is no state of the system would change between two evaluations at one time, and no
 * error control could work. SI units.
 */
import { SceneError } from '../errors.ts';

export interface EventLawSpec {
  /** One point: F = stiffness * depth^exponent; N/m^exponent. For bodies with a smooth or pointed side. */
  readonly point?: {
    readonly stiffness: number;
    /** >= 1; default 1, a linear spring; 1.5 is Hertz's. */
    readonly exponent?: number;
    /** A dashpot, N s/m, in place of `restitution`: it acts from the first touch to the last, and may pull. */
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
   * 0 < e <= 1: the ratio of speeds of a head-on impact, whatever its speed; default 1. The damping follows from the
   * speed of each impact.
   */
  readonly restitution?: number;
  /** Impacts slower than this are damped as one of this speed, m/s; default 0.01. Bodies at rest are damped by it. */
  readonly slowestImpact?: number;
  /** s/m, in place of `restitution`: the force is (1 + damping * speed of approach) times the elastic one. */
  readonly damping?: number;
  /** Coulomb's coefficient; default 0. */
  readonly friction?: number;
  /** Slip at which friction has 0.7 of its full size, m/s; default 1e-3. Bodies on slopes creep at about this speed. */
  readonly slipSpeed?: number;
  /**
   * Torque of rolling resistance over (normal force times effective radius); default 0. Full where spin times that
   * radius is well above `slipSpeed`.
   */
  readonly rollingFriction?: number;
  /** The same about the normal; default 0. Contacts of faces resist twisting by their friction too. */
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
/** Of the laws for fixed steps, which keep a history. */
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

/** Throws a SceneError for numbers out of range and for laws that keep a history. */
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
