// SPDX-License-Identifier: MIT
/** Describes the machine of the measurements. */
import { cpus, loadavg } from 'node:os';

export interface Machine {
  readonly processor: string;
  readonly cores: number;
  readonly node: string;
  readonly platform: string;
  readonly date: string;
  /** Load average over one minute at the start of the measurement. */
  readonly load: number;
}

export function describeMachine(): Machine {
  return {
    processor: cpus()[0]?.model.trim() ?? 'unknown processor',
    cores: cpus().length,
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
    date: new Date().toISOString().slice(0, 10),
    load: loadavg()[0] ?? Number.NaN,
  };
}

export function machineLine({ processor, cores, node, platform, date, load }: Machine): string {
  return `${processor}, ${cores} cores, ${platform}, Node ${node}, ${date}, load at the start ${load.toFixed(1)}`;
}
