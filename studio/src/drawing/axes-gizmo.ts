// SPDX-License-Identifier: MIT
/** The axes as the camera sees them, in a corner of the picture; a click on an end looks from there. */
import * as THREE from 'three';
import { h } from '../ui/h.ts';
import type { Stage } from './stage.ts';
import { VIEW_DIRECTIONS, type ViewName } from './view-directions.ts';

/** Half the width of the gizmo and the length of its axes, in points. */
const HALF = 42;
const LENGTH = 28;
const AXES = ['x', 'y', 'z'] as const;
const NAMESPACE = 'http://www.w3.org/2000/svg';

export function makeAxesGizmo(stage: Stage, onView: (name: ViewName) => void): HTMLElement {
  const svg = document.createElementNS(NAMESPACE, 'svg');
  svg.setAttribute('viewBox', `${-HALF} ${-HALF} ${2 * HALF} ${2 * HALF}`);
  svg.setAttribute('aria-hidden', 'true');
  const lines = AXES.map((axis) => {
    const line = document.createElementNS(NAMESPACE, 'line');
    line.setAttribute('class', `axis-${axis}`);
    svg.append(line);
    return line;
  });
  const ends = (Object.keys(VIEW_DIRECTIONS) as ViewName[])
    .filter((name) => name !== 'isometric')
    .map((name) => {
      const axis = name.slice(1);
      const isFront = name.startsWith('+');
      const end = h(
        'button',
        {
          type: 'button',
          class: `axis-end axis-${axis}${isFront ? '' : ' behind'}`,
          title: `View from ${name.replace('-', '−')}`,
          'aria-label': `View from ${isFront ? 'plus' : 'minus'} ${axis}`,
          onclick: () => onView(name),
        },
        isFront && axis,
      );
      const direction = new THREE.Vector3().setComponent('xyz'.indexOf(axis), isFront ? 1 : -1);
      return { end, direction };
    });
  const element = h('div', { class: 'gizmo', role: 'group', 'aria-label': 'Axes' }, ...ends.map(({ end }) => end));
  element.prepend(svg);
  const turn = new THREE.Quaternion();
  const shown = new THREE.Quaternion(0, 0, 0, 0);
  const place = new THREE.Vector3();
  stage.onFrame(() => {
    turn.copy(stage.camera.quaternion).invert();
    if (turn.equals(shown)) return false;
    shown.copy(turn);
    for (const { end, direction } of ends) {
      place.copy(direction).applyQuaternion(turn).multiplyScalar(LENGTH);
      end.style.transform = `translate(${place.x.toFixed(1)}px, ${(-place.y).toFixed(1)}px)`;
      end.style.zIndex = String(Math.round(place.z) + LENGTH);
    }
    lines.forEach((line, k) => {
      place.set(0, 0, 0).setComponent(k, LENGTH).applyQuaternion(turn);
      line.setAttribute('x2', place.x.toFixed(1));
      line.setAttribute('y2', (-place.y).toFixed(1));
    });
    return false;
  });
  return element;
}
