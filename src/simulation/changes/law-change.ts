// SPDX-License-Identifier: MIT
/** Which contact laws may follow each other in a simulation: those whose contacts keep the same history. */
import { hasRollingSpring } from '../../contact-laws/law-descriptions.ts';
import type { ContactLawSpec } from '../../contact-laws/law-spec.ts';
import type { SimulationSpec } from '../simulation-spec.ts';
import { touchCells } from '../time-loop/simulation-room.ts';

/** Normal laws whose contacts are found in the same way and keep the same numbers. */
const EXCHANGEABLE: ReadonlySet<string | undefined> = new Set(['hertz', 'linear']);

/** Why the law of one spec cannot follow that of another; undefined if it can. */
export function lawProblem(before: SimulationSpec, after: SimulationSpec): string | undefined {
  const { normal, module } = after.law;
  if (module !== undefined || before.law.module !== undefined) {
    return 'a law from a module cannot change; take one module that reads the time';
  }
  if (before.law.normal !== normal && !(EXCHANGEABLE.has(before.law.normal) && EXCHANGEABLE.has(normal))) {
    return `normal cannot change from ${before.law.normal} to ${normal}, whose contacts differ; keep ${before.law.normal}`;
  }
  const [from, to] = [before.law, after.law].map(springKind);
  if (from !== to && from !== 'none' && to !== 'none') {
    return (
      `tangential cannot change from ${before.law.tangential} to ${after.law.tangential}: the springs of the one are ` +
      `displacements, of the other forces; keep ${before.law.tangential}`
    );
  }
  if (hasRollingSpring(before.law) !== hasRollingSpring(after.law)) {
    return 'springs against rolling cannot appear or vanish; keep rolling and set rollingFriction to 0 where it is off';
  }
  if (touchCells(before) !== touchCells(after)) return 'contacts of the new law keep other numbers; keep cohesion';
  return undefined;
}

/** What the tangential history of a contact is. */
function springKind({ tangential = 'none' }: ContactLawSpec): 'none' | 'displacement' | 'force' {
  if (tangential === 'none') return 'none';
  return tangential === 'mindlin-incremental' ? 'force' : 'displacement';
}
