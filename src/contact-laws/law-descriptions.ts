// SPDX-License-Identifier: MIT
/**
 * Table of contact laws. A law consists of parts: normal, tangential, attraction, rolling, twisting, cohesion. For each
 * part, this file defines its material parameters, compatible parts, constants and description in scene files. The
 * forces are in src/step-kernel/laws. See docs/guide/adding-a-contact-law.md.
 */

import { cubeRoot, power } from '../math/elementary.ts';
import * as layout from '../step-kernel/step-layout.ts';
import type { ContactNumber } from './law-spec.ts';
import { faceStiffness } from './overlap-volume-law.ts';
import { elasticModuli, geometricMean, type MaterialPair, pairStiffness } from './pair-numbers.ts';

/** Description of a material parameter for scene files. */
export interface NumberDescription {
  readonly description: string;
  /** Allowed dimensions, by the names of src/scene/units/dimension.ts. */
  readonly dimension: NumberDimension | readonly NumberDimension[];
  /** Exclusive and inclusive bounds, SI. */
  readonly range: { readonly above?: number; readonly from?: number; readonly to?: number };
  /** Default in words. */
  readonly standard: string;
  /** Combines the values of two materials; default: the smaller value. Stiffnesses and moduli have their own rules. */
  readonly rule?: (x: number, y: number) => number;
  /** Remedy for a law that does not use it. */
  readonly remedy: (law: ChosenParts) => string;
}

type NumberDimension = 'number' | 'pressure' | 'stiffness' | 'volumeStiffness' | 'surfaceEnergy';

/** Parts of a law by name; an omitted part is `none`. */
export interface ChosenParts {
  readonly normal?: string;
  readonly tangential?: string;
  readonly rolling?: string;
  readonly twisting?: string;
  readonly cohesion?: string;
}

const isHertz = ({ normal }: ChosenParts): boolean => normal === 'hertz';
const addTangential = (law: ChosenParts): string => `add tangential: ${isHertz(law) ? 'mindlin' : 'linear'} to the law`;

/** Material parameters, in the order of the scene reference. */
export const CONTACT_NUMBERS = {
  /** Pa */
  youngsModulus: {
    description: "Young's modulus; the hertz law needs it.",
    dimension: 'pressure',
    range: { above: 0 },
    standard: 'none',
    remedy: () => 'use normal: hertz',
  },
  poissonsRatio: {
    description: "Poisson's ratio; the hertz law needs it.",
    dimension: 'number',
    range: { above: -1, to: 0.5 },
    standard: 'none',
    remedy: () => 'use normal: hertz',
  },
  /**
   * N/m for the linear law; N/m3 for the overlap-volume and pressure-field laws, where the full face contact of equal
   * cubes has this value times the face area.
   */
  stiffness: {
    description:
      'Normal stiffness: N/m for the linear law; N/m3, pressure by depth of a face, for overlap-volume and ' +
      'pressure-field. These laws need it.',
    dimension: ['stiffness', 'volumeStiffness'],
    range: { above: 0 },
    standard: 'none',
    remedy: () => 'use normal: linear',
  },
  /** Tangential over normal stiffness of the linear laws; default 2/7. */
  tangentialStiffnessRatio: {
    description: 'Tangential over normal stiffness, for the linear tangential law.',
    dimension: 'number',
    range: { above: 0 },
    standard: '2/7',
    remedy: (law) => (isHertz(law) ? 'use normal: linear with tangential: linear' : addTangential(law)),
  },
  /** 0 < e <= 1, ratio of normal speeds of a head-on impact; default 1. */
  restitution: {
    description: 'Coefficient of restitution: speed after over speed before a head-on impact.',
    dimension: 'number',
    range: { above: 0, to: 1 },
    standard: '1',
    rule: geometricMean,
    remedy: () => '',
  },
  /** Coulomb's coefficient while sliding; default 0. */
  friction: {
    description: 'Coefficient of sliding friction.',
    dimension: 'number',
    range: { from: 0 },
    standard: '0',
    remedy: addTangential,
  },
  /** Coulomb's coefficient while sticking; default: that of sliding. */
  staticFriction: {
    description: 'Coefficient of friction before sliding.',
    dimension: 'number',
    range: { from: 0 },
    standard: 'that of sliding',
    remedy: addTangential,
  },
  /** Torque of rolling resistance over (normal force times effective radius); default 0. */
  rollingFriction: {
    description: 'Rolling resistance: torque over normal force times effective radius.',
    dimension: 'number',
    range: { from: 0 },
    standard: '0',
    // Laws of variable steps have no normal part.
    remedy: ({ normal }) => `add rolling: ${normal === undefined ? 'model-a' : 'epsd'} to the law`,
  },
  /** Damping of the rolling spring over critical damping; default 0.3. */
  rollingDamping: {
    description: 'Damping of the rolling spring of epsd, over critical damping.',
    dimension: 'number',
    range: { from: 0 },
    standard: '0.3',
    remedy: () => 'use rolling: epsd',
  },
  /** Torque of twisting resistance over (normal force times effective radius); default 0. */
  twistingFriction: {
    description: 'Twisting resistance: torque over normal force times effective radius.',
    dimension: 'number',
    range: { from: 0 },
    standard: '0',
    remedy: () => 'add twisting: model-a to the law',
  },
  /** `sjkr`: attraction per contact area, Pa. `jkr`: energy of adhesion, J/m2. */
  cohesion: {
    description: 'Cohesion: energy of adhesion in J/m2 for jkr, attraction by contact area in Pa for sjkr.',
    dimension: ['surfaceEnergy', 'pressure'],
    range: { from: 0 },
    standard: 'none',
    rule: geometricMean,
    remedy: ({ normal }) => {
      const isOther = normal === 'overlap-volume' || normal === 'pressure-field';
      if (isOther) return 'use a law with cohesion: normal: hertz or linear';
      return `add cohesion: ${normal === 'hertz' ? 'jkr or sjkr' : 'sjkr'} to the law`;
    },
  },
} as const satisfies Readonly<Record<string, NumberDescription>>;

type NumberName = keyof typeof CONTACT_NUMBERS;

/** Stiffnesses and damping coefficients of two materials; radii and masses enter later. */
export interface SpringConstants {
  /** Hertz: 4/3 E*, Pa. Linear: N/m. Overlap volume, pressure field: N/m3. */
  readonly normal: number;
  /** Hertz: 8 G*, Pa. Linear: N/m. Overlap volume, pressure field: N/m3. */
  readonly tangential: number;
  /**
   * Hertz: times the root of effective mass and contact radius. Linear: times the root of the effective mass. Overlap
   * volume: times the root of mass and S^2 / A. Pressure field: times the root of mass and F^2 / (2 E k).
   */
  readonly normalDamping: number;
  readonly tangentialDamping: number;
  /** E*; infinite if the law has none. */
  readonly modulus: number;
}

/** Parameters of two materials for a part: those that the law uses; undefined if neither material gives them. */
interface PairNumbers {
  readonly numbers: Readonly<Partial<Record<NumberName, number>>>;
  readonly springs: SpringConstants;
}

/** A constant for the kernel: its index among the LAW cells of src/step-kernel/step-layout.ts, and its value. */
export type LawCell = readonly [cell: number, value: number];

/** A part of a law. */
export interface PartDescription {
  /** Material parameters of the part. */
  readonly numbers?: readonly NumberName[];
  /** Its bit in the kernel. */
  readonly bit?: number;
  /**
   * Contacts have a history of four numbers: a vector that belongs to the first body, and a number that belongs to both
   * (HISTORY cells of src/step-kernel/step-layout.ts).
   */
  readonly hasHistory?: boolean;
  /** The same for the spring against rolling, whose vector is a torque (ROLLING cells). */
  readonly hasRollingSpring?: boolean;
  /** The part acts only if this parameter is positive. */
  readonly onlyWith?: NumberName;
  /** Constants of the part; `largestRadius` bounds the effective radius. */
  readonly cells?: (pair: PairNumbers, largestRadius: number) => readonly LawCell[];
  /** Largest gap of an existing contact, m. */
  readonly reach?: (pair: PairNumbers, largestRadius: number) => number;
  /** Dimension of a parameter in this part, if several are allowed. */
  readonly dimensions?: Readonly<Partial<Record<NumberName, NumberDimension>>>;
}

/** Sizes that determine the stiffness of a contact with a whole face. */
export interface FaceSizes {
  /** m3 */
  readonly volume: number;
  /** Area of the largest face, m2. */
  readonly largestFace: number;
  /** Largest area of a face times mean column over that of the face, m2 (src/shapes/face-columns.ts). */
  readonly stiffestFace: number;
}

/** A normal law: also its compatible parts and its closed-form results. */
export interface NormalDescription extends PartDescription {
  /** Required parameters. */
  readonly needs: readonly NumberName[];
  readonly tangential: readonly string[];
  readonly cohesion: readonly string[];
  /** `ratio` is the damping ratio. */
  readonly springs: (pair: MaterialPair, ratio: number, tangentialRatio: number) => SpringConstants;
  /**
   * Limit of the time step: a spring with the stiffness `normal`, a Rayleigh wave through the body, or the spring of a
   * whole face.
   */
  readonly stepBound: 'spring' | 'wave' | 'face';
  /** Stiffness of the contact of two equal bodies with whole faces, N/m, where that is the bound. */
  readonly faceStiffness?: (stiffness: number, body: FaceSizes) => number;
  /**
   * Exponent e of the overlap in the elastic force of two spheres: 1, 3/2 or 2. The overlap under a load is
   * proportional to the stiffness to the power -1 / e. The elastic energy has the exponent e + 1, so an impact has -1 /
   * (e + 1).
   */
  readonly overlapExponent?: number;
  /** Overlap under a load at rest. */
  readonly restingOverlap?: (springs: SpringConstants, effectiveRadius: number, load: number) => number;
  /** Largest overlap of an undamped head-on impact. */
  readonly impactOverlap?: (springs: SpringConstants, mass: number, effectiveRadius: number, speed: number) => number;
  /** Radius of the contact circle; damping grows with its root. */
  readonly circleRadius?: (effectiveRadius: number, overlap: number) => number;
}

/**
 * 2 sqrt(5/6): damping of a Hertz contact in terms of its tangent stiffness (Tsuji, Tanaka & Ishida 1992,
 * doi:10.1016/0032-5910(92)88030-L).
 */
const HERTZ_DAMPING = 2 * Math.sqrt(5 / 6);

/** Constants of linear springs, per length or per volume. */
const linearSprings =
  (name: string): NormalDescription['springs'] =>
  (pair, ratio, tangentialRatio) => {
    const normal = pairStiffness(pair, name);
    const tangential = normal * tangentialRatio;
    return {
      modulus: Infinity,
      normal,
      tangential,
      normalDamping: 2 * ratio * Math.sqrt(normal),
      tangentialDamping: 2 * ratio * Math.sqrt(tangential),
    };
  };

export const NORMAL_LAWS = {
  linear: {
    numbers: ['stiffness', 'restitution'],
    needs: ['stiffness'],
    dimensions: { stiffness: 'stiffness' },
    tangential: ['none', 'linear'],
    cohesion: ['none', 'sjkr'],
    springs: linearSprings('linear'),
    stepBound: 'spring',
    overlapExponent: 1,
    restingOverlap: ({ normal }, _, load) => load / normal,
    impactOverlap: ({ normal }, mass, _, speed) => speed * Math.sqrt(mass / normal),
    circleRadius: () => 1,
  },
  hertz: {
    numbers: ['youngsModulus', 'poissonsRatio', 'restitution'],
    bit: layout.HERTZ,
    needs: ['youngsModulus', 'poissonsRatio'],
    tangential: ['none', 'mindlin', 'mindlin-incremental'],
    cohesion: ['none', 'sjkr', 'jkr'],
    springs: (pair, ratio) => {
      const { modulus, shear } = elasticModuli(pair);
      return {
        modulus,
        normal: (4 / 3) * modulus,
        tangential: 8 * shear,
        normalDamping: HERTZ_DAMPING * ratio * Math.sqrt(2 * modulus),
        tangentialDamping: HERTZ_DAMPING * ratio * Math.sqrt(8 * shear),
      };
    },
    stepBound: 'wave',
    overlapExponent: 3 / 2,
    restingOverlap: ({ normal }, effectiveRadius, load) => power(load / (normal * Math.sqrt(effectiveRadius)), 2 / 3),
    impactOverlap: ({ modulus }, mass, effectiveRadius, speed) =>
      power((15 * mass * speed * speed) / (16 * modulus * Math.sqrt(effectiveRadius)), 2 / 5),
    circleRadius: (effectiveRadius, overlap) => Math.sqrt(effectiveRadius * overlap),
  },
  /** For polyhedra, boxes and half-spaces. */
  'overlap-volume': {
    numbers: ['stiffness', 'restitution'],
    bit: layout.OVERLAP_LAW,
    needs: ['stiffness'],
    dimensions: { stiffness: 'volumeStiffness' },
    tangential: ['none', 'linear'],
    cohesion: ['none'],
    springs: linearSprings('overlap-volume'),
    stepBound: 'face',
    faceStiffness: (stiffness, { volume, largestFace }) => faceStiffness(stiffness, volume, largestFace),
  },
  /** For all shapes: polyhedra, boxes and half-spaces by pressure fields, curved bodies as balls pressed into a bed. */
  'pressure-field': {
    numbers: ['stiffness', 'restitution'],
    bit: layout.FIELD_LAW,
    needs: ['stiffness'],
    dimensions: { stiffness: 'volumeStiffness' },
    tangential: ['none', 'linear'],
    cohesion: ['none'],
    springs: linearSprings('pressure-field'),
    stepBound: 'face',
    faceStiffness: (stiffness, { stiffestFace }) => stiffness * stiffestFace,
    overlapExponent: 2,
    restingOverlap: ({ normal }, effectiveRadius, load) => Math.sqrt(load / (Math.PI * normal * effectiveRadius)),
    impactOverlap: ({ normal }, mass, effectiveRadius, speed) =>
      cubeRoot((3 * mass * speed * speed) / (2 * Math.PI * normal * effectiveRadius)),
    circleRadius: (effectiveRadius, overlap) => 1.5 * Math.PI * effectiveRadius * overlap,
  },
} as const satisfies Readonly<Record<string, NormalDescription>>;

/** sqrt(2 pi w / E*) of JKR: the overlap at contact radius a is a^2 / R* - gap sqrt(a). */
const jkrGap = ({ numbers: { cohesion = 0 }, springs: { modulus } }: PairNumbers): number =>
  Math.sqrt((2 * Math.PI * cohesion) / modulus);
/**
 * Stiffness of the rolling spring of spheres over that of the normal spring, the square of the coefficient of rolling
 * friction and that of the effective radius; and damping ratio (Ai, Chen, Rotter & Ooi 2011,
 * doi:10.1016/j.powtec.2010.09.030).
 */
export const EPSD_STIFFNESS = 2.25;
export const EPSD_DAMPING = 0.3;
/** Enlarges the reach by more than rounding. */
const REACH_SLACK = 1 + 1e-9;

/** All parts except the normal law, by their keys in the law. An omitted part is `none`. */
export const LAW_PARTS = {
  tangential: {
    none: {},
    linear: {
      numbers: ['friction', 'staticFriction', 'tangentialStiffnessRatio'],
      bit: layout.FRICTION,
      hasHistory: true,
    },
    mindlin: { numbers: ['friction', 'staticFriction'], bit: layout.FRICTION, hasHistory: true },
    'mindlin-incremental': {
      numbers: ['friction', 'staticFriction'],
      bit: layout.FRICTION | layout.INCREMENTAL,
      hasHistory: true,
    },
  },
  rolling: {
    none: {},
    'model-a': { numbers: ['rollingFriction'], bit: layout.ROLLING, onlyWith: 'rollingFriction' },
    epsd: {
      numbers: ['rollingFriction', 'rollingDamping'],
      bit: layout.ROLLING_SPRING,
      onlyWith: 'rollingFriction',
      hasRollingSpring: true,
      cells: ({ numbers: { rollingFriction = 0, rollingDamping = EPSD_DAMPING }, springs }) => [
        [layout.LAW_ROLLING_STIFFNESS, EPSD_STIFFNESS * rollingFriction ** 2 * springs.normal],
        [layout.LAW_ROLLING_DAMPING, 2 * rollingDamping],
      ],
    },
    /** Of LIGGGHTS: the rolling spring has the stiffness of the tangential one, and no dashpot. */
    epsd2: {
      numbers: ['rollingFriction'],
      bit: layout.ROLLING_SPRING,
      onlyWith: 'rollingFriction',
      hasRollingSpring: true,
      cells: ({ springs }) => [[layout.LAW_ROLLING_STIFFNESS, springs.tangential]],
    },
  },
  twisting: {
    none: {},
    'model-a': { numbers: ['twistingFriction'], bit: layout.TWISTING, onlyWith: 'twistingFriction' },
  },
  cohesion: {
    none: {},
    sjkr: { numbers: ['cohesion'], bit: layout.SJKR, onlyWith: 'cohesion', dimensions: { cohesion: 'pressure' } },
    jkr: {
      numbers: ['cohesion'],
      bit: layout.JKR,
      onlyWith: 'cohesion',
      dimensions: { cohesion: 'surfaceEnergy' },
      cells: (pair, largestRadius) => {
        const gap = jkrGap(pair);
        const { numbers, springs } = pair;
        return [
          [layout.LAW_JKR_GAP, gap],
          [layout.LAW_JKR_PULL, Math.sqrt(8 * Math.PI * (numbers.cohesion ?? 0) * springs.modulus)],
          // s^4 / R - gap s >= overlap holds for s^3 >= 2 gap R when the overlap is not positive.
          [layout.LAW_JKR_START, cubeRoot(2 * gap * largestRadius)],
        ];
      },
      // The stable branch ends at s^3 = gap R / 4, where the overlap is -3/4 gap s.
      reach: (pair, largestRadius) => {
        const gap = jkrGap(pair);
        return 0.75 * gap * cubeRoot(0.25 * gap * largestRadius) * REACH_SLACK;
      },
    },
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, PartDescription>>>>;

/** Descriptions of the keys of a law in scene files. */
export const LAW_KEYS = {
  normal:
    'Force along the normal; overlap-volume, from the common volume, is for boxes, polyhedra and half-spaces; ' +
    'pressure-field, from pressure fields in the bodies, is for all shapes. Needed without a module.',
  tangential: 'Force across the normal, capped by friction.',
  attraction: 'Whether damping may pull two bodies together as they part.',
  rolling:
    'Resistance to rolling. epsd, a spring with a dashpot up to a limit, lets heaps come to rest; epsd2 has the ' +
    'stiffness of the tangential spring and no dashpot; model-a is a constant torque.',
  twisting: 'Resistance to twisting about the normal.',
  cohesion: 'Attraction of surfaces.',
} as const;

type Parts = Readonly<Record<string, PartDescription>>;

export const NUMBER_NAMES = Object.keys(CONTACT_NUMBERS) as readonly ContactNumber[];

/** Parts of a law. */
export function partsOf({ normal, ...others }: ChosenParts): PartDescription[] {
  const own = normal === undefined ? undefined : (NORMAL_LAWS as Parts)[normal];
  const chosen = Object.entries(LAW_PARTS).map(
    ([key, parts]) => (parts as Parts)[others[key as keyof typeof others] ?? 'none'],
  );
  return [own, ...chosen].filter((part) => part !== undefined);
}

/** True if contacts of the law have a spring against rolling. */
export function hasRollingSpring(law: ChosenParts): boolean {
  return partsOf(law).some((part) => part.hasRollingSpring === true);
}

/**
 * True if the law uses the parameter. The constants of a pair are computed from these alone, so others have no effect.
 */
export function usesNumber(law: ChosenParts, number: ContactNumber): boolean {
  return partsOf(law).some(({ numbers }) => numbers?.includes(number) === true);
}

/** What to change in a law that does not use the number. */
export function remedyForUnused(law: ChosenParts, number: ContactNumber): string {
  return CONTACT_NUMBERS[number].remedy(law);
}
