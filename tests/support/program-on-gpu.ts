// SPDX-License-Identifier: MIT
/** The built program on a GPU of software, and on a machine that has none. */
import { type Outcome, PROGRAM, runCommand } from './built-program.ts';
import { SOFTWARE_GPU } from './software-gpu.ts';

function withVariables(variables: Readonly<Record<string, string>>, args: readonly string[]): Outcome {
  const set = Object.entries(variables).map(([name, value]) => `${name}=${value}`);
  return runCommand('env', [...set, process.execPath, PROGRAM, ...args]);
}

export function onGpu(args: readonly string[]): Outcome {
  return withVariables(SOFTWARE_GPU, args);
}

/** The Vulkan loader is there and finds no driver. */
export function withoutGpu(args: readonly string[]): Outcome {
  return withVariables({ ...SOFTWARE_GPU, VK_ICD_FILENAMES: '/nowhere.json' }, args);
}
