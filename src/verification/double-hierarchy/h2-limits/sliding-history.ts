// SPDX-License-Identifier: MIT
/**
 * Section 7.2, eq. 43 and Fig. 33: work of friction if the tangential spring is reset at each new facet, and if it is
 * kept.
 */

import { toTriple } from '../../../math/vector.ts';
import { coplanarPatches } from '../../../meshes/edge-kinds.ts';
import { facetMesh } from '../../../meshes/facet-mesh.ts';
import {
  featureKey,
  type MatchableContacts,
  matchContacts,
} from '../../../narrow-phase/double-hierarchy/contact-matching.ts';
import type { MeshContact } from '../../../narrow-phase/double-hierarchy/mesh-contact.ts';
import { meshContacts } from '../../../narrow-phase/double-hierarchy/mesh-contacts.ts';
import { sphere } from '../../../shapes/kinds/sphere.ts';
import { plot } from '../../report/svg-plot.ts';
import { atMost, check, figure, plain, type Section, table, text } from '../../verification-case.ts';

/** Friction coefficient and ratio of stiffnesses of the paper's example; lengths in units of a facet. */
const FRICTION = 0.3;
const STIFFNESS_RATIO = 7 / 2;
const INDENTATIONS = [0.001, 0.01, 0.05, 0.1, 0.2];
const BALL = sphere({ radius: 1 });
const FACETS = 6;
const STEPS_PER_FACET = 2000;
/** Work is a sum over steps, whose ends miss the corners of the force: the error is (step / loading distance)^2. */
const TOLERANCE = 1e-3;

/** Eq. 43 before it is simplified. */
export function expectedLoss(indentation: number): number {
  const ratio = FRICTION * indentation * STIFFNESS_RATIO;
  return ratio / (2 - ratio);
}

type Memory = 'by facet' | 'carried over';

interface Slide {
  /**
   * Work from the start of the second facet to the start of the last but one, over that of a force always at its limit.
   */
  readonly work: number;
  /** Distance travelled and force, the force relative to its limit. */
  readonly forces: readonly (readonly [way: number, force: number])[];
}

/** A strip of facets of length 1 along x. */
function strip(): ReturnType<typeof facetMesh> {
  const vertices = Array.from({ length: FACETS + 1 }, (_, i) => [[i, -3, 0] as const, [i, 3, 0] as const]).flat();
  const facets = Array.from({ length: FACETS }, (_, i) => [2 * i, 2 * i + 2, 2 * i + 3, 2 * i + 1]);
  return facetMesh({ vertices, facets });
}

/** Contacts as the library matches them between steps. */
function matchable(contacts: readonly MeshContact[], patchOfFacet: Int32Array): MatchableContacts {
  const patches = contacts.map(({ facet }) => patchOfFacet[facet]);
  return {
    count: contacts.length,
    features: contacts.map(({ feature, featureId }, i) => featureKey(feature, featureId, patches[i])),
    patches,
    points: contacts.flatMap(({ point }) => toTriple(point)),
    normals: contacts.flatMap(({ normal }) => toTriple(normal)),
  };
}

/** A sphere that is pulled along the strip without rotation; its tangential spring is loaded until it slides. */
export function slide(indentation: number, memory: Memory): Slide {
  const mesh = strip();
  const { patchOfFacet } = coplanarPatches(mesh);
  const step = 1 / STEPS_PER_FACET;
  // Normal stiffness 1: the limit of friction, and the tangential stiffness.
  const limit = FRICTION * indentation;
  const stiffness = 1 / STIFFNESS_RATIO;
  const forces: [number, number][] = [];
  let before: MeshContact[] = [];
  let force = 0;
  let work = 0;
  for (let k = 0; k <= (FACETS - 1) * STEPS_PER_FACET; k++) {
    const x = 0.5 * step + k * step;
    const now = meshContacts(mesh, {}, BALL, { position: [x, 0, 1 - indentation] });
    const isSame =
      memory === 'by facet'
        ? now[0]?.facet === before[0]?.facet
        : matchContacts(matchable(before, patchOfFacet), matchable(now, patchOfFacet), { maxDistance: 2 * step })[0] ===
          0;
    const start = isSame ? force : 0;
    force = Math.min(limit, start + stiffness * step);
    if (x > 1 && x < FACETS - 1) work += (0.5 * (start + force) * step) / limit;
    forces.push([x, force / limit]);
    before = now;
  }
  return { work: work / (FACETS - 2), forces };
}

export function slidingHistory(): Section {
  const rows = INDENTATIONS.map((indentation) => {
    const forgotten = slide(indentation, 'by facet').work;
    const carried = slide(indentation, 'carried over').work;
    return { indentation, expected: expectedLoss(indentation), loss: 1 / forgotten - 1, carried: 1 / carried - 1 };
  });
  const largest = Math.max(...rows.map(({ expected, loss }) => Math.abs(loss - expected)));
  const carried = Math.max(...rows.map((row) => Math.abs(row.carried)));
  const shown = INDENTATIONS[3] ?? 0.1;
  const tenth = rows[3];
  return {
    title: 'Eq. 43: friction across facets',
    blocks: [
      text(
        `A sphere slides along a strip of facets of length L with friction ${FRICTION} and Kn/Kt = 7/2. With ` +
          'the tangential spring remembered by facet it is',
        'unloaded at each new one, and the work up to its limit is missing. Eq. 43 gives it as a part of the ' +
          'work that is left. Carried',
        'over from facet to facet, as `matchContacts` does, the spring keeps its force.',
      ),
      figure(
        `Fig. 33: tangential force over the way, δ/L = ${shown}`,
        plot({
          title: 'tangential force',
          x: { label: 'way / L', min: 0, max: FACETS - 1 },
          y: { label: 'force / limit', min: 0, max: 1.2 },
          series: (['by facet', 'carried over'] as const).map((memory, i) => ({
            name: memory,
            style: 'line',
            tone: i === 0 ? 5 : 1,
            points: slide(shown, memory).forces.filter((_, k) => k % 20 === 0),
          })),
          width: 840,
          height: 260,
        }),
      ),
      table(
        'Work missing, as a part of the work done',
        ['δ/L', 'eq. 43', 'approximation μ/2 Kn/Kt δ/L', 'measured, by facet', 'measured, carried over'],
        rows.map(({ indentation, expected, loss, carried: rest }) => [
          String(indentation),
          expected.toFixed(8),
          ((FRICTION * STIFFNESS_RATIO * indentation) / 2).toFixed(8),
          loss.toFixed(5),
          plain(rest, 2),
        ]),
      ),
      atMost({
        what: 'By facet: the measured loss is that of eq. 43',
        published: 'eq. 43; 0.525 δ/L, about 5 % at δ/L = 0.1',
        found: largest,
        tolerance: TOLERANCE,
        ours: (found) =>
          `largest difference ${found}; ${(100 * (tenth?.loss ?? 0)).toFixed(2)} % at δ/L = ${tenth?.indentation}`,
        reason: `${STEPS_PER_FACET} steps a facet: a force that is off by half a step for the loaded part of the way`,
      }),
      check({
        what: 'Carried over: nothing is lost',
        published: 'needs a complex data structure',
        ours: `at most ${plain(carried)}`,
        tolerance: '1e-12',
        reason: 'a sum of equal terms',
        passed: carried <= 1e-12,
      }),
    ],
  };
}
