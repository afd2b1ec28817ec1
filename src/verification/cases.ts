// SPDX-License-Identifier: MIT
/** Every verification case, in the order in which they run. */
import { AGREEMENT_CASE } from './agreement/agreement-case.ts';
import { EPA_CASE } from './epa/epa-case.ts';
import { H2_LIMITS_CASE } from './h2-limits/h2-limits-case.ts';
import { MPR_CASE } from './mpr/mpr-case.ts';
import { PHSQ_CASE } from './phsq/phsq-case.ts';
import { TD_CASE } from './td/td-case.ts';
import type { VerificationCase } from './verification-case.ts';

export const CASES: readonly VerificationCase[] = Object.freeze([
  TD_CASE,
  EPA_CASE,
  MPR_CASE,
  PHSQ_CASE,
  H2_LIMITS_CASE,
  AGREEMENT_CASE,
]);
