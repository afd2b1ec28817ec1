// SPDX-License-Identifier: MIT
/**
 * The stage with the Minkowski difference B - A: the transparent difference, the origin, and the state of the shown
 * search.
 */
import * as THREE from 'three';
import type { Vector3 } from '../../../src/contact.ts';
import type { PairOfBodies } from '../../../src/pairs.ts';
import { Stage } from '../drawing/stage.ts';
import type { Theme } from '../theme.ts';
import { fitClosely, plus, toThree } from './bodies-stage.ts';
import { type DifferenceSurfaces, differenceSurfaces } from './difference-surface.ts';
import { drawnPose } from './drawn-bodies.ts';
import { Marks } from './marks.ts';
import type { PairJson } from './pair-json.ts';
import type { DrawnStep } from './queries.ts';

const ORIGIN: Vector3 = { x: 0, y: 0, z: 0 };
/** Length of the search direction's arrow as a share of the scene's size. */
const ARROW_SHARE = 0.22;

export class DifferenceStage {
  readonly stage: Stage;
  readonly #theme: Theme;
  readonly #shell = new Marks();
  readonly #marks = new Marks();
  #surfaces: DifferenceSurfaces | undefined;
  #isPlanar = false;
  /** Shapes and rotations of the drawn bodies, and the position of B relative to A. */
  #drawn: readonly unknown[] = [];
  readonly #between = new THREE.Vector3();

  constructor(theme: Theme) {
    this.#theme = theme;
    this.stage = new Stage(theme);
    this.stage.element.classList.add('explore-stage');
    this.stage.scene.add(this.#shell.group, this.#marks.group);
  }

  /**
   * Returns whether there is a difference to draw. Bodies that only moved, neither turned nor changed, keep theirs: it
   * moves with them.
   */
  setBodies(pair: PairJson, bodies: PairOfBodies): boolean {
    this.#isPlanar = bodies.kind === 'planar';
    this.stage.controls.enableRotate = !this.#isPlanar;
    const [a, b] = [drawnPose(pair.a.pose), drawnPose(pair.b.pose)];
    const between = toThree(b.position).sub(toThree(a.position));
    const drawn = [pair.a.shape, pair.b.shape, ...a.orientation, ...b.orientation];
    if (drawn.every((value, i) => value === this.#drawn[i]) && drawn.length === this.#drawn.length) {
      this.#shell.group.position.copy(between).sub(this.#between);
      this.#shell.group.updateMatrixWorld(true);
      this.stage.invalidate();
      return this.#surfaces !== undefined;
    }
    this.#drawn = drawn;
    this.#between.copy(between);
    this.#shell.group.position.set(0, 0, 0);
    this.#surfaces = differenceSurfaces(bodies);
    const shell = this.#shell;
    shell.clear();
    if (this.#surfaces !== undefined) {
      const { whole, cores } = this.#surfaces;
      shell.shell(whole, this.#theme.colour('--wall'), cores === undefined ? 0.3 : 0.16);
      if (cores !== undefined) shell.shell(cores, this.#theme.colour('--series-7'), 0.35);
    }
    this.stage.invalidate();
    return this.#surfaces !== undefined;
  }

  /** After a change of colours. */
  forget(): void {
    this.#drawn = [];
  }

  fit(): void {
    fitClosely(this.stage, this.#box(), this.#isPlanar);
  }

  explain(step: DrawnStep | undefined): void {
    const marks = this.#marks;
    marks.clear();
    marks.size = this.#box().getBoundingSphere(new THREE.Sphere()).radius * 2;
    const text = this.#theme.colour('--text');
    const reach = 0.06 * marks.size;
    for (const axis of [
      { x: 1, y: 0, z: 0 },
      { x: 0, y: 1, z: 0 },
      { x: 0, y: 0, z: 1 },
    ]) {
      marks.rod(plus(ORIGIN, axis, -reach), plus(ORIGIN, axis, reach), text, 0.4);
    }
    marks.ball(ORIGIN, text, 1.2);
    if (step !== undefined) this.#drawStep(step);
    this.stage.invalidate();
  }

  #drawStep(step: DrawnStep): void {
    const marks = this.#marks;
    const [green, pink, amber] = ['--series-3', '--series-4', '--series-5'].map((name) => this.#theme.colour(name)) as [
      string,
      string,
      string,
    ];
    const against = (length: number): Vector3 => plus(ORIGIN, step.normal, -length);
    switch (step.kind) {
      case 'simplex': {
        const corners = step.corners.map(({ difference }) => difference);
        this.#drawSimplex(corners, green);
        if (!step.holdsOrigin) {
          marks.rod(ORIGIN, step.nearest, amber);
          marks.ball(step.nearest, amber, 0.8);
          marks.arrow(ORIGIN, against(ARROW_SHARE * marks.size), pink);
        }
        if (step.added !== undefined) marks.ball(step.added.difference, pink);
        return;
      }
      case 'face': {
        const vertices = step.vertices.map(({ difference }) => difference);
        const at = (i: number): Vector3 => vertices[i];
        marks.wire(
          step.faces.flatMap(([i, j, k]): [Vector3, Vector3][] => [
            [at(i), at(j)],
            [at(j), at(k)],
            [at(k), at(i)],
          ]),
          green,
        );
        for (const vertex of vertices) marks.ball(vertex, green, 0.7);
        const corners = step.corners.map(({ difference }) => difference);
        marks.pane(corners, amber, 0.75);
        this.#drawOutline(corners, amber);
        marks.arrow(ORIGIN, against(-step.distance), pink);
        marks.ball(step.added.difference, pink);
        return;
      }
      case 'edge': {
        this.#drawOutline(step.polygon, green);
        const [from, to] = step.corners.map(({ difference }) => difference) as [Vector3, Vector3];
        marks.rod(from, to, amber, 1.6);
        marks.ball(step.added.difference, pink);
        marks.arrow(ORIGIN, against(-step.distance), pink);
        return;
      }
      case 'portal': {
        const corners = step.corners.map(({ difference }) => difference);
        marks.pane(corners, amber, 0.6);
        this.#drawOutline(corners, amber);
        for (const corner of corners) marks.ball(corner, amber, 0.8);
        const { x, y, z } = step.inner;
        const beyond = 0.35 * marks.size;
        const length = Math.hypot(x, y, z);
        if (length > 0)
          marks.arrow(step.inner, plus(ORIGIN, { x: x / length, y: y / length, z: z / length }, -beyond), green);
        marks.ball(step.inner, green);
        marks.ball(step.added.difference, pink);
        return;
      }
      case 'plane':
      case 'newton': {
        // The plane across the normal at which the difference ends towards the origin.
        const foot = plus(ORIGIN, step.normal, step.distance);
        marks.disc(foot, step.normal, 0.3 * marks.size, amber);
        marks.arrow(ORIGIN, foot, pink);
        return;
      }
      default: {
        const foot = step.kind === 'block' ? step.closest : plus(ORIGIN, step.normal, step.distance);
        marks.rod(ORIGIN, foot, amber, 1.4);
        marks.ball(foot, amber);
        const tip = plus(foot, step.normal, ARROW_SHARE * marks.size);
        marks.arrow(foot, tip, this.#theme.colour('--text'));
      }
    }
  }

  #drawSimplex(corners: readonly Vector3[], colour: string): void {
    for (const corner of corners) this.#marks.ball(corner, colour);
    corners.forEach((p, i) => {
      for (const q of corners.slice(i + 1)) this.#marks.rod(p, q, colour);
    });
    if (corners.length === 3) this.#marks.pane(corners, colour, 0.4);
    if (corners.length < 4) return;
    corners.forEach((_, i) => {
      this.#marks.pane(
        corners.filter((_, k) => k !== i),
        colour,
        0.25,
      );
    });
  }

  #drawOutline(corners: readonly Vector3[], colour: string): void {
    corners.forEach((from, i) => {
      if (corners.length > 1) this.#marks.rod(from, corners[(i + 1) % corners.length], colour);
    });
  }

  /** The difference and the origin. */
  #box(): THREE.Box3 {
    const box = new THREE.Box3().expandByObject(this.#shell.group, true).expandByPoint(toThree(ORIGIN));
    return box.getSize(new THREE.Vector3()).length() > 0 ? box : box.expandByScalar(1);
  }
}
