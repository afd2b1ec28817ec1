// SPDX-License-Identifier: MIT
/**
 * The energy balance of a simulation on the GPU, in J: present energies, losses, and energy that bodies brought in or
 * took away.
 */
import type { EnergyBalance } from '../../simulation/views/simulation-views.ts';
import type { GpuPopulation } from './gpu-population.ts';
import type { Losses } from './submissions.ts';

/** `startEnergy` is that of the bodies at the start; bodies that came later brought theirs to the population. */
export function gpuEnergyBalance(
  [kinetic, rotational, potential, elastic]: readonly [number, number, number, number],
  { damping, friction, rolling, wallWork, global }: Losses,
  startEnergy: number,
  { broughtEnergy, outletEnergy, escaped }: Pick<GpuPopulation, 'broughtEnergy' | 'outletEnergy' | 'escaped'>,
): EnergyBalance {
  const insertedEnergy = startEnergy + broughtEnergy;
  const present = kinetic + rotational + potential + elastic;
  return {
    kinetic,
    rotational,
    potential,
    elastic,
    frictionLoss: friction,
    dampingLoss: damping,
    rollingLoss: rolling,
    globalDampingLoss: global,
    bondEnergy: 0,
    bondDampingLoss: 0,
    breakageLoss: 0,
    fieldEnergy: 0,
    fieldWork: 0,
    dragLoss: 0,
    fluidWork: 0,
    wallWork,
    insertedEnergy,
    outletEnergy,
    escapedEnergy: escaped.energy,
    parameterWork: 0,
    balance:
      present + damping + friction + rolling + global + outletEnergy + escaped.energy - wallWork - insertedEnergy,
  };
}
