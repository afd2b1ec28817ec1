// SPDX-License-Identifier: MIT
/** What acts between two steps besides prescribed motion: servo walls, free meshes and outlets. */
import type { DepartedBodies } from '../../bodies/outlet.ts';
import type { SimulationSpec } from '../simulation-spec.ts';
import { DONE, IN_OUTLETS } from '../time-loop/step-loop.ts';
import type { StepMemory } from '../time-loop/step-memory.ts';
import { type BondSums, type FieldSums, readEnergy } from '../views/energy-balance.ts';
import type { EnergyBalance } from '../views/simulation-views.ts';
import { FreeMeshes, type SavedFreeMesh } from '../walls/free-meshes.ts';
import { type SavedServo, Servos } from '../walls/servos.ts';
import { Escapes } from './escape.ts';
import { Outlets } from './outlets.ts';

export interface SavedEquipment {
  readonly outlets: readonly DepartedBodies[];
  readonly servos: readonly SavedServo[];
  readonly freeMeshes: readonly SavedFreeMesh[];
  /** Bodies that left the domain. */
  readonly escaped: DepartedBodies;
}

const NO_BONDS: BondSums = { energy: 0, dampingLoss: 0, breakageLoss: 0 };
const NO_FIELDS: FieldSums = { energy: 0, fieldWork: 0, dragLoss: 0, fluidWork: 0 };

export class Equipment {
  readonly outlets: Outlets;
  readonly servos: Servos;
  readonly freeMeshes: FreeMeshes;
  readonly escapes = new Escapes();

  readonly #memory: StepMemory;

  constructor(spec: SimulationSpec, memory: StepMemory) {
    this.#memory = memory;
    this.outlets = new Outlets(spec, memory);
    this.servos = new Servos(spec, memory);
    this.freeMeshes = new FreeMeshes(spec, memory);
  }

  /** Moves servo walls and free meshes to the end of a step, and says whether bodies are in outlets. */
  afterStep(step: number): number {
    if (this.servos.count > 0) this.servos.advance(step);
    if (this.freeMeshes.count > 0) this.freeMeshes.advance();
    return this.outlets.hasWork(step) ? IN_OUTLETS : DONE;
  }

  /** Whether something moves besides prescribed motions. */
  get isMoving(): boolean {
    return this.servos.count + this.freeMeshes.count > 0;
  }

  /** Energies with those of outlets and free meshes; the present state must have been probed. */
  energies(
    insertedEnergy: number,
    parameterWork = 0,
    bonds = NO_BONDS,
    fields = NO_FIELDS,
    hasDue = true,
  ): EnergyBalance {
    const [outletEnergy, escapedEnergy] = [this.outlets.energy, this.escapes.total.energy];
    const carried = { insertedEnergy, escapedEnergy, outletEnergy, parameterWork };
    return readEnergy(this.#memory, carried, this.freeMeshes.energy, bonds, fields, hasDue);
  }

  /** Of contacts and free meshes at the start: it came in with them. */
  get startEnergy(): number {
    const { kinetic, rotational, potential } = this.freeMeshes.energy;
    return this.energies(0).elastic + kinetic + rotational + potential;
  }

  /** Takes the last step back. */
  undo(): void {
    this.servos.undo();
    this.freeMeshes.undo();
  }

  save(): SavedEquipment {
    const [outlets, servos] = [this.outlets.save(), this.servos.save()];
    return { outlets, servos, freeMeshes: this.freeMeshes.save(), escaped: this.escapes.total };
  }

  restore({ outlets, servos, freeMeshes, escaped }: SavedEquipment): void {
    this.escapes.total = escaped;
    this.outlets.restore(outlets);
    this.servos.restore(servos);
    this.freeMeshes.restore(freeMeshes);
  }
}
