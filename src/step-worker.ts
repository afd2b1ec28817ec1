// SPDX-License-Identifier: MIT
/**
 * `scree/step-worker`: the thread script of simulations, for pages that serve it themselves (see `setStepWorkerUrl`).
 */
import './simulation/threads/step-worker.ts';
