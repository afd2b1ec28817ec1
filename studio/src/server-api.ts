// SPDX-License-Identifier: MIT
/** Client of the server of `scree view` (src/server). A rejected request has the message of the server. */
import type { BodyHistory } from '../../src/io.ts';
import type { RunDescription, RunSource, TrajectoryPart } from './run-source/run-source.ts';

interface StudioDescription {
  readonly hasRun: boolean;
  /** Names of report pages, shown at `reports/NAME`. */
  readonly reports: readonly string[];
}

export class ServerApi implements RunSource {
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
    return json('api/studio');
  }

  run(): Promise<RunDescription> {
    return json('api/run');
  }

  trajectory(from: number): Promise<TrajectoryPart> {
    return json(`api/trajectory?from=${from}`);
  }

  frame(index: number): string {
    return new URL(`api/frames/${index}`, document.baseURI).href;
  }

  history(id: number): Promise<BodyHistory> {
    return json(`api/bodies/${id}`);
  }

  async table(name: string, from = 0): Promise<Uint8Array> {
    const response = await ask(`api/tables/${encodeURIComponent(name)}?from=${from}`);
    return new Uint8Array(await response.arrayBuffer());
  }

  async wholeTrajectory(): Promise<Blob | undefined> {
    const { hasTrajectory } = await this.run();
    return hasTrajectory ? (await ask('api/whole-trajectory')).blob() : undefined;
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
