// SPDX-License-Identifier: MIT
/**
 * The contact law in the words of LIGGGHTS: numbers of all pairs of atom types as global properties, and the model of
 * pairs and walls.
 */
import { EPSD_DAMPING } from '../contact-laws/law-descriptions.ts';
import { constantsOf } from '../simulation/law-table.ts';
import type { SimulationSpec } from '../simulation/simulation-spec.ts';
import type { LiggghtsKind } from './atom-kinds.ts';
import { superquadricShapes } from './liggghts-superquadrics.ts';
import { dampingRatioOf, restitutionForRatio } from './restitution-number.ts';

/** Pa; a contact with a rigid material then has the stiffness of its partner to the last digit of float64. */
const RIGID_MODULUS = 1e27;
const RIGID_RATIO = 0.25;

const ROLLING = { 'model-a': 'cdt', epsd: 'epsd', epsd2: 'epsd2' } as const;

export interface LiggghtsModel {
  /** `model hertz tangential history`. */
  readonly model: string;
  /** What follows at the end of a command. */
  readonly settings: string;
}

export function liggghtsModel({ law, ...spec }: Pick<SimulationSpec, 'law' | 'shapes'>): LiggghtsModel {
  const isLinear = law.normal === 'linear';
  const { tangential = 'none', cohesion = 'none', rolling = 'none', attraction = 'cut' } = law;
  return {
    model: [
      `model ${isLinear ? 'hooke/stiffness' : 'hertz'}`,
      `tangential ${tangential === 'none' ? 'off' : 'history'}`,
      ...(cohesion === 'none' ? [] : ['cohesion sjkr']),
      ...(rolling === 'none' ? [] : [`rolling_friction ${ROLLING[rolling]}`]),
      ...(superquadricShapes(spec).length === 0 ? [] : ['surface superquadric']),
    ].join(' '),
    settings: [
      ...(isLinear ? [' absolute_damping on tangential_damping on'] : []),
      ...(attraction === 'cut' ? [' limitForce on'] : []),
    ].join(''),
  };
}

/** Numbers of materials and pairs, and the law of pairs. Walls use the same numbers. */
export function liggghtsLawLines(spec: SimulationSpec, kinds: readonly LiggghtsKind[]): string[] {
  const { law, materials } = spec;
  const lines: string[] = [];
  const add = (name: string, form: string, values: readonly number[]): void => {
    lines.push(`fix property${lines.length} all property/global ${name} ${form} ${values.join(' ')}`);
  };
  const ofTypes = (name: string, value: (material: number) => number): void =>
    add(
      name,
      'peratomtype',
      kinds.map(({ material }) => value(material)),
    );
  const ofPairs = (name: string, value: (a: LiggghtsKind, b: LiggghtsKind) => number): void =>
    add(
      name,
      `peratomtypepair ${kinds.length}`,
      kinds.flatMap((a) => kinds.map((b) => value(a, b))),
    );
  const constants = (a: LiggghtsKind, b: LiggghtsKind) => constantsOf(spec, a.material, b.material);
  if (law.normal === 'linear') {
    ofPairs('kn', (a, b) => constants(a, b).normal);
    ofPairs('kt', (a, b) => constants(a, b).tangential);
    ofPairs('gamman_abs', (a, b) => constants(a, b).normalDamping * Math.sqrt(effectiveMass(a, b)));
    ofPairs('gammat_abs', (a, b) => constants(a, b).tangentialDamping * Math.sqrt(effectiveMass(a, b)));
  } else {
    ofTypes('youngsModulus', (k) =>
      materials[k]?.rigid === true ? RIGID_MODULUS : (materials[k]?.youngsModulus ?? 0),
    );
    ofTypes('poissonsRatio', (k) => (materials[k]?.rigid === true ? RIGID_RATIO : (materials[k]?.poissonsRatio ?? 0)));
    // Two rigid materials do not meet, but the matrix has an entry for them.
    ofPairs('coefficientRestitution', (a, b) =>
      areBothRigid(spec, a, b) ? 1 : (restitutionForRatio(dampingRatioOf(constants(a, b))) ?? 1),
    );
  }
  const number = (key: 'friction' | 'rollingFriction' | 'cohesion') => (a: LiggghtsKind, b: LiggghtsKind) =>
    areBothRigid(spec, a, b) ? 0 : constants(a, b)[key];
  if ((law.tangential ?? 'none') !== 'none') ofPairs('coefficientFriction', number('friction'));
  if ((law.rolling ?? 'none') !== 'none') ofPairs('coefficientRollingFriction', number('rollingFriction'));
  if (law.rolling === 'epsd') {
    ofPairs('coefficientRollingViscousDamping', (a, b) =>
      areBothRigid(spec, a, b) ? 0 : (constants(a, b).numbers.rollingDamping ?? EPSD_DAMPING),
    );
  }
  if ((law.cohesion ?? 'none') !== 'none') ofPairs('cohesionEnergyDensity', number('cohesion'));
  const { model, settings } = liggghtsModel(spec);
  return [...lines, `pair_style gran ${model}${settings}`, 'pair_coeff * *'];
}

function areBothRigid({ materials }: SimulationSpec, a: LiggghtsKind, b: LiggghtsKind): boolean {
  return materials[a.material]?.rigid === true && materials[b.material]?.rigid === true;
}

/** kg; two walls do not meet. */
function effectiveMass({ mass: a = 0 }: LiggghtsKind, { mass: b = 0 }: LiggghtsKind): number {
  if (a === Infinity && b === Infinity) return 0;
  return 1 / (1 / a + 1 / b);
}
