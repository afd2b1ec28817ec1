// SPDX-License-Identifier: MIT
/**
 * WGSL: orientations of spheres, for display. Each step rotates them by Cayley's map (src/step-kernel/integrate.ts); a
 * rebuild sorts them.
 */
import { type KernelForm, kernelOver, prelude, STEP_INPUTS, unlessStopped } from './prelude.ts';

/** w first, as all quaternions. */
export function turnKernel(form: KernelForm): string {
  return `${prelude(form)}
${STEP_INPUTS}
@group(0) @binding(2) var<storage, read> spin: array<vec4u>;
@group(0) @binding(3) var<storage, read_write> turned: array<vec4f>;
@group(0) @binding(4) var<storage, read_write> status: array<atomic<u32>>;
${kernelOver('p.count')}
  ${unlessStopped('inputs.step')}
  let h = 0.5 * p.timeStep * bitcast<vec3f>(spin[t].xyz);
  let q = turned[t];
  let next = vec4f(q.x - dot(h, q.yzw), q.yzw + h * q.x + cross(h, q.yzw));
  turned[t] = next * inverseSqrt(dot(next, next));
}`;
}

export function sortTurnedKernel(form: KernelForm): string {
  return `${prelude(form)}
${STEP_INPUTS}
@group(0) @binding(2) var<storage, read> order: array<u32>;
@group(0) @binding(3) var<storage, read> turned: array<vec4f>;
@group(0) @binding(4) var<storage, read_write> turnedOut: array<vec4f>;
@group(0) @binding(5) var<storage, read_write> status: array<atomic<u32>>;
${kernelOver('p.count')}
  ${unlessStopped('inputs.step')}
  turnedOut[t] = turned[order[t]];
}`;
}
