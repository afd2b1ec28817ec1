// SPDX-License-Identifier: MIT
/** Replaces src/simulation/generated/step-worker-script.ts in the studio, which serves that script as a file. */
export const STEP_WORKER_SCRIPT = '';
