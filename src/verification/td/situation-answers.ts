// SPDX-License-Identifier: MIT
/** Results of the three algorithms of the paper and of the default query for the nine situations. */
import { type Contact, contact } from '../../narrow-phase/contact.ts';
import { type ConvexPolyhedron, polyhedron } from '../../shapes/kinds/convex-polyhedron.ts';
import { SITUATIONS, type Situation } from './nine-situations.ts';

export const COMPARED = ['gjk-td', 'nezami', 'cundall', 'gjk-epa'] as const;
export type Compared = (typeof COMPARED)[number];

/** As the tables name them. */
export const TITLES: Readonly<Record<Compared, string>> = {
  'gjk-td': 'GJK-TD',
  nezami: 'Nezami (revised)',
  cundall: 'Cundall (revised)',
  'gjk-epa': 'our default',
};

export const SHORT_TITLES: Readonly<Record<Compared, string>> = {
  'gjk-td': 'GJK-TD',
  nezami: 'Nezami',
  cundall: 'Cundall',
  'gjk-epa': 'default',
};

export interface AnsweredSituation {
  readonly situation: Situation;
  readonly a: ConvexPolyhedron;
  readonly b: ConvexPolyhedron;
  readonly answers: Readonly<Record<Compared, Contact>>;
}

export function answerSituations(): AnsweredSituation[] {
  return SITUATIONS.map((situation) => {
    const a = polyhedron({ vertices: Float64Array.from(situation.a) });
    const b = polyhedron({ vertices: Float64Array.from(situation.b) });
    const ask = (algorithm: Compared): Contact => contact(a, {}, b, {}, { algorithm });
    const answers = {
      'gjk-td': ask('gjk-td'),
      nezami: ask('nezami'),
      cundall: ask('cundall'),
      'gjk-epa': ask('gjk-epa'),
    };
    return { situation, a, b, answers };
  });
}

/** Largest difference of a component from the printed normal. */
export function normalError({ normal: [x, y, z] }: Situation, { normal: n }: Contact): number {
  return Math.max(Math.abs(n.x - x), Math.abs(n.y - y), Math.abs(n.z - z));
}

export function overlapError({ overlap }: Situation, { distance }: Contact): number {
  return Math.abs(distance - overlap);
}
