// SPDX-License-Identifier: MIT
/** What acts between two steps besides prescribed motion: servo walls and outlets. */
import { type OutletState, Outlets } from './outlets.ts';
import { type SavedServo, Servos } from './servos.ts';
import type { SimulationSpec } from './simulation-spec.ts';
import { DONE, LEAVING } from './step-loop.ts';
import type { StepMemory } from './step-memory.ts';

export interface SavedEquipment {
  readonly outlets: readonly OutletState[];
  readonly servos: readonly SavedServo[];
}

export class Equipment {
  readonly outlets: Outlets;
  readonly servos: Servos;

  constructor(spec: SimulationSpec, memory: StepMemory) {
    this.outlets = new Outlets(spec, memory);
    this.servos = new Servos(spec, memory);
  }

  /** Moves servo walls to the end of a step, and says whether bodies are in outlets. */
  afterStep(step: number): number {
    if (this.servos.count > 0) this.servos.advance(step);
    return this.outlets.hasWork(step) ? LEAVING : DONE;
  }

  save(): SavedEquipment {
    return { outlets: this.outlets.save(), servos: this.servos.save() };
  }

  restore({ outlets, servos }: SavedEquipment): void {
    this.outlets.restore(outlets);
    this.servos.restore(servos);
  }
}
