// SPDX-License-Identifier: MIT
/** All checks of a spec before a simulation is made from it. */

import { checkFields } from '../../fields/field-spec.ts';
import type { SimulationSpec } from '../simulation-spec.ts';
import { checkBonds } from './check-bonds.ts';
import { checkEquipment } from './check-equipment.ts';
import { checkInsertions } from './check-insertions.ts';
import { checkPotentials } from './check-potentials.ts';
import { checkSpec } from './check-spec.ts';

/** Throws a SceneError that starts with the path of the first entry that is wrong. */
export function checkEverything(spec: SimulationSpec): void {
  checkSpec(spec);
  checkInsertions(spec);
  checkEquipment(spec);
  spec.bonds?.forEach((rule, k) => {
    checkBonds(spec, rule, `bonds[${k}]`);
  });
  checkFields(spec.fields ?? [], spec.materials);
  checkPotentials(spec.fields ?? [], spec.domain);
}
