/** Starts PgBouncer in front of a test's PostgreSQL, if it is installed (`apt-get install pgbouncer`). */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from '#server/config/free-port.ts'
import { unprivilegedUser } from '#server/database/pg-binaries.ts'

/** Output of `pgbouncer --version`; undefined if it isn't on the PATH. */
export const pgBouncerVersion = (): string | undefined =>
  /^PgBouncer \S+/.exec(spawnSync('pgbouncer', ['--version'], { encoding: 'utf8' }).stdout ?? '')?.[0]

export type PgBouncer = {
  /** The database URL through the pooler. */
  readonly url: string
  stop(): Promise<void>
}

/** Starts a pooler for the user and database of `url`; `settings`: further lines of `pgbouncer.ini`. */
export async function startPgBouncer(input: {
  readonly url: string
  readonly poolMode: 'session' | 'transaction' | 'statement'
  readonly settings?: Readonly<Record<string, string | number>>
}): Promise<PgBouncer> {
  const { hostname, port, username, password } = new URL(input.url)
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sunbul-pgbouncer-'))
  fs.chmodSync(folder, 0o755)
  const users = path.join(folder, 'userlist.txt')
  const file = path.join(folder, 'pgbouncer.ini')
  const listenPort = await freePort()
  const settings = {
    listen_addr: '127.0.0.1',
    listen_port: listenPort,
    unix_socket_dir: '',
    auth_type: 'scram-sha-256',
    auth_file: users,
    pool_mode: input.poolMode,
    ...input.settings,
  }
  fs.writeFileSync(users, `"${username}" "${password}"\n`)
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`)
  fs.writeFileSync(file, ['[databases]', `* = host=${hostname} port=${port}`, '[pgbouncer]', ...lines, ''].join('\n'))
  // PgBouncer refuses to run as root.
  const child = spawn('pgbouncer', ['-q', file], { ...unprivilegedUser(), cwd: '/', stdio: 'ignore' })
  const url = new URL(input.url)
  url.port = String(listenPort)
  const stop = async () => {
    await end(child)
    fs.rmSync(folder, { recursive: true, force: true })
  }
  for (let tries = 0; tries < 100; tries++) {
    if (await accepts(url.href)) return { url: url.href, stop }
    await sleep(50)
  }
  await stop()
  throw new Error('PgBouncer did not start')
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGINT')
  await ended
}

async function accepts(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}
