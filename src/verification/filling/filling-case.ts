// SPDX-License-Identifier: MIT
/** The case `filling`: drawn sizes beside their distributions, and how densely regions are filled. */
import { drawnMix } from '../../bodies/filling/drawn-mix.ts';
import type { SizeDistribution } from '../../bodies/insertion/insertion-spec.ts';
import { Random } from '../../math/random.ts';
import { ZERO_VECTOR } from '../../math/vector.ts';
import {
  atMost,
  check,
  count,
  never,
  plain,
  type RunSetup,
  type Section,
  table,
  text,
  type VerificationCase,
} from '../verification-case.ts';
import { drawnSizes, kolmogorovDistance, medianOf } from './drawn-sizes.ts';
import { hollowCube } from './hollow-cube.ts';
import { jammingFraction } from './jamming.ts';
import { reachedFractions } from './reached-fractions.ts';

export const FILLING_CASE: VerificationCase = {
  name: 'filling',
  title: 'Sizes and dense filling',
  source: 'Hatch & Choate 1929; Torquato, Truskett & Debenedetti 2000; Man et al. 2005; Liu et al. 2017.',
  summary: 'Drawn sizes follow their distributions; spheres fill a cell to random close packing, other shapes a mesh.',
  async run(setup) {
    return [sizes(), sieves(), await spheresJam(setup), hollow(setup), ...(setup.full ? [await shapes(setup)] : [])];
  },
};

const DRAWS = 100_000;
/** The Kolmogorov distance of independent draws is above this in 1 % of the cases. */
const KOLMOGOROV = 1.63 / Math.sqrt(DRAWS);

function sizes(): Section {
  const cube = (size: number): number => size ** 3;
  const spreads = [1.2, 1.5, 2].map((spread) => {
    const width = Math.log(spread);
    const [min, max] = [spread ** -6, spread ** 10];
    const drawn = drawnSizes({ logNormal: { median: 1, spread, min, max } }, DRAWS, 1);
    const distance = kolmogorovDistance(drawn, (x) => Math.exp(-0.5 * (x / width) ** 2), min, max);
    const ratio = medianOf(drawn, cube) / medianOf(drawn, () => 1);
    return { spread, distance, ratio, closed: Math.exp(3 * width ** 2) };
  });
  // Below the smallest size there would be so many bodies that a few large ones had most of the mass.
  const weibull = { size: 1, exponent: 2, min: 0.3, max: 3 };
  const density = (x: number): number => Math.exp(2 * x) * Math.exp(-Math.exp(2 * x));
  const byMass = drawnSizes({ weibull: { ...weibull, by: 'mass' } }, DRAWS, 2);
  const byVolume = drawnSizes({ weibull: { ...weibull, by: 'volume' } }, DRAWS, 2);
  return {
    title: 'Distributions of sizes',
    blocks: [
      text(`${count(DRAWS)} sizes of each distribution. A share by mass is weighted with the cube of the size.`),
      ...spreads.map(({ spread, distance }) =>
        atMost({
          what: `Kolmogorov distance, log-normal of spread ${spread}`,
          published: '0',
          found: distance,
          tolerance: KOLMOGOROV,
          ours: (found) => found,
          reason: 'the bound of independent draws at 1 %; draws by quota are nearer',
        }),
      ),
      atMost({
        what: 'Kolmogorov distance by mass, Rosin-Rammler of exponent 2',
        published: '0',
        found: kolmogorovDistance(byMass, density, weibull.min, weibull.max, cube),
        tolerance: KOLMOGOROV,
        ours: (found) => found,
        reason: 'as above',
      }),
      never(
        'a size by volume differs from that by mass',
        byVolume.filter((size, k) => size !== byMass[k]).length,
        DRAWS,
        '0',
        'the bodies of a shape have one density',
      ),
      ...spreads.map(({ spread, ratio, closed }) =>
        atMost({
          what: `median by mass over median by number, spread ${spread}`,
          published: plain(closed, 6),
          found: Math.abs(ratio / closed - 1),
          tolerance: 0.01,
          ours: (found) => `${plain(ratio, 6)}, off by ${found}`,
          reason: 'few large bodies have much of the mass',
        }),
      ),
    ],
  };
}

const SIEVES = [
  { from: 0.5, to: 1, share: 0.3 },
  { from: 1, to: 2, share: 0.5 },
  { from: 2, to: 3, share: 0.2 },
] as const;

function sieves(): Section {
  const scale: SizeDistribution = { sieves: SIEVES };
  const total = 2000;
  const mix = drawnMix(
    {
      name: 'sieved',
      shapes: [{ shape: 'unit', material: 'unit', weight: 1, scale }],
      region: { box: { min: [0, 0, 0], max: [1, 1, 1] } },
    },
    [{ balls: [{ centre: ZERO_VECTOR, radius: 1 }], radius: 1, volume: 1, mass: 1 }],
    total,
    new Random(4),
  );
  const reached = mix.reduce((sum, { volume }) => sum + volume, 0);
  const classes = SIEVES.map(({ from, to, share }) => {
    const bodies = mix.filter(({ scale: size }) => size >= from && size < to);
    const mass = bodies.reduce((sum, { volume }) => sum + volume, 0);
    const heaviest = bodies.reduce((most, { volume }) => Math.max(most, volume), 0);
    return { name: `${from} to ${to}`, bodies: bodies.length, mass, wanted: share * reached, heaviest };
  });
  const heaviestOfAll = classes.reduce((most, { heaviest }) => Math.max(most, heaviest), 0);
  return {
    title: 'A sieve analysis',
    blocks: [
      table(
        `${count(mix.length)} bodies of ${plain(reached, 5)} unit masses`,
        ['sizes', 'bodies', 'mass', 'wanted', 'heaviest body'],
        classes.map(({ name, bodies, mass, wanted, heaviest }) => [
          name,
          count(bodies),
          plain(mass, 5),
          plain(wanted, 5),
          plain(heaviest, 4),
        ]),
      ),
      ...classes.map(({ name, mass, wanted }) =>
        atMost({
          what: `mass of sizes ${name}, off by (heaviest body of all)`,
          published: '0',
          found: Math.abs(mass - wanted) / heaviestOfAll,
          tolerance: 1,
          ours: (found) => found,
          reason: 'bodies are whole; what the coarsest class lacks, the others make up for',
        }),
      ),
    ],
  };
}

async function spheresJam({ full, progress }: RunSetup): Promise<Section> {
  const number = full ? 2000 : 250;
  progress(`filling: ${number} equal spheres`);
  const equal = await jammingFraction({ sizes: [1], count: number, seed: 1 });
  progress(`filling: ${number} spheres of two sizes`);
  const two = full ? await jammingFraction({ sizes: [1, 1.4], count: number, seed: 1 }) : undefined;
  const [low, high] = full ? [0.63, 0.645] : [0.62, 0.655];
  return {
    title: 'Random close packing of spheres',
    blocks: [
      text(
        `${count(number)} spheres without friction in a periodic cell, filled to 0.6, compressed to 0.665 and released;`,
        'the elastic energy is extrapolated to zero.',
      ),
      check({
        what: 'fraction at which equal spheres jam',
        published: '0.64 (Torquato, Truskett & Debenedetti 2000)',
        ours: plain(equal, 4),
        tolerance: `${low} to ${high}`,
        reason: full ? 'published values spread so much' : 'few spheres scatter more',
        passed: equal >= low && equal <= high,
      }),
      ...(two === undefined
        ? []
        : [
            check({
              what: 'the same for sizes 1 and 1.4, equally many',
              published: 'more than for equal spheres (Desmond & Weeks 2014)',
              ours: plain(two, 4),
              tolerance: `${plain(equal, 4)} to 0.66`,
              reason: 'small spheres fit between large ones',
              passed: two > equal && two < 0.66,
            }),
          ]),
    ],
  };
}

function hollow({ full }: RunSetup): Section {
  const { bodies, inHole, outside, octants, isSameReversed, fraction, contacts } = hollowCube(
    full ? 0.4 : 0.3,
    full ? 1 : 1.6,
  );
  const expected = bodies / 8;
  const worst = octants.reduce((most, found) => Math.max(most, Math.abs(found - expected)), 0);
  return {
    title: 'A cube with a ball cut out',
    blocks: [
      text(`A closed mesh of two shells, filled with ${count(bodies)} spheres to ${plain(fraction, 4)}.`),
      never('a sphere reaches into the hole', inHole, bodies, '0', 'they are kept clear of facets'),
      never('a sphere reaches out of the cube', outside, bodies, '0', 'they are kept clear of facets'),
      never('two bodies touch at the start', contacts, bodies, '0', 'gaps are left'),
      atMost({
        what: 'spheres in an octant, off the mean by (standard deviations of independent positions)',
        published: '0',
        found: worst / Math.sqrt(expected),
        tolerance: 3,
        ours: (found) => found,
        reason: 'positions that exclude each other scatter less',
      }),
      check({
        what: 'the same bodies if the facets are listed in reverse order',
        published: 'yes',
        ours: isSameReversed ? 'yes' : 'no',
        tolerance: 'none',
        reason: 'facets are sorted by their coordinates',
        passed: isSameReversed,
      }),
    ],
  };
}

async function shapes({ progress }: RunSetup): Promise<Section> {
  const rows = await reachedFractions((name) => progress(`filling: ${name}`));
  return {
    title: 'Other shapes',
    blocks: [
      text(
        'Several hundred bodies in a periodic cell grow until they jam; then they are released until they come apart.',
      ),
      table(
        'Reached fractions',
        ['bodies', 'number', 'reached', 'published'],
        rows.map(({ name, bodies, fraction, published }) => [name, count(bodies), plain(fraction, 4), published]),
      ),
      ...rows.map(({ name, fraction, least }) =>
        check({
          what: `reached fraction of ${name}`,
          published: '',
          ours: plain(fraction, 4),
          tolerance: `at least ${least}`,
          reason: 'far above what random positions reach',
          passed: fraction >= least,
        }),
      ),
    ],
  };
}
