// SPDX-License-Identifier: MIT
/** Turns failures of the GPU device into errors. */
import { DeviceError, SimulationError } from '../errors.ts';

/**
 * Throws where the adapter has not the memory that was asked for since its scope began; what it gave is released then.
 */
export async function checkMemory(
  device: GPUDevice,
  bodies: number,
  bytes: number,
  release: () => void = () => {},
): Promise<void> {
  if ((await device.popErrorScope()) === null) return;
  release();
  throw new DeviceError(
    'gpu-out-of-memory',
    `device gpu: ${bodies} bodies need ${bytes} bytes, which the adapter does not have; take fewer bodies, or ` +
      'run with --device cpu',
  );
}

/** A lost device says why; not for ever is that waited for. */
const SILENCE_MS = 2000;

/** Makes readable what a submission has left. A device that is lost ends the simulation: its state is gone. */
export async function mapped(buffer: GPUBuffer, lost: Promise<string>, step: number): Promise<void> {
  try {
    await buffer.mapAsync(GPUMapMode.READ);
  } catch (error) {
    const silence = new Promise<string>((resolve) => setTimeout(() => resolve(String(error)), SILENCE_MS));
    const reason = await Promise.race([lost, silence]);
    throw new SimulationError(
      'gpu-lost',
      `device gpu: the device was lost (${reason}) after step ${step}; take fewer bodies if memory ran out, or ` +
        'run with --device cpu',
      { reason },
    );
  }
}
