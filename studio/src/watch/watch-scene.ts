// SPDX-License-Identifier: MIT
/**
 * The picture of a run: bodies, walls, contacts and the cut plane, relative to one point of the world so that float32
 * is precise.
 */
import * as THREE from 'three';
import type { Frame, TrajectoryHeader } from '../../../src/io.ts';
import { BodyLayer } from '../drawing/body-layer.ts';
import { BoundaryLayer } from '../drawing/boundary-layer.ts';
import { type ColourMapName, kindColours, kindTexture, mapTexture } from '../drawing/colour-map.ts';
import { LineLayer } from '../drawing/line-layer.ts';
import type { LitStage } from '../drawing/lit-stage.ts';
import { pickBody } from '../drawing/pick-body.ts';
import { bodyBox, RunBounds } from '../drawing/run-bounds.ts';
import type { RunDescription } from '../server-api.ts';
import type { Theme } from '../theme.ts';
import { type BodyField, bodyIndex, rangeOf } from './body-values.ts';
import { type Clip, clipPlanes, NO_CLIP } from './clip-planes.ts';
import { contactLines } from './contact-lines.ts';

export interface ColourScale {
  readonly field: BodyField;
  readonly map: ColourMapName;
  /** Undefined: from the least to the largest value of the frame. */
  readonly range: readonly [low: number, high: number] | undefined;
}

/** Bodies darken each other over this multiple of their mean radius. */
const OCCLUSION_REACH = 2.2;

export class WatchScene {
  readonly layer: BodyLayer;
  readonly header: TrajectoryHeader;
  readonly #stage: LitStage;
  readonly #root = new THREE.Group();
  readonly #walls: BoundaryLayer;
  readonly #lines = new LineLayer();
  /** By the name of a map or of a field whose values are kinds. */
  readonly #textures = new Map<string, THREE.Texture>();
  readonly #origin: THREE.Vector3;
  readonly #bounds: RunBounds;
  /** The domain if it is periodic, and as long as there is nothing else. */
  readonly #domain: THREE.Box3;
  readonly #isPeriodic: boolean;
  #frame: Frame;
  #scale: ColourScale;
  #pickedId: number | undefined;
  #clip = NO_CLIP;
  #hasContacts = false;
  #range: readonly [number, number] = [0, 1];
  #strongOnly = false;
  #drawnContacts = 0;
  #largestForce = 0;

  /** `first` is the frame that is shown at once, `bodyCount` about how many bodies there will be. */
  constructor(
    stage: LitStage,
    header: TrajectoryHeader,
    first: Frame,
    { domain, bodyCount = first.ids.length }: Pick<RunDescription, 'domain'> & { readonly bodyCount?: number },
    scale: ColourScale,
  ) {
    this.#stage = stage;
    this.header = header;
    this.#frame = first;
    this.#scale = scale;
    this.layer = new BodyLayer(
      header.shapes.map(({ shape }) => shape),
      bodyCount,
      stage.look.light,
    );
    this.#origin = new THREE.Vector3().fromArray(first.origin);
    this.#bounds = new RunBounds(header.boundaries, this.layer.reaches, this.#origin);
    this.#isPeriodic = domain?.periodic.includes(true) ?? false;
    this.#domain = domain === undefined ? new THREE.Box3() : this.#domainBox(domain);
    this.#walls = new BoundaryLayer(header.boundaries, this.#origin, this.#isPeriodic ? domain : undefined, stage.look);
    this.#root.add(this.layer.group, this.#walls.group, this.#lines.mesh);
    this.#lines.mesh.visible = false;
    stage.scene.add(this.#root);
    this.look(first);
    this.#placeWalls();
    this.show(first);
  }

  /** Bounds of the run over the frames seen so far, relative to the origin of the scene. */
  get bounds(): THREE.Box3 {
    const { box } = this.#bounds;
    return this.#isPeriodic || box.isEmpty() ? box.clone().union(this.#domain) : box;
  }

  /** Takes a frame into the bounds, which walls, cut and camera go by; true when they have grown. */
  look(frame: Frame): boolean {
    if (!this.#bounds.add(frame)) return false;
    this.#placeWalls();
    this.clip = this.#clip;
    return true;
  }

  /** Of the bodies of the frame. */
  get bodyBox(): THREE.Box3 {
    return bodyBox(this.#frame, this.layer.reaches, this.#origin);
  }

  /** Whether any body of the frame is between the sides of the picture. */
  get hasBodyInView(): boolean {
    const camera = this.#stage.viewCamera;
    camera.updateMatrixWorld();
    const view = new THREE.Matrix4().multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse);
    const frustum = new THREE.Frustum().setFromProjectionMatrix(view);
    const { positions, scales, shapes, origin } = this.#frame;
    const shift = new THREE.Vector3().fromArray(origin).sub(this.#origin);
    const ball = new THREE.Sphere();
    for (let body = 0; body < shapes.length; body++) {
      ball.center.fromArray(positions, 3 * body).add(shift);
      ball.radius = scales[body] * this.layer.reaches[shapes[body]];
      if (frustum.intersectsSphere(ball)) return true;
    }
    return false;
  }

  get frame(): Frame {
    return this.#frame;
  }

  /** Ends of the colour scale now. */
  get range(): readonly [number, number] {
    return this.#range;
  }

  /** Of the contacts that are shown, N. */
  get largestForce(): number {
    return this.#largestForce;
  }

  show(frame: Frame): void {
    this.#frame = frame;
    const [x = 0, y = 0, z = 0] = frame.origin;
    this.layer.setBodies(frame, [x - this.#origin.x, y - this.#origin.y, z - this.#origin.z]);
    this.#walls.setMeshPoses(frame.meshPoses);
    this.#stage.look.move();
    this.#paint();
    this.#showPicked();
    if (this.#hasContacts) this.#drawContacts();
    this.#stage.invalidate();
  }

  set scale(scale: ColourScale) {
    this.#scale = scale;
    this.#paint();
    this.#stage.invalidate();
  }

  set theme(theme: Theme) {
    this.#walls.setColours(theme.colour('--wall'), theme.colour('--ground'));
    this.#lines.colour = theme.colour('--series-2');
    this.#stage.invalidate();
  }

  /** Of the bodies, 0 to 1. */
  set opacity(value: number) {
    this.layer.uniforms.uOpacity.value = value;
    this.#stage.look.hasClear = value < 1;
    this.#stage.look.move();
    this.#stage.invalidate();
  }

  /** Of the walls, 0 to 1. */
  set wallOpacity(value: number) {
    this.#walls.opacity = value;
    this.#stage.invalidate();
  }

  set showsTurning(value: boolean) {
    this.layer.uniforms.uTurning.value = value;
    this.#stage.invalidate();
  }

  set showsWalls(value: boolean) {
    this.#walls.group.visible = value;
    this.#stage.invalidate();
  }

  set showsContacts(value: boolean) {
    this.#hasContacts = value;
    this.#lines.mesh.visible = value;
    if (value) this.#drawContacts();
    this.#stage.invalidate();
  }

  /** Only forces above the mean, which form the chains. */
  set showsStrongOnly(value: boolean) {
    this.#strongOnly = value;
    if (this.#hasContacts) this.#drawContacts();
    this.#stage.invalidate();
  }

  /** Contacts that lines are drawn for. */
  get drawnContacts(): number {
    return this.#drawnContacts;
  }

  get pickedId(): number | undefined {
    return this.#pickedId;
  }

  set pickedId(id: number | undefined) {
    this.#pickedId = id;
    this.#showPicked();
    this.#stage.invalidate();
  }

  /** Id of the body at a point of the canvas, from -1 to 1 in both directions, y up. */
  pick(x: number, y: number): number | undefined {
    const caster = new THREE.Raycaster();
    caster.setFromCamera(new THREE.Vector2(x, y), this.#stage.viewCamera);
    const picked = pickBody(this.layer, caster.ray, clipPlanes(this.#clip, this.bounds));
    return picked === undefined ? undefined : this.#frame.ids[picked.body];
  }

  /** From the middle of the view to the camera. */
  get viewDirection(): THREE.Vector3 {
    const { camera, controls } = this.#stage;
    return camera.position.clone().sub(controls.target).normalize();
  }

  /** Whether the camera looks against a direction, from the side of its small coordinates. */
  isSeenFromBelow(direction: THREE.Vector3): boolean {
    return this.viewDirection.dot(direction) < 0;
  }

  set clip(clip: Clip) {
    this.#clip = clip;
    const { uPlanes, uPlaneCount } = this.layer.uniforms;
    const planes = clipPlanes(clip, this.bounds);
    planes.forEach(({ normal, constant }, k) => {
      uPlanes.value[k].set(normal.x, normal.y, normal.z, -constant);
    });
    uPlaneCount.value = planes.length;
    this.#stage.look.move();
    this.#stage.invalidate();
  }

  /** Point of the world that the scene is drawn about. */
  get origin(): THREE.Vector3 {
    return this.#origin;
  }

  dispose(): void {
    this.#stage.scene.remove(this.#root);
    for (const texture of this.#textures.values()) texture.dispose();
    this.#root.traverse((object) => {
      if (object instanceof THREE.Mesh || object instanceof THREE.LineSegments) {
        object.geometry.dispose();
        object.material.dispose();
      }
    });
  }

  /** Walls, shadows and ambient occlusion go by the bounds. */
  #placeWalls(): void {
    const { bounds } = this;
    this.#walls.around = bounds;
    const { look } = this.#stage;
    bounds.getBoundingSphere(look.around);
    look.around.radius = Math.max(look.around.radius, 1e-9);
    look.reach = OCCLUSION_REACH * (this.#meanReach() || 0.05 * look.around.radius);
    look.move();
  }

  /** Mean outer radius of the bodies of the frame. */
  #meanReach(): number {
    const { scales, shapes } = this.#frame;
    let sum = 0;
    for (let body = 0; body < shapes.length; body++) sum += scales[body] * this.layer.reaches[shapes[body]];
    return sum / Math.max(shapes.length, 1);
  }

  #paint(): void {
    const { field, map, range } = this.#scale;
    const values = field.values(this.#frame, { header: this.header, reaches: this.layer.reaches });
    this.layer.setValues(values);
    const kinds = field.kinds?.(this.header);
    this.#range = kinds !== undefined ? [0, Math.max(kinds.length - 1, 1)] : (range ?? rangeOf(values));
    this.layer.setColours(this.#texture(field.name, map, kinds), ...this.#range);
  }

  #texture(field: string, map: ColourMapName, kinds: readonly string[] | undefined): THREE.Texture {
    const name = kinds === undefined ? map : field;
    const known = this.#textures.get(name);
    if (known !== undefined) return known;
    const made = kinds === undefined ? mapTexture(map) : kindTexture(kindColours(kinds));
    this.#textures.set(name, made);
    return made;
  }

  #showPicked(): void {
    const body = this.#pickedId === undefined ? -1 : bodyIndex(this.#frame.ids, this.#pickedId);
    this.layer.setPicked(body < 0 ? undefined : body);
  }

  #drawContacts(): void {
    const { scales, shapes } = this.#frame;
    const reach = (body: number): number => scales[body] * this.layer.reaches[shapes[body]];
    const lines = contactLines(this.#frame, reach, this.#meanReach(), this.#strongOnly);
    this.#lines.mesh.position.copy(this.layer.group.position);
    this.#lines.setLines(lines.ends, lines.radii, lines.count);
    this.#largestForce = lines.largestForce;
    this.#drawnContacts = lines.contacts;
  }

  #domainBox({ min, max }: NonNullable<RunDescription['domain']>): THREE.Box3 {
    const box = new THREE.Box3(new THREE.Vector3().fromArray(min), new THREE.Vector3().fromArray(max));
    return box.translate(this.#origin.clone().negate());
  }
}
