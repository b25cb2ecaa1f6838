/** What happens to the server of the database itself: killed, started again, halted. */
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { installedBinaries, runnableCopy, unprivilegedUser } from '#server/database/pg-binaries.ts'

/** The data of the server lies in its `pgdata`. */
type Served = { readonly dataDir: string }

const postmasterOf = ({ dataDir }: Served): number =>
  Number(fs.readFileSync(path.join(dataDir, 'pgdata/postmaster.pid'), 'utf8').split('\n')[0])

/** The server and each of its processes, the server first. */
function processesOf(served: Served): number[] {
  const postmaster = postmasterOf(served)
  const children = fs.readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && parentOf(pid) === postmaster)
  return [postmaster, ...children.map(Number)]
}

function parentOf(pid: string): number | undefined {
  try {
    return Number(/^PPid:\s+(\d+)/m.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
  } catch {
    return undefined // it has ended meanwhile
  }
}

function signal(served: Served, name: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): number[] {
  const pids = processesOf(served)
  for (const pid of pids) {
    try {
      process.kill(pid, name)
    } catch {
      // it has ended meanwhile
    }
  }
  return pids
}

/**
 * As the kernel does when there is no memory left: nothing is flushed, every connection breaks, new ones are refused.
 */
export async function killDatabase(served: Served): Promise<void> {
  const pids = signal(served, 'SIGKILL')
  while (
    pids.some(
      (pid) => fs.existsSync(`/proc/${pid}`) && !/^State:\s+Z/m.test(fs.readFileSync(`/proc/${pid}/status`, 'utf8')),
    )
  )
    await sleep(20)
}

function control({ dataDir }: Served, command: 'start' | 'restart', ...options: readonly string[]): void {
  const user = unprivilegedUser()
  const program = path.join(runnableCopy(installedBinaries(), user), 'bin', 'pg_ctl')
  const args = [command, '-D', path.join(dataDir, 'pgdata'), '-w', '-l', path.join(dataDir, 'postgres.log'), ...options]
  if (spawnSync(program, args, { ...user, cwd: '/', stdio: 'ignore' }).status !== 0)
    throw new Error(`PostgreSQL did not ${command}`)
}

/** Immediate shutdown and restart, as after a crash of its machine. */
export const restartDatabase = (served: Served): void => control(served, 'restart', '-m', 'immediate')

/** Starts a server that was killed: at its port, from its write-ahead log. */
export function startDatabase(served: Served): void {
  const cluster = path.join(served.dataDir, 'pgdata')
  const [, , , port] = fs.readFileSync(path.join(cluster, 'postmaster.pid'), 'utf8').split('\n')
  fs.rmSync(path.join(cluster, 'postmaster.pid'))
  control(
    served,
    'start',
    '-o',
    `-c port=${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c max_connections=100`,
  )
}

/** Halts the server: it accepts connections and answers nothing. Returns what continues it. */
export function freezeDatabase(served: Served): () => void {
  signal(served, 'SIGSTOP')
  return () => void signal(served, 'SIGCONT')
}
