// SPDX-License-Identifier: MIT
/**
 * The case `epa-simulations`: cost of GJK and EPA in simulations of thousands of polyhedra, spheres and superquadrics.
 */
import type { VerificationCase } from '../verification-case.ts';
import { type InjectedLaw, type InjectedScene, LINEAR, PRESSURE_FIELD, partName, SCENES } from './injected-scenes.ts';
import { TABLE_ONE, TABLE_TWO } from './published-counts.ts';
import { type Published, simulationSection } from './simulation-section.ts';

const COUNTING =
  'Counted at four times for every two bodies whose boxes along the axes overlap. The paper starts GJK from an ' +
  'arbitrary direction and may count the first point too; ours starts along the line between the centres, which ' +
  'tells many pairs apart at once.';

const BODIES =
  'Bodies of 0.08 to 0.12 m (2,500 kg/m³; springs of 10⁶ N/m, restitution 0.3, friction 0.5; steps of 10⁻⁴ s) fall ' +
  'into a box with an edge of 1.5 m; in the short run, 100 of them into one of 0.6 m.';

const SPHERES =
  'Spheres in place of the frustums. GJK from scratch sees the sphere’s own support points; our query takes it for a ' +
  'point with a radius, which makes it no harder than a polyhedron. The paper counts no EPA with spheres; ours stands ' +
  'for the point.';

const SUPERQUADRICS =
  'Superquadrics with exponents 4 and 3 in place of the frustums; not in the paper. Our query ends most pairs with ' +
  'them by Newton’s method and needs neither GJK nor EPA then.';

const FIELDS =
  'The same scene by the pressure-field law, which has a potential: 2·10⁹ N/m³, steps of 5·10⁻⁵ s. The bodies overlap ' +
  'more than by springs, since corners are soft.';

const { one, two, three } = SCENES;

const SIMULATIONS: readonly {
  readonly scene: InjectedScene;
  readonly law: InjectedLaw;
  readonly published: Published;
  readonly remarks: readonly string[];
}[] = [
  { scene: one, law: LINEAR, published: TABLE_ONE, remarks: [BODIES, COUNTING] },
  { scene: two, law: LINEAR, published: TABLE_TWO, remarks: [SPHERES] },
  { scene: three, law: LINEAR, published: {}, remarks: [SUPERQUADRICS] },
  { scene: one, law: PRESSURE_FIELD, published: TABLE_ONE, remarks: [FIELDS] },
  { scene: two, law: PRESSURE_FIELD, published: TABLE_TWO, remarks: [FIELDS] },
  { scene: three, law: PRESSURE_FIELD, published: {}, remarks: [FIELDS] },
];

export const EPA_SIMULATIONS_CASE: VerificationCase = {
  name: 'epa-simulations',
  title: 'GJK and EPA in simulations',
  source:
    'Y. T. Feng, Y. Tan: On Minkowski difference-based contact detection in discrete/discontinuous modelling of ' +
    'convex polygons/polyhedra. Engineering Computations, 2019; section 5.2, Tables I and II, Figs. 5 and 6.',
  summary: 'About 5,000 pyramids, prisms and frustums, then spheres, then superquadrics, rain into a box over 10 s.',
  parts: SIMULATIONS.map(({ scene, law }) => partName(scene, law)),
  run(setup) {
    return SIMULATIONS.filter(({ scene, law }) => setup.part === undefined || setup.part === partName(scene, law)).map(
      ({ scene, law, published, remarks }) => simulationSection(scene, law, published, remarks, setup),
    );
  },
};
