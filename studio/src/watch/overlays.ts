// SPDX-License-Identifier: MIT
/** Lines over the bodies: contact forces, bonds, velocities and trails. */
import * as THREE from 'three';
import type { Frame } from '../../../src/io.ts';
import { LineLayer } from '../drawing/line-layer.ts';
import type { Theme } from '../theme.ts';
import { bodyIndex } from './body-values.ts';
import { bondLines } from './bond-lines.ts';
import { contactLines, type ForcePart } from './contact-lines.ts';
import { trails } from './trails.ts';
import { velocityArrows } from './velocity-arrows.ts';

export interface OverlaySettings {
  readonly hasContacts: boolean;
  /** Bonds, coloured by their load. */
  readonly hasBonds: boolean;
  /** Only forces above the mean, which form the chains. */
  readonly isStrongOnly: boolean;
  readonly forcePart: ForcePart;
  readonly hasArrows: boolean;
  /** 1 makes the longest arrow five bodies long. */
  readonly arrowStretch: number;
  /** Frames that a trail reaches back; 0 for none. */
  readonly trailFrames: number;
}

/** Half the width of the lines of measuring, relative to the typical size of a body. */
const MEASURE_WIDTH = 0.08;

export const NO_OVERLAYS: OverlaySettings = {
  hasContacts: false,
  hasBonds: false,
  isStrongOnly: false,
  forcePart: 'whole',
  hasArrows: false,
  arrowStretch: 1,
  trailFrames: 0,
};

interface Drawn {
  readonly frame: Frame;
  readonly reach: (body: number) => number;
  readonly typicalSize: number;
  readonly isHidden: (body: number) => boolean;
  /** Frames before this one and itself, as far as they are known. */
  readonly past: readonly Frame[];
  /** Bodies with trails. */
  readonly trailIds: readonly number[];
  /** Bodies with lines from one to the next. */
  readonly measuredIds: readonly number[];
}

export class Overlays {
  readonly group = new THREE.Group();
  readonly #contacts = new LineLayer();
  readonly #bonds = new LineLayer();
  readonly #arrows = new LineLayer('arrow');
  readonly #trails = new LineLayer();
  readonly #measured = new LineLayer();
  settings = NO_OVERLAYS;
  /** Of the contacts of the frame, N; and of its bodies, m/s. */
  largestForce = 0;
  /** Of the thickest lines, N. */
  fullForce = 0;
  largestSpeed = 0;
  /** Contacts of the frame, and those and the bonds that lines are drawn for. */
  contactCount = 0;
  drawnContacts = 0;
  bondCount = 0;

  constructor() {
    this.group.add(this.#contacts.mesh, this.#bonds.mesh, this.#arrows.mesh, this.#trails.mesh, this.#measured.mesh);
    // From middle to middle, through the bodies.
    const material = this.#measured.mesh.material as THREE.Material;
    material.depthTest = false;
    this.#measured.mesh.renderOrder = 2;
  }

  set theme(theme: Theme) {
    this.#trails.colour = theme.colour('--accent');
    this.#measured.colour = theme.colour('--bad');
  }

  /** `at` is the position of the frame's origin in the scene. */
  draw({ frame, reach, typicalSize, isHidden, past, trailIds, measuredIds }: Drawn, at: THREE.Vector3): void {
    const { hasContacts, hasBonds, isStrongOnly, forcePart, hasArrows, arrowStretch, trailFrames } = this.settings;
    this.group.position.copy(at);
    this.#contacts.mesh.visible = hasContacts;
    this.#bonds.mesh.visible = hasBonds;
    this.#arrows.mesh.visible = hasArrows;
    this.#trails.mesh.visible = trailFrames > 0;
    if (hasContacts) {
      const lines = contactLines(frame, reach, typicalSize, { isStrongOnly, part: forcePart, isHidden });
      this.#contacts.setLines(lines.ends, lines.radii, lines.count, lines.values);
      this.contactCount = frame.contactBodies.length / 2;
      this.largestForce = lines.largestForce;
      this.fullForce = lines.fullForce;
      this.drawnContacts = lines.contacts;
    }
    if (hasBonds) {
      const lines = bondLines(frame, reach, typicalSize, isHidden);
      this.#bonds.setLines(lines.ends, lines.radii, lines.count, lines.values);
      this.bondCount = lines.count;
    }
    if (hasArrows) {
      const arrows = velocityArrows(frame, typicalSize, arrowStretch, isHidden);
      this.#arrows.setLines(arrows.ends, arrows.radii, arrows.count, arrows.values);
      this.largestSpeed = arrows.largestSpeed;
    }
    this.#drawMeasured(frame, measuredIds, typicalSize);
    if (trailFrames > 0) {
      const paths = trails(past, trailIds, typicalSize);
      this.#trails.setLines(paths.ends, paths.radii, paths.count);
    }
  }

  #drawMeasured({ ids, positions }: Frame, wanted: readonly number[], typicalSize: number): void {
    const bodies = wanted.map((id) => bodyIndex(ids, id)).filter((body) => body >= 0);
    const count = Math.max(bodies.length - 1, 0);
    this.#measured.mesh.visible = count > 0;
    const ends = new Float32Array(6 * count);
    for (let k = 0; k < count; k++) {
      for (let axis = 0; axis < 3; axis++) {
        ends[6 * k + axis] = positions[3 * bodies[k] + axis];
        ends[6 * k + 3 + axis] = positions[3 * bodies[k + 1] + axis];
      }
    }
    this.#measured.setLines(ends, new Float32Array(count).fill(MEASURE_WIDTH * typicalSize), count);
  }
}
