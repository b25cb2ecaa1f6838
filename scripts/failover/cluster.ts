/** Three database machines and HAProxy from the templates of `deploy/cluster`, each machine in namespaces of its own. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { required } from '#shared/collections.ts'
import { until } from '../recovery/platform.ts'

const folder = path.join(import.meta.dirname, '../..')
const machineNames = ['db1', 'db2', 'db3'] as const
type MachineName = (typeof machineNames)[number]

const addresses: Readonly<Record<MachineName, string>> = { db1: '127.0.0.11', db2: '127.0.0.12', db3: '127.0.0.13' }
const packages = ['postgresql-17', 'patroni', 'python3-etcd', 'etcd-server', 'haproxy', 'pgbackrest', 'procps']

type Member = {
  readonly name: MachineName
  /** `leader`, `sync_standby`, `quorum_standby` or `replica`. */
  readonly role: string
  readonly state: string
}

export type Cluster = {
  /** URL of the database as its owner, through HAProxy. */
  readonly databaseUrl: string
  /** URL as the superuser, through HAProxy. */
  readonly superuserUrl: string
  /** Returns the members as Patroni knows them; none if no machine responds. */
  members(): Promise<readonly Member[]>
  /** Waits until the primary has two streaming standbys, one of them synchronous. */
  untilHealthy(): Promise<void>
  /** Returns the machine with a role. */
  find(role: 'leader' | 'sync_standby'): Promise<MachineName>
  /** Returns the machine whose etcd leads the others. */
  findEtcdLeader(): Promise<MachineName>
  /** Starts a machine that was killed. */
  start(machine: MachineName): void
  /** Ends all processes of a machine at once. */
  kill(machine: MachineName): Promise<void>
  /** Halts all processes of a machine, or those of one program; the returned function continues them. */
  freeze(machine: MachineName, program?: string): () => void
  /** Asks Patroni to make the synchronous standby the primary. */
  switchOver(): Promise<void>
  /** Runs a program on a machine as `postgres`; returns its exit code and output. */
  run(machine: MachineName, ...command: readonly string[]): { readonly ok: boolean; readonly output: string }
  stop(): Promise<void>
}

/** Makes a Debian 13 with the packages of the templates, unless the folder has it. Takes a minute or two. */
export function prepareRoot(root: string): void {
  if (fs.existsSync(root)) return
  fs.rmSync(`${root}.partial`, { recursive: true, force: true })
  const done = spawnSync(
    'mmdebstrap',
    ['--quiet', '--variant=minbase', `--include=${packages.join(',')}`, 'trixie', `${root}.partial`],
    { stdio: 'inherit' },
  )
  if (done.status !== 0) throw new Error('mmdebstrap could not make a Debian 13')
  fs.renameSync(`${root}.partial`, root)
}

/** Writes the values of the templates to a file. Passwords are random, and the bucket is a folder (`machine.sh`). */
function writeValues(file: string): Record<string, string> {
  const example = fs.readFileSync(path.join(folder, 'deploy/cluster/example.values'), 'utf8')
  const values = Object.fromEntries(
    [...example.matchAll(/^([a-z0-9_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [
      name,
      value === '' ? randomBytes(16).toString('hex') : value,
    ]),
  )
  for (const name of machineNames) values[`${name}_address`] = addresses[name]
  Object.assign(values, { network: '127.0.0.0/8', shared_buffers: '256MB' })
  fs.writeFileSync(
    file,
    Object.entries(values)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(''),
  )
  return values
}

function render(values: string, machine: string, target: string): void {
  const done = spawnSync(path.join(folder, 'deploy/cluster/render'), [values, machine, target], { encoding: 'utf8' })
  if (done.status !== 0) throw new Error(`deploy/cluster/render ${machine}: ${done.stdout}${done.stderr}`)
}

const readOr = (read: () => string): string => {
  try {
    return read()
  } catch {
    return '' // The process has ended meanwhile.
  }
}

/** Returns the process that is the first of its namespace: the child of `unshare`. */
const firstProcessOf = (unshare: ChildProcess): string =>
  readOr(() => fs.readFileSync(`/proc/${unshare.pid}/task/${unshare.pid}/children`, 'utf8')).trim()

/** Returns all processes in the process namespace of one of them. */
function processesLike(first: string): number[] {
  const namespaceOf = (pid: string) => readOr(() => fs.readlinkSync(`/proc/${pid}/ns/pid`))
  const wanted = namespaceOf(first)
  const pids = fs.readdirSync('/proc').filter((pid) => /^\d+$/.test(pid))
  return wanted === '' ? [] : pids.filter((pid) => namespaceOf(pid) === wanted).map(Number)
}

function signal(pids: readonly number[], name: 'SIGSTOP' | 'SIGCONT' | 'SIGKILL'): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name)
    } catch {
      // It has ended meanwhile.
    }
  }
}

/** Renders the templates into `work`, and starts the machines and HAProxy from the root. */
export async function startCluster(root: string, work: string): Promise<Cluster> {
  const valuesFile = path.join(work, 'values')
  const values = writeValues(valuesFile)
  const log = fs.openSync(path.join(work, 'machines.log'), 'a')
  const machines = new Map<MachineName, ChildProcess>()
  const machineOf = (name: MachineName) => required(machines.get(name))
  const start = (name: MachineName) => {
    const command = [
      path.join(import.meta.dirname, 'machine.sh'),
      root,
      path.join(work, name),
      path.join(work, 'backups'),
    ]
    const namespaces = ['-m', '-p', '-f', '--kill-child']
    machines.set(name, spawn('unshare', [...namespaces, 'sh', ...command], { stdio: ['ignore', log, log] }))
  }
  for (const name of machineNames) {
    render(valuesFile, name, path.join(work, name))
    start(name)
  }
  render(valuesFile, 'application', path.join(work, 'application'))
  fs.copyFileSync(path.join(work, 'application/etc/haproxy/haproxy.cfg'), path.join(root, 'tmp/haproxy.cfg'))
  const proxy = spawn('chroot', [root, 'haproxy', '-db', '-f', '/tmp/haproxy.cfg'], { stdio: ['ignore', log, log] })

  const askPatroni = async (where: string, body?: object): Promise<Response | undefined> => {
    for (const name of machineNames) {
      const response = await fetch(`http://${addresses[name]}:8008/${where}`, {
        signal: AbortSignal.timeout(body ? 30_000 : 2000),
        headers: { authorization: `Basic ${Buffer.from(`patroni:${values['patroni_password']}`).toString('base64')}` },
        ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
      }).catch(() => undefined)
      if (response) return response
    }
    return undefined
  }
  const members = async () => {
    const response = await askPatroni('cluster')
    return response?.ok ? (((await response.json()) as { members?: Member[] }).members ?? []) : []
  }
  const isHealthy = (found: readonly Member[]) =>
    found.filter(({ role, state }) => role === 'leader' && state === 'running').length === 1 &&
    found.filter(({ state }) => state === 'streaming').length === 2 &&
    found.some(({ role }) => role === 'sync_standby')
  const find = async (wanted: string) => required((await members()).find(({ role }) => role === wanted)).name
  const urlOf = (user: string, password: string, database: string) =>
    `postgres://${user}:${password}@127.0.0.1:5432/${database}`
  return {
    databaseUrl: urlOf('sunbul', required(values['sunbul_password']), 'sunbul'),
    superuserUrl: urlOf('postgres', required(values['superuser_password']), 'postgres'),
    members,
    untilHealthy: () => until(async () => isHealthy(await members()), 'a primary with two standbys', 180_000),
    find,
    findEtcdLeader: async () => {
      for (const name of machineNames) {
        const response = await fetch(`http://${addresses[name]}:2379/v3/maintenance/status`, {
          method: 'POST',
          body: '{}',
        })
        const { header, leader } = (await response.json()) as { header: { member_id: string }; leader: string }
        if (header.member_id === leader) return name
      }
      throw new Error('etcd has no leader')
    },
    start,
    kill: async (name) => {
      const machine = machineOf(name)
      signal([Number(firstProcessOf(machine))], 'SIGKILL')
      await until(() => machine.exitCode !== null || machine.signalCode !== null, `the end of ${name}`, 20_000)
    },
    freeze: (name, program) => {
      const pids = processesLike(firstProcessOf(machineOf(name))).filter(
        (pid) => program === undefined || readOr(() => fs.readFileSync(`/proc/${pid}/comm`, 'utf8')).trim() === program,
      )
      signal(pids, 'SIGSTOP')
      return () => signal(pids, 'SIGCONT')
    },
    switchOver: async () => {
      const [leader, candidate] = [await find('leader'), await find('sync_standby')]
      const response = await askPatroni('switchover', { leader, candidate })
      if (!response?.ok) throw new Error(`the switchover was refused: ${await response?.text()}`)
    },
    run: (name, ...command) => {
      const first = firstProcessOf(machineOf(name))
      const as = ['chroot', root, 'setpriv', '--reuid=postgres', '--regid=postgres', '--init-groups', 'env']
      const repository = ['PGBACKREST_REPO1_TYPE=posix', 'PGBACKREST_REPO1_PATH=/var/lib/pgbackrest']
      const done = spawnSync('nsenter', ['-t', first, '-m', '-p', ...as, ...repository, ...command], {
        encoding: 'utf8',
      })
      return { ok: done.status === 0, output: done.stdout + done.stderr }
    },
    stop: async () => {
      proxy.kill('SIGKILL')
      for (const name of machineNames) signal([Number(firstProcessOf(machineOf(name)))], 'SIGKILL')
      await sleep(1000)
    },
  }
}
