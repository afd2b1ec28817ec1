// SPDX-License-Identifier: MIT
/** Warnings during a run, each given once: in the log of the run and to the caller. */
import type { InsertionProgress } from '../bodies/insertion/insertion-spec.ts';
import type { ServoState } from '../bodies/servo-spec.ts';
import { deepOverlapText } from '../scene/check/expected-overlap.ts';
import { formatCount, formatNumber, formatPercent } from '../scene/format-quantity.ts';
import type { BentContact } from '../simulation/tunnelling/bend-watch.ts';
import type { FastBody } from '../simulation/tunnelling/travel-watch.ts';
import type { SimulationView } from './time/time-loop.ts';

/** The simulation to check, and the log for warnings. */
interface WatchedRun {
  readonly loop: {
    readonly view: Pick<SimulationView, 'time' | 'deepOverlaps' | 'firstFastBody' | 'insertions' | 'bentContacts'> &
      Partial<Pick<SimulationView, 'servos' | 'energy'>>;
  };
  log(text: string): void;
}

/** Share of its target by which the mean force of a servo wall may be off before a run warns. */
const LARGEST_MISSING_SHARE = 0.05;
/** The share that the remedy is for. */
const WANTED_SHARE = 0.01;
/** Share of its target by which a wall misses it that touches next to nothing. */
const OUT_OF_REACH = 0.5;
/** Share of steps with a turn above which a servo chatters; one that contacts shake turns once in several steps. */
const LARGEST_TURNING_SHARE = 0.3;
/** Steps of which a twentieth is a mean. */
const LEAST_SERVO_STEPS = 100;

/** Share of the energy that a run dissipated or received by which its balance may be off before it warns. */
const LARGEST_ENERGY_ERROR = 0.05;
/** Part of the energies present below which an error of the balance says nothing: in part it is rounding. */
const TRIVIAL_ENERGY = 1e-6;

export class RunWarnings {
  readonly #run: WatchedRun;
  readonly #reported = new Set<string>();

  constructor(run: WatchedRun) {
    this.#run = run;
  }

  /** New warnings. */
  news(): string[] {
    const { view: simulation } = this.#run.loop;
    const fast = simulation.firstFastBody();
    const all = [
      ...simulation.deepOverlaps().map((overlap, k) => [`overlap ${k}`, deepOverlapText(overlap)] as const),
      ...(fast === undefined ? [] : ([['travel', travelText(fast)]] as const)),
      ...(simulation.bentContacts?.() ?? [])
        .filter(({ ratio }) => ratio > 1)
        .map((contact) => [`bend ${contact.shape}, ${contact.partner}`, bendText(contact)] as const),
      ...simulation
        .insertions()
        .filter(({ waiting }) => waiting > 0)
        .map((progress) => [`insertion ${progress.name}`, waitingText(progress, simulation.time)] as const),
    ];
    return this.#report(all);
  }

  /** The same of servo walls at the end of a stage or of the run, `where`. */
  servoNews(where: string): string[] {
    const servos = (this.#run.loop.view.servos?.() ?? []).filter(({ steps }) => steps >= LEAST_SERVO_STEPS);
    const chattering = servos.filter(({ turning }) => turning > LARGEST_TURNING_SHARE);
    const wrong = servos.filter(({ missing, target }) => Math.abs(missing) > LARGEST_MISSING_SHARE * Math.abs(target));
    return this.#report([
      ...(chattering.length === 0 ? [] : ([[`chatter, ${where}`, chatterText(chattering, where)]] as const)),
      ...(wrong.length === 0 ? [] : ([[`servos, ${where}`, servosText(wrong, where)]] as const)),
    ]);
  }

  /** The same of the energy balance at the end of a run. */
  energyNews(): string[] {
    const energy = this.#run.loop.view.energy?.();
    if (energy === undefined) return [];
    const { frictionLoss, dampingLoss, rollingLoss, globalDampingLoss, bondDampingLoss, breakageLoss } = energy;
    const { dragLoss, wallWork, parameterWork, fieldWork, fluidWork, balance } = energy;
    const lost = [frictionLoss, dampingLoss, rollingLoss, globalDampingLoss, bondDampingLoss, breakageLoss, dragLoss];
    const exchanged = [...lost, wallWork, parameterWork, fieldWork, fluidWork].reduce(sumOfSizes, 0);
    const { kinetic, rotational, potential, elastic, bondEnergy, fieldEnergy, insertedEnergy } = energy;
    const present = [kinetic, rotational, potential, elastic, bondEnergy, fieldEnergy, insertedEnergy];
    const isTrivial = !(Math.abs(balance) > TRIVIAL_ENERGY * present.reduce(sumOfSizes, 0));
    if (isTrivial || !(Math.abs(balance) > LARGEST_ENERGY_ERROR * exchanged)) return [];
    return this.#report([['energy', energyText(balance, exchanged)]]);
  }

  #report(all: readonly (readonly [key: string, text: string])[]): string[] {
    const fresh = all.filter(([key]) => !this.#reported.has(key));
    return fresh.map(([key, text]) => {
      this.#reported.add(key);
      this.#run.log(`warning: ${text}`);
      return text;
    });
  }
}

function sumOfSizes(sum: number, energy: number): number {
  return sum + Math.abs(energy);
}

function energyText(balance: number, exchanged: number): string {
  const share = exchanged > 0 ? `, ${formatPercent(Math.abs(balance) / exchanged)} of the` : '; the run exchanged';
  return (
    `at the end of the run energy.balance is ${formatNumber(balance)} J${share} ${formatNumber(exchanged)} J that it ` +
    'dissipated or received. Likely causes: deep overlaps of bodies with corners under a law of the overlap (use the ' +
    'law pressure-field), a time step that is too large, servo walls that chatter; the column energy.balance of a ' +
    'table shows when it happened'
  );
}

function bendText({ time, step, body, shape, partner, ratio }: BentContact): string {
  const depth = Number.isFinite(ratio)
    ? `by ${formatNumber(ratio)} times the least radius of curvature of the two; above 1`
    : 'and has no known least radius of curvature;';
  return (
    `step ${step}, time ${time} s: body ${body} (${shape}) overlaps ${partner} ${depth} the force by the depth of the ` +
    'overlap may jump, and energy is not conserved: use a stiffer material, slower impacts, a rounder shape, or a ' +
    'polyhedron'
  );
}

function servosText(servos: readonly ServoState[], where: string): string {
  const walls = servos.map(({ name, target, missing }) => {
    const side = missing * target > 0 ? 'below' : 'above';
    const share = formatPercent(Math.abs(missing / target));
    return `${name}, ${formatNumber(target - missing)} N, is ${share} ${side} its target of ${formatNumber(target)} N`;
  });
  const shares = servos.map(({ target, missing }) => Math.abs(missing / target));
  const slow = Math.max(...shares.filter((share) => share < OUT_OF_REACH));
  const gain =
    slow > 0
      ? `; with ${formatNumber(Math.ceil(slow / WANTED_SHARE))} times its gain (default: maxSpeed over the force) it ` +
        `misses by ${formatPercent(WANTED_SHARE)} at the same speed, and scree check warns of a gain that is too large`
      : '';
  const far = shares.some((share) => share >= OUT_OF_REACH)
    ? '; one that misses most of its force has not reached its bodies: give it a larger maxSpeed, or more time'
    : '';
  return (
    `at the end of ${where} the mean force of servo ${walls.join('; that of ')}: a servo wall that moves at a speed v ` +
    `misses its force by v / gain${gain}${far}. The columns servo.NAME.force have the forces`
  );
}

function chatterText(servos: readonly ServoState[], where: string): string {
  const walls = servos.map(({ name, turning }) => `${name} turned back in ${formatPercent(turning)} of the steps`);
  return (
    `at the end of ${where} servo walls chattered: ${walls.join('; ')}. Their gain is too large for the dashpots of all ` +
    'their contacts together; forces and energy.balance are wrong: take a smaller gain, or a larger smoothing'
  );
}

function travelText({ time, step, body, ratio, speed, size }: FastBody): string {
  // A GPU does not report which body it was.
  const who = body < 0 ? 'a body' : `body ${body}`;
  const numbers =
    speed === undefined || size === undefined ? '' : ` (${formatNumber(speed)} m/s, ${formatNumber(size)} m)`;
  return (
    `step ${step}, time ${time} s: ${who} travels ${formatPercent(ratio)} of half its smallest thickness in one ` +
    `step${numbers}; above 10 % contacts start too deep and may be missed: use a smaller time step or lower speeds`
  );
}

function waitingText({ name, inserted, waiting, porosity }: InsertionProgress, time: number): string {
  if (porosity !== undefined) {
    return (
      `insertion ${name}: not all bodies found a place, ${formatCount(inserted)} did; the porosity of its region ` +
      `was then ${formatNumber(porosity)}`
    );
  }
  const bodies = waiting === 1 ? '1 body waits' : `${formatCount(waiting)} bodies wait`;
  return (
    `time ${time} s: insertion ${name}: ${bodies} for a place, ${formatCount(inserted)} inserted so far; enlarge ` +
    'the region, lower the rate or let bodies move away faster'
  );
}
