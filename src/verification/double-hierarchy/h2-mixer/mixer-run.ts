// SPDX-License-Identifier: MIT
/** Runs the mixer: energies during the run, and the counts of Fig. 30 over the first 0.5 s. */
import {
  MESH_CONTACT_LAYOUT,
  MeshContactList,
  sphereMeshContacts,
} from '../../../narrow-phase/double-hierarchy/sphere-batch.ts';
import type { Simulation } from '../../../simulation/simulation.ts';
import { type LongRunEnd, runLong } from '../../long-run.ts';
import type { RunSetup } from '../../verification-case.ts';
import { DURATION, MIXER_SPHERES, mixerSpec, PUBLISHED_STEP, SPHERE_RADIUS, TIME_STEP } from './mixer-spec.ts';

const SHORT = { spheres: 6_000, steps: 400 } as const;
/** Of Fig. 30, s. */
const COUNTED = 0.5;
/** s */
const COUNT_EVERY = 5e-4;
const LOOK_EVERY = 0.01;

/** Facets of all spheres at one time: tested, touched, and the remaining entities, in total and by kind. */
export interface FacetCounts {
  readonly potential: number;
  readonly meeting: number;
  readonly valid: number;
  readonly vertices: number;
  readonly edges: number;
  readonly facets: number;
}

export interface Moment {
  readonly time: number;
  readonly kinetic: number;
  readonly work: number;
  readonly friction: number;
  readonly damping: number;
  readonly rolling: number;
  readonly balance: number;
  readonly contacts: number;
  readonly overlap: number;
}

export interface MixerSeen {
  readonly moments: Moment[];
  readonly counts: (FacetCounts & { readonly time: number })[];
}

/**
 * Every sphere against every wall at their present positions; `fastIntersection` as in the paper, or the hierarchy
 * alone.
 */
export function countFacets(simulation: Simulation, list: MeshContactList, fastIntersection = false): FacetCounts {
  const { count, position } = simulation.bodies();
  const spheres = new Float64Array(4 * count);
  for (let k = 0; k < count; k++) {
    spheres.set(position.subarray(3 * k, 3 * k + 3), 4 * k);
    spheres[4 * k + 3] = SPHERE_RADIUS;
  }
  let [potential, meeting, valid] = [0, 0, 0];
  const kinds = [0, 0, 0];
  for (const [k, { mesh }] of (simulation.spec.meshes ?? []).entries()) {
    sphereMeshContacts(mesh, simulation.meshPose(k), spheres, { fastIntersection }, list);
    potential += list.potentialCount;
    meeting += list.meetingCount;
    valid += list.count;
    const { stride, feature } = MESH_CONTACT_LAYOUT;
    for (let i = 0; i < list.count; i++) {
      const kind = list.values[stride * i + feature];
      kinds[kind] = kinds[kind] + 1;
    }
  }
  const [vertices = 0, edges = 0, facets = 0] = kinds;
  return { potential, meeting, valid, vertices, edges, facets };
}

/** Number of published steps between two counts. */
export const PUBLISHED_STEPS_A_COUNT = COUNT_EVERY / PUBLISHED_STEP;

export function momentOf(simulation: Simulation): Moment {
  const { kinetic, rotational, wallWork, frictionLoss, dampingLoss, rollingLoss, balance } = simulation.energy();
  const { contacts, maxOverlapRatio } = simulation.statistics();
  return {
    time: simulation.time,
    kinetic: kinetic + rotational,
    work: wallWork,
    friction: frictionLoss,
    damping: dampingLoss,
    rolling: rollingLoss,
    balance,
    contacts,
    overlap: maxOverlapRatio,
  };
}

export function runMixer(setup: RunSetup): LongRunEnd<MixerSeen> {
  const { full } = setup;
  const list = new MeshContactList();
  const every = Math.round(COUNT_EVERY / TIME_STEP);
  const momentEvery = full ? Math.round(LOOK_EVERY / TIME_STEP) : 2 * every;
  return runLong<MixerSeen>(
    {
      name: 'h2-mixer',
      // The bits are the same on any number of threads, so the full run uses all cores.
      spec: { ...mixerSpec(full ? MIXER_SPHERES : SHORT.spheres), threads: full ? setup.cores : 1 },
      steps: full ? Math.round(DURATION / TIME_STEP) : SHORT.steps,
      lookEvery: every,
      seen: { moments: [], counts: [] },
      look(simulation, { moments, counts }) {
        const { stepCount, time } = simulation;
        if (time < COUNTED + COUNT_EVERY / 2) counts.push({ time, ...countFacets(simulation, list) });
        if (stepCount % momentEvery === 0) moments.push(momentOf(simulation));
      },
    },
    setup,
  );
}
