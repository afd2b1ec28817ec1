// SPDX-License-Identifier: MIT
/** Client of the server of `scree view` (src/server). A rejected request has the message of the server. */
import type { TrajectoryHeader } from '../../src/io.ts';

interface StudioDescription {
  readonly hasRun: boolean;
  readonly hasStudy: boolean;
  /** Names of report pages, shown at `reports/NAME`. */
  readonly reports: readonly string[];
}

export interface RunDescription {
  readonly folder: string;
  readonly manifest: {
    readonly title: string;
    readonly program: string;
    readonly scene: { readonly original: string };
    /** s */
    readonly timeStep: number;
    readonly until: number;
    readonly steps: number;
    readonly outputs: readonly string[];
    readonly started: string;
  };
  /** A program is still writing it. */
  readonly isRunning: boolean;
  readonly domain?: {
    readonly min: readonly number[];
    readonly max: readonly number[];
    readonly periodic: readonly boolean[];
  };
  readonly bodyNames: Readonly<Record<number, string>>;
  readonly hasTrajectory: boolean;
  /** Why there is no trajectory, and the remedy; absent if there is one. */
  readonly noTrajectory?: string;
  readonly tables: readonly { readonly name: string; readonly size: number }[];
}

interface StudyColumnName {
  readonly name: string;
  /** Empty without one. */
  readonly unit: string;
}

export interface StudyDescription {
  readonly folder: string;
  readonly title: string;
  readonly scenes: readonly string[];
  readonly parameters: readonly StudyColumnName[];
  readonly results: readonly StudyColumnName[];
  readonly rows: readonly {
    readonly point: number;
    readonly seed?: number | undefined;
    readonly values: readonly (number | string)[];
    /** Null without a value. */
    readonly results: readonly (number | null)[];
    readonly state: 'done' | 'failed' | 'open' | 'running';
    /** 0 to 1 */
    readonly progress: number;
    readonly runs: readonly { readonly id: string; readonly scene: string; readonly isOpenable: boolean }[];
    readonly notes: readonly string[];
  }[];
  readonly plots: readonly string[];
}

/** length in bytes, time in s, step, number of bodies */
export type FrameFacts = readonly [length: number, time: number, step: number, bodies: number];

interface TrajectoryPart {
  /** Changes when the file was begun again; all that was fetched before is void then. */
  readonly generation: number;
  readonly count: number;
  readonly from: number;
  /** Only where `from` is 0 and the run has written one. */
  readonly header?: TrajectoryHeader;
  /** The damaged parts of the file that are skipped; absent if there are none. */
  readonly problem?: string;
  readonly frames: readonly FrameFacts[];
}

export interface BodyHistory {
  readonly time: readonly number[];
  readonly position: readonly [readonly number[], readonly number[], readonly number[]];
  readonly speed: readonly number[];
  /** rad/s */
  readonly spin: readonly number[];
}

export class ServerApi {
  /** Id of the run of a study that the address of the page names: `?run=ID#/watch`. */
  readonly runId = new URLSearchParams(location.search).get('run') ?? undefined;

  /** Undefined if the page is not served by `scree view`. */
  static async connect(): Promise<ServerApi | undefined> {
    try {
      const api = new ServerApi();
      await api.studio();
      return api;
    } catch {
      return undefined;
    }
  }

  studio(): Promise<StudioDescription> {
    return json(this.#ofRun('api/studio'));
  }

  run(): Promise<RunDescription> {
    return json(this.#ofRun('api/run'));
  }

  study(): Promise<StudyDescription> {
    return json('api/study');
  }

  /** Address of a picture of the study. */
  plotAddress(name: string): string {
    return `api/plots/${encodeURIComponent(name)}`;
  }

  trajectory(from: number): Promise<TrajectoryPart> {
    return json(this.#ofRun(`api/trajectory?from=${from}`));
  }

  /** The bytes of a frame as they are in the file. */
  async frame(index: number, signal?: AbortSignal): Promise<ArrayBuffer> {
    const response = await ask(this.#ofRun(`api/frames/${index}`), signal);
    return response.arrayBuffer();
  }

  history(id: number): Promise<BodyHistory> {
    return json(this.#ofRun(`api/bodies/${id}`));
  }

  /** The content of a table from a byte on. */
  async table(name: string, from = 0): Promise<Uint8Array> {
    const response = await ask(this.#ofRun(`api/tables/${encodeURIComponent(name)}?from=${from}`));
    return new Uint8Array(await response.arrayBuffer());
  }

  #ofRun(path: string): string {
    if (this.runId === undefined) return path;
    return `${path}${path.includes('?') ? '&' : '?'}run=${encodeURIComponent(this.runId)}`;
  }

  /** Address of a report page, to be shown in a frame. */
  reportAddress(name: string): string {
    return `api/reports/${encodeURIComponent(name)}`;
  }
}

async function ask(path: string, signal?: AbortSignal): Promise<Response> {
  const response = await fetch(path, signal === undefined ? {} : { signal });
  if (!response.ok) throw new Error((await response.text()).trim() || `${path}: ${response.status}`);
  return response;
}

async function json<Value>(path: string): Promise<Value> {
  const response = await ask(path);
  return (await response.json()) as Value;
}
