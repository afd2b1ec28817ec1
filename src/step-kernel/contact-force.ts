// SPDX-License-Identifier: MIT
/**
 * The force of one contact: normal spring and dashpot, tangential spring and dashpot under Coulomb's limit, rolling and
 * twisting resistance, cohesion. Shared by all loops and inlined in each; where `law` is a constant of the loop, what
 * the law lacks is not compiled. What the law sees of the contact is in the CONTACT cells of the block at `sums`, and
 * so is its answer (step-layout.ts): whoever found the contact writes the first and applies the second at its levers.
 */
import { friction } from './laws/friction.ts';
import { hertzEnergy, hertzForce, hertzRadius } from './laws/hertz.ts';
import { jkrBreakingEnergy, jkrEnergy, jkrForce, jkrPullOff, jkrSize } from './laws/jkr.ts';
import { linearEnergy, linearForce } from './laws/linear.ts';
import { pressedArea, pressedEnergy, pressedForce } from './laws/pressed-ball.ts';
import { RESISTS_SPIN, resistance } from './laws/rolling.ts';
import { rollingSpring } from './laws/rolling-spring.ts';
import { lossesAt } from './losses-at.ts';
import { F, I } from './memory-views.ts';
import {
  AHEAD,
  BLOCK_DAMPING_LOSS,
  BLOCK_ELASTIC,
  CONTACT_AHEAD,
  CONTACT_APPROACH,
  CONTACT_CUT_AREA,
  CONTACT_CUT_WORK,
  CONTACT_ELASTIC,
  CONTACT_MASS,
  CONTACT_NORMAL,
  CONTACT_OVERLAP,
  CONTACT_PUSH,
  CONTACT_RADIUS,
  FIELD_LAW,
  FRICTION,
  GIVEN,
  HERTZ,
  JKR,
  LAW_COHESION,
  LAW_LEAST_FORCE,
  LAW_NORMAL,
  LAW_NORMAL_DAMPING,
  OVERLAP_LAW,
  ROLLING_SPRING,
  SJKR,
  TIME_STEP,
  TOUCH_DASHPOT,
  TOUCH_ELASTIC,
  TOUCH_FLAGS,
  TOUCH_SHARE,
  TOUCH_SPRING,
  TOUCHING,
} from './step-layout.ts';

/**
 * An overlap that changes by less than this part in a step is steady: taking its damping as constant is wrong by 6e-5
 * of the loss.
 */
export const STEADY: f64 = 1.0e-3;

/**
 * Inverse of the part of the velocity that a dashpot stops in a step from which on it is strong. With 6 the restitution
 * of faces is within 1e-3 at 0.03 of the critical step, and a wall of bricks with a restitution of 0.1 rests at 0.1.
 */
const STRONG_DASHPOT: f64 = 6.0;

/**
 * @inline Answers in the CONTACT cells at `sums`, and adds up losses there. `touch` is the address of a contact found
 * outside the kernel, 0 for spheres; `history` and `rolling` are those of its springs; `was` has its bits before.
 * Returns those after, 0 where the contact has ended. A probe adds up elastic energies and the losses that are due, and
 * leaves history and losses alone.
 */
export function contactForce(
  law: i32,
  isProbe: bool,
  touch: i32,
  constants: i32,
  history: i32,
  rolling: i32,
  was: i32,
  sums: i32,
): i32 {
  const overlap: f64 = F[sums + CONTACT_OVERLAP];
  const approach: f64 = F[sums + CONTACT_APPROACH];
  const effectiveRadius: f64 = F[sums + CONTACT_RADIUS];
  const effectiveMass: f64 = F[sums + CONTACT_MASS];
  const isGiven: bool = touch !== 0 && (I[2 * touch + TOUCH_FLAGS] & GIVEN) !== 0;

  // Normal spring: `radius` is that of the contact circle.
  let radius = 1.0;
  let spring = 0.0;
  let elastic = 0.0;
  let pullOff = 0.0;
  let least: f64 = F[constants + LAW_LEAST_FORCE];
  if (isGiven) {
    spring = F[touch + TOUCH_SPRING];
    elastic = F[touch + TOUCH_ELASTIC];
    radius = givenRadius(law, constants, effectiveRadius, overlap, spring, elastic);
  } else {
    const size: f64 = contactSize(law, constants, effectiveRadius, overlap);
    if (holdsAcrossGap(law) && size === 0.0) return 0;
    radius = circleRadius(law, size);
    spring = springForce(law, constants, effectiveRadius, overlap, size);
    if (isProbe) elastic = springEnergy(law, constants, effectiveRadius, overlap, size, spring);
    pullOff = largestPull(law, constants, effectiveRadius);
    // A spring that pulls pulls whether attraction by the dashpot is cut off or not.
    if (holdsAcrossGap(law) && least > spring) least = spring;
  }
  let inertia: f64 = Math.sqrt(effectiveMass * radius);
  // A touch may be one of several points of a contact, which share its springs and dashpots.
  let share = 1.0;
  let dashpot = 1.0;
  if (touch !== 0) {
    share = F[touch + TOUCH_SHARE];
    dashpot = F[touch + TOUCH_DASHPOT];
    inertia *= dashpot;
    radius *= share;
    spring *= share;
    elastic *= share;
    pullOff *= share;
  }

  // Normal dashpot. Most contacts of faces know the velocity at the time of the force, others that half a step before.
  const damping: f64 = F[constants + LAW_NORMAL_DAMPING] * inertia;
  let closing: f64 = approach;
  let closed: f64 = approach;
  let begun = 1.0;
  const isAhead: bool = (law & AHEAD) !== 0;
  if (isAhead) {
    const ahead: f64 = aheadOf(sums);
    // A dashpot that stops the bodies within some steps makes what was gained in the last step a bad guess of the next,
    // and several on one body would be unstable. It acts on the velocity that it leaves instead, half a step later.
    const stopped: f64 = (damping * F[TIME_STEP]) / effectiveMass;
    const strong: f64 = STRONG_DASHPOT * stopped * (STRONG_DASHPOT * stopped);
    const trust: f64 = 1.0 / (1.0 + strong * strong);
    closing = (approach + trust * ahead) / (1.0 + 0.5 * (1.0 - trust) * stopped);
    closed = approach + ahead;
    if (was === 0) begun = stepsSince(spring, elastic, approach);
  }
  let normalForce: f64 = spring + begun * damping * closing;
  if (normalForce < least) normalForce = least;
  let dampingLoss: f64 = (normalForce - spring) * closed;
  // Mean damping of the step over that at its end, and what the dashpot would do at the overlap of then and the
  // velocity of now.
  let dampingMean = 1.0;
  // Part of it that belongs to the next step: half of what acts at the velocity of the force, else a quarter.
  const partToCome: f64 = isAhead ? 0.5 : 0.25;
  const toCome: f64 = partToCome * dampingLoss;
  const deeper: f64 = approach * F[TIME_STEP];
  // A given spring, or one that pulls, does not follow from the overlap alone: its damping is taken as constant.
  const isKnown: bool = !holdsAcrossGap(law) && !isGiven;
  if (was === 0 && !isAhead) {
    dampingMean = 0.75;
    dampingLoss *= 0.75;
  } else if (isKnown && Math.abs(deeper) > STEADY * overlap) {
    const before: f64 = overlap - deeper;
    let drag = 0.0;
    dampingMean = 0.75;
    if (before > 0.0) {
      const sizeBefore: f64 = contactSize(law, constants, effectiveRadius, before);
      let springBefore: f64 = springForce(law, constants, effectiveRadius, before, sizeBefore);
      let inertiaBefore: f64 = Math.sqrt(effectiveMass * circleRadius(law, sizeBefore));
      if (touch !== 0) {
        springBefore *= share;
        inertiaBefore *= dashpot;
      }
      drag = F[constants + LAW_NORMAL_DAMPING] * inertiaBefore * approach;
      if (springBefore + drag < least) drag = least - springBefore;
      if (inertia > 0.0) dampingMean += (0.25 * inertiaBefore) / inertia;
    }
    dampingLoss = 0.75 * dampingLoss + 0.25 * drag * approach;
  }
  if (isProbe) {
    dampingMean -= partToCome;
    dampingLoss -= toCome;
  }

  // Cohesion in proportion to an area pulls beside the spring.
  let push: f64 = normalForce;
  if ((law & SJKR) !== 0) {
    const cohesion: f64 = share * Math.PI * F[constants + LAW_COHESION];
    push = normalForce - cohesion * F[sums + CONTACT_CUT_AREA];
    if (isProbe) elastic -= cohesion * F[sums + CONTACT_CUT_WORK];
  }
  F[sums + CONTACT_PUSH] = push;
  if (isProbe) F[sums + CONTACT_ELASTIC] = elastic;

  let flags: i32 = TOUCHING;
  // A contact under tension still sticks: friction and resistance to rolling and twisting count from the largest pull
  // (Thornton 1991; Luding 2008).
  const squeeze: f64 = holdsAcrossGap(law) ? normalForce + 2.0 * pullOff : normalForce;
  if ((law & FRICTION) !== 0) {
    flags = friction(law, isProbe, constants, history, was, radius, inertia, squeeze, dampingMean, dampingLoss, sums);
  } else {
    const losses: i32 = lossesAt(isProbe, sums) + BLOCK_DAMPING_LOSS;
    F[losses] = F[losses] + dampingLoss * F[TIME_STEP];
  }
  if ((law & RESISTS_SPIN) !== 0) resistance(law, isProbe, constants, share, squeeze, sums);
  if ((law & ROLLING_SPRING) !== 0) {
    rollingSpring(isProbe, constants, rolling, was, radius, share, squeeze, sums);
  }
  if (isProbe) F[sums + BLOCK_ELASTIC] = F[sums + BLOCK_ELASTIC] + F[sums + CONTACT_ELASTIC];
  return flags;
}

/** @inline Approach speed that the last step promises to add until the time of the forces. */
function aheadOf(sums: i32): f64 {
  const n: i32 = sums + CONTACT_NORMAL;
  const to: i32 = sums + CONTACT_AHEAD;
  return F[n] * F[to] + F[n + 1] * F[to + 1] + F[n + 2] * F[to + 2];
}

/**
 * @inline Steps from the first touch to the end of the present kick, half a step from now. The dashpot of a face is
 * there at once, and would act for a whole step. A force that grows with the overlap puts it at 2 E / F.
 */
function stepsSince(spring: f64, elastic: f64, approach: f64): f64 {
  const way: f64 = spring * approach * F[TIME_STEP];
  const since: f64 = way > 0.0 ? 0.5 + (2.0 * elastic) / way : 1.0;
  return since > 1.5 ? 1.5 : since;
}

/** @inline Radius of the contact circle where force and energy of the spring are given. */
function givenRadius(law: i32, constants: i32, effectiveRadius: f64, overlap: f64, spring: f64, elastic: f64): f64 {
  // A stiffness in N/m3 is multiplied by F^2 / (2 E k), so that every head-on impact is a linear oscillator in the root
  // of the energy: S^2 / A with the energy k V^2 / (2 A) and the force k V S / A.
  if ((law & (OVERLAP_LAW | FIELD_LAW)) !== 0) {
    return elastic > 0.0 ? (0.5 * spring * (spring / elastic)) / F[constants + LAW_NORMAL] : 0.0;
  }
  return (law & HERTZ) !== 0 ? hertzRadius(effectiveRadius, overlap) : 1.0;
}

/** @inline True for laws that hold a contact across a gap. Their force does not follow from the overlap alone. */
export function holdsAcrossGap(law: i32): bool {
  return (law & JKR) !== 0;
}

/**
 * @inline Size of the contact, from which force, energy and contact circle of its normal spring follow: the root of the
 * contact radius for JKR, the contact radius for Hertz, an area for a ball pressed into a bed, 1 for a linear spring.
 * It is 0.0 where the contact has broken.
 */
function contactSize(law: i32, constants: i32, effectiveRadius: f64, overlap: f64): f64 {
  if ((law & JKR) !== 0) return jkrSize(constants, effectiveRadius, overlap);
  if ((law & FIELD_LAW) !== 0) return pressedArea(effectiveRadius, overlap);
  return (law & HERTZ) !== 0 ? hertzRadius(effectiveRadius, overlap) : 1.0;
}

/**
 * @inline Radius of the contact circle, which stiffnesses and dashpots grow with; 1 for a linear spring, where they do
 * not.
 */
function circleRadius(law: i32, size: f64): f64 {
  return (law & JKR) !== 0 ? size * size : size;
}

/** @inline Force of the spring, positive where it pushes. */
function springForce(law: i32, constants: i32, effectiveRadius: f64, overlap: f64, size: f64): f64 {
  if ((law & JKR) !== 0) return jkrForce(constants, effectiveRadius, size);
  if ((law & FIELD_LAW) !== 0) return pressedForce(F[constants + LAW_NORMAL], size, overlap);
  if ((law & HERTZ) !== 0) return hertzForce(F[constants + LAW_NORMAL], size, overlap);
  return linearForce(F[constants + LAW_NORMAL], overlap);
}

/** @inline Energy that the spring holds; `force` is its force. */
function springEnergy(law: i32, constants: i32, effectiveRadius: f64, overlap: f64, size: f64, force: f64): f64 {
  if ((law & JKR) !== 0) return jkrEnergy(constants, effectiveRadius, size);
  if ((law & FIELD_LAW) !== 0) return pressedEnergy(force, overlap);
  return (law & HERTZ) !== 0 ? hertzEnergy(force, overlap) : linearEnergy(force, overlap);
}

/** @inline Largest pull of the spring, N. */
function largestPull(law: i32, constants: i32, effectiveRadius: f64): f64 {
  return (law & JKR) !== 0 ? jkrPullOff(constants, effectiveRadius) : 0.0;
}

/** @inline Energy that the spring loses where a contact ends. */
export function energyAtEnd(law: i32, constants: i32, effectiveRadius: f64): f64 {
  return (law & JKR) !== 0 ? jkrBreakingEnergy(constants, effectiveRadius) : 0.0;
}
