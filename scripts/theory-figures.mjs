// SPDX-License-Identifier: MIT
/**
 * Draws the figures of docs/theory into docs/theory/pictures: `node scripts/theory-figures.mjs`. Minkowski differences,
 * force curves and sections are computed from the formulas of their pages.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './build-stamp.mjs';

const FOLDER = join(ROOT, 'docs/theory/pictures');
const BLUE = '#1f4e9c';
const AMBER = '#8a5a00';
const RED = '#b3261e';
const GREEN = '#007a58';
const GREY = '#5c6675';
const LETTERS = 'font-family="Inter, Helvetica, Arial, sans-serif" font-size="13"';
const TIPS = [BLUE, AMBER, RED, GREEN, GREY].map(
  (colour) =>
    `<marker id="tip${colour.slice(1)}" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">` +
    `<path d="M0 0 8 4 0 8z" fill="${colour}"/></marker>`,
);

const round = (value) => Number(value.toFixed(1));
const at = ([x, y]) => `${round(x)},${round(y)}`;

function polygon(points, stroke, fill = 'none', more = '') {
  return `<polygon points="${points.map(at).join(' ')}" fill="${fill}" stroke="${stroke}" stroke-width="2" ${more}/>`;
}
function curve(points, stroke, more = '') {
  return `<polyline points="${points.map(at).join(' ')}" fill="none" stroke="${stroke}" stroke-width="2" ${more}/>`;
}
function line([x1, y1], [x2, y2], stroke, more = '') {
  const ends = `x1="${round(x1)}" y1="${round(y1)}" x2="${round(x2)}" y2="${round(y2)}"`;
  return `<line ${ends} stroke="${stroke}" stroke-width="1.6" ${more}/>`;
}
function arrow(from, to, stroke, more = '') {
  return line(from, to, stroke, `marker-end="url(#tip${stroke.slice(1)})" ${more}`);
}
function point([x, y], fill, radius = 4) {
  return `<circle cx="${round(x)}" cy="${round(y)}" r="${radius}" fill="${fill}"/>`;
}
function words([x, y], text, fill = '#222', more = '') {
  return `<text x="${round(x)}" y="${round(y)}" fill="${fill}" ${more}>${text}</text>`;
}
const DASHED = 'stroke-dasharray="4 4"';

function write(name, title, width, height, parts) {
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" ${LETTERS}>`,
    `<title>${title}</title>`,
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    `<defs>${TIPS.join('')}</defs>`,
    ...parts,
    '</svg>',
  ];
  writeFileSync(join(FOLDER, `${name}.svg`), `${svg.join('\n')}\n`);
}

const add = ([a, b], [c, d]) => [a + c, b + d];
const subtract = ([a, b], [c, d]) => [a - c, b - d];
const scale = (k, [a, b]) => [k * a, k * b];
const dot = ([a, b], [c, d]) => a * c + b * d;

/** Convex hull, counter-clockwise (Andrew's monotone chain). */
function hull(points) {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const half = (list) => {
    const chain = [];
    for (const p of list) {
      while (chain.length > 1) {
        const [u, v] = [subtract(chain.at(-1), chain.at(-2)), subtract(p, chain.at(-1))];
        if (u[0] * v[1] - u[1] * v[0] > 1e-9) break;
        chain.pop();
      }
      chain.push(p);
    }
    return chain.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.reverse())];
}
const difference = (b, a) => hull(b.flatMap((p) => a.map((q) => subtract(p, q))));
/** Nearest point of the boundary of a convex polygon to the origin. */
function nearest(points) {
  let best;
  points.forEach((p, i) => {
    const q = points[(i + 1) % points.length];
    const d = subtract(q, p);
    const t = Math.min(1, Math.max(0, -dot(p, d) / dot(d, d)));
    const x = add(p, scale(t, d));
    if (best === undefined || dot(x, x) < dot(best, best)) best = x;
  });
  return best;
}

const BOX = [
  [-55, -40],
  [55, -40],
  [55, 40],
  [-55, 40],
];
const TRIANGLE = [
  [-50, 0],
  [30, -60],
  [45, 50],
];
const moved = (points, by) => points.map((p) => add(p, by));

function contactDefinition() {
  const pair = (origin, offset, title) => {
    const a = BOX;
    const b = moved(TRIANGLE, offset);
    const d = nearest(difference(b, a));
    const place = (p) => add(origin, p);
    // The left corner of the triangle is the touching point of B.
    const onB = b[0];
    const onA = subtract(onB, d);
    const [low, high] = [Math.min(onA[0], onB[0]), Math.max(onA[0], onB[0])];
    return [
      polygon(a.map(place), BLUE, '#e8eef7'),
      polygon(b.map(place), AMBER, 'rgba(240,200,120,0.35)'),
      line(place([low, -75]), place([low, 75]), GREY, DASHED),
      line(place([high, -75]), place([high, 75]), GREY, DASHED),
      arrow(place(onA), place(add(onA, [60, 0])), RED),
      point(place(onA), BLUE),
      point(place(onB), AMBER),
      words(place([-45, -20]), 'A', BLUE, 'font-weight="600"'),
      words(place(add(offset, [10, 40])), 'B', AMBER, 'font-weight="600"'),
      words(place(add(onA, [64, 5])), 'normal', RED),
      words(place([low - 12, 96]), title),
    ];
  };
  write('contact-definition', 'Signed distance: the width of the gap, or of the overlap, along the normal', 720, 230, [
    ...pair([110, 110], [150, 8], 'd = gap &gt; 0'),
    ...pair([450, 110], [80, 8], 'd = −depth &lt; 0'),
    words(
      [20, 222],
      'Dashed: the two planes across the normal. Their distance is d; no other direction has a larger one.',
      GREY,
    ),
  ]);
}

function minkowskiDifference() {
  const pair = (left, offset, title) => {
    const a = scale2(BOX, 0.8);
    const b = moved(scale2(TRIANGLE, 0.8), scale(0.8, offset));
    const d = difference(b, a);
    const near = nearest(d);
    const bodies = (p) => add([left + 90, 120], p);
    const space = (p) => add([left + 260, 120], p);
    return [
      polygon(a.map(bodies), BLUE, '#e8eef7'),
      polygon(b.map(bodies), AMBER, 'rgba(240,200,120,0.35)'),
      words(bodies([-36, -14]), 'A', BLUE, 'font-weight="600"'),
      words(bodies(add(scale(0.8, offset), [4, 32])), 'B', AMBER, 'font-weight="600"'),
      polygon(d.map(space), GREEN, 'rgba(0,122,88,0.10)'),
      line(space([0, 0]), space(near), RED),
      point(space(near), RED),
      point(space([0, 0]), '#222'),
      words(space([-14, -8]), 'o'),
      words([left + 20, 232], title),
    ];
  };
  const scale2 = (points, k) => points.map((p) => scale(k, p));
  write('minkowski-difference', 'Two bodies and the difference of their points, apart and overlapping', 850, 245, [
    ...pair(0, [135, 8], 'apart: o is outside B − A, the red line is the distance'),
    ...pair(440, [70, 8], 'overlapping: o is inside, the red line is the depth'),
  ]);
}

function forceLaws() {
  const frame = (left, x, y) => [
    arrow([left, 190], [left + 240, 190], GREY),
    arrow([left, 190], [left, 20], GREY),
    words([left + 120, 208], x, GREY),
    words([left + 6, 26], y, GREY),
  ];
  // Head-on impact with the dashpot of each law, in units of mass, stiffness and speed.
  const impact = (exponent, damping) => {
    const path = [];
    let [x, v, t] = [0, 1, 0];
    const step = 2e-3;
    while (t < 12) {
      const spring = x <= 0 ? 0 : x ** exponent;
      const stiffness = x <= 0 ? 0 : exponent * x ** (exponent - 1);
      const factor = exponent === 1 ? 2 : 2 * Math.sqrt(5 / 6);
      const force = spring + factor * damping * Math.sqrt(stiffness) * v;
      if (t > 0 && (force < 0 || x < 0)) break;
      path.push([x, force]);
      v -= step * Math.max(0, force);
      x += step * v;
      t += step;
    }
    return path;
  };
  const draw = (left, path, colour, more) =>
    curve(
      path.map(([x, f]) => [left + 190 * x, 190 - 110 * f]),
      colour,
      more,
    );
  write(
    'force-laws',
    'Force over overlap in an impact, for the linear law and for Hertz, and the friction of a contact',
    860,
    225,
    [
      ...frame(30, 'overlap', 'normal force'),
      draw(30, impact(1, 0), BLUE, DASHED),
      draw(30, impact(1, 0.25), BLUE),
      draw(30, impact(1.5, 0), AMBER, DASHED),
      draw(30, impact(1.5, 0.25), AMBER),
      words([130, 52], 'linear', BLUE),
      words([225, 95], 'Hertz', AMBER),
      words([30, 222], 'dashed: without the dashpot', GREY),
      ...frame(330, 'displacement', 'tangential force'),
      curve(
        [
          [330, 190],
          [430, 80],
          [540, 80],
        ],
        RED,
      ),
      line([330, 80], [540, 80], GREY, DASHED),
      words([470, 70], 'μ F_n', RED),
      words([372, 160], 'sticks: k_t', RED),
      words([455, 105], 'slides', RED),
      ...frame(610, 'overlap', 'normal force, JKR'),
      line([610, 150], [850, 150], GREY, DASHED),
      curve(
        jkrCurve().map(([d, f]) => [690 + 70 * d, 150 - 26 * f]),
        GREEN,
      ),
      words([617, 140], 'pulled apart', GREEN),
      line([690, 40], [690, 190], GREY, DASHED),
    ],
  );
}

/** JKR with R = E* = 1 and a work of adhesion such that the pull-off force is 1.5: overlap and force by s = sqrt(a). */
function jkrCurve() {
  const w = 1 / Math.PI;
  const points = [];
  for (let s3 = Math.sqrt(2) / 4; s3 < 2.6; s3 += 0.02) {
    const s = Math.cbrt(s3);
    points.push([s ** 4 - s * Math.sqrt(2 * Math.PI * w), (4 / 3) * s ** 6 - s ** 3 * Math.sqrt(8 * Math.PI * w)]);
  }
  return points;
}

function doubleHierarchy() {
  const corner = [
    [60, 60],
    [260, 60],
    [320, 150],
    [480, 150],
  ];
  const ball = (centre, foot, colour, text, side) => [
    `<circle cx="${centre[0]}" cy="${centre[1]}" r="34" fill="rgba(240,200,120,0.35)" stroke="${AMBER}" stroke-width="2"/>`,
    arrow(centre, foot, colour),
    point(centre, AMBER, 3),
    point(foot, colour),
    words(add(centre, side), text, colour),
  ];
  const edgeFoot = (c, [p, q]) => {
    const d = subtract(q, p);
    return add(p, scale(dot(subtract(c, p), d) / dot(d, d), d));
  };
  const [p, q, r, s] = corner.map((each) => add(each, [0, 60]));
  const valley = [r[0] + 6, r[1] - 28];
  write('double-hierarchy', 'A sphere touches a facet, an edge, and two facets of a valley at once', 620, 275, [
    polygon([p, q, r, s, [s[0], 242], [p[0], 242]], BLUE, '#e8eef7'),
    ...ball([130, 92], [130, 120], RED, 'facet', [-16, -42]),
    ...ball([272, 92], q, RED, 'edge: one contact, not two', [-20, -42]),
    ...ball(valley, edgeFoot(valley, [q, r]), RED, 'valley: two contacts', [44, -10]),
    arrow(valley, [valley[0], r[1]], RED),
    point([valley[0], r[1]], RED),
    words([60, 262], 'Facets hide their own edges; a contact is kept only if no closer one hides it.', GREY),
  ]);
}

function leapfrog() {
  const x = (n) => 90 + 150 * n;
  const parts = [
    arrow([50, 60], [700, 60], GREY),
    arrow([50, 150], [700, 150], GREY),
    words([20, 64], 'x', BLUE, 'font-weight="600"'),
    words([20, 154], 'v', AMBER, 'font-weight="600"'),
    words([20, 24], 'Forces follow from positions at whole steps, and kick the velocities at half steps.', GREY),
  ];
  for (let n = 0; n < 4; n++) {
    parts.push(point([x(n), 60], BLUE), words([x(n) - 10, 48], `n${n === 0 ? '' : ` + ${n}`}`, BLUE));
    parts.push(point([x(n + 0.5), 150], AMBER), words([x(n + 0.5) - 20, 174], `n + ${n + 0.5}`, AMBER));
    parts.push(arrow([x(n), 66], [x(n + 0.5) - 5, 145], RED), words([x(n) + 4, 118], 'F Δt/m', RED));
    if (n < 3)
      parts.push(arrow([x(n + 0.5), 144], [x(n + 1) - 4, 67], GREEN), words([x(n + 0.5) + 36, 118], 'v Δt', GREEN));
  }
  write('leapfrog', 'Positions at whole steps and velocities at half steps', 740, 190, parts);
}

function superquadrics() {
  const section = (n, centre, radius) =>
    Array.from({ length: 160 }, (_, i) => {
      const t = (2 * Math.PI * i) / 160;
      const [c, s] = [Math.cos(t), Math.sin(t)];
      return add(centre, [
        radius * Math.sign(c) * Math.abs(c) ** (2 / n),
        radius * Math.sign(s) * Math.abs(s) ** (2 / n),
      ]);
    });
  const exponents = [1.2, 2, 3, 4, 8, 20];
  write('superquadrics', 'Sections of superquadrics with six exponents', 780, 170, [
    ...exponents.flatMap((n, i) => [
      polygon(section(n, [75 + 126 * i, 75], 52), BLUE, '#e8eef7'),
      words([75 + 126 * i - 22, 155], `n = ${n}`),
    ]),
  ]);
}

/** GJK on a difference in the plane: support points and the nearest point of each simplex. */
function gjkAndEpa() {
  const a = BOX;
  const outside = difference(moved(TRIANGLE, [150, 16]), a);
  const inside = difference(moved(TRIANGLE, [55, 22]), a);
  const support = (points, v) => points.reduce((best, p) => (dot(p, v) < dot(best, v) ? p : best));
  const space = (left, top) => (p) => add([left, top], scale(1.05, p));
  const left = space(50, 122);
  const parts = [
    polygon(outside.map(left), GREEN, 'rgba(0,122,88,0.10)'),
    point(left([0, 0]), '#222'),
    words(left([-16, -8]), 'o'),
  ];
  let simplex = [outside.reduce((best, p) => (p[0] > best[0] ? p : best))];
  for (let k = 1; k <= 3; k++) {
    const v = simplex.length === 1 ? simplex[0] : nearest(simplex);
    const w = support(outside, v);
    parts.push(
      point(left(v), RED, 3),
      line(left([0, 0]), left(v), RED, DASHED),
      words(add(left(v), [8, k === 2 ? -8 : 4]), `v${k}`, RED),
    );
    if (simplex.some((p) => p === w)) break;
    parts.push(point(left(w), BLUE), words(add(left(w), [-28, k === 1 ? -2 : 12]), `w${k}`, BLUE));
    simplex = [...simplex, w].slice(-2);
    parts.push(line(left(simplex[0]), left(simplex.at(-1)), BLUE));
  }
  parts.push(words([20, 262], 'GJK: w is farthest towards o, v nearest o in the simplex', GREY));
  const right = space(520, 110);
  parts.push(polygon(inside.map(right), GREEN, 'rgba(0,122,88,0.10)'));
  let polytope = hull([support(inside, [1, 0.3]), support(inside, [-1, 0.6]), support(inside, [0.1, -1])]);
  for (let k = 0; k < 3; k++) {
    parts.push(polygon(polytope.map(right), BLUE, 'none', k < 2 ? 'stroke-opacity="0.45"' : ''));
    const near = nearest(polytope);
    const w = support(inside, scale(-1, near));
    if (k < 2) parts.push(point(right(w), AMBER));
    else parts.push(line(right([0, 0]), right(near), RED), point(right(near), RED));
    polytope = hull([...polytope, w]);
  }
  parts.push(point(right([0, 0]), '#222'), words(right([-16, -8]), 'o'));
  parts.push(words([430, 262], 'EPA: the polytope grows at its side nearest o', GREY));
  write('gjk-and-epa', 'Steps of GJK outside and of EPA inside a Minkowski difference', 780, 275, parts);
}

contactDefinition();
minkowskiDifference();
forceLaws();
doubleHierarchy();
leapfrog();
superquadrics();
gjkAndEpa();
