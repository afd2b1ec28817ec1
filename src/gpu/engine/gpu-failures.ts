// SPDX-License-Identifier: MIT
/** Turns failures of the GPU device into errors. */
import { DeviceError, SimulationError } from '../../errors.ts';

/** Throws if the adapter ran out of memory since the scope began, and releases what was allocated. */
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

/** A lost device reports the reason; the wait for it is limited. */
const SILENCE_MS = 2000;

/** Maps the results of a submission for reading. A lost device ends the simulation, because its state is lost. */
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
