// SPDX-License-Identifier: MIT
/** Every verification case, in the order in which they run. */

import { AGREEMENT_CASE } from './agreement/agreement-case.ts';
import { BEVERLOO_CASE } from './beverloo/beverloo-case.ts';
import { BONDS_CASE } from './bonds/bonds-case.ts';
import { CALIBRATION_CASE } from './calibration/calibration-case.ts';
import { CHUNG_OOI_CASE } from './chung-ooi/chung-ooi-case.ts';
import { CONSERVATION_CASE } from './conservation/conservation-case.ts';
import { DOUBLE_HIERARCHY_CASES } from './double-hierarchy/double-hierarchy-cases.ts';
import { ENERGY_DRIFT_CASE } from './energy-drift/energy-drift-case.ts';
import { ENGINES_CASE } from './engines/engines-case.ts';
import { EPA_CASE } from './epa/epa-case.ts';
import { EPA_SIMULATIONS_CASE } from './epa-simulations/epa-simulations-case.ts';
import { FIELDS_CASE } from './fields/fields-case.ts';
import { FILLING_CASE } from './filling/filling-case.ts';
import { GPU_CASE } from './gpu/gpu-case.ts';
import { MESH_GAS_CASE } from './mesh-gas/mesh-gas-case.ts';
import { MPR_CASE } from './mpr/mpr-case.ts';
import { MPR_EVENTS_CASE } from './mpr-events/mpr-events-case.ts';
import { MPR_FALLS_CASE } from './mpr-falls/mpr-falls-case.ts';
import { PHSQ_CASE } from './phsq/phsq-case.ts';
import { PRESSURE_FIELD_CASE } from './pressure-field/pressure-field-case.ts';
import { REPOSE_CASE } from './repose/repose-case.ts';
import { RESTING_CASE } from './resting/resting-case.ts';
import { RESTITUTION_CASE } from './restitution/restitution-case.ts';
import { ROLLING_CASE } from './rolling/rolling-case.ts';
import { ROUND_ROBIN_CASE } from './round-robin/round-robin-case.ts';
import { SAME_BITS_CASE } from './same-bits/same-bits-case.ts';
import { STAGES_CASE } from './stages/stages-case.ts';
import { TD_CASE } from './td/td-case.ts';
import type { VerificationCase } from './verification-case.ts';
import { WALLS_CASE } from './walls/walls-case.ts';

export const CASES: readonly VerificationCase[] = Object.freeze([
  TD_CASE,
  EPA_CASE,
  EPA_SIMULATIONS_CASE,
  MPR_CASE,
  MPR_EVENTS_CASE,
  MPR_FALLS_CASE,
  PHSQ_CASE,
  ...DOUBLE_HIERARCHY_CASES,
  AGREEMENT_CASE,
  CHUNG_OOI_CASE,
  RESTITUTION_CASE,
  CONSERVATION_CASE,
  ENERGY_DRIFT_CASE,
  PRESSURE_FIELD_CASE,
  MESH_GAS_CASE,
  RESTING_CASE,
  ROLLING_CASE,
  STAGES_CASE,
  WALLS_CASE,
  FILLING_CASE,
  BONDS_CASE,
  FIELDS_CASE,
  SAME_BITS_CASE,
  ROUND_ROBIN_CASE,
  BEVERLOO_CASE,
  REPOSE_CASE,
  CALIBRATION_CASE,
  GPU_CASE,
  ENGINES_CASE,
]);
