// SPDX-License-Identifier: MIT
/**
 * Section 4.2.2 of Feng & Tan 2019: how often each combination of features touches, in random and in aligned packings.
 */
import { fromAxisAngle } from '../../math/quaternion.ts';
import { Random } from '../../math/random.ts';
import { contact } from '../../narrow-phase/contact.ts';
import { planarContact } from '../../narrow-phase/planar/planar-contact.ts';
import { box } from '../../shapes/kinds/box.ts';
import { type Polygon, polygon } from '../../shapes/planar/polygon.ts';
import { anyGrain, randomPolyhedron } from '../../shapes/random-shapes.ts';
import { ask, type BodyPair, pairAtDistance, pairs } from '../random-pairs.ts';
import { plot } from '../report/svg-plot.ts';
import { count, figure, never, percent, type RunSetup, type Section, table, text } from '../verification-case.ts';

const SEED = 4;
const PAIRS = { short: 400, full: 20_000 };
const TYPES = ['v-v', 'v-e', 'e-e', 'v-f', 'e-f', 'f-f'] as const;
type Counts = Record<(typeof TYPES)[number], number>;

const none = (): Counts => ({ 'v-v': 0, 'v-e': 0, 'e-e': 0, 'v-f': 0, 'e-f': 0, 'f-f': 0 });

function randomPolygon(random: Random): Polygon {
  for (;;) {
    const vertices = Array.from({ length: 3 + random.integer(8) }, (): [number, number] => {
      const angle = random.between(0, 2 * Math.PI);
      return [Math.cos(angle), 0.8 * Math.sin(angle)];
    });
    const made = polygon({ vertices });
    if (made.areaProperties().area > 0.3) return made;
  }
}

function planarTypes(wanted: number, random: Random): Counts {
  const counts = none();
  for (let found = 0; found < wanted; ) {
    const [a, b] = [randomPolygon(random), randomPolygon(random)];
    const position = { x: random.between(-2, 2), y: random.between(-2, 2) };
    const { distance, type } = planarContact(a, {}, b, { position, angle: random.between(0, 6) });
    if (!(distance < 0)) continue;
    counts[type]++;
    found++;
  }
  return counts;
}

function spatialTypes(wanted: number, next: () => BodyPair | undefined): Counts {
  const counts = none();
  for (const pair of pairs(wanted, next)) counts[ask(pair).type]++;
  return counts;
}

/** Bricks as in a wall, or rotated about the vertical: contacts of whole faces, and of vertical edges with faces. */
function brickTypes(wanted: number, random: Random, isTurned: boolean): Counts {
  const counts = none();
  for (let found = 0; found < wanted; ) {
    const half = (): [number, number, number] => [1, random.between(0.4, 0.6), random.between(0.2, 0.4)];
    const position = [random.between(-2, 2), random.between(-1, 1), random.between(-0.8, 0.8)] as const;
    const orientation = fromAxisAngle({ x: 0, y: 0, z: 1 }, isTurned ? random.between(0, 2 * Math.PI) : 0);
    const poseB = { position, orientation };
    const { distance, type } = contact(box({ halfExtents: half() }), {}, box({ halfExtents: half() }), poseB);
    if (!(distance < 0)) continue;
    counts[type]++;
    found++;
  }
  return counts;
}

export function typeFrequencies(setup: RunSetup): Section {
  const random = new Random(SEED);
  const wanted = setup.full ? PAIRS.full : PAIRS.short;
  setup.progress('contact types');
  const small = (): number => -random.between(0.001, 0.02);
  const groups: readonly (readonly [string, Counts])[] = [
    ['polygons (2D)', planarTypes(wanted, random)],
    [
      'pyramids, prisms, frustums',
      spatialTypes(wanted, () => pairAtDistance(anyGrain(random), anyGrain(random), random, small())),
    ],
    [
      'boxes and random hulls',
      spatialTypes(wanted, () => pairAtDistance(randomPolyhedron(random), randomPolyhedron(random), random, small())),
    ],
    ['bricks in a wall', brickTypes(wanted, random, false)],
    ['bricks turned about the vertical', brickTypes(wanted, random, true)],
  ];
  const [planar, grains, hulls] = groups.map(([, counts]) => counts) as [Counts, Counts, Counts];
  const special = (counts: Counts): number => counts['v-v'] + counts['v-e'] + counts['e-f'] + counts['f-f'];
  return {
    title: 'Contact types and their frequencies',
    blocks: [
      text(
        'Published: of overlapping pairs only v-e is common in the plane, and v-f, e-e and e-f in space; v-v, ' +
          'and v-e in space, occur in touch',
        'only. In fact e-f needs an edge parallel to a face, as f-f needs parallel faces: neither occurs among ' +
          'randomly turned bodies, and',
        'both do in walls of bricks.',
      ),
      table(
        `Types of ${count(wanted)} overlapping pairs each`,
        ['bodies', ...TYPES],
        groups.map(([name, counts]) => [name, ...TYPES.map((type) => percent(counts[type], wanted, 1))]),
      ),
      figure(
        'Frequencies in space, small overlap',
        plot({
          title: 'contact types',
          x: { label: 'contact type', names: TYPES },
          y: { label: 'percent of pairs', max: 100 },
          series: [
            {
              name: 'pyramids, prisms, frustums',
              style: 'bars',
              tone: 1,
              points: TYPES.map((type, i) => [i, (100 * grains[type]) / wanted]),
            },
            {
              name: 'boxes and random hulls',
              style: 'bars',
              tone: 2,
              points: TYPES.map((type, i) => [i, (100 * hulls[type]) / wanted]),
            },
          ],
          width: 640,
          height: 240,
        }),
      ),
      never(
        'randomly turned polygons overlap with another type than v-e',
        wanted - planar['v-e'],
        wanted,
        'v-e is the common type',
        'parallel edges have probability zero',
      ),
      never(
        'randomly turned polyhedra overlap with another type than v-f and e-e',
        special(grains) + special(hulls),
        2 * wanted,
        'v-f, e-e and e-f are common',
        'e-f needs parallelism, too',
      ),
    ],
  };
}
