// SPDX-License-Identifier: MIT
/** Elastic moduli of lattices: a sphere and its bonded neighbours, strained by the motion of one very short step. */
import type { BondRule } from '../../bonds/bond-rule.ts';
import { Simulation } from '../../simulation/simulation.ts';
import { atMost, plain, type Section, text } from '../verification-case.ts';
import { chain, LENGTH, RADIUS } from './chain.ts';

const NORMAL = 5e5;
const SHEAR = 2e5;
/** So short that forces do nothing; velocities are the strain over it. */
const STEP = 1e-12;
const STRAIN = 1e-6;

type Triple = readonly [number, number, number];
type Matrix = readonly [Triple, Triple, Triple];

const AREA = Math.PI * RADIUS ** 2;
const RULE: BondRule = { normalStiffness: NORMAL / AREA, shearStiffness: SHEAR / AREA, damping: 0, radius: RADIUS };

/** Energy of a sphere's half of its bonds, over the square of the strain. */
function energyOf(neighbours: readonly Triple[], strain: Matrix): number {
  const spec = chain(0, RULE, { timeStep: STEP });
  const bodies = [[0, 0, 0] as Triple, ...neighbours].map(([x, y, z]) => ({
    shape: 'ball',
    material: 'rock',
    position: [x, y, z] as const,
    velocity: strain.map((row) => ((row[0] * x + row[1] * y + row[2] * z) * STRAIN) / STEP) as unknown as Triple,
  }));
  const list = neighbours.map((_, k) => [0, k + 1] as const);
  const simulation = new Simulation({ ...spec, bodies, bonds: [{ ...RULE, list }] });
  simulation.step(1);
  return (0.5 * simulation.energy().bondEnergy) / STRAIN ** 2;
}

const DIAGONAL = LENGTH / Math.SQRT2;
const FCC: readonly Triple[] = [0, 1, 2].flatMap((axis) =>
  [1, -1].flatMap((a) =>
    [1, -1].map((b): Triple => {
      const [p, q] = [a * DIAGONAL, b * DIAGONAL];
      return axis === 0 ? [0, p, q] : axis === 1 ? [p, 0, q] : [p, q, 0];
    }),
  ),
);
const SHEET: readonly Triple[] = Array.from({ length: 6 }, (_, k): Triple => {
  const angle = (k * Math.PI) / 3;
  return [LENGTH * Math.cos(angle), LENGTH * Math.sin(angle), 0];
});

const ALONG_X: Matrix = [
  [1, 0, 0],
  [0, 0, 0],
  [0, 0, 0],
];
const ALONG_BOTH: Matrix = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 0],
];
const SHEARED: Matrix = [
  [0, 1, 0],
  [1, 0, 0],
  [0, 0, 0],
];

/** Moduli from the energy of a cell of volume (or area) `cell`. */
function moduli(neighbours: readonly Triple[], cell: number): { c11: number; c12: number; c44: number } {
  const c11 = (2 * energyOf(neighbours, ALONG_X)) / cell;
  const both = energyOf(neighbours, ALONG_BOTH) / cell;
  return { c11, c12: both - c11, c44: energyOf(neighbours, SHEARED) / (2 * cell) };
}

export function lattices(): Section {
  const fcc = moduli(FCC, LENGTH ** 3 / Math.SQRT2);
  const sheet = moduli(SHEET, (Math.sqrt(3) / 2) * LENGTH ** 2);
  const rows = [
    ['FCC: C11 (Pa)', (Math.SQRT2 * (NORMAL + SHEAR)) / LENGTH, fcc.c11],
    ['FCC: C12 (Pa)', (NORMAL - SHEAR) / (Math.SQRT2 * LENGTH), fcc.c12],
    ['FCC: C44 (Pa)', (NORMAL + SHEAR) / (Math.SQRT2 * LENGTH), fcc.c44],
    [
      'triangular sheet: E (N/m)',
      (2 * Math.sqrt(3) * NORMAL * (NORMAL + SHEAR)) / (3 * NORMAL + SHEAR),
      (sheet.c11 ** 2 - sheet.c12 ** 2) / sheet.c11,
    ],
    ['triangular sheet: Poisson’s ratio', (NORMAL - SHEAR) / (3 * NORMAL + SHEAR), sheet.c12 / sheet.c11],
  ] as const;
  return {
    title: 'Elastic moduli of lattices',
    blocks: [
      text(
        'A sphere and its neighbours in a face-centred lattice or a triangular sheet of spacing d, with bonds of',
        'kn = 5e5 N/m and ks = 2e5 N/m. The energy of its bonds under a strain gives the moduli of the lattice.',
      ),
      ...rows.map(([what, closed, found]) =>
        atMost({
          what,
          published: plain(closed, 7),
          found: Math.abs(found / closed - 1),
          tolerance: 1e-4,
          ours: (off) => `${plain(found, 7)}, off by ${off}`,
          reason: 'a strain of 1e-6 and rounding of places',
        }),
      ),
    ],
  };
}
