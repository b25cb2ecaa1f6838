/**
 * `npm run failover`: proves on one machine that the templates of `deploy/cluster` lose no donation. It starts three
 * database machines of Debian 13 and HAProxy in a network namespace, a web process, a worker and the sandbox, donates
 * at a steady rate, and kills, freezes and switches machines. It prints a table, and exits with 1 if a limit is missed.
 */
import '#tests/support/environment.ts'
import { spawn, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { one } from '#shared/collections.ts'
import { givenOptions } from '../given-options.ts'
import { createPlatform, type Platform, until } from '../recovery/platform.ts'
import { type Cluster, prepareRoot, startCluster } from './cluster.ts'
import { type Donors, findLongestGap, startDonors } from './donors.ts'
import { type Trial, trials } from './trials.ts'

const usage = `Usage: npm run failover -- [--only death] [--rounds 3] [--rate 20] [--root <folder>] [--keep] [--isolated]
  --only    death, switchover, freeze, standby or etcd
  --rounds  at most how often each event is tried
  --rate    donations per second
  --root    folder of the Debian 13 with PostgreSQL, Patroni, etcd and HAProxy; made there if it is missing
  --keep    keeps the logs of the machines and prints their folder
  --isolated  runs in the present namespaces; the command adds it when it has made its own`
const options = givenOptions(
  usage,
  {
    only: { type: 'string' },
    rounds: { type: 'string', default: '3' },
    rate: { type: 'string', default: '20' },
    root: { type: 'string', default: path.join(os.tmpdir(), 'sunbul-failover-root') },
    keep: { type: 'boolean', default: false },
    isolated: { type: 'boolean', default: false },
  },
  ['rounds', 'rate'],
)
const root = path.resolve(options.root)

const startedAt = performance.now()
const report = (text: string) =>
  console.log(`sunbul: ${text} (${((performance.now() - startedAt) / 1000).toFixed(1)} s)`)
const problems: string[] = []

/** Ends with a message if the machine lacks something. */
function requireTools(): void {
  const missing = ['mmdebstrap', 'unshare', 'nsenter', 'setpriv', 'chroot', 'ip'].filter(
    (tool) => spawnSync('sh', ['-c', `command -v ${tool}`]).status !== 0,
  )
  const reason =
    process.platform !== 'linux' || process.getuid?.() !== 0
      ? 'Run this as root on Linux'
      : missing.length > 0 && `${missing.join(', ')} not on the PATH`
  if (reason) {
    console.error(`${reason}, so nothing was tried`)
    process.exit(1)
  }
}

/** Runs this program again in namespaces of its own; everything in them ends with it. */
function runIsolated(): void {
  const script = 'mount -t proc proc /proc && ip link set lo up && exec "$0" "$@"'
  const namespaces = ['unshare', '-n', '-m', '-p', '-f', '--kill-child', 'sh', '-c', script]
  const child = spawn(
    'setpriv',
    [
      '--pdeathsig',
      'KILL',
      ...namespaces,
      process.execPath,
      import.meta.filename,
      '--isolated',
      ...process.argv.slice(2),
    ],
    { stdio: 'inherit' },
  )
  child.once('exit', (code) => process.exit(code ?? 1))
}

async function createDatabase(cluster: Cluster): Promise<void> {
  const { username, password } = new URL(cluster.databaseUrl)
  const superuser = new pg.Client({ connectionString: cluster.superuserUrl })
  await superuser.connect()
  await superuser.query(`create role ${username} login createrole password '${password}'`)
  await superuser.query(`create database sunbul owner ${username} encoding UTF8 template template0`)
  await superuser.end()
}

/** Creates the backups' repository, checks that a segment of the WAL arrives there, and makes a backup. */
async function checkBackups(cluster: Cluster): Promise<void> {
  const primary = await cluster.find('leader')
  for (const command of ['stanza-create', 'check', 'backup']) {
    const done = cluster.run(primary, 'pgbackrest', '--stanza=sunbul', command)
    if (!done.ok) problems.push(`pgbackrest ${command}: ${done.output}`)
  }
}

type Books = {
  readonly lost: number
  readonly twice: number
  /** The provider's ids of charged payments that the database doesn't have. */
  readonly unrecorded: readonly string[]
}

/** Compares the acknowledged donations, the database and the provider's charges. */
async function compareBooks(platform: Platform, acknowledged: ReadonlySet<number>): Promise<Books> {
  const charges = await platform.charges()
  // Plans of the demo are charged meanwhile, too; their donors have other addresses.
  const rows = await platform.query<{ charge: string; email: string; isDonors: boolean }>(
    `select a.provider_charge_id as charge, d.email, d.email ~ '^donor-\\d+@example.org$' as "isDonors"
       from payments.attempt a join giving.donation d on d.attempt_id = a.id
      where a.state = 'SUCCEEDED'`,
  )
  const recorded = new Set(rows.map(({ charge }) => charge))
  const donations = rows.filter(({ isDonors }) => isDonors)
  const emails = new Set(donations.map(({ email }) => email))
  const unrecorded = charges.filter(({ id }) => !recorded.has(id))
  return {
    lost: [...acknowledged].filter((number) => !emails.has(`donor-${number}@example.org`)).length,
    twice: donations.length - emails.size,
    unrecorded: unrecorded.map(({ payment_intent }) => payment_intent),
  }
}

/** Waits at most a minute until every charge is recorded. */
async function findBooks(platform: Platform, acknowledged: ReadonlySet<number>): Promise<Books> {
  for (const end = performance.now() + 60_000; ; await sleep(2000)) {
    const books = await compareBooks(platform, acknowledged)
    if (books.unrecorded.length === 0 || performance.now() > end) return books
  }
}

const describe = (others: Donors['others']): string =>
  [...others].map(([status, count]) => `${count} × ${status}`).join(', ') || 'none'

async function tryOnce(platform: Platform, cluster: Cluster, campaign: string, trial: Trial): Promise<string[]> {
  await cluster.untilHealthy()
  const donors = startDonors(platform, campaign, Number(options.rate))
  await sleep(5000)
  const from = performance.now()
  const restore = await trial.act(cluster)
  await sleep(Math.max(0, from + trial.watched * 1000 - performance.now()))
  const to = performance.now()
  const gap = findLongestGap(donors.times, from, to)
  restore?.()
  await donors.stop()
  const books = await findBooks(platform, donors.acknowledged)
  const verified = await platform.cli('ledger', 'verify')
  const found = [...donors.problems]
  if (gap > trial.limit) found.push(`${gap.toFixed(1)} s without a donation, the limit is ${trial.limit} s`)
  const { lost, twice, unrecorded } = books
  if (lost > 0) found.push(`${lost} acknowledged donations are lost`)
  if (twice > 0) found.push(`${twice} donors are charged twice`)
  if (unrecorded.length > 0) found.push(`charged, and not recorded after a minute: ${unrecorded.join(', ')}`)
  if (verified.code !== 0) found.push(`ledger verify: ${verified.output}`)
  problems.push(...found.map((problem) => `${trial.title}: ${problem}`))
  report(`${found.length === 0 ? 'passed' : 'FAILED'}: ${trial.title}: ${gap.toFixed(1)} s without a donation`)
  const figures = [gap.toFixed(1), trial.limit, donors.acknowledged.size, lost, twice, unrecorded.length]
  return [trial.title, ...figures.map(String), describe(donors.others), String(verified.code)]
}

const heads = ['event', 'seconds', 'limit', 'donations', 'lost', 'twice', 'unrecorded', 'other responses', 'verify']

function printTable(rows: readonly string[][]): void {
  const widths = heads.map((head, column) =>
    Math.max(...[head, ...rows.map((row) => row[column] ?? '')].map((cell) => cell.length)),
  )
  for (const row of [heads, ...rows])
    console.log(row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '))
}

async function prove(work: string): Promise<void> {
  const cluster = await startCluster(root, work)
  let platform: Platform | undefined
  try {
    await cluster.untilHealthy()
    report('three database machines: a primary and two streaming standbys')
    await createDatabase(cluster)
    await checkBackups(cluster)
    report('pgBackRest has made a backup')
    platform = await createPlatform({
      work: path.join(work, 'platform'),
      databaseUrl: cluster.databaseUrl,
      roles: ['web', 'worker'],
      logFile: path.join(work, 'platform.log'),
    })
    await platform.start()
    const jobs = `select from pg_stat_activity where application_name = 'sunbul-jobs'`
    await until(async () => ((await platform?.query(jobs)) ?? []).length > 0, 'the worker starts')
    report('a web process and a worker are running')
    const { id: campaign } = one(
      await platform.query<{ id: string }>(
        `select id::text from campaigns.campaign where currency = 'USD'
           and (select reason from campaigns.donation_refusal(array[id], false, now() + interval '1 day')) is null
         order by id limit 1`,
      ),
    )
    const rows: string[][] = []
    for (const trial of trials.filter(({ name }) => options.only === undefined || name === options.only))
      for (let round = 0; round < Math.min(trial.rounds, Number(options.rounds)); round++)
        rows.push(await tryOnce(platform, cluster, campaign, trial))
    printTable(rows)
  } finally {
    await platform?.remove()
    await cluster.stop()
  }
}

async function main(): Promise<void> {
  const work = fs.mkdtempSync(path.join(os.tmpdir(), 'sunbul-failover-'))
  // PostgreSQL's user enters it.
  fs.chmodSync(work, 0o755)
  fs.mkdirSync(path.join(work, 'platform'))
  try {
    await prove(work)
  } catch (error) {
    problems.push(String(error))
  }
  for (const problem of problems.slice(0, 20)) console.error(`FAILED: ${problem}`)
  if (options.keep) report(`logs are in ${work}`)
  else fs.rmSync(work, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  report(problems.length === 0 ? 'passed: no donation was lost' : `${problems.length} problems`)
  process.exit(problems.length === 0 ? 0 : 1)
}

if (options.isolated) await main()
else {
  if (options.only !== undefined && !trials.some(({ name }) => name === options.only)) {
    console.error(usage)
    process.exit(2)
  }
  requireTools()
  prepareRoot(root)
  runIsolated()
}
