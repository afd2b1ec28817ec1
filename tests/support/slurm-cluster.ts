// SPDX-License-Identifier: MIT
/** A Slurm of one node for tests: slurmctld, slurmd and munged in a temporary folder, on ports of their own. */
import { execFileSync, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { availableParallelism, hostname, tmpdir, totalmem, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

const LOOK_MS = 100;
/** Longest time for the node to come up, or for a daemon to end. */
const LONGEST_MS = 60_000;
/** Daemons are in /usr/sbin, which the path of a user need not have. */
const PATH = `${process.env.PATH}:/usr/sbin:/sbin`;

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, () => {
      const address = server.address();
      server.close(() => resolve(address !== null && typeof address === 'object' ? address.port : 0));
    });
  });
}

function configuration(folder: string, host: string, [controller, node]: readonly number[]): string {
  const { username } = userInfo();
  return `ClusterName=scree
SlurmctldHost=${host}
AuthType=auth/munge
# A task that goes back to the queue waits as long as its credential may live: two minutes by default.
AuthInfo=socket=${folder}/munge.sock,cred_expire=5
CredType=cred/munge
SlurmUser=${username}
SlurmdUser=${username}
SlurmctldPort=${controller}
SlurmdPort=${node}
SlurmctldPidFile=${folder}/slurmctld.pid
SlurmdPidFile=${folder}/slurmd.pid
SlurmctldLogFile=${folder}/slurmctld.log
SlurmdLogFile=${folder}/slurmd.log
StateSaveLocation=${folder}/state
SlurmdSpoolDir=${folder}/spool
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerType=sched/backfill
SchedulerParameters=sched_interval=2,bf_interval=2
PreemptType=preempt/partition_prio
PreemptMode=REQUEUE
AccountingStorageType=accounting_storage/none
JobAcctGatherType=jobacct_gather/none
KillWait=5
ReturnToService=2
NodeName=${host} CPUs=${availableParallelism()} RealMemory=${Math.floor(totalmem() / 2 ** 20)} State=UNKNOWN
PartitionName=main Nodes=ALL Default=YES MaxTime=INFINITE PriorityTier=1 State=UP
PartitionName=urgent Nodes=ALL MaxTime=INFINITE PriorityTier=10 PreemptMode=OFF State=UP
`;
}

export class SlurmCluster {
  readonly #folder: string;
  readonly #environment: NodeJS.ProcessEnv;

  private constructor(folder: string) {
    this.#folder = folder;
    this.#environment = { ...process.env, PATH, SLURM_CONF: this.configuration };
  }

  /** Starts it; programs of Slurm find it by the environment variable SLURM_CONF. */
  static async start(): Promise<SlurmCluster> {
    const folder = mkdtempSync(join(tmpdir(), 'scree-slurm-'));
    for (const name of ['state', 'spool']) mkdirSync(join(folder, name));
    writeFileSync(join(folder, 'munge.key'), randomBytes(128));
    chmodSync(join(folder, 'munge.key'), 0o400);
    const host = hostname().split('.')[0] ?? 'localhost';
    writeFileSync(join(folder, 'slurm.conf'), configuration(folder, host, [await freePort(), await freePort()]));
    const cluster = new SlurmCluster(folder);
    const file = (name: string): string => join(folder, name);
    cluster.run('munged', [
      '--force',
      `--key-file=${file('munge.key')}`,
      `--socket=${file('munge.sock')}`,
      `--pid-file=${file('munged.pid')}`,
      `--log-file=${file('munged.log')}`,
      `--seed-file=${file('munge.seed')}`,
    ]);
    cluster.startController();
    cluster.run('slurmd', []);
    await cluster.#until(() => cluster.ask('sinfo', ['-h', '-o', '%T']).includes('idle'), 'an idle node');
    return cluster;
  }

  get configuration(): string {
    return join(this.#folder, 'slurm.conf');
  }

  /** Runs a program of Slurm; throws if it fails. */
  run(program: string, args: readonly string[]): string {
    return execFileSync(program, args, { env: this.#environment, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  }

  /** What a program prints, also if it fails. */
  ask(program: string, args: readonly string[]): string {
    return spawnSync(program, args, { env: this.#environment, encoding: 'utf8' }).stdout;
  }

  /** Sends a signal to the scripts of all tasks that run, as Slurm does before their time limit. */
  signalTasks(signal: string): void {
    for (const job of this.ask('squeue', ['-h', '-t', 'RUNNING', '-o', '%F_%K']).trim().split('\n')) {
      // It arrives at once; with tasks that still wait, scancel then tries in vain to reach them.
      const args = ['--batch', `--signal=${signal}`, job];
      spawnSync('scancel', args, { env: this.#environment, stdio: 'ignore', timeout: 1000 });
    }
  }

  startController(): void {
    this.run('slurmctld', []);
  }

  async stopController(): Promise<void> {
    await this.#end('slurmctld');
  }

  /** Ends all jobs and daemons, and removes the folder. */
  async stop(): Promise<void> {
    this.ask('scancel', [`--user=${userInfo().username}`]);
    await this.#until(() => this.ask('squeue', ['-h']).trim() === '', 'an empty queue');
    for (const name of ['slurmd', 'slurmctld', 'munged']) await this.#end(name);
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #end(name: string): Promise<void> {
    const path = join(this.#folder, `${name}.pid`);
    if (!existsSync(path)) return;
    const pid = Number(readFileSync(path, 'utf8'));
    process.kill(pid, 'SIGTERM');
    await this.#until(() => !existsSync(`/proc/${pid}`), `the end of ${name}`);
    rmSync(path, { force: true });
  }

  async #until(holds: () => boolean, what: string): Promise<void> {
    for (let waited = 0; waited < LONGEST_MS; waited += LOOK_MS) {
      if (holds()) return;
      await setTimeout(LOOK_MS);
    }
    const log = join(this.#folder, 'slurmctld.log');
    const tail = existsSync(log) ? readFileSync(log, 'utf8').slice(-2000) : '';
    throw new Error(`waited in vain for ${what}\n${tail}`);
  }
}
