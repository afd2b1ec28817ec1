// SPDX-License-Identifier: MIT
/** One row for each kind of mistake in a scene, with what the reader says about it. */
import { describe, expect, it } from 'vitest';
import { ONE_BALL, sceneError } from '../../tests/support/wrong-scene.ts';

/** Path and message of each problem of the good scene with a part replaced; places are tested apart. */
function problemsWith(part: object): string[] {
  const { details } = sceneError(JSON.stringify({ ...ONE_BALL, ...part }), 'scene.json');
  return (details.problems as { path: string; message: string }[]).map(({ path, message }) => `${path}: ${message}`);
}

const material = (numbers: object) => ({ materials: { glass: { density: 2500, stiffness: 1e4, ...numbers } } });
const body = (fields: object) => ({ bodies: { one: { ...ONE_BALL.bodies.one, ...fields } } });
const insertion = (fields: object) => ({
  insertions: {
    rain: {
      shapes: [{ shape: 'ball', material: 'glass' }],
      region: { sphere: { centre: [0, 0, 0], radius: 1 } },
      count: 5,
      ...fields,
    },
  },
});

describe('the reader refuses', () => {
  it.each<[string, object, string[]]>([
    ['nothing to simulate', { bodies: undefined }, [': expected bodies or insertions; there is nothing to simulate']],
    ['a missing section', { law: undefined }, ['law: missing; expected a mapping']],
    ['a missing value', { time: {} }, ['time.duration: missing; expected a time > 0, such as 10 ms, or stages']],
    [
      'a value that is nothing',
      { time: { duration: null } },
      ['time.duration: expected a time, such as 10 ms, got nothing'],
    ],
    [
      'a time step of neither kind',
      { time: { duration: 1, timeStep: 'automatic' } },
      ['time.timeStep: expected a time, such as 10 ms, got "automatic"; or write auto'],
    ],
    ['other units', { units: 'CGS' }, ['units: expected SI, got "CGS"']],
    [
      'a name that begins with a digit',
      { materials: { ...ONE_BALL.materials, '2nd': { density: 1 } } },
      ['materials.2nd: expected a name: a letter, then at most 63 letters, digits, "-" and "_"'],
    ],
    [
      'a word for a number',
      body({ velocity: ['fast', 0, 0] }),
      ['bodies.one.velocity[0]: expected a velocity, such as 0.5 m/s, got "fast"'],
    ],
    ['yes for true', body({ fixed: 'yes' }), ['bodies.one.fixed: expected true or false, got "yes"']],
    [
      'a fixed body with a motion',
      body({ fixed: true, motion: { velocity: [1, 0, 0] } }),
      ['bodies.one.motion: expected either fixed: true or a motion, not both'],
    ],
    [
      'a motion that is none',
      body({ motion: {} }),
      ['bodies.one.motion: expected velocity, rotation, oscillation or table, got none of them'],
    ],
    [
      'a motion that ends before it begins',
      body({ motion: { velocity: [1, 0, 0], from: 2, until: 1 } }),
      ['bodies.one.motion.until: expected an end after the beginning'],
    ],
    [
      'an axis without direction',
      body({ orientation: { axis: [0, 0, 0], angle: 1 } }),
      ['bodies.one.orientation.axis: expected a direction, not [0, 0, 0]'],
    ],
    [
      'a quaternion of zeros',
      body({ orientation: [0, 0, 0, 0] }),
      ['bodies.one.orientation: expected a quaternion [w, x, y, z], not all zero'],
    ],
    [
      'half a quaternion',
      body({ orientation: [1, 0] }),
      ['bodies.one.orientation: expected a list of four, [w, x, y, z], or a mapping, got a list of 2'],
    ],
    [
      'an id with a lattice',
      body({ id: 3, lattice: { count: [1, 1, 1], spacing: 1 } }),
      ['bodies.one.id: expected no id with a lattice, whose bodies have one each'],
    ],
    [
      'a lattice of half a body',
      body({ lattice: { count: [1, 0.5, 1], spacing: 1 } }),
      ['bodies.one.lattice.count[1]: expected an integer from 1 to 20000000, got 0.5'],
    ],
    [
      'a lattice that reaches too far',
      body({ lattice: { count: [3, 1, 1], spacing: 1e50 } }),
      ['bodies.one.lattice: expected places of at most 1e+50 m; take fewer bodies or a smaller spacing'],
    ],
    [
      'a clump of spheres too small',
      { shapes: { ball: { clump: { spheres: [{ centre: [0, 0, 0], radius: 1e-60 }] } } } },
      ['shapes.ball.clump.spheres[0].radius: expected a size from 1e-50 to 1e+50, got 1e-60'],
    ],
    [
      'a lattice of too many',
      body({ lattice: { count: [1e4, 1e4, 1e4], spacing: 1 } }),
      ['bodies: expected at most 20000000 bodies at the start, got 1000000000000; insert the others'],
    ],
    [
      'two shapes in one',
      body({ shape: { sphere: { radius: 1 }, box: { halfExtents: [1, 1, 1] } } }),
      [expect.stringMatching(/^bodies.one.shape: expected exactly one of sphere, box, .*, got sphere and box$/)],
    ],
    [
      'an unknown shape',
      { shapes: { ball: { spehre: { radius: 1 } } } },
      [expect.stringMatching(/^shapes.ball.spehre: unknown key; did you mean sphere\? allowed: sphere, box, /)],
    ],
    [
      'points in a plane',
      {
        shapes: {
          ball: {
            polyhedron: {
              vertices: [
                [0, 0, 0],
                [1, 0, 0],
                [0, 1, 0],
                [1, 1, 0],
              ],
            },
          },
        },
      },
      [expect.stringMatching(/^shapes.ball.polyhedron.vertices: /)],
    ],
    [
      'a shape without volume',
      { shapes: { ball: { segment: { from: [0, 0, 0], to: [1, 0, 0] } } } },
      [expect.stringMatching(/^shapes.ball: expected a shape with a volume, got a segment; round it/)],
    ],
    [
      'a polyhedron from nothing',
      { shapes: { ball: { polyhedron: {} } } },
      ['shapes.ball.polyhedron: expected either vertices or file'],
    ],
    [
      'a file where there are no files',
      { shapes: { ball: { polyhedron: { file: 'a.obj' } } } },
      ['shapes.ball.polyhedron.file: a.obj: this scene was not read from a file, so there are no files beside it'],
    ],
    [
      'a clump as a piece',
      { shapes: { ball: { compound: [{ shape: { clump: { spheres: [{ centre: [0, 0, 0], radius: 1 }] } } }] } } },
      ['shapes.ball.compound[0].shape.clump: a clump cannot be a piece; list its spheres as pieces'],
    ],
    [
      'a size beyond all sizes',
      { shapes: { ball: { sphere: { radius: 1e60 } } } },
      ['shapes.ball.sphere.radius: expected a length of at most 1e+50 in SI units, got 1e+60'],
    ],
    [
      'a clump of a size beyond all sizes',
      { shapes: { ball: { clump: { spheres: [{ centre: [0, 0, 0], radius: 1e60 }] } } } },
      ['shapes.ball.clump.spheres[0].radius: expected a length of at most 1e+50 in SI units, got 1e+60'],
    ],
    [
      'static friction below sliding friction',
      material({ friction: 0.5, staticFriction: 0.4 }),
      ['materials.glass.staticFriction: expected static friction of at least the sliding friction'],
    ],
    [
      'a restitution of 0',
      material({ restitution: 0 }),
      ['materials.glass.restitution: expected a plain number > 0 and <= 1, got 0'],
    ],
    [
      'a modulus that is a stiffness',
      material({ youngsModulus: '5 N/m' }),
      ['materials.glass.youngsModulus: expected a pressure, got 5 N/m, a stiffness'],
    ],
    [
      'a stiffness of another law',
      material({ stiffness: '1e9 N/m3' }),
      ['materials.glass.stiffness: expected a stiffness, got 1e9 N/m3, a stiffness per area, for the linear law'],
    ],
    [
      'a cohesion of another law',
      { ...material({ cohesion: '5 kPa' }), law: { normal: 'linear', cohesion: 'jkr' } },
      ['materials.glass.cohesion: expected a surface energy, got 5 kPa, a pressure, for the jkr law'],
    ],
    [
      'a law that says nothing',
      { law: {} },
      ['law: expected normal or module; with variable steps point, line or volume'],
    ],
    [
      'something beside the module of a law',
      { law: { normal: 'linear', module: 'law.mjs' } },
      ['law.module: expected nothing beside module, which is the whole law'],
    ],
    [
      'a law without its numbers',
      { law: { normal: 'hertz' } },
      [
        'materials.glass.youngsModulus: missing; the hertz law needs it for contacts of glass with glass, here ' +
          'or in a pair of these',
        'materials.glass.poissonsRatio: missing; the hertz law needs it for contacts of glass with glass, here ' +
          'or in a pair of these',
      ],
    ],
    [
      'two rigid partners',
      material({ rigid: true }),
      ['materials.glass: with glass: two rigid materials; make one of them elastic'],
    ],
    [
      'a pair of unknown materials',
      { pairs: [{ materials: ['glass', 'steel'], friction: 1 }] },
      ['pairs[0].materials[1]: unknown material "steel"; materials: glass'],
    ],
    [
      'a pair of three',
      { pairs: [{ materials: ['glass', 'glass', 'glass'] }] },
      ['pairs[0].materials: expected at most 2 entries, got a list of 3'],
    ],
    [
      'a pair twice',
      { pairs: [{ materials: ['glass', 'glass'] }, { materials: ['glass', 'glass'] }] },
      ['pairs[1].materials: this pair is first used by pairs.0; put its numbers together'],
    ],
    [
      'a name twice',
      {
        bodies: [
          { ...ONE_BALL.bodies.one, name: 'a' },
          { ...ONE_BALL.bodies.one, name: 'a' },
        ],
      },
      ['bodies[1].name: the name "a" is first used by bodies.0; names are unique'],
    ],
    [
      'an id twice',
      { bodies: { a: { ...ONE_BALL.bodies.one, id: 7 }, b: { ...ONE_BALL.bodies.one, id: 7 } } },
      ['bodies.b.id: the id 7 is first used by bodies.a; ids are unique'],
    ],
    [
      'a wall with two places',
      { halfSpaces: { a: { normal: [0, 0, 1], offset: 1, through: [0, 0, 0], material: 'glass' } } },
      ['halfSpaces.a.offset: expected either offset or through, not both'],
    ],
    [
      'a mesh of nothing',
      { meshes: { a: { material: 'glass' } } },
      ['meshes.a: expected either file, or vertices and facets, or one of sphere, cylinder, cone, torus, box'],
    ],
    [
      'a facet that is not flat',
      {
        meshes: {
          a: {
            material: 'glass',
            vertices: [
              [0, 0, 0],
              [1, 0, 0],
              [1, 1, 1],
              [0, 1, 0],
            ],
            facets: [[0, 1, 2, 3]],
          },
        },
      },
      [expect.stringMatching(/^meshes.a.facets\[0\]\[\d\]: expected a flat facet/)],
    ],
    [
      'a facet of vertices that are not there',
      {
        meshes: {
          a: {
            material: 'glass',
            vertices: [
              [0, 0, 0],
              [1, 0, 0],
              [0, 1, 0],
            ],
            facets: [[0, 1, 3]],
          },
        },
      },
      [expect.stringMatching(/^meshes.a.facets\[0\]/)],
    ],
    [
      'a domain inside out',
      { domain: { min: [0, 0, 0], max: [1, 1, -1] } },
      ['domain: expected min < max in x, y and z'],
    ],
    [
      'an unknown direction',
      { domain: { min: [0, 0, 0], max: [1, 1, 1], periodic: ['t'] } },
      ['domain.periodic[0]: expected one of x, y, z, got "t"'],
    ],
    [
      'an insertion without an end',
      insertion({ count: undefined }),
      ['insertions.rain: expected count, mass, porosity, rate, massRate or fill'],
    ],
    [
      'an insertion with two rates',
      insertion({ rate: 5, massRate: 5 }),
      ['insertions.rain.massRate: expected either rate or massRate, not both'],
    ],
    [
      'a mass rate in other units',
      insertion({ massRate: '5 N/s' }),
      ['insertions.rain.massRate: expected a mass rate, got 5 N/s, a force by time'],
    ],
    [
      'a porosity at a rate',
      insertion({ porosity: 0.7, rate: 5 }),
      ['insertions.rain.porosity: expected no rate or massRate with a porosity, which is reached at once'],
    ],
    [
      'a porosity above 1',
      insertion({ porosity: 1.7 }),
      ['insertions.rain.porosity: expected a plain number > 0 and <= 1, got 1.7'],
    ],
    [
      'an insertion of unknown things',
      insertion({ shapes: [{ shape: 'bal', material: 'glass' }] }),
      ['insertions.rain.shapes[0].shape: unknown shape "bal"; did you mean ball?; shapes: ball'],
    ],
    [
      'a region of two kinds',
      insertion({ region: {} }),
      ['insertions.rain.region: expected exactly one of box, cylinder, sphere, tube, got none'],
    ],
    [
      'sizes in the wrong order',
      insertion({ shapes: [{ shape: 'ball', material: 'glass', scale: { uniform: [2, 1] } }] }),
      ['insertions.rain.shapes[0].scale.uniform: expected [smallest, largest]'],
    ],
    [
      'a mean outside its bounds',
      insertion({
        shapes: [{ shape: 'ball', material: 'glass', scale: { normal: { mean: 3, deviation: 1, min: 1, max: 2 } } }],
      }),
      ['insertions.rain.shapes[0].scale.normal: expected min <= mean <= max'],
    ],
    [
      'an unknown quantity',
      { outputs: { csv: { t: { every: 1, quantities: ['energy.kinetik'] } } } },
      [
        expect.stringMatching(
          /^outputs.csv.t.quantities\[0\]: unknown quantity "energy.kinetik"; did you mean energy.kinetic\?; there are energy.\(kinetic\|/,
        ),
      ],
    ],
    [
      'a quantity of an unknown body',
      { outputs: { csv: { t: { every: 1, quantities: ['body.won.position'] } } } },
      ['outputs.csv.t.quantities[0]: no body has the name "won"; bodies of a lattice are NAME[0], NAME[1], …'],
    ],
    [
      'a component that is none',
      { outputs: { csv: { t: { every: 1, quantities: ['body.one.position.w'] } } } },
      [expect.stringContaining('unknown quantity "body.one.position.w"; did you mean body.one.position?; there are')],
    ],
    ['checkpoints at no time', { checkpoints: { keep: 2 } }, ['checkpoints: expected every, everyWallTime or both']],
    [
      'auto where nothing moves',
      { ...body({ fixed: true }), time: { duration: 1 } },
      [expect.stringMatching(/^time.timeStep: no critical time step is known, since nothing moves freely/)],
    ],
  ])('%s', (_, part, problems) => {
    expect(problemsWith(part)).toEqual(problems);
  });
});
