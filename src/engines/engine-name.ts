// SPDX-License-Identifier: MIT
/** The outside engines that can run a scene, and the versions that need other words for the same law. */

export const ENGINE_NAMES = ['lammps', 'liggghts'] as const;
export type EngineName = (typeof ENGINE_NAMES)[number];

/** An engine of one version. */
export interface Engine {
  readonly name: EngineName;
  /** As it calls itself: `LAMMPS 29 Sep 2021`. */
  readonly version: string;
  /**
   * How LAMMPS takes the damping of a contact: `tsuji` maps a number by a polynomial, `coeff_restitution` by the closed
   * form. LIGGGHTS always uses the closed form.
   */
  readonly dashpot: 'tsuji' | 'coeff_restitution';
  /** Whether it is built with superquadrics; LIGGGHTS of Debian is not, and LAMMPS has none that touch. */
  readonly hasSuperquadrics: boolean;
}

/** First year whose LAMMPS has `damping coeff_restitution`; from then on `tsuji` has another factor. */
const CLOSED_FORM_YEAR = 2024;

const TITLES: Readonly<Record<EngineName, string>> = { lammps: 'LAMMPS', liggghts: 'LIGGGHTS' };

export function engineTitle(name: EngineName): string {
  return TITLES[name];
}

/** The engine that printed this help or log text; undefined if it names no version. */
export function engineOfText(name: EngineName, text: string): Engine | undefined {
  if (name === 'liggghts') {
    const version = /LIGGGHTS-\S+ [\d.]+/.exec(text)?.[0];
    if (version === undefined) return undefined;
    const [, atomStyles = ''] = /\* Atom styles:([^*]*)/.exec(text) ?? [];
    return { name, version, dashpot: 'coeff_restitution', hasSuperquadrics: /\bsuperquadric\b/.test(atomStyles) };
  }
  const [, date, year] =
    /(?:LAMMPS \(|Massively Parallel Simulator - |LAMMPS )(\d{1,2} [A-Z][a-z]{2} (\d{4}))/.exec(text) ?? [];
  if (date === undefined) return undefined;
  const dashpot = Number(year) < CLOSED_FORM_YEAR ? 'tsuji' : 'coeff_restitution';
  return { name, version: `LAMMPS ${date}`, dashpot, hasSuperquadrics: false };
}
