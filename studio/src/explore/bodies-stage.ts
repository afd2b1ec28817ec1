// SPDX-License-Identifier: MIT
/**
 * The stage with both bodies: shapes, contact points, normal, features, and the points of the shown step. Bodies are
 * dragged, or moved and rotated by handles.
 */
import * as THREE from 'three';
import { TransformControls } from 'three/examples/jsm/controls/TransformControls.js';
import type { Vector3 } from '../../../src/contact.ts';
import type { PairOfBodies } from '../../../src/pairs.ts';
import { edgeGeometry, surfaceGeometry } from '../drawing/shape-geometry.ts';
import { Stage } from '../drawing/stage.ts';
import type { Theme } from '../theme.ts';
import { bodySurfaces, drawnPose, featureAlong, ownVertices, poseFromDrawing } from './drawn-bodies.ts';
import { Marks, shaded } from './marks.ts';
import type { PairJson, PoseJson } from './pair-json.ts';
import { type Answer, type DrawnStep, type Explained, inDrawing } from './queries.ts';

export type Side = 'a' | 'b';
export type Handle = 'translate' | 'rotate';

/** Opacity of a body: contact points inside are visible. */
const BODY_OPACITY = 0.62;
/** From the front: 2D pairs lie in the plane y = 0. */
const FRONT = new THREE.Vector3(0, -1, 0);
const FIRST_VIEW = new THREE.Vector3(0.55, -1, 0.45);

export class BodiesStage {
  readonly stage: Stage;
  readonly #theme: Theme;
  readonly #marks = new Marks();
  readonly #bodies = { a: new THREE.Group(), b: new THREE.Group() };
  readonly #handles: TransformControls;
  readonly #offset = new THREE.Vector3();
  readonly #onMove: (side: Side, pose: PoseJson) => void;
  #chosen: Side = 'b';
  #isPlanar = false;
  #handle: Handle = 'translate';
  #onChoose: (side: Side) => void = () => {};

  constructor(theme: Theme, onMove: (side: Side, pose: PoseJson) => void) {
    this.#theme = theme;
    this.#onMove = onMove;
    this.stage = new Stage(theme);
    this.stage.element.classList.add('explore-stage');
    const { scene, camera, renderer, controls } = this.stage;
    scene.add(this.#bodies.a, this.#bodies.b, this.#marks.group);
    this.#handles = new TransformControls(camera, renderer.domElement);
    this.#handles.setSize(0.7);
    scene.add(this.#handles.getHelper());
    this.#handles.addEventListener('change', () => this.stage.invalidate());
    this.#handles.addEventListener('dragging-changed', ({ value }) => {
      controls.enabled = value !== true;
    });
    this.#handles.addEventListener('objectChange', () => this.#moved());
    this.#listenToDrags();
    this.choose('b');
  }

  onChoose(listener: (side: Side) => void): void {
    this.#onChoose = listener;
  }

  choose(side: Side): void {
    this.#chosen = side;
    this.#handles.attach(this.#bodies[side]);
    this.#setHandles();
  }

  setHandle(handle: Handle): void {
    this.#handle = handle;
    this.#setHandles();
  }

  /** New shapes or another kind of pair: the surfaces are rebuilt. */
  setBodies(pair: PairJson, bodies: PairOfBodies): void {
    this.#isPlanar = bodies.kind === 'planar';
    const surfaces = bodySurfaces(bodies);
    this.stage.controls.enableRotate = !this.#isPlanar;
    for (const [i, side] of (['a', 'b'] as const).entries()) {
      const group = this.#bodies[side];
      empty(group);
      const surface = surfaces[i as 0 | 1];
      const colour = this.#theme.colour(side === 'a' ? '--series-1' : '--series-2');
      group.add(new THREE.Mesh(surfaceGeometry(surface), shaded(colour, BODY_OPACITY)));
      const edges = edgeGeometry(surface);
      if (edges !== undefined) group.add(new THREE.LineSegments(edges, new THREE.LineBasicMaterial({ color: colour })));
    }
    this.#offset.copy(toThree(drawnPose(pair.a.pose).position));
    this.setPoses(pair);
    this.#setHandles();
  }

  setPoses(pair: PairJson): void {
    for (const side of ['a', 'b'] as const) {
      const { position, orientation } = drawnPose(pair[side].pose);
      const [w, x, y, z] = orientation;
      this.#bodies[side].position.copy(toThree(position)).sub(this.#offset);
      this.#bodies[side].quaternion.set(x, y, z, w).normalize();
      this.#bodies[side].updateMatrixWorld(true);
    }
    this.stage.invalidate();
  }

  fit(): void {
    fitClosely(this.stage, this.#box(), this.#isPlanar);
  }

  /** Draws the contact and the step over the bodies. */
  explain(bodies: PairOfBodies, found: Explained, step: DrawnStep | undefined): void {
    const marks = this.#marks;
    marks.clear();
    marks.size = this.#box().getBoundingSphere(new THREE.Sphere()).radius * 2;
    marks.offset = this.#offset;
    const text = this.#theme.colour('--text');
    if (step === undefined || step.kind === 'answer' || step.kind === 'exact' || step.kind === 'block') {
      if (found.answer !== undefined) this.#drawContact(bodies, found.answer, text);
    } else {
      this.#drawStep(step);
    }
    for (const { point, normal } of found.meshContacts ?? []) {
      marks.ball(point, text);
      marks.arrow(point, plus(point, normal, 0.15 * marks.size), text);
    }
    this.stage.invalidate();
  }

  #drawContact(bodies: PairOfBodies, answer: Answer, text: string): void {
    const marks = this.#marks;
    const vector = (numbers: readonly number[]): Vector3 => {
      const [x = 0, y = 0, z = 0] = numbers;
      return this.#isPlanar ? inDrawing({ x, y }) : { x, y, z };
    };
    const [normal, onA, onB] = [vector(answer.normal), vector(answer.pointOnA), vector(answer.pointOnB)];
    if (bodies.kind !== 'mesh') {
      this.#drawFeature('a', ownVertices(bodies.a.shape), normal);
      this.#drawFeature('b', ownVertices(bodies.b.shape), { x: -normal.x, y: -normal.y, z: -normal.z });
    }
    const start = answer.distance > 0 ? onB : onA;
    marks.arrow(start, plus(start, normal, 0.2 * marks.size), text);
    marks.rod(onA, onB, this.#theme.colour('--series-5'), 1.4);
    marks.ball(onA, this.#theme.colour('--series-1'));
    marks.ball(onB, this.#theme.colour('--series-2'));
  }

  #drawFeature(side: Side, vertices: readonly Vector3[], direction: Vector3): void {
    const group = this.#bodies[side];
    const placed = vertices.map((vertex) => {
      const { x, y, z } = toThree(vertex).applyMatrix4(group.matrixWorld).add(this.#offset);
      return { x, y, z };
    });
    if (placed.length === 0) return;
    const corners = featureAlong(placed, direction);
    const colour = this.#theme.colour(side === 'a' ? '--series-1' : '--series-2');
    this.#marks.pane(corners, colour, 0.55);
    corners.forEach((from, i) => {
      if (corners.length > 1) this.#marks.rod(from, corners[(i + 1) % corners.length], colour);
    });
    if (corners.length === 1) this.#marks.ball(corners[0], colour, 1.3);
  }

  #drawStep(step: DrawnStep): void {
    const marks = this.#marks;
    const [green, pink, amber] = ['--series-3', '--series-4', '--series-5'].map((name) => this.#theme.colour(name)) as [
      string,
      string,
      string,
    ];
    if (step.kind === 'plane' || step.kind === 'newton') {
      const [point] = step.points as [Vector3];
      marks.disc(point, step.normal, 0.35 * marks.size, amber);
      marks.arrow(point, plus(point, step.normal, 0.2 * marks.size), amber);
      marks.ball(step.onA, green);
      marks.ball(step.onB, green);
      if (step.kind === 'newton') marks.ball(point, pink, 1.3);
      return;
    }
    if (step.kind !== 'simplex' && step.kind !== 'face' && step.kind !== 'portal' && step.kind !== 'edge') return;
    for (const { onA, onB } of step.corners) {
      marks.ball(onA, green);
      marks.ball(onB, green);
      marks.rod(onA, onB, green, 0.5);
    }
    if (step.added === undefined) return;
    const { onA, onB } = step.added;
    marks.ball(onA, pink);
    marks.ball(onB, pink);
    marks.rod(onA, onB, pink, 0.5);
  }

  #box(): THREE.Box3 {
    return new THREE.Box3().expandByObject(this.#bodies.a, true).expandByObject(this.#bodies.b, true);
  }

  #setHandles(): void {
    this.#handles.setMode(this.#handle);
    const isTurn = this.#handle === 'rotate';
    this.#handles.showX = !(this.#isPlanar && isTurn);
    this.#handles.showY = !this.#isPlanar || isTurn;
    this.#handles.showZ = !(this.#isPlanar && isTurn);
    this.stage.invalidate();
  }

  #moved(): void {
    const { position, quaternion } = this.#bodies[this.#chosen];
    const { x, y, z } = position.clone().add(this.#offset);
    this.#onMove(
      this.#chosen,
      poseFromDrawing({ x, y, z }, [quaternion.w, quaternion.x, quaternion.y, quaternion.z], this.#isPlanar),
    );
  }

  /**
   * A body under the pointer is dragged in the plane that faces the camera. Runs before the orbit controls, which would
   * rotate the view.
   */
  #listenToDrags(): void {
    const { renderer, camera, controls } = this.stage;
    const canvas = renderer.domElement;
    const caster = new THREE.Raycaster();
    const plane = new THREE.Plane();
    const grip = new THREE.Vector3();
    let dragged: THREE.Group | undefined;
    const aim = (event: PointerEvent): void => {
      const { left, top, width, height } = canvas.getBoundingClientRect();
      const x = ((event.clientX - left) / width) * 2 - 1;
      const y = 1 - ((event.clientY - top) / height) * 2;
      caster.setFromCamera(new THREE.Vector2(x, y), camera);
    };
    canvas.addEventListener(
      'pointerdown',
      (event) => {
        if (event.button !== 0 || this.#handles.axis !== null) return;
        aim(event);
        const [hit] = caster.intersectObjects([this.#bodies.a, this.#bodies.b]);
        if (hit === undefined) return;
        const side = hit.object.parent === this.#bodies.a ? 'a' : 'b';
        this.choose(side);
        this.#onChoose(side);
        dragged = this.#bodies[side];
        controls.enabled = false;
        plane.setFromNormalAndCoplanarPoint(camera.getWorldDirection(new THREE.Vector3()), hit.point);
        grip.copy(hit.point).sub(dragged.position);
        canvas.setPointerCapture(event.pointerId);
      },
      { capture: true },
    );
    canvas.addEventListener('pointermove', (event) => {
      if (dragged === undefined) return;
      aim(event);
      const point = caster.ray.intersectPlane(plane, new THREE.Vector3());
      if (point === null) return;
      dragged.position.copy(point.sub(grip));
      if (this.#isPlanar) dragged.position.y = 0;
      this.#moved();
    });
    const end = (): void => {
      if (dragged === undefined) return;
      dragged = undefined;
      controls.enabled = true;
    };
    canvas.addEventListener('pointerup', end);
    canvas.addEventListener('pointercancel', end);
  }
}

/** How much of the view's width and height a fitted box may take; captions are above it. */
const FILLED_WIDTH = 0.92;
const FILLED_HEIGHT = 0.74;

/** As close as all corners of the box allow; from the front for a 2D pair, otherwise from the right and above. */
export function fitClosely(stage: Stage, box: THREE.Box3, isPlanar: boolean): void {
  stage.fit(box, (isPlanar ? FRONT : FIRST_VIEW).clone());
  const { camera, controls } = stage;
  camera.updateMatrixWorld();
  const [right, up, back] = [new THREE.Vector3(), new THREE.Vector3(), new THREE.Vector3()];
  camera.matrixWorld.extractBasis(right, up, back);
  const tangent = Math.tan(THREE.MathUtils.degToRad(camera.fov / 2));
  let distance = 0;
  for (const x of [box.min.x, box.max.x]) {
    for (const y of [box.min.y, box.max.y]) {
      for (const z of [box.min.z, box.max.z]) {
        const corner = new THREE.Vector3(x, y, z).sub(controls.target);
        const aside = Math.abs(corner.dot(right)) / (tangent * camera.aspect * FILLED_WIDTH);
        const above = Math.abs(corner.dot(up)) / (tangent * FILLED_HEIGHT);
        distance = Math.max(distance, corner.dot(back) + Math.max(aside, above));
      }
    }
  }
  camera.position.copy(controls.target).addScaledVector(back, distance);
  controls.update();
  stage.invalidate();
}

export function toThree({ x, y, z }: Vector3): THREE.Vector3 {
  return new THREE.Vector3(x, y, z);
}

export function plus(point: Vector3, direction: Vector3, by: number): Vector3 {
  return { x: point.x + by * direction.x, y: point.y + by * direction.y, z: point.z + by * direction.z };
}

function empty(group: THREE.Group): void {
  for (const child of group.children) {
    if (!(child instanceof THREE.Mesh || child instanceof THREE.LineSegments)) continue;
    child.geometry.dispose();
    child.material.dispose();
  }
  group.clear();
}
