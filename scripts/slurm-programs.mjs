// SPDX-License-Identifier: MIT
/** The programs of Slurm, of which tests start a cluster of one node; on Debian from packages. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { installDebianPackage } from './debian-package.mjs';

const MULTIARCH = process.arch === 'arm64' ? 'aarch64-linux-gnu' : 'x86_64-linux-gnu';
const PACKAGES = { slurmctld: 'slurmctld', slurmd: 'slurmd', squeue: 'slurm-client', munged: 'munge' };
/** Daemons are in /usr/sbin, which the path of a user need not have. */
const PATH = `${process.env.PATH}:/usr/sbin:/sbin`;

function starts(program) {
  return spawnSync(program, ['-V'], { stdio: 'ignore', env: { ...process.env, PATH } }).error === undefined;
}

/** Whether `srun --mpi=pmix` finds its library, whose package has no program. */
function hasPmix() {
  const folders = ['/usr/lib', '/usr/local/lib'].flatMap((root) => [root, `${root}/${MULTIARCH}`]);
  return folders.flatMap((each) => [each, `${each}/pmix2/lib`]).some((each) => existsSync(`${each}/libpmix.so`));
}

export function ensureSlurm() {
  for (const [program, name] of Object.entries(PACKAGES)) {
    if (starts(program)) continue;
    installDebianPackage(name, 'tests run studies in its queue');
    if (starts(program)) continue;
    console.error(`no ${program}: install it (Debian: apt-get install ${name})`);
    return false;
  }
  if (!hasPmix()) installDebianPackage('libpmix-dev', 'tests start ranks of MPI by srun');
  return true;
}
