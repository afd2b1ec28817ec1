// SPDX-License-Identifier: MIT
/** Times a number of steps of one simulation, including neighbour-list rebuilds. */
import { createHash } from 'node:crypto';
import { getHeapStatistics } from 'node:v8';
import { vector3 } from '../../math/vector.ts';
import { Simulation } from '../../simulation/simulation.ts';
import type { SimulationSpec } from '../../simulation/simulation-spec.ts';
import { median } from '../cpu-time.ts';
import { profiled, type StepProfile } from './step-profile.ts';

/** One timing, of Scree or of another engine. */
export interface StepTiming {
  /** Name and version, of another engine. */
  readonly engine?: string;
  readonly steps: number;
  /** s; CPU time is that of all threads, those asleep not counted. */
  readonly wallSeconds: number;
  readonly cpuSeconds?: number;
  /** How often the neighbour list was made in these steps. */
  readonly rebuilds?: number;
  readonly pairs?: number;
  readonly contacts?: number;
  /** Memory of the simulation. */
  readonly bytes?: number;
  /** Bytes that JavaScript allocates in one step of a call of many; 0 in steps without garbage. */
  readonly allocatedBytes?: number;
  /** Root mean square speed over sqrt(g r): the distance of the packing from rest. */
  readonly agitation?: number;
  /** Hash of the state of the bodies after the steps. */
  readonly stateHash?: string;
  /** CPU time of the largest of the first steps, and of all that comes before them, s. */
  readonly slowestFirstSeconds?: number;
  readonly startSeconds?: number;
  /** Contacts before the first step. */
  readonly startContacts?: number;
  readonly profile?: StepProfile;
}

export interface MissingTiming {
  readonly missing: string;
}

interface StepCounts {
  readonly warmUpSteps: number;
  readonly steps: number;
  /** Steps of a new simulation that are timed one by one. */
  readonly firstSteps?: number;
  /** As many steps run under the profiler before the timed ones; the profiler takes a few per cent of the time. */
  readonly isProfiled?: boolean;
  /** Measures what JavaScript allocates, too, which takes more than 250 steps. */
  readonly countsAllocation?: boolean;
}

export function timeSteps(
  spec: SimulationSpec,
  { warmUpSteps, steps, firstSteps = 0, isProfiled = false, countsAllocation = false }: StepCounts,
): StepTiming {
  const simulation = new Simulation(spec);
  simulation.step(warmUpSteps);
  const profile = isProfiled ? profiled(() => simulation.step(steps)) : undefined;
  const { rebuilds } = simulation.statistics();
  const cpu = process.cpuUsage();
  const start = performance.now();
  simulation.step(steps);
  const wallSeconds = (performance.now() - start) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  const stateHash = hashOf(simulation);
  const allocatedBytes = countsAllocation ? allocatedInStep(simulation) : undefined;
  const after = simulation.statistics();
  const { count, radius, velocity } = simulation.bodies();
  const { x, y, z } = vector3(spec.gravity);
  const speedSquared = velocity.reduce((sum, v) => sum + v * v, 0) / count;
  simulation.dispose();
  const first = firstSteps > 0 ? firstStepsOf(spec, firstSteps) : {};
  return {
    steps,
    wallSeconds,
    cpuSeconds: (user + system) / 1e6,
    // The list that the probe of the end may have made is not one of the steps'.
    rebuilds: after.rebuilds - rebuilds,
    pairs: after.pairs,
    contacts: after.contacts,
    bytes: after.bytes,
    ...(allocatedBytes !== undefined && { allocatedBytes }),
    stateHash,
    agitation: Math.sqrt(speedSquared / (Math.sqrt(x * x + y * y + z * z) * (radius[0] ?? 1))),
    ...first,
    ...(profile !== undefined && { profile }),
  };
}

function hashOf(simulation: Simulation): string {
  const hash = createHash('sha256');
  for (const column of simulation.stateColumns()) hash.update(column);
  return hash.digest('hex');
}

/**
 * CPU time of the largest of the first steps of a new simulation, and of its start, in which its bodies are made and
 * the contacts and energies of its first state are found, as runs do before they step. The compilers have finished,
 * because another simulation of the same spec has run.
 */
function firstStepsOf(
  spec: SimulationSpec,
  steps: number,
): Pick<Required<StepTiming>, 'slowestFirstSeconds' | 'startSeconds' | 'startContacts'> {
  const begin = process.cpuUsage();
  const simulation = new Simulation(spec);
  simulation.energy();
  const start = process.cpuUsage(begin);
  const startContacts = simulation.statistics().contacts;
  let slowest = 0;
  for (let k = 0; k < steps; k++) {
    const before = process.cpuUsage();
    simulation.step(1);
    const { user, system } = process.cpuUsage(before);
    slowest = Math.max(slowest, (user + system) / 1e6);
  }
  simulation.dispose();
  return { slowestFirstSeconds: slowest, startSeconds: (start.user + start.system) / 1e6, startContacts };
}

/** Calls whose allocation is measured one by one, and the steps that the longer ones have more than the others. */
const ALLOCATION_CALLS = 21;
const MORE_STEPS = 10;

/**
 * Bytes that one more step in a call of `step` allocates: a call itself allocates some kilobytes, however many bodies
 * and steps there are. Medians of the growth of the heap. Undefined if garbage was collected in most of the calls,
 * which shows as a heap that shrinks.
 */
function allocatedInStep(simulation: Simulation): number | undefined {
  const grown = (steps: number): number => {
    const differences: number[] = [];
    for (let k = 0; k < ALLOCATION_CALLS; k++) {
      const before = getHeapStatistics().used_heap_size;
      simulation.step(steps);
      differences.push(getHeapStatistics().used_heap_size - before);
    }
    return median(differences);
  };
  const [short, long] = [grown(1), grown(1 + MORE_STEPS)];
  return short < 0 || long < 0 ? undefined : Math.max(0, (long - short) / MORE_STEPS);
}
