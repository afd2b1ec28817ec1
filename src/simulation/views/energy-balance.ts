// SPDX-License-Identifier: MIT
/** The energy balance of a simulation, in J; sums over fixed blocks in a fixed order. */
import * as layout from '../../step-kernel/step-layout.ts';
import type { StepMemory } from '../time-loop/step-memory.ts';
import type { EnergyBalance } from './simulation-views.ts';

/** Of the meshes that forces move. */
interface MeshEnergy {
  readonly kinetic: number;
  readonly rotational: number;
  readonly potential: number;
}

/** Energies of inserted bodies and of bodies that left, and of changed parameters. */
type CarriedEnergy = Pick<EnergyBalance, 'insertedEnergy' | 'outletEnergy' | 'escapedEnergy' | 'parameterWork'>;

/** Energies of the bonds. */
export interface BondSums {
  readonly energy: number;
  readonly dampingLoss: number;
  readonly breakageLoss: number;
}

/** Energies of force fields and fluids. */
export interface FieldSums {
  readonly energy: number;
  readonly fieldWork: number;
  readonly dragLoss: number;
  readonly fluidWork: number;
}

/**
 * Reads the sums, and with `hasDue` adds what is due: the part up to the present time of what the next step will book.
 * Forces and energies of the present time must have been probed.
 */
export function readEnergy(
  memory: StepMemory,
  { insertedEnergy, outletEnergy, escapedEnergy, parameterWork }: CarriedEnergy,
  others: MeshEnergy,
  bonds: BondSums,
  fields: FieldSums,
  hasDue = true,
): EnergyBalance {
  const record = memory.address(layout.RECORD);
  const kinetic = memory.F[record] + others.kinetic;
  const rotational = memory.F[record + 1] + others.rotational;
  const potential = memory.F[record + 2] + others.potential;
  const elastic = sumOfBlocks(memory, layout.BLOCK_ELASTIC, memory.I[layout.BLOCK_COUNT]);
  const total = (offset: number): number =>
    sumOfBlocks(memory, offset, memory.capacities.blocks) + (hasDue ? dueLoss(memory, offset) : 0);
  const frictionLoss = total(layout.BLOCK_FRICTION_LOSS);
  const dampingLoss = total(layout.BLOCK_DAMPING_LOSS);
  const rollingLoss = total(layout.BLOCK_ROLLING_LOSS);
  const globalDampingLoss = total(layout.BLOCK_GLOBAL_LOSS) + sumOfClumps(memory, layout.BODY_BLOCK_GLOBAL_LOSS);
  const wallWork = total(layout.BLOCK_WALL_WORK) + sumOfClumps(memory, layout.BODY_BLOCK_WALL_WORK);
  const { energy: bondEnergy, breakageLoss } = bonds;
  const bondDampingLoss = bonds.dampingLoss + (hasDue ? dueLossOfBonds(memory) : 0);
  const { energy: fieldEnergy, fieldWork, dragLoss, fluidWork } = fields;
  const present = kinetic + rotational + potential + elastic + bondEnergy + fieldEnergy;
  const ofContacts = frictionLoss + dampingLoss + rollingLoss;
  const lost = ofContacts + globalDampingLoss + bondDampingLoss + breakageLoss + dragLoss;
  const given = wallWork + insertedEnergy + parameterWork + fieldWork + fluidWork;
  return {
    kinetic,
    rotational,
    potential,
    elastic,
    frictionLoss,
    dampingLoss,
    rollingLoss,
    globalDampingLoss,
    bondEnergy,
    bondDampingLoss,
    breakageLoss,
    fieldEnergy,
    fieldWork,
    dragLoss,
    fluidWork,
    wallWork,
    insertedEnergy,
    outletEnergy,
    escapedEnergy,
    parameterWork,
    balance: present + lost + outletEnergy + escapedEnergy - given,
  };
}

/** Offsets of the sums of a block that have a part that is due. */
const SUMS_WITH_DUE = [
  layout.BLOCK_FRICTION_LOSS,
  layout.BLOCK_DAMPING_LOSS,
  layout.BLOCK_ROLLING_LOSS,
  layout.BLOCK_WALL_WORK,
];

/** Losses and work that are due: for each of SUMS_WITH_DUE, and for the dashpots of bonds. */
export interface DueLosses {
  readonly ofBlocks: readonly number[];
  readonly ofBonds: number;
}

/** The present state must have been probed. */
export function dueLosses(memory: StepMemory): DueLosses {
  return { ofBlocks: SUMS_WITH_DUE.map((offset) => dueLoss(memory, offset)), ofBonds: dueLossOfBonds(memory) };
}

/** Adds what is due to the sums of the first block, or subtracts it. */
export function bookDue(memory: StepMemory, due: DueLosses, sign: 1 | -1): void {
  const { F } = memory;
  SUMS_WITH_DUE.forEach((offset, k) => {
    const sum = memory.address(layout.BLOCK) + offset;
    F[sum] += sign * (due.ofBlocks[k] ?? 0);
  });
}

function dueLoss(memory: StepMemory, offset: number): number {
  const due = layout.BLOCK_DUE - layout.BLOCK_FRICTION_LOSS + offset;
  return sumOfBlocks(memory, due, memory.I[layout.BLOCK_COUNT]);
}

function dueLossOfBonds({ F, I }: StepMemory): number {
  return I[layout.BLOCK_COUNT] === 0 ? 0 : F[I[layout.BLOCK] + layout.BLOCK_DUE_BONDS];
}

function sumOfClumps({ F, I }: StepMemory, offset: number): number {
  let sum = 0;
  for (let b = 0; b < I[layout.BODY_BLOCK_COUNT]; b++) {
    sum += F[I[layout.BODY_BLOCK] + layout.BODY_BLOCK_STRIDE * b + offset];
  }
  return sum;
}

function sumOfBlocks({ F, I }: StepMemory, offset: number, blocks: number): number {
  let sum = 0;
  for (let b = 0; b < blocks; b++) sum += F[I[layout.BLOCK] + layout.BLOCK_STRIDE * b + offset];
  return sum;
}
