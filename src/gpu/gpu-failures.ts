// SPDX-License-Identifier: MIT
/** What the words of a submission say of failures, as errors. */
import { SimulationError } from '../errors.ts';
import { CONTACTS_WANTED, ESCAPED, type KernelForm, NOT_FINITE, PARTNERS_WANTED } from './wgsl/prelude.ts';

/** Throws a SimulationError where something went wrong; `step` is that before the submission. */
export function checkStatus(words: Uint32Array, { partners, contacts }: KernelForm, step: number): void {
  const fail = (code: string, message: string): never => {
    throw new SimulationError(code, `${message} (after step ${step})`, { step });
  };
  const wanted = words[PARTNERS_WANTED] ?? 0;
  if (wanted > partners)
    fail(
      'gpu-partners',
      `device gpu: a sphere has ${wanted} near ones and there is room for ${partners}; shrink neighbours.skin, or run with --device cpu`,
    );
  const touching = words[CONTACTS_WANTED] ?? 0;
  if (touching > contacts)
    fail(
      'gpu-contacts',
      `device gpu: a sphere has ${touching} contacts and there is room for ${contacts}; run with --device cpu`,
    );
  if ((words[ESCAPED] ?? 0) > 0)
    fail('escaped', `domain: ${words[ESCAPED]} spheres have left it; enlarge the domain or close it by walls`);
  if ((words[NOT_FINITE] ?? 0) > 0) fail('not-finite', 'a state is no longer finite; take a shorter time step');
}

/** Throws where the adapter has not the memory that was asked for since its scope began. */
export async function checkMemory(device: GPUDevice, spheres: number, bytes: number): Promise<void> {
  if ((await device.popErrorScope()) === null) return;
  throw new SimulationError(
    'gpu-out-of-memory',
    `device gpu: ${spheres} spheres need ${bytes} bytes, which the adapter does not have; take fewer spheres, or run with --device cpu`,
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
      `device gpu: the device was lost (${reason}) after step ${step}; take fewer spheres if memory ran out, or run with --device cpu`,
      { reason },
    );
  }
}
