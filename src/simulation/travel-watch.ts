// SPDX-License-Identifier: MIT
/**
 * Notes the first body that travels far in a step, and finds those that may have passed through something within one. Contacts are looked for at the ends of steps: what lies between two
 * of them is not seen. The motion of bodies marks steps in which one has travelled far; only those are looked at.
 */
import { SimulationError } from '../errors.ts';
import * as layout from '../step-kernel/layout.ts';
import type { BodyTable } from './body-table.ts';
import { isDead } from './elements.ts';
import { where } from './failures.ts';
import { readVector } from './half-spaces.ts';
import { MeshCrossings } from './mesh-crossings.ts';
import { PairCrossings } from './pair-crossings.ts';
import { LARGEST_TRAVEL } from './set-up.ts';
import type { SimulationSpec } from './simulation-spec.ts';
import { DONE, type LoopThread, PASSED_THROUGH } from './step-loop.ts';
import type { StepMemory } from './step-memory.ts';
import { travelledElement } from './travelled-element.ts';
import { hasTravellingWalls } from './walls.ts';

/**
 * Part of its own size that a body must travel for a look at what it may have passed through, unless it travels by more than the size of the smallest one. Two bodies that travel less can have been in each
 * other by half of the smaller size only if an end of the step has shown it.
 */
const TRAVEL_TO_CROSS = 0.25;

export interface FastBody {
  /** s */
  readonly time: number;
  readonly step: number;
  /** Its id; -1 on a GPU, which tells no more than the ratio. */
  readonly body: number;
  /** Travel over size. */
  readonly ratio: number;
  /** Of its fastest point, m/s. */
  readonly speed?: number;
  /** In one step, m. */
  readonly travel?: number;
  /** Half of its smallest thickness; of a sphere its radius. m */
  readonly size?: number;
}

/** What a body may have passed through. */
export interface Crossing {
  /** Number of its element. */
  readonly element: number;
  readonly body: number;
  /** Of a second body, to tell of two crossings which is first; -1 for a mesh. */
  readonly partner: number;
  readonly through: string;
  /** Relative to what it passed through, m. */
  readonly travel: number;
  /** The smaller of both, m. */
  readonly size: number;
}

export class TravelWatch {
  readonly #memory: StepMemory;
  readonly #timeStep: number;
  readonly #bodies: BodyTable;
  readonly #pairs: PairCrossings;
  readonly #meshes: MeshCrossings | undefined;
  readonly #haveWallsTravelled: (() => boolean) | undefined;
  #first: FastBody | undefined;
  #crossing: (Crossing & { readonly step: number }) | undefined;

  constructor(spec: SimulationSpec, memory: StepMemory, bodies: BodyTable) {
    this.#memory = memory;
    this.#timeStep = spec.timeStep;
    this.#bodies = bodies;
    this.#pairs = new PairCrossings(spec, memory, bodies.forms);
    const meshes = (spec.meshes?.length ?? 0) > 0 ? new MeshCrossings(spec, memory, bodies.forms) : undefined;
    this.#meshes = meshes;
    if (meshes !== undefined && hasTravellingWalls(spec)) {
      this.#haveWallsTravelled = () => meshes.largestTravel() > LARGEST_TRAVEL * bodies.smallestSize;
    }
  }

  get first(): FastBody | undefined {
    return this.#first;
  }

  /** The loop with a look at what travels far; `before` steps are done already. */
  watching(loop: LoopThread, before: number): LoopThread {
    const haveWallsTravelled = this.#haveWallsTravelled;
    return { ...loop, haveWallsTravelled, lookAtTravel: (step) => this.#look(before + step) };
  }

  /** After a step that ended with PASSED_THROUGH. */
  error(): SimulationError {
    const { step = 0, element = 0, body = 0, through = '', travel = 0, size = 0 } = this.#crossing ?? {};
    const time = step * this.#timeStep;
    const speed = travel / this.#timeStep;
    const place = where(readVector(this.#memory.F, this.#memory.address(layout.PLACE) + 4 * element));
    const largest = this.#timeStep * ((LARGEST_TRAVEL * size) / travel);
    return new SimulationError(
      'passed-through',
      `step ${step}, time ${time} s: body ${body} at ${place} may have passed through ${through}: relative to it the body moved at ${speed.toPrecision(3)} m/s, which is ${travel.toPrecision(3)} m ` +
        `in a step and ${(travel / size).toPrecision(3)} times ${size.toPrecision(3)} m, half of the smallest thickness; take a smaller time step (${largest.toPrecision(2)} s here) or lower speeds`,
      { time, step, body, speed, travel, size },
    );
  }

  /** Looks at the step that has just been done; elements must not have been sorted since. */
  #look(step: number): number {
    const { I } = this.#memory;
    const candidates: number[] = [];
    let worst: FastBody | undefined;
    for (let e = 0; e < (I[layout.ELEMENT_COUNT] ?? 0); e++) {
      if (isDead(this.#memory, e)) continue;
      const { travel, size, body } = travelledElement(this.#memory, e, this.#timeStep);
      const ratio = travel / size;
      if (!(ratio > LARGEST_TRAVEL)) continue;
      if (worst === undefined || ratio > worst.ratio || (ratio === worst.ratio && body < worst.body)) {
        const [time, speed] = [step * this.#timeStep, travel / this.#timeStep];
        worst = { time, step, body, speed, travel, size, ratio };
      }
      if (ratio > TRAVEL_TO_CROSS || travel > this.#bodies.smallestSize) candidates.push(e);
    }
    this.#first ??= worst;
    const found = [
      ...this.#pairs.among(candidates),
      ...(this.#meshes?.of(candidates, this.#bodies.smallestSize) ?? []),
    ];
    const [first] = found.sort((a, b) => a.body - b.body || a.partner - b.partner);
    if (first === undefined) return DONE;
    this.#crossing = { ...first, step };
    return PASSED_THROUGH;
  }
}
