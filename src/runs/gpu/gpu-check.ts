// SPDX-License-Identifier: MIT
/**
 * Checks a scene for the GPU, for `scree check --device gpu` and before the first step of `scree run`: whether the GPU
 * supports it, what it needs, and where float32 is too coarse.
 */
import { DeviceError } from '../../errors.ts';
import { openGpu } from '../../gpu/engine/gpu-adapter.ts';
import { type GpuEstimate, gpuEstimate } from '../../gpu/engine/gpu-estimate.ts';
import { notOnGpu } from '../../gpu/engine/gpu-refusals.ts';
import { formatBytes, formatCount } from '../../scene/format-quantity.ts';
import type { Scene } from '../../scene/scene.ts';
import type { SceneOrigin } from '../../scene/scene-origin.ts';
import { locatedError } from '../scenes/located-error.ts';
import { sceneRefusals } from './gpu-steps.ts';
import { gpuWarnings } from './gpu-warnings.ts';

export interface GpuCheck {
  /** Labels and texts for the summary of the scene. */
  readonly lines: readonly (readonly [label: string, text: string])[];
  readonly warnings: readonly string[];
  /** Reasons why the GPU would refuse the run. */
  readonly problems: readonly string[];
}

function memoryText({ bodies, bytes, largest, bindingBytes }: GpuEstimate): string {
  const each = Math.round(bytes / bodies);
  return (
    `about ${formatBytes(bytes)}, ${formatCount(each)} bytes a body; the largest buffer that cannot be cut has ` +
    `${formatBytes(largest)} of ${formatBytes(bindingBytes)} that can be bound`
  );
}

/**
 * Throws a SceneError with the lines of the scene for all that the GPU cannot do. Without an adapter that is a warning,
 * and the limits are the least that adapters have.
 */
export async function checkOnGpu(scene: Scene, origin: SceneOrigin): Promise<GpuCheck> {
  const refusals = sceneRefusals(scene);
  if (refusals.length > 0) throw locatedError(notOnGpu(refusals), { scene, origin });
  const warnings: string[] = [];
  let adapter = 'none';
  let bindingBytes: number | undefined;
  try {
    const { name, device, isSoftware } = await openGpu();
    adapter = name;
    bindingBytes = Math.min(device.limits.maxStorageBufferBindingSize, device.limits.maxBufferSize);
    if (isSoftware)
      warnings.push(`device gpu: the adapter (${name}) computes on the processor: slower than --device cpu`);
    device.destroy();
  } catch (error) {
    if (!(error instanceof DeviceError)) throw error;
    warnings.push(error.message);
  }
  try {
    const estimate = gpuEstimate(scene.simulation, bindingBytes);
    if (estimate === undefined) return { lines: [['gpu', adapter]], warnings, problems: [] };
    const problems: string[] = [];
    if (estimate.largest > estimate.bindingBytes) {
      // Limits of this adapter; without an adapter, the minimum of WebGPU.
      (bindingBytes === undefined ? warnings : problems).push(
        `device gpu: ${formatCount(estimate.bodies)} bodies in ${formatCount(estimate.grid.cellCount)} cells ` +
          `need a binding of ${formatBytes(estimate.largest)}, and there is room for ` +
          `${formatBytes(estimate.bindingBytes)}; take fewer bodies or a smaller domain, or run with --device cpu`,
      );
    }
    return {
      lines: [
        ['gpu', adapter],
        ['gpu memory', memoryText(estimate)],
      ],
      warnings: [...warnings, ...gpuWarnings(scene.simulation, estimate)],
      problems,
    };
  } catch (error) {
    throw locatedError(error, { scene, origin });
  }
}
