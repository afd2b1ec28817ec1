// SPDX-License-Identifier: MIT
/**
 * The picture of a run: bodies, walls, contacts and the cut plane, relative to one point of the world so that float32
 * is precise.
 */
import * as THREE from 'three';
import type { Section, SectionGrid } from '../../../src/analysis.ts';
import type { Frame, TrajectoryHeader } from '../../../src/io.ts';
import { BodyLayer } from '../drawing/body-layer.ts';
import { BoundaryLayer } from '../drawing/boundary-layer.ts';
import { type ColourMapName, isDiverging, kindColours, kindTexture, mapTexture } from '../drawing/colour-map.ts';
import type { LitStage } from '../drawing/lit-stage.ts';
import { pickBody } from '../drawing/pick-body.ts';
import { bodyBox, RunBounds } from '../drawing/run-bounds.ts';
import type { RunDescription } from '../run-source/run-source.ts';
import type { Theme } from '../theme.ts';
import { type BodyField, bodyIndex, rangeOf } from './body-values.ts';
import { type Clip, clipPlanes, NO_CLIP } from './clip-planes.ts';
import type { LegendBar } from './legend.ts';
import { type OverlaySettings, Overlays } from './overlays.ts';
import { NO_SELECTION, type Selection, selectedBodies } from './selection.ts';
import { SliceLayer } from './slice-layer.ts';

export interface ColourScale {
  readonly field: BodyField;
  readonly map: ColourMapName;
  /** Undefined: from the least to the largest value of the frame. */
  readonly range: readonly [low: number, high: number] | undefined;
  /** Colours in equal steps of the logarithm. */
  readonly isLog?: boolean;
}

/** Bodies darken each other over this multiple of their mean radius. */
const OCCLUSION_REACH = 2.2;
/** A logarithmic scale that follows the frame reaches down to this part of its end: what is at rest has no bottom. */
const SMALLEST_LOG_PART = 1e-5;
/** Smallest values below this part of the largest count as zero. */
const LEAST_PART = 1e-9;
/** Bodies with trails at once. */
const MOST_TRAILS = 2000;

export class WatchScene {
  readonly layer: BodyLayer;
  readonly header: TrajectoryHeader;
  readonly #stage: LitStage;
  readonly #root = new THREE.Group();
  readonly #walls: BoundaryLayer;
  readonly #overlays = new Overlays();
  readonly #slice = new SliceLayer();
  /** By the name of a map or of a field whose values are kinds. */
  readonly #textures = new Map<string, THREE.Texture>();
  readonly #origin: THREE.Vector3;
  /** Of all frames seen so far, and of those alone that every view of the run looks at. */
  readonly #bounds: RunBounds;
  readonly #sampled: RunBounds;
  /** A view in the address was taken with at least these bounds. */
  readonly #reserved = new THREE.Box3();
  /** The domain if it is periodic, and as long as there is nothing else. */
  readonly #domain: THREE.Box3;
  readonly #isPeriodic: boolean;
  #frame: Frame;
  /** Mean outer radius of the bodies of the frame. */
  #typicalSize = 0;
  #scale: ColourScale;
  #pickedId: number | undefined;
  #clip = NO_CLIP;
  #range: readonly [number, number] = [0, 1];
  #values: Float32Array = new Float32Array(0);
  #selection = NO_SELECTION;
  #sliceBar: LegendBar | undefined;
  #measuredIds: readonly number[] = [];
  #selected: Uint8Array | undefined;
  #filter: readonly [number, number] | undefined;
  /** Frames up to this one, for trails. */
  past: (count: number) => readonly Frame[] = () => [this.#frame];

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
    this.#sampled = new RunBounds(header.boundaries, this.layer.reaches, this.#origin);
    this.#isPeriodic = domain?.periodic.includes(true) ?? false;
    this.#domain = domain === undefined ? new THREE.Box3() : this.#domainBox(domain);
    this.#walls = new BoundaryLayer(header.boundaries, this.#origin, this.#isPeriodic ? domain : undefined, stage.look);
    this.#root.add(this.layer.group, this.#walls.group, this.#overlays.group, this.#slice.mesh);
    stage.scene.add(this.#root);
    stage.setDetail = (pixels, error) => this.layer.setDetail(pixels, error);
    this.#typicalSize = this.#meanReach();
    this.look(first);
    this.#placeWalls();
    this.show(first);
  }

  /** Bounds of the run over the frames seen so far, relative to the origin of the scene. */
  get bounds(): THREE.Box3 {
    const box = this.#bounds.box.clone().union(this.#sampled.box).union(this.#reserved);
    return this.#isPeriodic || box.isEmpty() ? box.union(this.#domain) : box;
  }

  /**
   * Boxes that the first view contains: those of the single frames, which a heap fills better than one box, where every
   * view of the run knows the same frames.
   */
  get parts(): readonly THREE.Box3[] {
    const { bounds } = this;
    if (this.#isPeriodic || bounds.isEmpty()) return [bounds];
    if (this.#sampled.box.isEmpty()) return this.#reserved.isEmpty() ? this.#bounds.parts : [bounds];
    return this.#sampled.box.containsBox(bounds) ? this.#sampled.parts : [bounds];
  }

  /** Bounds in the world, if frames that were shown have made them larger than any view of the run finds them. */
  get grownBounds(): THREE.Box3 | undefined {
    const { bounds } = this;
    return this.#sampled.box.containsBox(this.#bounds.box) && this.#sampled.box.containsBox(this.#reserved)
      ? undefined
      : bounds.translate(this.#origin);
  }

  /** Takes a box of the world into the bounds. */
  reserve(box: THREE.Box3): void {
    this.#reserved.union(box.clone().translate(this.#origin.clone().negate()));
    this.#placeWalls();
    this.clip = this.#clip;
    this.onBounds();
  }

  /** Called after the bounds have changed. */
  onBounds: () => void = () => {};

  /**
   * Takes a frame into the bounds, which walls, cut and camera go by; true when they have grown. `isSample` if every
   * view of the run looks at it.
   */
  look(frame: Frame, isSample = false): boolean {
    if (!(isSample ? this.#sampled : this.#bounds).add(frame)) return false;
    this.#placeWalls();
    this.clip = this.#clip;
    this.onBounds();
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

  /** One number a body of the frame, by which it is coloured. */
  get values(): Float32Array {
    return this.#values;
  }

  /** Lines over the bodies. */
  get overlays(): Readonly<Overlays> {
    return this.#overlays;
  }

  set overlaySettings(settings: OverlaySettings) {
    this.#overlays.settings = settings;
    this.#drawOverlays();
    this.#stage.invalidate();
  }

  /** Lines between these bodies, in their order. */
  set measuredIds(ids: readonly number[]) {
    this.#measuredIds = ids;
    this.#drawOverlays();
  }

  /** More frames of the past are here. */
  drawTrails(): void {
    if (this.#overlays.settings.trailFrames === 0) return;
    this.#drawOverlays();
    this.#stage.invalidate();
  }

  set selection(selection: Selection) {
    this.#selection = selection;
    this.show(this.#frame);
  }

  /** Only bodies whose value is between are shown. */
  set filter(range: readonly [number, number] | undefined) {
    this.#filter = range;
    this.show(this.#frame);
  }

  /** Ids of the selected bodies of the frame; undefined if nothing is selected. */
  get selectedIds(): number[] | undefined {
    const mask = this.#selected;
    return mask && [...this.#frame.ids].filter((_, body) => mask[body] === 1);
  }

  /** Number of bodies that are shown. */
  get shownCount(): number {
    return this.#frame.ids.length - this.layer.hiddenCount;
  }

  /** Around some bodies of the frame. */
  boxOf(ids: readonly number[]): THREE.Box3 {
    const box = new THREE.Box3();
    const { positions, scales, shapes } = this.#frame;
    for (const id of ids) {
      const body = bodyIndex(this.#frame.ids, id);
      if (body < 0) continue;
      const middle = new THREE.Vector3().fromArray(positions, 3 * body).add(this.layer.group.position);
      const reach = scales[body] * this.layer.reaches[shapes[body]];
      box.expandByPoint(middle.clone().addScalar(reach)).expandByPoint(middle.subScalar(reach));
    }
    return box;
  }

  show(frame: Frame): void {
    this.#frame = frame;
    const [x = 0, y = 0, z = 0] = frame.origin;
    const shift = [x - this.#origin.x, y - this.#origin.y, z - this.#origin.z] as const;
    this.#values = this.#scale.field.values(frame, { header: this.header, reaches: this.layer.reaches });
    this.#mask(shift);
    this.layer.setBodies(frame, shift);
    this.#walls.setMeshPoses(frame.meshPoses);
    this.#typicalSize = this.#meanReach();
    this.#setOcclusion();
    this.#stage.look.move();
    this.#paint();
    this.#showPicked();
    this.#drawOverlays();
    this.#stage.invalidate();
  }

  get scale(): ColourScale {
    return this.#scale;
  }

  set scale(scale: ColourScale) {
    this.#scale = scale;
    this.show(this.#frame);
  }

  set theme(theme: Theme) {
    this.#walls.setColours(theme.colour('--wall'), theme.colour('--ground'));
    this.#overlays.theme = theme;
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

  get pickedId(): number | undefined {
    return this.#pickedId;
  }

  set pickedId(id: number | undefined) {
    this.#pickedId = id;
    this.#showPicked();
    if (this.#overlays.settings.trailFrames > 0) this.#drawOverlays();
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
    this.layer.setPlanes(clipPlanes(clip, this.bounds));
    if (this.#selection.isInCut) this.show(this.#frame);
    this.#stage.look.move();
    this.#stage.invalidate();
  }

  /** A coarse-grained slice over the bodies. */
  showSlice(section: Section, grid: SectionGrid, bar: LegendBar, range: readonly [number, number]): void {
    this.#sliceBar = bar;
    this.#slice.show(section, grid, bar.map, range, this.#origin);
    this.#stage.invalidate();
  }

  /** Legend of the slice; undefined if none is shown. */
  get sliceBar(): LegendBar | undefined {
    return this.#sliceBar;
  }

  hideSlice(): void {
    this.#sliceBar = undefined;
    this.#slice.mesh.visible = false;
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
    this.#setOcclusion();
    look.move();
  }

  #setOcclusion(): void {
    const { look } = this.#stage;
    look.reach = OCCLUSION_REACH * (this.#typicalSize || 0.05 * look.around.radius);
  }

  #meanReach(): number {
    const { scales, shapes } = this.#frame;
    let sum = 0;
    for (let body = 0; body < shapes.length; body++) sum += scales[body] * this.layer.reaches[shapes[body]];
    return Number.isFinite(sum) ? sum / Math.max(shapes.length, 1) : 0;
  }

  #paint(): void {
    const { field, map, range, isLog = false } = this.#scale;
    const values = this.#values;
    this.layer.setValues(values);
    const kinds = field.kinds?.(this.header);
    this.#range =
      kinds !== undefined ? [0, Math.max(kinds.length - 1, 1)] : (range ?? freeRange(values, isDiverging(map), isLog));
    const [low, high] = this.#range;
    // Bodies of one value have the colour in the middle, which is seen on any background.
    const [first, last] = low === high && !isLog ? [low - 1, high + 1] : [low, high];
    this.layer.setColours(this.#texture(field.name, map, kinds), first, last, isLog && kinds === undefined);
  }

  /** Which bodies are left out, and which look selected. */
  #mask(shift: readonly [number, number, number]): void {
    const frame = this.#frame;
    const planes = clipPlanes(this.#clip, this.bounds);
    const point = new THREE.Vector3();
    const offset = new THREE.Vector3(...shift);
    const isLeft = (x: number, y: number, z: number): boolean =>
      planes.every((plane) => plane.distanceToPoint(point.set(x, y, z).add(offset)) <= 0);
    const context = { header: this.header, reaches: this.layer.reaches };
    const selected = selectedBodies(this.#selection, frame, context, isLeft);
    this.#selected = selected;
    const { mode } = this.#selection;
    const filter = this.#filter;
    const isChoosing = selected !== undefined && mode !== 'mark';
    let hidden: Uint8Array | undefined;
    if (filter !== undefined || isChoosing) {
      hidden = Uint8Array.from(this.#values, (value, body) => {
        if (filter !== undefined && !(value >= filter[0] && value <= filter[1])) return 1;
        return isChoosing && (selected[body] === 1) === (mode === 'hide') ? 1 : 0;
      });
    }
    this.layer.setMasks(hidden, mode === 'mark' ? selected : undefined);
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

  #drawOverlays(): void {
    const { scales, shapes, ids } = this.#frame;
    const { trailFrames } = this.#overlays.settings;
    let trailIds: readonly number[] = [];
    if (trailFrames > 0) {
      if (this.#pickedId !== undefined) trailIds = [this.#pickedId];
      else trailIds = (this.selectedIds ?? [...ids]).slice(0, MOST_TRAILS);
    }
    this.#overlays.draw(
      {
        frame: this.#frame,
        reach: (body) => scales[body] * this.layer.reaches[shapes[body]],
        typicalSize: this.#typicalSize,
        isHidden: (body) => this.layer.isHidden(body),
        past: trailFrames > 0 ? this.past(trailFrames) : [],
        trailIds,
        measuredIds: this.#measuredIds,
      },
      this.layer.group.position,
    );
  }

  #domainBox({ min, max }: NonNullable<RunDescription['domain']>): THREE.Box3 {
    const box = new THREE.Box3(new THREE.Vector3().fromArray(min), new THREE.Vector3().fromArray(max));
    return box.translate(this.#origin.clone().negate());
  }
}

/** Range of the values of a frame: symmetric for a map with a middle, above zero for a logarithmic one. */
function freeRange(values: Float32Array, isSymmetric: boolean, isLog: boolean): readonly [number, number] {
  const range = rangeOf(isLog ? values.filter((value) => value > 0) : values);
  if (isLog) return [Math.max(range[0], range[1] * SMALLEST_LOG_PART), range[1]];
  // What rounding left of a body at rest is no end of a scale.
  if (!isSymmetric) return range[0] > 0 && range[0] < LEAST_PART * range[1] ? [0, range[1]] : range;
  const most = Math.max(Math.abs(range[0]), Math.abs(range[1]));
  return [-most, most];
}
