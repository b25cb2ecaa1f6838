/** Manages the files of the embedded PostgreSQL: its folder, its programs and its process. */
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { canEnter, type SystemUser } from './pg-binaries.ts'
import { readPid } from './process-id.ts'

export const isWindows = process.platform === 'win32'

type Run = (program: string, args: string[], quiet?: boolean) => string

/** Runs a PostgreSQL program and returns its output; throws if it fails. */
export function runProgram(
  native: string,
  program: string,
  args: string[],
  user: SystemUser | undefined,
  quiet: boolean,
): string {
  const result = spawnSync(path.join(native, 'bin', isWindows ? `${program}.exe` : program), args, {
    ...user,
    cwd: user ? '/' : undefined,
    encoding: 'utf8',
    // On Windows the server inherits these handles, so waiting for them would wait for the server itself.
    stdio: quiet ? 'ignore' : ['ignore', 'pipe', 'pipe'],
    windowsHide: true,
    env: {
      PATH: process.env.PATH,
      LC_ALL: 'C',
      TZ: 'UTC',
      SystemRoot: process.env.SystemRoot,
      TEMP: os.tmpdir(),
      TMP: os.tmpdir(),
    },
  })
  if (result.error) throw result.error
  if (result.status !== 0)
    throw new Error(
      `${program} ${args[0]} ended with ${result.status ?? result.signal}: ${result.stderr ?? ''}${result.stdout ?? ''}`,
    )
  return result.stdout ?? ''
}

/** Creates the data folder; throws if this user, or the user PostgreSQL runs as, can't use it. */
export function prepareDirectory(dataDir: string, user: SystemUser | undefined): void {
  try {
    fs.mkdirSync(dataDir, { recursive: true, mode: 0o755 })
    fs.accessSync(dataDir, fs.constants.W_OK)
  } catch (error) {
    throw new Error(
      `Cannot write to the data folder ${dataDir} (${String(error)}). Set DATA_DIR to a folder that this user can write to, or DATABASE_URL to your own PostgreSQL.`,
    )
  }
  if (user && !canEnter(dataDir, user))
    throw new Error(
      `PostgreSQL does not run as root, and the user it runs as instead (uid ${user.uid}) can’t enter ${dataDir}. Set DATA_DIR to a folder that every user can enter, such as /var/lib/sunbul, or start Sunbul as an ordinary user.`,
    )
}

/** Creates the cluster in a draft folder and renames it when it is complete, so a crash leaves no `PG_VERSION`. */
export function createCluster({
  cluster,
  secretFile,
  logFile,
  user,
  run,
  durable,
}: {
  cluster: string
  secretFile: string
  logFile: string
  user: SystemUser | undefined
  run: Run
  durable: boolean
}): void {
  const draft = `${cluster}.draft`
  fs.rmSync(draft, { recursive: true, force: true })
  fs.rmSync(cluster, { recursive: true, force: true })
  fs.mkdirSync(draft, { mode: 0o700 })
  fs.writeFileSync(secretFile, randomBytes(24).toString('base64url'), { mode: 0o600 })
  fs.writeFileSync(logFile, '', { mode: 0o600 })
  if (user) for (const owned of [draft, secretFile, logFile]) fs.chownSync(owned, user.uid, user.gid)
  try {
    const login = ['-U', 'postgres', '-A', 'scram-sha-256', '--pwfile', secretFile]
    const locale = ['-E', 'UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
    run('initdb', ['-D', draft, ...login, ...locale, '--data-checksums', ...(durable ? [] : ['--no-sync'])])
  } catch (error) {
    const hasUnknownUser = /could not look up effective user ID|user does not exist/.test(String(error))
    throw new Error(
      hasUnknownUser
        ? `${String(error)}\nThis process runs under a user id that has no entry in /etc/passwd, which PostgreSQL needs. Use another user, or set DATABASE_URL.`
        : String(error),
    )
  }
  fs.renameSync(draft, cluster)
}

/** Throws if another major version of PostgreSQL wrote the cluster. */
export function assertSameMajorVersion(cluster: string, native: string, run: Run): void {
  const stored = fs.readFileSync(path.join(cluster, 'PG_VERSION'), 'utf8').trim()
  const ours = /\d+/.exec(run('postgres', ['--version']))?.[0]
  if (stored !== ours)
    throw new Error(
      `${cluster} was written by PostgreSQL ${stored}, and ${native} is PostgreSQL ${ours}. Back up with the version that wrote it, then restore (docs/operations.md).`,
    )
}

/**
 * Returns the pid of a PostgreSQL process that runs in this cluster. A pid from the file is no proof: after a kill it
 * may be a zombie (in a container whose init doesn't reap) or belong to another process, so on Linux the working
 * directory is compared.
 */
export function runningPostgresPid(cluster: string): number | undefined {
  const pid = readPid(path.join(cluster, 'postmaster.pid'))
  if (pid === undefined) return undefined
  if (process.platform === 'linux') {
    const real = fs.realpathSync(cluster)
    const works = (candidate: string) => {
      try {
        return fs.readlinkSync(`/proc/${candidate}/cwd`) === real
      } catch {
        return false // no such process, a zombie, or another program
      }
    }
    return fs.readdirSync('/proc').some((entry) => /^\d+$/.test(entry) && works(entry)) ? pid : undefined
  }
  const listed = isWindows
    ? spawnSync('tasklist', ['/FI', `PID eq ${pid}`, '/NH'], { encoding: 'utf8' })
    : spawnSync('ps', ['-o', 'stat=,command=', '-p', String(pid)], { encoding: 'utf8' })
  return /postgres/.test(listed.stdout) && !listed.stdout.trim().startsWith('Z') ? pid : undefined
}

/** Returns the port of the last start. Processes that were connected when the server was killed reconnect there. */
export function lastPort(cluster: string): number | undefined {
  const file = path.join(cluster, 'postmaster.opts')
  const port = fs.existsSync(file) ? /port=(\d+)/.exec(fs.readFileSync(file, 'utf8'))?.[1] : undefined
  return port === undefined ? undefined : Number(port)
}
