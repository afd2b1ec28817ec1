// SPDX-License-Identifier: MIT
/**
 * All islands, each with its own time. The island that is furthest behind steps next, so the last step of every island
 * covers its time, and islands can merge and split there (docs/decisions/0034). Islands merge when their bodies come
 * near and split when they are apart.
 */
import { watchedReach } from '../../events/contact-crossings.ts';
import type { ContactEvent } from '../../events/contact-system.ts';
import { FREE_BODY_STRIDE } from '../../motion/free-bodies.ts';
import type { IntegrationFailure } from '../../motion/integration-failure.ts';
import { type BodyMotion, LOSS_COUNT } from '../../motion/mechanical-system.ts';
import { Island, type IslandModel, type IslandState } from './island.ts';
import { TravelLimits, type TravelLimitsState } from './travel-limits.ts';

/** Bodies nearer than this share of the reach are in one island; they are parted again at twice as much. */
const JOINED = 0.1;
const PARTED = 0.2;
/** A body gets a new reference pose when it has used this share of its travel limit. */
const USED = 0.25;
/** Factor by which a path may be longer than follows from the speeds at both ends of a step. */
const PATH_SAFETY = 1.2;
/** A neighbour that leaves less than this share of the distance gets a new reference pose too. */
const LEAST_SHARE = 0.25;

export interface IslandsState {
  readonly islands: readonly IslandState[];
  /** The name in saved states. */
  readonly homes: TravelLimitsState | null;
  readonly retired: Retired;
  readonly lost: Float64Array;
}

/** What islands that are no more have counted. */
interface Retired {
  steps: number;
  rejectedSteps: number;
  evaluations: number;
  bodyEvaluations: number;
  distances: number;
  unprovenIntervals: number;
}

export class Islands {
  readonly #model: IslandModel;
  readonly #acceleration: number;
  readonly #reach: number;
  readonly #travelLimits: TravelLimits | undefined;
  readonly #islandOf: Island[] = [];
  #islands: Island[];
  #retired: Retired = zeroCounts();
  /** By islands that are no more. */
  readonly #lost = new Float64Array(LOSS_COUNT);

  /** `start` is the state of all bodies; with `areOne` they stay in one island. */
  constructor(model: IslandModel, count: number, start: Float64Array, areOne: boolean) {
    this.#model = model;
    this.#acceleration = model.crossings.acceleration ?? 10;
    this.#reach = watchedReach(model.pieces, model.crossings);
    const all = Array.from({ length: count }, (_, body) => body);
    if (areOne || count < 2) {
      this.#islands = [new Island(model, { members: all, time: 0, state: start })];
      return;
    }
    this.#travelLimits = new TravelLimits(model.pieces, model.shared.motion, count, this.#reach);
    this.#islands = all.map((body) => {
      const state = start.slice(FREE_BODY_STRIDE * body, FREE_BODY_STRIDE * (body + 1));
      return new Island(model, { members: [body], time: 0, state });
    });
    this.#setOwners(this.#islands);
    this.#settle(all, 0, this.#travelLimits);
  }

  /** Poses that `look` sets. */
  get motion(): BodyMotion {
    return this.#model.shared.motion;
  }

  get all(): readonly Island[] {
    return this.#islands;
  }

  /** The time that all islands have reached, s. */
  get front(): number {
    return this.#least().front;
  }

  save(): IslandsState {
    return {
      islands: this.#islands.map((island) => island.save()),
      homes: this.#travelLimits?.save() ?? null,
      retired: { ...this.#retired },
      lost: this.#lost.slice(),
    };
  }

  restore({ islands, homes, retired, lost }: IslandsState): void {
    this.#lost.set(lost);
    this.#islands = islands.map((saved) => {
      const { time, state } = saved.integration;
      const island = new Island(this.#model, { members: saved.members, time, state });
      island.restore(saved);
      return island;
    });
    this.#setOwners(this.#islands);
    if (homes !== null) this.#travelLimits?.restore(homes);
    this.#retired = { ...retired };
  }

  /** Finds the contacts at the start, in ascending order of the pairs. */
  begin(): ContactEvent[] {
    const events = this.#islands.flatMap(({ contacts, integration }) => contacts.begin(0, integration.state));
    return events.sort((x, y) => x.pair - y.pair);
  }

  /**
   * Writes the state of all bodies at a time that all islands have reached and that no last step starts after; sets
   * their poses.
   */
  stateAt(time: number, out: Float64Array): void {
    for (const island of this.#islands) {
      const y = island.stateAt(time);
      if (this.#travelLimits === undefined) out.set(y.subarray(0, out.length));
      else
        island.members.forEach((body, k) => {
          const at = FREE_BODY_STRIDE * k;
          out.set(y.subarray(at, at + FREE_BODY_STRIDE), FREE_BODY_STRIDE * body);
        });
    }
  }

  /**
   * One step of the island that has come least far, not beyond a time (s), or a change of islands there. Events that
   * are due have been dealt with.
   */
  step(until: number): IntegrationFailure | undefined {
    const island = this.#least();
    const { front, members, integration } = island;
    const travelLimits = this.#travelLimits;
    let limit = until;
    let before: readonly { readonly moved: number; readonly speed: number }[] = [];
    if (travelLimits !== undefined) {
      island.stateAt(front);
      const used = members.filter((body) => travelLimits.moved(body) > USED * travelLimits.limits[body]);
      if (used.length > 0 && this.#rearrange(island, used, front, travelLimits)) return undefined;
      island.stateAt(front);
      before = members.map((body) => ({ moved: travelLimits.moved(body), speed: travelLimits.speed(body) }));
      const safe = before.reduce(
        (least, state, k) => Math.min(least, this.#safeStep(state, travelLimits.limits[members[k]])),
        Infinity,
      );
      limit = Math.min(until, front + island.shrinking * safe);
    }
    const result = integration.step(limit);
    if (result?.kind === 'failure') return result.failure;
    if (travelLimits !== undefined && integration.time > front) {
      island.stateAt(integration.time);
      const duration = integration.time - front;
      const isSafe = members.every((body, k) => {
        const fastest = Math.max(before[k].speed, travelLimits.speed(body));
        const path = 0.5 * (before[k].moved + travelLimits.moved(body) + PATH_SAFETY * fastest * duration);
        return path <= travelLimits.limits[body];
      });
      if (!isSafe) {
        integration.goBack(front);
        island.shrinking *= 0.5;
        return undefined;
      }
      island.shrinking = 1;
    }
    if (result !== undefined) island.note(result);
    return undefined;
  }

  /** Losses in contacts up to a time as in `look`: by friction, damping and rolling, J. */
  losses(time: number): Float64Array {
    const sum = this.#lost.slice();
    for (const island of this.#islands) addTo(sum, island.lossesAt(time));
    return sum;
  }

  counts(): Retired {
    return this.#islands.reduce((sum, island) => withCounts(sum, island), { ...this.#retired });
  }

  #least(): Island {
    return this.#islands.reduce((least, island) => (island.front < least.front ? island : least));
  }

  /**
   * Time in which a body uses up the rest of its travel limit, s: it moves by v h + a h^2 / 2, and its path is taken
   * to be a quarter longer.
   */
  #safeStep({ moved, speed }: { readonly moved: number; readonly speed: number }, distance: number): number {
    const left = (distance - moved) / 1.25;
    return (2 * left) / (speed + Math.sqrt(speed * speed + 2 * this.#acceleration * left));
  }

  /**
   * Divides an island into the groups of bodies that are near each other, then sets new reference poses. True when
   * islands have changed.
   */
  #rearrange(island: Island, used: readonly number[], time: number, travelLimits: TravelLimits): boolean {
    const parts = this.#partsOf(island, time);
    if (parts.length === 1) return this.#settle(used, time, travelLimits);
    const made = parts.map((members) => this.#assemble([island], members, time));
    this.#replace([island], made, time);
    this.#settle(island.members, time, travelLimits);
    return true;
  }

  /** Members of an island in groups of bodies that are near each other now. */
  #partsOf(island: Island, time: number): readonly (readonly number[])[] {
    const { members, contacts } = island;
    if (members.length === 1) return [members];
    island.stateAt(time);
    const groups = new Groups(members);
    contacts.crossings.forEachNear(PARTED * this.#reach, (a, b) => groups.join(a, b));
    const { pieces } = this.#model.pieces;
    for (const { a, b } of contacts.contacts) {
      if (pieces[a].body >= 0 && pieces[b].body >= 0) groups.join(pieces[a].body, pieces[b].body);
    }
    return groups.all();
  }

  /**
   * Sets new reference poses for some bodies and for neighbours that leave them no travel; joins islands of bodies
   * that are near each other. True when some were joined.
   */
  #settle(bodies: readonly number[], time: number, travelLimits: TravelLimits): boolean {
    const settled: number[] = [];
    const isSettled = new Set<number>();
    const add = (body: number): void => {
      if (isSettled.has(body)) return;
      isSettled.add(body);
      settled.push(body);
      this.#islandOf[body].stateAt(time);
      travelLimits.setReference(body);
    };
    for (const body of bodies) add(body);
    const cap = travelLimits.largestLimit;
    const near: { readonly a: number; readonly b: number; readonly apart: number }[] = [];
    for (const a of settled) {
      for (let b = 0; b < travelLimits.count; b++) {
        if (this.#islandOf[a] === this.#islandOf[b] || isSettled.has(b)) continue;
        if (travelLimits.gap(a, b) - travelLimits.limits[b] >= cap) continue;
        const apart = travelLimits.distance(a, b, 2 * cap);
        if (apart - travelLimits.limits[b] < Math.min(LEAST_SHARE * apart, cap)) add(b);
        else near.push({ a, b, apart });
      }
    }
    const links: [number, number][] = [];
    for (const a of settled) {
      for (const b of settled) {
        if (b <= a || this.#islandOf[a] === this.#islandOf[b] || travelLimits.gap(a, b) >= 2 * cap) continue;
        const apart = travelLimits.distance(a, b, 2 * cap);
        near.push({ a, b, apart });
        if (apart <= JOINED * this.#reach) links.push([a, b]);
      }
    }
    const isJoined = this.#join(links, time);
    for (const body of settled) travelLimits.limits[body] = cap;
    for (const { a, b, apart } of near) {
      if (this.#islandOf[a] === this.#islandOf[b]) continue;
      if (!isSettled.has(b)) travelLimits.limits[a] = Math.min(travelLimits.limits[a], apart - travelLimits.limits[b]);
      else for (const body of [a, b]) travelLimits.limits[body] = Math.min(travelLimits.limits[body], 0.5 * apart);
    }
    return isJoined;
  }

  #join(links: readonly (readonly [number, number])[], time: number): boolean {
    if (links.length === 0) return false;
    const touched = [...new Set(links.flat().map((body) => this.#islandOf[body]))];
    const groups = new Groups(touched.flatMap(({ members }) => members));
    for (const { members } of touched) for (const body of members) groups.join(members[0], body);
    for (const [a, b] of links) groups.join(a, b);
    this.#replace(
      touched,
      groups.all().map((members) => this.#assemble(touched, members, time)),
      time,
    );
    return true;
  }

  /** An island of these members, with states and contacts of the islands that they have been in. */
  #assemble(from: readonly Island[], members: readonly number[], time: number): Island {
    const isMember = new Set(members);
    const parts = from.filter((island) => island.members.some((body) => isMember.has(body)));
    const state = new Float64Array(FREE_BODY_STRIDE * members.length);
    for (const island of parts) {
      const y = island.stateAt(time);
      island.members.forEach((body, k) => {
        const at = members.indexOf(body);
        if (at >= 0) state.set(y.subarray(FREE_BODY_STRIDE * k, FREE_BODY_STRIDE * (k + 1)), FREE_BODY_STRIDE * at);
      });
    }
    const steps = parts.map(({ integration }) => integration.nextStep ?? Number.NaN);
    const firstStep = Math.min(...steps);
    const island = new Island(this.#model, {
      members,
      time,
      state,
      stepsBefore: Math.max(...parts.map(({ integration }) => integration.steps)),
      firstStep: Number.isNaN(firstStep) ? undefined : firstStep,
    });
    const { pieces } = this.#model.pieces;
    const contacts = parts.flatMap((part) =>
      part.contacts.contacts.filter(({ a, b }) => isMember.has(pieces[a].body) || isMember.has(pieces[b].body)),
    );
    island.contacts.adopt(contacts);
    return island;
  }

  #replace(old: readonly Island[], made: readonly Island[], time: number): void {
    for (const island of old) {
      withCounts(this.#retired, island);
      addTo(this.#lost, island.lossesAt(time));
    }
    this.#islands = [...this.#islands.filter((island) => !old.includes(island)), ...made];
    this.#islands.sort((x, y) => x.members[0] - y.members[0]);
    this.#setOwners(made);
  }

  #setOwners(islands: readonly Island[]): void {
    for (const island of islands) for (const body of island.members) this.#islandOf[body] = island;
  }
}

function addTo(sum: Float64Array, more: Float64Array): void {
  for (let k = 0; k < sum.length; k++) sum[k] += more[k];
}

function zeroCounts(): Retired {
  return { steps: 0, rejectedSteps: 0, evaluations: 0, bodyEvaluations: 0, distances: 0, unprovenIntervals: 0 };
}

/** Adds the counts of an island. */
function withCounts(sum: Retired, { integration, contacts, members }: Island): Retired {
  const { steps, rejectedSteps, evaluations } = integration.method.statistics;
  sum.steps += steps;
  sum.rejectedSteps += rejectedSteps;
  sum.evaluations += evaluations;
  sum.bodyEvaluations += evaluations * members.length;
  sum.distances += contacts.crossings.distanceCount;
  sum.unprovenIntervals += integration.rootStatistics.unprovenIntervals;
  return sum;
}

/** Bodies that are joined, directly or through others. */
class Groups {
  readonly #parent: Map<number, number>;

  constructor(bodies: readonly number[]) {
    this.#parent = new Map(bodies.map((body) => [body, body]));
  }

  join(a: number, b: number): void {
    const [p, q] = [this.#root(a), this.#root(b)];
    if (p !== q) this.#parent.set(Math.max(p, q), Math.min(p, q));
  }

  /** Each in ascending order, by their first bodies. */
  all(): readonly (readonly number[])[] {
    const groups = new Map<number, number[]>();
    for (const body of [...this.#parent.keys()].sort((a, b) => a - b)) {
      const root = this.#root(body);
      const group = groups.get(root);
      if (group === undefined) groups.set(root, [body]);
      else group.push(body);
    }
    return [...groups.values()];
  }

  #root(body: number): number {
    let at = body;
    for (;;) {
      const next = this.#parent.get(at) ?? at;
      if (next === at) return at;
      at = next;
    }
  }
}
