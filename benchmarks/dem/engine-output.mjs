// SPDX-License-Identifier: MIT
/** Reads the output and the dump files of LAMMPS and LIGGGHTS. */

/** Unit of the CPU times in /proc. */
const TICKS_PER_SECOND = 100;

/**
 * The timing of the second loop; the first one is the warm-up. Wall-clock time is the engine's own, CPU time that of
 * its first process before and after the loop, times the number of processes.
 */
export function timingOfLoop(output, { steps, processes, engine }) {
  const numbers = (pattern) => [...output.matchAll(pattern)].map(([, text]) => Number(text));
  const wallSeconds = numbers(/Loop time of (\S+) on/g)[1];
  if (wallSeconds === undefined) throw new Error('failed: the engine printed no time');
  const [before, after] = numbers(/scree-cpu (\d+)/g);
  const builds = numbers(/Neighbor list builds = (\d+)/g)[1];
  return {
    engine,
    steps,
    wallSeconds,
    ...(after !== undefined && { cpuSeconds: (processes * (after - before)) / TICKS_PER_SECOND }),
    ...(builds !== undefined && { rebuilds: builds }),
  };
}

/** Rows of numbers of the last snapshot of a dump file: what follows the line `ITEM: ENTRIES` or `ITEM: ATOMS`. */
export function lastSnapshot(text) {
  const [, rows = ''] = text.split(/ITEM: (?:ENTRIES|ATOMS).*\n/).slice(-2);
  return rows
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => line.trim().split(/\s+/).map(Number));
}
