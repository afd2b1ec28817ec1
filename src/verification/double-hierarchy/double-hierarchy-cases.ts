// SPDX-License-Identifier: MIT
/**
 * The cases `h2-…` and `sliding-over-facets`: the Double Hierarchy Method of Santasusana et al. 2016, and its limits.
 */
import type { VerificationCase } from '../verification-case.ts';
import { constantForce } from './h2-continuity/constant-force.ts';
import { bounces } from './h2-drop/bounces.ts';
import { spheresAtRest } from './h2-holes/spheres-at-rest.ts';
import { concaveTransition } from './h2-limits/concave-transition.ts';
import { orderOfFacets } from './h2-limits/printed-elimination.ts';
import { slidingHistory } from './h2-limits/sliding-history.ts';
import { mixerCosts } from './h2-mixer/mixer-costs.ts';
import { runMixer } from './h2-mixer/mixer-run.ts';
import { mixing } from './h2-mixer/mixing.ts';
import { slidingToRolling } from './h2-sliding/sliding-to-rolling.ts';
import { overFacets } from './sliding-over-facets/over-facets.ts';

const PAPER =
  'M. Santasusana, J. Irazábal, E. Oñate, J. M. Carbonell: The Double Hierarchy Method. Comp. Part. Mech. 2016, ' +
  'doi:10.1007/s40571-016-0109-4';

export const DOUBLE_HIERARCHY_CASES: readonly VerificationCase[] = [
  {
    name: 'h2-limits',
    title: 'Limits of the Double Hierarchy Method',
    source: `${PAPER}, sections 5.2 and 7.`,
    summary:
      'The force that appears at once in concave transitions, the work that friction loses across facets and ' +
      'how to keep it, and the order of the facets.',
    run: (setup) => [concaveTransition(), slidingHistory(), orderOfFacets(setup)],
  },
  {
    name: 'h2-drop',
    title: 'A sphere falls on a facet, an edge and a vertex',
    source: `${PAPER}, section 6.1.1, Table 6, Figs. 18 and 19.`,
    summary:
      'The same vertical motion on a half-space, on planes of one and of many facets, on a ridge and on an ' +
      'apex; no force across; the height of the start after each bounce; force, indentation and duration in ' +
      'closed form.',
    run: (setup) => [bounces(setup)],
  },
  {
    name: 'h2-continuity',
    title: 'A constant force around an edge',
    source: `${PAPER}, section 6.1.2, Figs. 20 and 21.`,
    summary: 'A sphere is led along a boundary with one indentation: the force keeps its size and turns with the path.',
    run: (setup) => [constantForce(setup)],
  },
  {
    name: 'h2-holes',
    title: 'Three spheres come to rest in three holes',
    source: `${PAPER}, section 6.1.3, Table 7, Figs. 22 and 23.`,
    summary:
      'Damped spheres fall into a triangle, a square and a plus, too small for them, and rest on all edges or ' +
      'corners of the rim.',
    run: (setup) => [spheresAtRest(setup)],
  },
  {
    name: 'h2-sliding',
    title: 'From sliding to rolling',
    source: `${PAPER}, section 6.1.4, eqs. 33 to 39, Tables 7 and 8, Figs. 24 and 25.`,
    summary:
      'A sphere slides on a plane until it rolls: the closed form with friction at the contact point, the same ' +
      'on one quadrilateral, on 80 triangles and on a half-space.',
    run: (setup) => [slidingToRolling(setup)],
  },
  {
    name: 'h2-mixer',
    title: 'A rotary mixer',
    source: `${PAPER}, section 6.2, Tables 9 and 10, Figs. 26 to 30.`,
    summary:
      'Helical ribbons stir 29,559 spheres for 20 s: energies that add up, what a step costs, and how many ' +
      'facets are looked at.',
    run(setup) {
      const end = runMixer(setup);
      try {
        return [...mixing(setup, end), ...mixerCosts(setup, end)];
      } finally {
        end.simulation.dispose();
      }
    },
  },
  {
    name: 'sliding-over-facets',
    title: 'Sliding over a thousand facets of one plane',
    source:
      'Our own, for the claim of the Double Hierarchy Method (doi:10.1007/s40571-016-0109-4, section 5) and for ' +
      'all bodies.',
    summary:
      'Spheres, boxes and superquadrics slide, roll and turn on a plane cut into a thousand facets, slivers and ' +
      'needles among them, as on one plane.',
    run: (setup) => [overFacets(setup)],
  },
];
