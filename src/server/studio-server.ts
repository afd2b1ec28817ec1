// SPDX-License-Identifier: MIT
/**
 * The server of the studio: serves the built page, one run or one study with its runs, and reports, on the loopback
 * address only. It never writes. Large files are streamed; frames are sent as stored in the trajectory.
 */
import { closeSync, createReadStream, openSync, readFileSync, statSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream';
import { InvalidOptionError, ScreeError } from '../errors.ts';
import { bodyHistory } from '../io/trajectory/body-history.ts';
import { fileSource } from '../io/trajectory/trajectory-file.ts';
import { appFiles } from './app-files.ts';
import { type GoodRequest, readRequest } from './request-guard.ts';
import { PAGE_HEADERS, REPORT_HEADERS } from './security-headers.ts';
import type { ServedRun } from './served-run.ts';
import type { ServedStudy } from './served-study.ts';

export interface StudioServerOptions {
  /** Folder of the built studio. */
  readonly appFolder: string;
  /** Undefined: the studio without a run. */
  readonly run?: ServedRun;
  /** Its runs are served to requests with the parameter `run`, an id. */
  readonly study?: ServedStudy;
  /** Report pages by the names that the studio shows. */
  readonly reports?: ReadonlyMap<string, string>;
  /** The first port tried; 0 takes any. */
  readonly port: number;
}

export interface StudioServer {
  readonly port: number;
  readonly url: string;
  close(): Promise<void>;
}

const HOST = '127.0.0.1';
/** Number of successive ports to try. */
const PORT_ATTEMPTS = 20;

class Studio {
  readonly #options: StudioServerOptions;
  readonly #app: ReturnType<typeof appFiles>;
  port = 0;

  constructor(options: StudioServerOptions) {
    this.#options = options;
    this.#app = appFiles(options.appFolder);
  }

  answer(request: IncomingMessage, response: ServerResponse): void {
    const wanted = readRequest(request, this.port);
    if ('status' in wanted) {
      sendText(response, wanted.status, wanted.reason);
      return;
    }
    try {
      if (!this.#route(wanted, response)) sendText(response, 404, 'not found');
    } catch (error) {
      // A deleted run folder or a damaged file gives an error response; the server keeps running.
      sendText(response, error instanceof ScreeError ? 422 : 500, error instanceof Error ? error.message : 'failed');
    }
  }

  #route(request: GoodRequest, response: ServerResponse): boolean {
    const { path } = request;
    if (!path.startsWith('/api/')) return this.#sendApp(request, response);
    const [kind = '', name = '', ...more] = path.slice('/api/'.length).split('/');
    if (more.length > 0) return false;
    const run = this.#runOf(request);
    if (kind === 'studio' && name === '') return sendJson(request, response, this.#describe(run));
    if (kind === 'reports') return this.#sendReport(request, response, name);
    const { study } = this.#options;
    if (kind === 'study' && name === '' && study !== undefined) return sendJson(request, response, study.describe());
    if (kind === 'plots') return this.#sendPlot(request, response, name);
    if (run === undefined) return false;
    if (kind === 'run' && name === '') return sendJson(request, response, run.describe());
    if (kind === 'trajectory' && name === '') return this.#sendIndex(request, response, run);
    if (kind === 'whole-trajectory' && name === '') return this.#sendTrajectory(request, response, run);
    if (kind === 'frames') return this.#sendFrame(request, response, run, readWhole(name));
    if (kind === 'bodies') return this.#sendHistory(request, response, run, readWhole(name));
    if (kind === 'tables') return this.#sendTable(request, response, run, name);
    return false;
  }

  /** The run of the server, or that of its study which the request names. */
  #runOf({ query }: GoodRequest): ServedRun | undefined {
    const { run, study } = this.#options;
    const id = query.get('run');
    return id === null || study === undefined ? run : study.run(id);
  }

  #describe(run: ServedRun | undefined): { hasRun: boolean; hasStudy: boolean; reports: string[] } {
    const hasStudy = this.#options.study !== undefined;
    return { hasRun: run !== undefined, hasStudy, reports: [...this.#reports().keys()] };
  }

  #sendApp(request: GoodRequest, response: ServerResponse): boolean {
    const found = this.#app.get(request.path);
    if (found === undefined) return false;
    const bytes = readFileSync(found.file);
    // Names of assets contain a hash of their content; the page itself must not be cached.
    const isHashed = request.path.startsWith('/assets/');
    head(response, 200, {
      'Content-Type': found.mediaType,
      'Content-Length': String(bytes.length),
      'Cache-Control': isHashed ? 'max-age=31536000, immutable' : 'no-cache',
    });
    response.end(request.isHead ? undefined : bytes);
    return true;
  }

  #reports(): Map<string, string> {
    const { reports, run, study } = this.#options;
    const found = new Map(reports ?? []);
    for (const folder of [run, study]) {
      for (const name of folder?.reports() ?? []) {
        const path = folder?.report(name);
        if (path !== undefined && !found.has(name)) found.set(name, path);
      }
    }
    return found;
  }

  /** A picture for an image element, which runs no scripts; opened alone it has the policy of a report. */
  #sendPlot(request: GoodRequest, response: ServerResponse, name: string): boolean {
    const path = this.#options.study?.plot(name);
    if (path === undefined) return false;
    response.setHeaders(new Map(Object.entries(REPORT_HEADERS)));
    response.statusCode = 200;
    response.setHeader('Content-Type', 'image/svg+xml; charset=utf-8');
    response.setHeader('Cache-Control', 'no-store');
    sendFile(request, response, path);
    return true;
  }

  #sendReport(request: GoodRequest, response: ServerResponse, name: string): boolean {
    const path = this.#reports().get(name);
    if (path === undefined) return false;
    response.setHeaders(new Map(Object.entries(REPORT_HEADERS)));
    response.statusCode = 200;
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.setHeader('Cache-Control', 'no-store');
    sendFile(request, response, path);
    return true;
  }

  #sendIndex(request: GoodRequest, response: ServerResponse, run: ServedRun): boolean {
    const { trajectory } = run;
    trajectory.refresh();
    const { header, generation, frames, problem } = trajectory;
    const from = readWhole(request.query.get('from') ?? '0') ?? 0;
    return sendJson(request, response, {
      generation,
      count: frames.length,
      from,
      ...(from === 0 && { header }),
      ...(problem !== undefined && { problem }),
      // Four numbers a frame: length in bytes, time, step, bodies.
      frames: frames.slice(from).map(({ length, time, step, bodies }) => [length, time, step, bodies]),
    });
  }

  /** All of the file, for a page that plays the run by itself. */
  #sendTrajectory(request: GoodRequest, response: ServerResponse, run: ServedRun): boolean {
    run.trajectory.refresh();
    const { path } = run.trajectory;
    if (path === undefined) return false;
    const { size } = statSync(path);
    head(response, 200, {
      'Content-Type': 'application/octet-stream',
      'Content-Length': String(size),
      'Cache-Control': 'no-store',
    });
    if (size === 0) response.end();
    else sendFile(request, response, path, { start: 0, end: size - 1 });
    return true;
  }

  #sendFrame(request: GoodRequest, response: ServerResponse, run: ServedRun, index: number | undefined): boolean {
    if (index === undefined) return false;
    // A page may have frames of an earlier server.
    if (index >= run.trajectory.frames.length) run.trajectory.refresh();
    const { frames, path } = run.trajectory;
    const entry = frames[index];
    if (entry === undefined || path === undefined) return false;
    head(response, 200, {
      'Content-Type': 'application/octet-stream',
      'Content-Length': String(entry.length),
      'Cache-Control': 'no-store',
    });
    sendFile(request, response, path, { start: entry.at, end: entry.at + entry.length - 1 });
    return true;
  }

  #sendHistory(request: GoodRequest, response: ServerResponse, run: ServedRun, id: number | undefined): boolean {
    if (id === undefined) return false;
    run.trajectory.refresh();
    const { path, frames } = run.trajectory;
    if (path === undefined) return false;
    const file = openSync(path, 'r');
    try {
      return sendJson(request, response, bodyHistory(fileSource(file), frames, id));
    } finally {
      closeSync(file);
    }
  }

  /** From the byte `from` on, so that a table which grows is fetched once. */
  #sendTable(request: GoodRequest, response: ServerResponse, run: ServedRun, name: string): boolean {
    const path = run.table(name);
    if (path === undefined) return false;
    const { size } = statSync(path);
    const from = readWhole(request.query.get('from') ?? '0') ?? 0;
    head(response, 200, {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Length': String(Math.max(0, size - from)),
      'Cache-Control': 'no-store',
    });
    if (from >= size) response.end();
    else sendFile(request, response, path, { start: from, end: size - 1 });
    return true;
  }
}

/** A whole number >= 0; undefined for anything else. */
function readWhole(text: string): number | undefined {
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

function head(response: ServerResponse, status: number, headers: Readonly<Record<string, string>>): void {
  response.writeHead(status, { ...PAGE_HEADERS, ...headers });
}

function sendFile(
  { isHead }: GoodRequest,
  response: ServerResponse,
  path: string,
  part: { readonly start?: number; readonly end?: number } = {},
): void {
  if (isHead) response.end();
  // If the file was truncated in the meantime, the connection ends; the page repeats the request.
  else pipeline(createReadStream(path, part), response, () => {});
}

function sendText(response: ServerResponse, status: number, text: string): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  head(response, status, { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' });
  response.end(`${text}\n`);
}

function sendJson({ isHead }: GoodRequest, response: ServerResponse, value: unknown): true {
  const bytes = Buffer.from(JSON.stringify(value));
  head(response, 200, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(bytes.length),
    'Cache-Control': 'no-store',
  });
  response.end(isHead ? undefined : bytes);
  return true;
}

function listen(server: Server, port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const onError = (error: NodeJS.ErrnoException): void => {
      if (error.code === 'EADDRINUSE' || error.code === 'EACCES') resolve(false);
      else reject(error);
    };
    server.once('error', onError);
    server.listen(port, HOST, () => {
      server.removeListener('error', onError);
      resolve(true);
    });
  });
}

/** Starts the server. If the port is in use, uses the next free one. Throws an InvalidOptionError if there is none. */
export async function startStudioServer(options: StudioServerOptions): Promise<StudioServer> {
  const studio = new Studio(options);
  const server = createServer((request, response) => studio.answer(request, response));
  for (let attempt = 0; attempt < PORT_ATTEMPTS; attempt++) {
    const port = options.port === 0 ? 0 : options.port + attempt;
    if (port > 65_535 || !(await listen(server, port))) continue;
    studio.port = (server.address() as AddressInfo).port;
    return {
      port: studio.port,
      url: `http://${HOST}:${studio.port}/`,
      close: () =>
        new Promise((resolve) => {
          server.close(() => resolve());
          server.closeAllConnections();
        }),
    };
  }
  throw new InvalidOptionError(
    'no-port',
    `--port ${options.port}: this port and the ${PORT_ATTEMPTS - 1} after it are in use; give another, or 0 for any`,
  );
}
