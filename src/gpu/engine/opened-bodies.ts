// SPDX-License-Identifier: MIT
/** The bodies of a simulation before and after they are put on the GPU, for all kinds of bodies. */
import type { HostBodies, Newcomer, Present } from './body-exchange.ts';
import type { GpuDevice } from './gpu-adapter.ts';
import type { GpuEngine } from './gpu-engine.ts';
import type { GpuPopulation } from './gpu-population.ts';
import type { Species } from './species.ts';

export interface GpuOptions {
  /** Adds up losses for the energy balance; default true. */
  readonly accounts?: boolean;
  /**
   * Integrates the orientations of spheres, which do not affect their motion. Default false: they keep their initial
   * values.
   */
  readonly orientations?: boolean;
}

export interface OpenedBodies {
  readonly engine: GpuEngine;
  readonly species: Species;
  readonly bodies: HostBodies;
}

/** The initial bodies. */
export interface GivenForGpu {
  /** Largest radius of a ball about a body. */
  readonly reach: number;
  /** Mass of the free ones, kg. */
  readonly mass: number;
  /** As the insertion sees them. */
  present(): readonly Present[];
  /** Puts them on the GPU, with those inserted at the start. */
  open(
    gpu: GpuDevice,
    born: readonly Newcomer[],
    population: GpuPopulation,
    options: GpuOptions,
  ): Promise<OpenedBodies>;
}
