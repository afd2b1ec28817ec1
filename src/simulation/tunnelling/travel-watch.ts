// SPDX-License-Identifier: MIT
/**
 * Records the first body that travels far in a step, and finds bodies that may have passed through something within a
 * step. Contacts are detected only at the ends of steps, so such a body misses a contact. The motion kernel marks the
 * steps in which a body travelled far; only these are checked.
 */
import { SimulationError } from '../../errors.ts';
import type { StepClock } from '../../math/step-clock.ts';
import * as layout from '../../step-kernel/step-layout.ts';
import type { BodyTable } from '../bodies/body-table.ts';
import { idOf, isDead } from '../bodies/elements.ts';
import { clockOf } from '../clock.ts';
import { where } from '../failures.ts';
import { LARGEST_STEP_SHARE, LARGEST_TRAVEL } from '../set-up.ts';
import type { SimulationSpec } from '../simulation-spec.ts';
import { DONE, type LoopThread, PASSED_THROUGH } from '../time-loop/step-loop.ts';
import type { StepMemory } from '../time-loop/step-memory.ts';
import { readVector } from '../walls/half-spaces.ts';
import { hasTravellingWalls } from '../walls/walls.ts';
import { MeshCrossings } from './mesh-crossings.ts';
import { PairCrossings } from './pair-crossings.ts';
import { sizeOf, travelledElement, travelOf } from './travelled-element.ts';

/**
 * A body is checked for crossings if it travels more than this fraction of its own size, or more than the size of the
 * smallest body. Two slower bodies can overlap by half the smaller size only if an end of the step shows that overlap.
 */
const TRAVEL_TO_CROSS = 0.25;

export interface FastBody {
  /** s */
  readonly time: number;
  readonly step: number;
  /** Id of the body; -1 on a GPU, which reports the ratio only. */
  readonly body: number;
  /** Travel divided by size. */
  readonly ratio: number;
  /** Speed of its fastest point, m/s. */
  readonly speed?: number;
  /** Travel in one step, m. */
  readonly travel?: number;
  /** Half its smallest thickness, m; the radius of a sphere. */
  readonly size?: number;
}

/** A body and the mesh or body that it may have passed through. */
export interface Crossing {
  /** Index of the element of the body. */
  readonly element: number;
  readonly body: number;
  /** Id of the second body, which orders crossings; -1 for a mesh. */
  readonly partner: number;
  readonly through: string;
  /** Travel relative to the partner, m. */
  readonly travel: number;
  /** Half the smaller thickness of the two, m. */
  readonly size: number;
}

export class TravelWatch {
  readonly #memory: StepMemory;
  readonly #timeStep: number;
  readonly #clock: StepClock;
  readonly #bodies: BodyTable;
  readonly #pairs: PairCrossings;
  readonly #meshes: MeshCrossings | undefined;
  readonly #haveWallsTravelled: (() => boolean) | undefined;
  #first: FastBody | undefined;
  #crossing: (Crossing & { readonly step: number }) | undefined;

  constructor(spec: SimulationSpec, memory: StepMemory, bodies: BodyTable) {
    this.#memory = memory;
    this.#timeStep = spec.timeStep;
    this.#clock = clockOf(spec);
    this.#bodies = bodies;
    this.#pairs = new PairCrossings(spec, memory, bodies.forms);
    const meshes = (spec.meshes?.length ?? 0) > 0 ? new MeshCrossings(spec, memory, bodies.forms) : undefined;
    this.#meshes = meshes;
    if (meshes !== undefined && hasTravellingWalls(spec)) this.#haveWallsTravelled = () => this.#haveMeshesTravelled();
  }

  get first(): FastBody | undefined {
    return this.#first;
  }

  /** The loop with checks of the travel; `before` steps are already done. */
  watching(loop: LoopThread, before: number): LoopThread {
    const haveWallsTravelled = this.#haveWallsTravelled;
    return { ...loop, haveWallsTravelled, checkTravel: (step) => this.#check(before + step) };
  }

  /** The error of a step that ended with PASSED_THROUGH. */
  error(critical: number): SimulationError {
    const { step = 0, element = 0, body = 0, through = '', travel = 0, size = 0 } = this.#crossing ?? {};
    const time = this.#clock.timeOf(step);
    const speed = travel / this.#timeStep;
    const place = where(readVector(this.#memory.F, this.#memory.address(layout.POSITION) + 4 * element));
    const largest = this.#timeStep * ((LARGEST_TRAVEL * size) / travel);
    // Beyond the critical step contacts blow up: a step that suits the speed would then be far smaller than needed.
    const remedy =
      this.#timeStep > critical
        ? `the time step is ${(this.#timeStep / critical).toPrecision(2)} times the critical one, so that ` +
          `contacts give bodies such speeds: use at most ${(LARGEST_STEP_SHARE * critical).toPrecision(3)} s`
        : `use a smaller time step (${largest.toPrecision(2)} s here) or lower speeds`;
    return new SimulationError(
      'passed-through',
      `step ${step}, time ${time} s: body ${body} at ${place} may have passed through ${through}: relative to ` +
        `it the body moved at ${speed.toPrecision(3)} m/s, ${travel.toPrecision(3)} m ` +
        (`in one step: ${(travel / size).toPrecision(3)} times half the smaller thickness ` +
          `(${size.toPrecision(3)} m); ${remedy}`),
      { time, step, body, speed, travel, size },
    );
  }

  /** Checks the last step. The elements must not have been sorted since. */
  #check(step: number): number {
    const { I } = this.#memory;
    const candidates: number[] = [];
    let fastest = -1;
    let most = 0;
    for (let e = 0; e < I[layout.ELEMENT_COUNT]; e++) {
      if (isDead(this.#memory, e)) continue;
      const travel = travelOf(this.#memory, e, this.#timeStep);
      const ratio = travel / sizeOf(this.#memory, e);
      if (!(ratio > LARGEST_TRAVEL)) continue;
      if (ratio > most || (ratio === most && idOf(this.#memory, e) < idOf(this.#memory, fastest))) {
        fastest = e;
        most = ratio;
      }
      if (ratio > TRAVEL_TO_CROSS || travel > this.#bodies.smallestSize) candidates.push(e);
    }
    if (fastest >= 0) this.#first ??= this.#fastBody(fastest, most, step);
    if (candidates.length === 0 && !this.#haveMeshesTravelled()) return DONE;
    const found = [
      ...this.#pairs.among(candidates),
      ...(this.#meshes?.of(candidates, this.#bodies.smallestSize) ?? []),
    ];
    const [first] = found.sort((a, b) => a.body - b.body || a.partner - b.partner);
    if (first === undefined) return DONE;
    this.#crossing = { ...first, step };
    return PASSED_THROUGH;
  }

  #haveMeshesTravelled(): boolean {
    return (this.#meshes?.largestTravel() ?? 0) > LARGEST_TRAVEL * this.#bodies.smallestSize;
  }

  #fastBody(e: number, ratio: number, step: number): FastBody {
    const { travel, size, body } = travelledElement(this.#memory, e, this.#timeStep);
    return { time: this.#clock.timeOf(step), step, body, speed: travel / this.#timeStep, travel, size, ratio };
  }
}
