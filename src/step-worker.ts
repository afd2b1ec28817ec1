// SPDX-License-Identifier: MIT
/** `scree/step-worker`: the script of a simulation's threads, for pages that serve it themselves; `setStepWorkerUrl` says when. */
import './simulation/step-worker.ts';
