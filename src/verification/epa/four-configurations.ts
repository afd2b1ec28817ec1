// SPDX-License-Identifier: MIT
/**
 * Fig. 4 of Feng & Tan 2019: small motions of a triangle at the corner of a quadrilateral switch the contact from edge
 * to edge.
 */
import { length2, type Vector2 } from '../../math/planar-vector.ts';
import { planarBlockDistance } from '../../narrow-phase/minkowski/block-distance.ts';
import { planarMinkowskiDifference } from '../../narrow-phase/minkowski/planar-minkowski.ts';
import { type PlanarContact, planarContact } from '../../narrow-phase/planar/planar-contact.ts';
import { check, figure, plain, type Section, table, text } from '../verification-case.ts';
import { A, CONFIGURATIONS, type Configuration } from './four-pairs.ts';
import { ORIGIN, sceneOf } from './planar-scene.ts';

const LEFT_EDGE: readonly [Vector2, Vector2] = [
  { x: 9.6, y: 5.2 },
  { x: 10, y: 2 },
];
const BOTTOM_EDGE: readonly [Vector2, Vector2] = [
  { x: 10, y: 2 },
  { x: 14, y: 2 },
];

const NORMAL_TOLERANCE = 1e-12;
const PICTURE = { width: 434, height: 300 };

function edgeOf({ normal }: PlanarContact): 'left' | 'bottom' | 'another' {
  for (const [name, [from, to]] of [
    ['left', LEFT_EDGE],
    ['bottom', BOTTOM_EDGE],
  ] as const) {
    const size = length2(to.x - from.x, to.y - from.y);
    const off = length2(normal.x - (to.y - from.y) / size, normal.y + (to.x - from.x) / size);
    if (off <= NORMAL_TOLERANCE) return name;
  }
  return 'another';
}

/** The edge of a polygon that a boundary point is on. */
function edgeThrough(corners: readonly Vector2[], point: Vector2): readonly Vector2[] {
  let best: readonly Vector2[] = [];
  let least = Infinity;
  corners.forEach((from, i) => {
    const to = corners[(i + 1) % corners.length];
    const size = length2(to.x - from.x, to.y - from.y);
    const detour = length2(point.x - from.x, point.y - from.y) + length2(to.x - point.x, to.y - point.y) - size;
    if (detour < least) {
      least = detour;
      best = [from, to];
    }
  });
  return best;
}

function picture({ name, how, b }: Configuration, found: PlanarContact): ReturnType<typeof figure> {
  const difference = planarMinkowskiDifference(A, {}, b, {});
  const { closest } = planarBlockDistance(difference, ORIGIN);
  const edge = edgeOf(found) === 'left' ? LEFT_EDGE : BOTTOM_EDGE;
  const drawing = sceneOf(A.vertices, b.vertices, difference.vertices)
    .line(edge, 5, 'bold')
    .line(edgeThrough(difference.vertices, closest), 5, 'bold')
    .arrow(ORIGIN, closest, 5)
    .arrow(found.pointOnB, found.pointOnA, 3)
    .dot(found.pointOnA, 5)
    .dot(found.pointOnB, 5);
  return figure(`Fig. 4 ${name}: ${how}`, drawing.svg(how, PICTURE.width, PICTURE.height));
}

export function fourConfigurations(): Section {
  const all = CONFIGURATIONS.map((each) => ({ each, found: planarContact(A, {}, each.b, {}) }));
  const pointText = ({ x, y }: Vector2): string => `(${plain(x, 4)}, ${plain(y, 4)})`;
  return {
    title: 'Fig. 4: four configurations at a corner',
    blocks: [
      text(
        'Red: the contact faces of A and of A ⊖ B, and the contact points; red arrow: the vector distance; ' +
          'green arrow: the shift of B that',
        'would part the two. Small motions switch the contact between two edges of A, which no method based on ' +
          'the Minkowski difference avoids.',
        'In (c) whole edges touch, and any vertex-edge pair on them is as good: taking the middle of the shared ' +
          'edge ends the ambiguity.',
      ),
      ...all.map(({ each, found }) => picture(each, found)),
      table(
        'Contact features',
        ['', 'published', 'type, ours', 'edge of A', 'overlap', 'normal', 'contact point'],
        all.map(({ each, found }) => [
          each.name,
          each.published,
          found.type,
          edgeOf(found),
          plain(-found.distance, 6),
          pointText(found.normal),
          pointText(found.point),
        ]),
        'Found by GJK and EPA alone, (c) is v-e with an arbitrary vertex, as the paper says; it also says that ' +
          'it should be an edge contact (“f-f” there).',
      ),
      ...all.map(({ each, found }) => {
        const edge = edgeOf(found);
        return check({
          what: `${each.name} ${each.how}`,
          published: each.published,
          ours: `${found.type}, ${edge} edge`,
          tolerance: `normal within ${NORMAL_TOLERANCE}`,
          reason:
            each.type === 'e-e'
              ? 'parallel edges are one contact along their shared part'
              : 'the normal is that of an edge of A',
          passed: found.type === each.type && edge === each.edge,
        });
      }),
    ],
  };
}
