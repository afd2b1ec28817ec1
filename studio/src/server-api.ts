// SPDX-License-Identifier: MIT
/** Client of the server of `scree view` (src/server). A rejected request has the message of the server. */
import type { BodyHistory } from '../../src/io.ts';
import type { RunDescription, RunSource, TrajectoryPart } from './run-source/run-source.ts';

interface StudioDescription {
  readonly hasRun: boolean;
  readonly hasStudy: boolean;
  /** Names of report pages, shown at `reports/NAME`. */
  readonly reports: readonly string[];
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

export class ServerApi implements RunSource {
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

  frame(index: number): string {
    return new URL(this.#ofRun(`api/frames/${index}`), document.baseURI).href;
  }

  history(id: number): Promise<BodyHistory> {
    return json(this.#ofRun(`api/bodies/${id}`));
  }

  async table(name: string, from = 0): Promise<Uint8Array> {
    const response = await ask(this.#ofRun(`api/tables/${encodeURIComponent(name)}?from=${from}`));
    return new Uint8Array(await response.arrayBuffer());
  }

  #ofRun(path: string): string {
    if (this.runId === undefined) return path;
    return `${path}${path.includes('?') ? '&' : '?'}run=${encodeURIComponent(this.runId)}`;
  }

  async wholeTrajectory(): Promise<Blob | undefined> {
    const { hasTrajectory } = await this.run();
    return hasTrajectory ? (await ask(this.#ofRun('api/whole-trajectory'))).blob() : undefined;
  }

  close(): void {}

  /** Address of a report page, to be shown in a frame. */
  reportAddress(name: string): string {
    return `api/reports/${encodeURIComponent(name)}`;
  }
}

async function ask(path: string): Promise<Response> {
  const response = await fetch(path);
  if (!response.ok) throw new Error((await response.text()).trim() || `${path}: ${response.status}`);
  return response;
}

async function json<Value>(path: string): Promise<Value> {
  const response = await ask(path);
  return (await response.json()) as Value;
}
