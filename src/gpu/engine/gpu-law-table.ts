// SPDX-License-Identifier: MIT
/** The constants of pairs of materials for the GPU, from the same numbers as the CPU's. */
import { lawCells } from '../../contact-laws/pair-constants.ts';
import { constantsOf, lawBetween } from '../../simulation/law-table.ts';
import type { SimulationSpec } from '../../simulation/simulation-spec.ts';
import { GPU_LAW_CELLS, GPU_LAWS, LAW_FLOATS } from '../kernels/wgsl-contact-force.ts';

/** The least force of laws that have none is no number of float32. */
const LEAST_FLOAT = -3e38;
/** What constants of laws beyond those of the GPU need. */
const NO_RADIUS = 0;

interface GpuLawTable {
  /** LAW_FLOATS for each two materials, row by row. */
  readonly words: Uint32Array<ArrayBuffer>;
  /** Bits of the law if all pairs have the same. */
  readonly law: number | undefined;
}

/** `bodies` and `walls` are the materials that they have, by number. */
export function gpuLawTable(
  spec: SimulationSpec,
  bodies: ReadonlySet<number>,
  walls: ReadonlySet<number>,
): GpuLawTable {
  const count = spec.materials.length;
  const words = new Uint32Array(LAW_FLOATS * count * count);
  const floats = new Float32Array(words.buffer);
  const laws = new Set<number>();
  for (const a of bodies) {
    for (const b of new Set([...bodies, ...walls])) {
      const { cells, bits } = lawCells(constantsOf(spec, a, b), NO_RADIUS);
      laws.add(bits);
      const values = new Map(cells);
      for (const at of [LAW_FLOATS * (a * count + b), LAW_FLOATS * (b * count + a)]) {
        GPU_LAW_CELLS.forEach((cell, k) => {
          floats[at + k] = Math.max(values.get(cell) ?? 0, LEAST_FLOAT);
        });
        words[at + GPU_LAW_CELLS.length] = bits;
      }
    }
  }
  return { words, law: laws.size === 1 ? [...laws][0] : undefined };
}

/** True for a law that the GPU has. */
export function hasGpuLaw(spec: SimulationSpec, a: number, b: number): boolean {
  const law = lawBetween(spec, a, b);
  const keys = Object.entries<readonly string[]>(GPU_LAWS);
  return (
    law.module === undefined &&
    keys.every(([key, parts]) => {
      const part = law[key as keyof typeof GPU_LAWS];
      return part === undefined || parts.includes(part);
    })
  );
}
