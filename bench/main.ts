/**
 * `npm run bench`: measures hot paths and their baselines in one run on this machine (see docs/performance.md).
 */
import { one, required } from '#shared/collections.ts'
import { type ChildProcess, execFileSync, fork, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from '#server/config/free-port.ts'
import { givenOptions } from '../scripts/given-options.ts'
import { comparisonTable, measureAgainst } from './against.ts'
import { bytesOfPages } from './bytes.ts'
import { baselineJourney, basketJourney, driveJourneys } from './journey.ts'
import { addHistory, addSubscriptions, isDrained, makeDue, readDrainResult, setLatency, timeClaims } from './due.ts'
import { measureStandby } from './standby.ts'
import { measureStory } from './story.ts'
import { addPaidCharities, timeDrafts } from './payouts.ts'
import { addRecapDonors, removeRecapDonations, timeRecap, warmUpCount } from './recap.ts'
import {
  addEndpoint,
  addEvents,
  expectedEvents,
  receivedLoad,
  startReceiver,
  untilSent,
  webhookRates,
} from './webhooks.ts'
import { addBusyCharity, timeWorkspace } from './workspace.ts'
import { addZakatDonor, removeZakatDonor, timeZakatState } from './zakat.ts'
import { addHostedPages, hostedPageRequest, measureNoisyNeighbour } from './hosted-pages.ts'
import {
  addCampaigns,
  removeAddedTotals,
  answers,
  createInstallation,
  measureLoad,
  type Measured,
  pidOf,
  sandboxKeys,
  stopChildren,
  stopWithThisProcess,
  until,
} from './installation.ts'
import { addCopies, sampleDonation, settingsForGrowth, tableSizes, timeBackup } from './growth.ts'
import { runEvenLoad, runLoad, type LoadResult } from './load.ts'
import { mixedLoad } from './memory.ts'
import { isSustained, makeDueInTurn, ratesOf, ratesOfMachines, readDelays, slowerRates, wantedRates } from './peak.ts'
import { cpuMsOf, rssMbOf } from './processes.ts'
import { donationRequest, pageRequest } from './requests.ts'
import { addFundraisers, filterSets, searches } from './fundraisers.ts'

const paths = [
  'start',
  'donate',
  'basket',
  'page',
  'bytes',
  'search',
  'due',
  'memory',
  'zakat',
  'recap',
  'payout',
  'story',
  'workspace',
  'growth',
  'peak',
  'standby',
  'webhooks',
]
const usage = `Usage: npm run bench -- [--path ${paths.join('|')}] [--seconds 8] [--rate 500] [--rounds 1] [--donations <number>] [--rows 10000000] [--json]
       npm run bench -- --against <commit> [--path donate|page] [--seconds 8] [--rounds 5] [--json]
  --path     measures only this path; without it, all except search, due, memory, zakat, recap, payout, story, workspace, growth, peak, standby and webhooks
  --seconds  how long each case runs
  --rate     for peak: donations a second of the first try, with a third as many plans, 500
  --rounds   number of runs; the median is printed
  --donations    earlier donations (search), plans that are due at once (due), donations of the year (recap, workspace) or to pay out (payout), each 1000000, donations that are copied (growth), 20000000
  --rows     for due: number of recurring donations when the claim is measured; 0: it isn't measured
  --against  compares the processor time of donations and cold campaign pages with that of another commit, in turns
  --json     only the figures`
const values = givenOptions(
  usage,
  {
    json: { type: 'boolean', default: false },
    path: { type: 'string' },
    against: { type: 'string' },
    seconds: { type: 'string', default: '8' },
    rate: { type: 'string' },
    rounds: { type: 'string' },
    donations: { type: 'string' },
    rows: { type: 'string', default: '10000000' },
  },
  ['seconds', 'rate', 'rounds', 'donations', 'rows'],
)
if (values.path !== undefined && !paths.includes(values.path)) {
  console.error(`there is no path ${values.path}\n${usage}`)
  process.exit(2)
}
const seconds = Number(values.seconds)
const roundsCount = Number(values.rounds ?? (values.against === undefined ? '1' : '5'))
const earlierDonations = Number(values.donations ?? '0')
const root = path.resolve(import.meta.dirname, '..')
const say = (line: string) => (values.json ? undefined : console.log(line))
if (values.against !== undefined) await compareWith(values.against)

type Result = {
  readonly path: string
  readonly case: string
  readonly clients: number
  readonly rate: number
  readonly limit: number | null
  readonly ratio: number | null
  readonly p50: number
  readonly p95: number
  readonly p99: number
  readonly cpuMsPerOp: number
  readonly rssMb: number
  readonly errors: number
}
const results: Result[] = []
const wants = (name: string) => values.path === undefined || values.path === name

// Due plans, snapshots and payouts need no pages.
const withoutPages = ['due', 'recap', 'payout', 'workspace', 'webhooks'].includes(values.path ?? '')
const installation = await createInstallation(
  root,
  withoutPages ? { PAGES: 'no' } : {},
  values.path === 'growth' || values.path === 'workspace' ? settingsForGrowth : {},
)
const { database, environment, run, sandboxUrl, startServer, url } = installation
const [barePort, bareBankPort] = [await freePort(), await freePort()]
const databaseUrl = database.url
const first = await startServer()
first.server.kill('SIGTERM')
await new Promise((resolve) => first.server.once('exit', resolve))
const second = await startServer()
const server = second.server
if (wants('start')) {
  say(`start: first ${first.ms} ms, second ${second.ms} ms`)
  for (const [name, { ms }] of Object.entries({ first, second }))
    results.push({
      path: 'start',
      case: name,
      clients: 1,
      rate: 1000 / ms,
      limit: null,
      ratio: null,
      p50: ms,
      p95: ms,
      p99: ms,
      cpuMsPerOp: 0,
      rssMb: rssMbOf([pidOf(server)]),
      errors: 0,
    })
}

const owner = new pg.Client({ connectionString: database.url })
await owner.connect()
// Search needs a certain number of fundraisers, so it runs only with `--path search`.
const isSearch = values.path === 'search'
// The donations of payouts have no charge at the provider, so the ledger isn't verified after them.
const isPayout = values.path === 'payout'
// Nor have those of a charity's workspace.
const isWorkspace = values.path === 'workspace'
// Nor do copies of donations.
const isGrowth = values.path === 'growth'
const campaigns = await addCampaignsOfPath()
// Due plans need separate workers, so they run only with `--path due`.
const isDue = values.path === 'due'
if (earlierDonations > 0 && !isSearch && !isDue && !isPayout && values.path !== 'recap' && !isWorkspace && !isGrowth)
  await addDonations(earlierDonations)
await owner.query('vacuum analyze')

const measure = (pids: readonly number[], load: () => Promise<LoadResult>): Promise<Measured> =>
  measureLoad(installation, pids, load)
/** Returns the processor time of some processes and PostgreSQL. */
const cpuMsWithPostgres = (pids: readonly number[]): number => cpuMsOf(pids) + installation.postgresCpuMs()
/** Returns a percentile of sorted values, in milliseconds with one decimal. */
function percentile(sorted: readonly number[], share: number): number {
  return Number(required(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]).toFixed(1))
}
const median = <T>(all: readonly T[], by: (item: T) => number): T =>
  required(all.toSorted((a, b) => by(a) - by(b))[Math.floor(all.length / 2)])
async function rounds<T extends { rate: number }>(once: () => Promise<T>): Promise<T> {
  const all: T[] = []
  for (let round = 0; round < roundsCount; round++) all.push(await once())
  return median(all, ({ rate }) => rate)
}
/**
 * Runs rounds of the baseline and then our server, because the machine's speed varies. Returns the round with the
 * median ratio.
 */
async function besideBare<T extends { rate: number }>(
  bare: () => Promise<LoadResult>,
  ours: () => Promise<T>,
): Promise<{ limit: number; ours: T }> {
  const all: { limit: number; ours: T }[] = []
  for (let round = 0; round < roundsCount; round++) {
    const limit = await bare()
    if (limit.errors > 0) throw new Error(`${limit.errors} calls of the bare server failed`)
    all.push({ limit: limit.rate, ours: await ours() })
  }
  return median(all, (item) => item.ours.rate / item.limit)
}
function report(
  name: string,
  kind: string,
  clients: number,
  ours: Omit<LoadResult, 'completed'> & { cpuMsPerOp: number; rssMb: number },
  limit: number | null,
) {
  const result = {
    path: name,
    case: kind,
    clients,
    rate: Math.round(ours.rate),
    limit: limit === null ? null : Math.round(limit),
    ratio: limit === null ? null : Number((ours.rate / limit).toFixed(2)),
    p50: ours.p50,
    p95: ours.p95,
    p99: ours.p99,
    cpuMsPerOp: Number(ours.cpuMsPerOp.toFixed(2)),
    rssMb: ours.rssMb,
    errors: ours.errors,
  }
  results.push(result)
  say(
    `${name} ${kind}, ${clients} clients: ${result.rate}/s${limit === null ? '' : ` (bare ${result.limit}/s, ratio ${result.ratio})`}, p50 ${result.p50} p95 ${result.p95} p99 ${result.p99} ms, ${result.cpuMsPerOp} ms CPU, ${result.rssMb} MB, ${result.errors} errors`,
  )
}

const pick = <T>(list: readonly T[]): T => required(list[Math.floor(Math.random() * list.length)])
if (wants('donate') || wants('basket')) {
  await owner.query(fs.readFileSync(path.join(root, 'bench/schema.sql'), 'utf8'))
  // A separate sandbox, because the server's ledger doesn't have its charges.
  const bareBankUrl = `http://127.0.0.1:${bareBankPort}`
  run('sandbox/main.ts', {
    ...sandboxKeys,
    SANDBOX_PORT: String(bareBankPort),
    SANDBOX_DIR: path.join(installation.dataDir, 'bare-bank'),
  })
  await until(() => answers(bareBankUrl), 'the bare bank')
  const bare = fork(path.join(root, 'bench/bare.ts'), {
    env: {
      ...process.env,
      BARE_DATABASE_URL: databaseUrl,
      BARE_PORT: String(barePort),
      BARE_PROVIDER_URL: bareBankUrl,
      BARE_PROVIDER_KEY: sandboxKeys.SANDBOX_SECRET_KEY,
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  stopWithThisProcess(bare)
  await new Promise((resolve) => bare.once('message', resolve))
}

if (wants('donate')) {
  const bareDonation = (id: number) => ({
    method: 'POST' as const,
    path: `/donations/${id}`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ amount: 2000, tip: 320, email: `${randomUUID()}@example.org`, name: 'Amina Yusuf' }),
  })
  await runLoad({ url, clients: 8, seconds: 3, next: () => donationRequest(pick(campaigns).id) })
  for (const clients of [1, 8, 32]) {
    const { limit, ours } = await besideBare(
      () =>
        runLoad({
          url: `http://127.0.0.1:${barePort}`,
          clients,
          seconds,
          next: () => bareDonation(1 + Math.floor(Math.random() * 10_000)),
        }),
      () =>
        measure([pidOf(server)], () =>
          runLoad({ url, clients, seconds, next: () => donationRequest(pick(campaigns).id) }),
        ),
    )
    report('donate', 'spread', clients, ours, limit)
    const hot = await rounds(() =>
      measure([pidOf(server)], () =>
        runLoad({ url, clients, seconds, next: () => donationRequest(one(campaigns).id) }),
      ),
    )
    report('donate', 'hot', clients, hot, ours.rate)
  }
}

if (wants('basket')) {
  const product = { campaign: () => pick(campaigns).id, newId: randomUUID }
  const bareOnes = { campaign: () => 1 + Math.floor(Math.random() * 10_000), newId: randomUUID }
  await driveJourneys({ url, clients: 8, seconds: 3, journey: basketJourney(product) })
  for (const clients of [1, 8, 32]) {
    const { limit, ours } = await besideBare(
      () =>
        driveJourneys({ url: `http://127.0.0.1:${barePort}`, clients, seconds, journey: baselineJourney(bareOnes) }),
      () => measure([pidOf(server)], () => driveJourneys({ url, clients, seconds, journey: basketJourney(product) })),
    )
    report('basket', 'spread', clients, ours, limit)
  }
}

/** Measures pages on a charity's host against campaign pages (`limit`), their size, and pages next to a busy one. */
async function measureHostedPages() {
  const pages = await addHostedPages(owner)
  const pids = [pidOf(server)]
  const fundraiser = (slug: () => string) => () => pageRequest(slug())
  const first = { hosted: one(pages.slugs), fundraiser: required(campaigns[1]).slug }
  for (const [name, hosted, slug] of [
    ['hosted-cold', () => pick(pages.slugs), () => pick(campaigns).slug],
    ['hosted-warm', () => first.hosted, () => first.fundraiser],
  ] as const) {
    const driven = { url, clients: 32, seconds }
    await runLoad({ ...driven, seconds: 2, next: hostedPageRequest(pages, hosted) })
    const { limit, ours } = await besideBare(
      () => runLoad({ ...driven, next: fundraiser(slug) }),
      () => measure(pids, () => runLoad({ ...driven, next: hostedPageRequest(pages, hosted) })),
    )
    report('page', name, driven.clients, ours, limit)
  }
  const weightOf = async (path: string, host?: string) => {
    const { scriptBytes, styleBytes, htmlBytes } = one(await bytesOfPages(url, [path], host))
    return (scriptBytes + styleBytes + htmlBytes) / 1000
  }
  const weight = await weightOf(`/${first.hosted}`, pages.host)
  const fundraiserWeight = await weightOf(`/v4/campaign/${first.fundraiser}`)
  say(`page hosted, on the wire: ${weight.toFixed(1)} kB (a fundraiser ${fundraiserWeight.toFixed(1)} kB)`)
  const { quiet, beside, noisy } = await measureNoisyNeighbour({ url, seconds: 60, pages })
  for (const [name, measured, clients] of [
    ['neighbours-quiet', quiet, 8],
    ['neighbours-beside-noisy', beside, 8],
    ['noisy', noisy, 32],
  ] as const)
    report('page', name, clients, { ...measured, cpuMsPerOp: 0, rssMb: 0 }, null)
}

if (wants('page')) {
  const measurePages = async (input: { url: string; pids: number[]; suffix: '' | '-two' }) => {
    const random = () => pageRequest(pick(campaigns).slug)
    await runLoad({ url: input.url, clients: 32, seconds: 3, next: random })
    for (const clients of [8, 32]) {
      const cold = await rounds(() =>
        measure(input.pids, () => runLoad({ url: input.url, clients, seconds, next: random })),
      )
      report('page', `cold${input.suffix}`, clients, cold, null)
      const warm = await rounds(() =>
        measure(input.pids, () =>
          runLoad({ url: input.url, clients, seconds, next: () => pageRequest(required(campaigns[1]).slug) }),
        ),
      )
      report('page', `warm${input.suffix}`, clients, warm, null)
    }
  }
  await measurePages({ url, pids: [pidOf(server)], suffix: '' })
  await measureHostedPages()
  // One web process for each of two processors, on one port, as docs/operations.md advises.
  const sharedPort = await freePort()
  const sharedUrl = `http://127.0.0.1:${sharedPort}`
  const two = [1, 2].map(() => run('server/main.ts', { ...environment, PORT: String(sharedPort) }, '--role=web'))
  await until(() => answers(`${sharedUrl}/livez`), 'the web processes')
  // Either process may have answered, so wait for the other one, too.
  await sleep(5000)
  await measurePages({ url: sharedUrl, pids: two.map(pidOf), suffix: '-two' })
  for (const childProcessByStdio of two) childProcessByStdio.kill('SIGTERM')
}

if (values.path === 'memory') await measureMemory()
if (isSearch) await measureSearch()
if (isDue) await measureDue()
if (values.path === 'zakat') await measureZakat()
if (values.path === 'recap') await measureRecap()
if (isPayout) await measurePayouts()
if (isWorkspace) await measureWorkspace()
if (isGrowth) await measureGrowth()
if (values.path === 'peak') await measurePeak()
if (values.path === 'standby') await measureReads()
if (values.path === 'webhooks') await measureWebhooks()
if (values.path === 'story') await checkStory()

if (wants('bytes')) {
  for (const page of await bytesOfPages(url, [
    '/v4',
    '/v4/discover',
    `/v4/campaign/${required(campaigns[1]).slug}`,
    `/v4/checkout/${required(campaigns[1]).slug}`,
    '/login',
  ])) {
    say(
      `${page.path}: ${(page.scriptBytes / 1000).toFixed(1)} kB JavaScript, ${(page.styleBytes / 1000).toFixed(1)} kB CSS, ${(page.htmlBytes / 1000).toFixed(1)} kB HTML on the wire`,
    )
    results.push({
      path: 'bytes',
      case: page.path,
      clients: 0,
      rate: page.scriptBytes,
      limit: null,
      ratio: null,
      p50: page.styleBytes,
      p95: page.htmlBytes,
      p99: 0,
      cpuMsPerOp: 0,
      rssMb: 0,
      errors: 0,
    })
  }
}

await sleep(4000)
// Search only reads, and its generated donations have no ledger entries, so the ledger isn't verified.
if (!isSearch) await removeAddedTotals(owner)
const isVerified = !isSearch && !isPayout && !isWorkspace && !isGrowth
const verified = isVerified ? await verifyLedger() : 0
if (isVerified) say(verified === 0 ? 'the ledger verifies' : 'the ledger does NOT verify: the figures do not count')

if (values.json)
  console.log(
    JSON.stringify({
      path: values.path ?? 'all',
      commit: execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim(),
      results,
    }),
  )
if (!isGrowth) await owner.end()
stopChildren()
await sleep(200)
if (!isGrowth) await database.stop()
process.exit(verified === 0 && results.every((result) => result.errors === 0) ? 0 : 1)

/** Measures what a standby takes from the primary. */
async function measureReads(): Promise<void> {
  const { errors, ...costs } = await measureStandby(installation, {
    slugs: campaigns.map(({ slug }) => slug),
    seconds,
    rounds: roundsCount,
  })
  for (const [name, { primary, standby, server }] of Object.entries(costs)) {
    const text = [primary, standby, server].map((ms) => ms.toFixed(3))
    say(
      `standby ${name}: ${text[0]} ms CPU of the primary for a page, ${text[1]} of the standby, ${text[2]} of the server`,
    )
    results.push({
      path: 'standby',
      case: name,
      clients: 8,
      rate: 0,
      limit: null,
      ratio: null,
      p50: 0,
      p95: 0,
      p99: 0,
      cpuMsPerOp: Number(primary.toFixed(3)),
      rssMb: 0,
      errors,
    })
  }
}

/** Compares this code with another commit and ends this process. */
async function compareWith(commit: string): Promise<never> {
  if (values.path !== undefined && values.path !== 'donate' && values.path !== 'page') {
    console.error(`--against compares only the paths donate and page\n${usage}`)
    process.exit(2)
  }
  const hashOf = (name: string) =>
    execFileSync('git', ['rev-parse', '--short=9', '--verify', `${name}^{commit}`], {
      cwd: root,
      encoding: 'utf8',
    }).trim()
  const earlier = hashOf(commit)
  const { comparisons, errors } = await measureAgainst({
    root,
    commit: earlier,
    path: values.path,
    seconds,
    rounds: roundsCount,
    say,
  })
  const now = hashOf('HEAD')
  if (values.json) console.log(JSON.stringify({ commit: now, against: earlier, errors, comparisons }))
  else console.log(`\n${comparisonTable(comparisons, earlier, now)}`)
  if (errors > 0) console.error(`${errors} requests failed, so the figures do not count`)
  process.exit(errors === 0 ? 0 : 1)
}

async function addCampaignsOfPath(): Promise<{ id: string; slug: string }[]> {
  if (isSearch) return addSearchFundraisers()
  // A charity's workspace has its own fundraisers.
  return isWorkspace ? [] : addCampaigns(owner)
}

async function addSearchFundraisers(): Promise<{ id: string; slug: string }[]> {
  await addFundraisers(owner, 1000)
  return []
}

function verifyLedger(): Promise<number | null> {
  const child = spawn(process.execPath, ['server/cli/cli.ts', 'ledger', 'verify'], {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: ['ignore', values.json ? 'ignore' : 'inherit', 'inherit'],
  })
  return new Promise((resolve) => child.once('exit', resolve))
}

/**
 * Measures the resident memory of a web process (`--role=web`) after mixed load, with `--seconds 300` for five minutes.
 */
async function measureMemory(): Promise<void> {
  const webPort = await freePort()
  const webUrl = `http://127.0.0.1:${webPort}`
  const web = run('server/main.ts', { ...environment, PORT: String(webPort), BASE_URL: webUrl }, '--role=web')
  await until(() => answers(`${webUrl}/livez`), 'the web process')
  say(`memory: ${rssMbOf([pidOf(web)])} MB at the start`)
  const next = mixedLoad({ campaigns, words: searches })
  report(
    'memory',
    'mixed',
    8,
    await measure([pidOf(web)], () => runLoad({ url: webUrl, clients: 8, seconds, next })),
    null,
  )
}

/**
 * Measures discover page, search and campaign page with 1,000 and with 100,000 fundraisers and `--donations` donations,
 * one visitor at a time. Prints how the 95th percentile grows (target: at most 1.2 times).
 */
async function measureSearch(): Promise<void> {
  const cases = ['discover page', 'search page', 'search call', 'campaign page'] as const
  const few = await times(1000)
  await addFundraisers(owner, 100_000)
  if (earlierDonations > 0) await addDonations(earlierDonations, 'fundraiser-%', 90_000)
  await owner.query('vacuum analyze')
  const many = await times(100_000)
  for (const name of cases)
    say(`${name}: p95 at 100,000 is ${(many[name].p95 / few[name].p95).toFixed(2)} times that at 1,000`)

  async function times(count: number): Promise<Record<(typeof cases)[number], LoadResult>> {
    const { rows } = await owner.query<{ slug: string }>(
      `select slug from campaigns.campaign where slug like 'fundraiser-%' and status = 1 order by random() limit 3000`,
    )
    const paths: Record<(typeof cases)[number], () => string> = {
      'discover page': () => `/v4/discover?${pick(filterSets)}&src=bench`,
      'search page': () => `/v4/discover?q=${encodeURIComponent(pick(searches))}`,
      'search call': () => `/v4/discovery/cards?q=${encodeURIComponent(pick(searches))}`,
      'campaign page': () => `/v4/campaign/${pick(rows).slug}`,
    }
    const all = {} as Record<(typeof cases)[number], LoadResult>
    for (const name of cases) {
      // Warms up the code, so that the first size doesn't seem slower.
      await askFor(paths[name], 8)
      const before = cpuMsWithPostgres([pidOf(server)])
      const measured = await askFor(paths[name], seconds)
      all[name] = measured
      const cpuMsPerOp = (cpuMsWithPostgres([pidOf(server)]) - before) / Math.max(1, measured.rate * seconds)
      report(name, `${count} fundraisers`, 1, { ...measured, cpuMsPerOp, rssMb: rssMbOf([pidOf(server)]) }, null)
    }
    return all
  }
}

/**
 * Measures plans that are due at one instant against the baseline, with a provider latency of 0 and 50 ms and with one
 * and two workers. The rate counts recorded charges; the time until all receipts exist is printed beside it. Then
 * measures the claim of a batch in a very large table.
 */
async function measureDue(): Promise<void> {
  const donations = Number(values.donations ?? '20000')
  const bank = { url: sandboxUrl, key: sandboxKeys.SANDBOX_SECRET_KEY }
  await owner.query(fs.readFileSync(path.join(root, 'bench/schema.sql'), 'utf8'))
  await ended(server)
  // The worker is a separate process; the web process still receives the provider's webhooks.
  run('server/main.ts', environment, '--role=web')
  await until(() => answers(`${url}/livez`), 'the server')
  const ids = await addSubscriptions(owner, bank, donations)
  const underWay = `select from subscriptions.occurrence where state in ('PROCESSING', 'UNKNOWN') limit 1`
  for (const latencyMs of [0, 50])
    for (const workers of [1, 2]) {
      const limit = await bareDue(donations, latencyMs, workers)
      await setLatency(bank, latencyMs)
      const key = `due-${latencyMs}-${workers}`
      const due = await makeDue(owner, ids, key)
      const started = Array.from({ length: workers }, () =>
        run('server/main.ts', { ...environment, CHARGES_PER_SECOND: '10000' }, '--role=worker'),
      )
      const pids = started.map(pidOf)
      const before = cpuMsWithPostgres(pids)
      const begun = performance.now()
      await until(async () => (await owner.query(underWay)).rowCount === 1, 'the first charge', 120_000)
      const firstAt = performance.now()
      await until(() => isDrained(owner), 'the end of what was due', 1_800_000)
      const closedSeconds = (performance.now() - firstAt) / 1000
      const cpuMsPerOp = (cpuMsWithPostgres(pids) - before) / due
      const rssMb = rssMbOf(pids)
      await Promise.all(started.map(ended))
      const { charged, seconds: took, p50, p95, p99 } = await readDrainResult(owner, key)
      report(
        'due',
        `provider-${latencyMs}ms`,
        workers,
        { rate: charged / took, p50, p95, p99, errors: due - charged, cpuMsPerOp, rssMb },
        limit,
      )
      say(`  with receipts ${Math.round(due / closedSeconds)}/s; worker ready after ${Math.round(firstAt - begun)} ms`)
    }
  await setLatency(bank, 0)
  if (Number(values.rows) > 0) await measureClaims(ids, Number(values.rows))
}

async function ended(child: ChildProcess): Promise<void> {
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await gone
}

async function bareDue(donations: number, latencyMs: number, workers: number): Promise<number> {
  await owner.query('truncate bare.plan')
  await owner.query(
    'insert into bare.plan (campaign_id, amount, due_at) select 1 + n % 9999, 1160, now() from generate_series(1, $1::int) n',
    [donations],
  )
  await owner.query('vacuum analyze bare.plan')
  const providerPort = await freePort()
  const provider = fork(path.join(root, 'bench/provider.ts'), {
    env: { ...process.env, PROVIDER_PORT: String(providerPort), LATENCY_MS: String(latencyMs) },
  })
  stopWithThisProcess(provider)
  await new Promise((resolve) => provider.once('message', resolve))
  const took = await Promise.all(
    Array.from({ length: workers }, () => {
      const worker = fork(path.join(root, 'bench/bare-due.ts'), {
        env: {
          ...process.env,
          BARE_DATABASE_URL: databaseUrl,
          BARE_PROVIDER_URL: `http://127.0.0.1:${providerPort}/charges`,
        },
      })
      stopWithThisProcess(worker)
      return new Promise<number>((resolve, reject) => {
        worker.once('message', (message) => resolve((message as { ms: number }).ms))
        worker.once('exit', () => reject(new Error('a bare worker ended without a figure')))
      })
    }),
  )
  provider.kill('SIGKILL')
  const { rows } = await owner.query<{ paid: number }>(
    `select count(*)::int as paid from bare.plan where state = 'paid'`,
  )
  const { paid } = one(rows)
  if (paid !== donations) throw new Error(`the bare workers paid ${paid} of ${donations}`)
  return donations / (Math.max(...took) / 1000)
}

/** Measures a donor's zakat status (`--path zakat`): the time in the database (target: 10 ms) and the total. */
async function measureZakat(): Promise<void> {
  const accountId = await addZakatDonor(owner, { donations: 2000, entries: 200 })
  await owner.query('vacuum analyze')
  const { times, online, cpuMsPerOp } = await timeZakatState(databaseUrl, accountId)
  for (const [name, sorted] of Object.entries({
    'state in the database': times.map(({ inDatabase }) => inDatabase),
    'its statements at the client': times.map(({ atClient }) => atClient),
    'whole state': times.map(({ whole }) => whole),
  })) {
    sorted.sort((a, b) => a - b)
    const percentileAt = (share: number) => Number(sorted[Math.floor((sorted.length - 1) * share)]!.toFixed(1))
    const rate = (1000 * sorted.length) / sorted.reduce((sum, ms) => sum + ms, 0)
    const figures = {
      rate,
      p50: percentileAt(0.5),
      p95: percentileAt(0.95),
      p99: percentileAt(0.99),
      errors: 0,
      cpuMsPerOp,
      rssMb: 0,
    }
    report('zakat', `${name}, ${online} donations`, 1, figures, null)
  }
  await removeZakatDonor(owner, accountId)
}

/**
 * Measures the Deeds story on a slow processor (`--path story`): tasks up to 200 ms after start-up, and 120 kB of
 * assets.
 */
async function checkStory(): Promise<void> {
  const { tasks, startUp, bytes } = await measureStory(url)
  say(
    `story: ${(bytes / 1000).toFixed(1)} kB beyond the home page; longest task at start-up ${Math.max(0, ...startUp)} ms`,
  )
  const sorted = tasks.toSorted((a, b) => a - b)
  const percentileAt = (share: number) => percentile([0, ...sorted], share)
  const errors = sorted.filter((ms) => ms > 200).length + (bytes > 120_000 ? 1 : 0)
  const figures = {
    rate: sorted.length,
    p50: percentileAt(0.5),
    p95: percentileAt(0.95),
    p99: percentileAt(1),
    errors,
    cpuMsPerOp: 0,
    rssMb: 0,
  }
  report('story', 'tasks of at least 50 ms after start-up', 1, figures, null)
}

/** Measures snapshots of Deeds (`--path recap`): of all donors (target: 5 s) and of one donor (target: 10 ms). */
async function measureRecap(): Promise<void> {
  const donations = Number(values.donations ?? '1000000')
  const donors = Math.ceil(donations / 10)
  await addRecapDonors(owner, { donors, donations })
  await owner.query('vacuum analyze')
  const before = installation.postgresCpuMs()
  const { snapshots, all, single, afterAll } = await timeRecap(databaseUrl, () => installation.postgresCpuMs())
  const cpu = { all: afterAll - before, single: installation.postgresCpuMs() - afterAll }
  await removeRecapDonations(owner)
  for (const [name, times, done, cpuMs] of [
    [`all ${donors} donors`, [all], snapshots, cpu.all],
    ['one donor', single, 1, cpu.single / (single.length + warmUpCount)],
  ] as const) {
    const sorted = times.toSorted((a, b) => a - b)
    const percentileAt = (share: number) => Number(percentile(sorted, share).toFixed(1))
    const spent = times.reduce((sum, ms) => sum + ms, 0) / 1000
    const figures = {
      rate: (done * times.length) / spent,
      p50: percentileAt(0.5),
      p95: percentileAt(0.95),
      p99: percentileAt(0.99),
    }
    report('recap', name, 1, { ...figures, errors: 0, cpuMsPerOp: Math.round(cpuMs), rssMb: 0 }, null)
  }
}

/** Measures a charity's home and lists with `--donations` donations of a year by a tenth as many donors. */
async function measureWorkspace(): Promise<void> {
  const donations = Number(values.donations ?? '1000000')
  const donors = Math.max(1000, Math.floor(donations / 10))
  const accountId = await addBusyCharity({ owner, databaseUrl }, { donors, donations })
  const measured = await timeWorkspace(databaseUrl, environment, {
    accountId,
    rounds: 21,
    postgresCpuMs: installation.postgresCpuMs,
  })
  for (const [name, { times, cpuMsPerOp }] of measured) {
    const sorted = times.toSorted((a, b) => a - b)
    const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => percentile(sorted, share)) as [number, number, number]
    report(
      'workspace',
      `${name}, ${donations} donations`,
      1,
      { rate: 1000 / p50, p50, p95, p99, errors: 0, cpuMsPerOp, rssMb: 0 },
      null,
    )
  }
}

/**
 * Measures drafting the payouts of 200 charities (`--path payout`), one after another as the job does (target: 30 s), and
 * donations meanwhile; the ratio compares their rate with that of donations alone.
 */
async function measurePayouts(): Promise<void> {
  const charities = 200
  const donations = Number(values.donations ?? '1000000')
  await addPaidCharities(owner, { charities, donations })
  await owner.query('vacuum analyze')
  const donate = (forSeconds: number) =>
    runLoad({ url, clients: 8, seconds: forSeconds, next: () => donationRequest(pick(campaigns).id) })
  await donate(3)
  const alone = await donate(seconds)
  const before = installation.postgresCpuMs()
  const drafting = timeDrafts(databaseUrl, environment)
  const beside = await donate(seconds)
  const { drafts, lines, times } = await drafting
  const cpuMsPerOp = (installation.postgresCpuMs() - before) / charities
  const sorted = times.toSorted((a, b) => a - b)
  const spent = times.reduce((sum, ms) => sum + ms, 0) / 1000
  const percentileAt = (share: number) => percentile(sorted, share)
  const figures = { rate: drafts / spent, p50: percentileAt(0.5), p95: percentileAt(0.95), p99: percentileAt(0.99) }
  const errors = charities - drafts + (lines < donations ? 1 : 0)
  report('payout', `drafts over ${donations} donations`, 1, { ...figures, errors, cpuMsPerOp, rssMb: 0 }, null)
  report('payout', 'donations beside drafts', 8, { ...beside, cpuMsPerOp: 0, rssMb: 0 }, alone.rate)
  say(`  ${drafts} payouts with ${lines} entries of charges drafted in ${spent.toFixed(1)} s`)
}

/**
 * Measures a database that has grown to `--donations` donations (`--path growth`): bytes per donation and table, the share
 * of indexes, vacuum, base backup and copy back, and ten pages compared with 10,000 donations. The donations are copies
 * of a real one with its ledger, attempt, receipt, mails and events.
 */
async function measureGrowth(): Promise<void> {
  const donations = Number(values.donations ?? '20000000')
  const first = one(campaigns)
  // The demo's last rows are written after the server is ready, and aren't the donation's.
  await sleep(20_000)
  const sample = await sampleDonation(owner, {
    campaign: first.id,
    async donate() {
      const { path: donationPath, ...request } = donationRequest(first.id)
      const response = await fetch(`${url}${donationPath}`, request)
      if (response.status !== 200) throw new Error(`the donation to copy was responded to with ${response.status}`)
    },
    settle: () => sleep(15_000),
  })
  say(`growth: a donation writes ${sample.rows.length} rows: ${countsOf(sample.rows.map(({ table }) => table.name))}`)
  const pages = [
    '/v4',
    '/v4/discover',
    '/v4/discover?q=valley',
    `/v4/campaign/${first.slug}`,
    `/v4/checkout/${first.slug}`,
    `/v4/campaigns/${first.id}/donors`,
    `/ledger/campaigns/${first.id}`,
    '/ledger',
    '/ledger/campaigns',
    '/sitemap.xml',
  ]
  const timePages = async () => {
    const times = new Map<string, LoadResult>()
    for (const page of pages) {
      await askFor(() => page, 1)
      times.set(page, await askFor(() => page, seconds))
    }
    return times
  }
  let earlier = 0
  const grow = async (count: number) => {
    const started = performance.now()
    await addCopies(owner, sample, {
      count,
      earlier,
      firstCampaign: first.id,
      report: async (added) => {
        if (added % 1_000_000 !== 0) return
        const { rows } = await owner.query<{ size: string }>(
          'select pg_size_pretty(pg_database_size(current_database())) as size',
        )
        say(
          `  ${added.toLocaleString('en')} donations, ${one(rows).size}, after ${Math.round((performance.now() - started) / 1000)} s`,
        )
      },
    })
    earlier += count
    const begun = performance.now()
    await owner.query('vacuum analyze')
    return (performance.now() - begun) / 1000
  }
  await grow(10_000)
  const [few, before] = [await timePages(), new Map((await tableSizes(owner)).map((table) => [table.name, table]))]
  const begun = performance.now()
  const vacuumSeconds = await grow(donations)
  say(
    `  ${donations.toLocaleString('en')} donations in ${Math.round((performance.now() - begun) / 1000)} s, of which vacuum ${Math.round(vacuumSeconds)} s`,
  )
  const grown = (await tableSizes(owner))
    .map((table) => {
      const { bytes = 0, indexBytes = 0 } = before.get(table.name) ?? {}
      return { name: table.name, bytes: table.bytes - bytes, indexBytes: table.indexBytes - indexBytes }
    })
    .filter(({ bytes }) => bytes > donations)
  const sum = (part: 'bytes' | 'indexBytes') => grown.reduce((total, table) => total + table[part], 0)
  const share = (table: { bytes: number; indexBytes: number }) =>
    `${Math.round((100 * table.indexBytes) / table.bytes)} %`
  say(
    `  ${Math.round(sum('bytes') / donations)} bytes per donation, ${share({ bytes: sum('bytes'), indexBytes: sum('indexBytes') })} of them indexes`,
  )
  for (const table of grown)
    say(`  ${table.name}: ${Math.round(table.bytes / donations)} bytes, ${share(table)} indexes`)
  const many = await timePages()
  for (const [page, { p95, p50, rate, errors, p99 }] of many) {
    report(
      'growth',
      `${page}, ${donations} donations`,
      1,
      { rate, p50, p95, p99, errors, cpuMsPerOp: 0, rssMb: 0 },
      null,
    )
    say(`  ${page}: p95 is ${(p95 / required(few.get(page)).p95).toFixed(2)} times that at 10,000 donations`)
  }
  const times = await timeBackup(installation.dataDir, database.url, async () => {
    await ended(server)
    await owner.end()
    await database.stop()
  })
  const gigabytes = (bytes: number) => (bytes / 1e9).toFixed(1)
  say(
    `  base backup: ${gigabytes(times.bytes)} GB in ${Math.round(times.backupSeconds)} s, compressed ${gigabytes(times.compressedBytes)} GB; copied back in ${Math.round(times.copySeconds)} s`,
  )
}

/**
 * Measures donations and due plans together (`--path peak`, with `--seconds 600` for ten minutes) at 500 and 170 a second,
 * or at the highest rates with a 99th percentile under a second, which it looks for first. Prints what one donation, plan
 * and page cost, and what 1, 2 and 4 machines would serve.
 */
async function measurePeak(): Promise<void> {
  const bank = { url: sandboxUrl, key: sandboxKeys.SANDBOX_SECRET_KEY }
  await ended(server)
  const web = run('server/main.ts', environment, '--role=web')
  await until(() => answers(`${url}/livez`), 'the server')
  const worker = run('server/main.ts', { ...environment, CHARGES_PER_SECOND: '10000' }, '--role=worker')
  const pids = [pidOf(web), pidOf(worker)]
  const ids = await addSubscriptions(owner, bank, 5000)
  const donate = { url, clients: 64, next: () => donationRequest(pick(campaigns).id) }
  const cold = () => pageRequest(pick(campaigns).slug)
  await runLoad({ ...donate, clients: 8, seconds: 5 })
  await runLoad({ url, clients: 8, seconds: 5, next: cold })
  const donation = await measure(pids, () => runLoad({ ...donate, clients: 8, seconds: 15 }))
  const page = await measure(pids, () => runLoad({ url, clients: 8, seconds: 15, next: cold }))
  let tries = 0
  const together = async (rates: typeof wantedRates, forSeconds: number) => {
    const key = `peak-${tries++}`
    const afterSeconds = 3
    const due = await makeDueInTurn(owner, ids, { key, perSecond: rates.plans, seconds: forSeconds, afterSeconds })
    await sleep(afterSeconds * 1000)
    const measured = await measure(pids, async () => {
      const result = await runEvenLoad({ ...donate, seconds: forSeconds, perSecond: rates.donations })
      await until(() => isDrained(owner), 'the end of what was due', 1_800_000)
      return result
    })
    const delays = await readDelays(owner, key)
    return { measured, delays, due }
  }
  let rates = values.rate === undefined ? wantedRates : ratesOf(Number(values.rate))
  for (let isEnough = false; !isEnough;) {
    const { measured } = await together(rates, 20)
    isEnough = isSustained(measured, rates.donations) || rates.donations < 10
    say(
      `peak: ${rates.donations} donations and ${rates.plans} plans a second: p99 ${measured.p99} ms, ${Math.round(measured.rate)}/s, ${measured.errors} errors`,
    )
    if (!isEnough) rates = slowerRates(rates)
  }
  let long = await together(rates, seconds)
  while (!isSustained(long.measured, rates.donations) && rates.donations >= 10) {
    say(
      `peak: ${rates.donations} donations and ${rates.plans} plans a second for ${seconds} s: p99 ${long.measured.p99} ms, ${long.measured.errors} errors`,
    )
    rates = slowerRates(rates)
    long = await together(rates, seconds)
  }
  const { measured, delays, due } = long
  report(
    'peak',
    `donations at ${rates.donations}/s beside ${rates.plans} plans/s, ${seconds} s`,
    donate.clients,
    measured,
    wantedRates.donations,
  )
  const plan = (measured.cpuMsPerOp - donation.cpuMsPerOp) * (measured.completed / Math.max(1, delays.charged))
  const { server: application, postgres } = measured.processor
  const figures = {
    rate: delays.charged / seconds,
    p50: delays.p50,
    p95: delays.p95,
    p99: delays.p99,
    errors: due - delays.charged,
  }
  report('peak', 'plans, from their instant', 1, { ...figures, cpuMsPerOp: plan, rssMb: 0 }, wantedRates.plans)
  say(
    `  processor time: donation ${donation.cpuMsPerOp.toFixed(1)} ms, plan ${plan.toFixed(1)} ms, page ${page.cpuMsPerOp.toFixed(1)} ms; a donation with its share of plans ${application.toFixed(1)} ms and ${postgres.toFixed(1)} ms of PostgreSQL`,
  )
  for (const machines of [1, 2, 4])
    say(
      `  calculated for ${machines} of these machines: ${Math.floor(ratesOfMachines({ application, postgres }, machines, os.availableParallelism()))} donations a second`,
    )
  await ended(worker)
}

/**
 * Measures webhooks (`--path webhooks`): 500 events a second to one receiver beside 100 donations a second, and those
 * donations without an endpoint before.
 */
async function measureWebhooks(): Promise<void> {
  await ended(server)
  const receiver = await startReceiver()
  const settings = { ...environment, WEBHOOK_HOSTS: receiver.host }
  const web = run('server/main.ts', settings, '--role=web')
  await until(() => answers(`${url}/livez`), 'the server')
  const worker = run('server/main.ts', settings, '--role=worker')
  const pids = [pidOf(web), pidOf(worker)]
  const { donations, events } = webhookRates
  const load = { url, clients: 32, next: () => donationRequest(pick(campaigns).id), perSecond: donations }
  await runEvenLoad({ ...load, seconds: 10 })
  const alone = await measure(pids, () => runEvenLoad({ ...load, seconds }))
  report('webhooks', `${donations} donations/s, without an endpoint`, load.clients, alone, null)
  receiver.expect(await addEndpoint(url, owner, receiver.url))
  let written = 0
  let drained = 0
  const beside = await measure(pids, async () => {
    const [result] = await Promise.all([runEvenLoad({ ...load, seconds }), addEvents(owner, seconds)])
    const begun = performance.now()
    written = expectedEvents(result.completed, seconds)
    await untilSent(owner, written)
    drained = performance.now() - begun
    return result
  })
  report('webhooks', `${donations} donations/s beside events`, load.clients, beside, null)
  const cpuMsPerOp = (beside.cpuMsPerOp - alone.cpuMsPerOp) * (beside.completed / written)
  const received = receivedLoad(receiver.read(), { events: written, seconds: seconds + drained / 1000 })
  report(
    'webhooks',
    'events, from their instant',
    1,
    { ...received, cpuMsPerOp, rssMb: rssMbOf([pidOf(worker)]) },
    events,
  )
  say(`  ${written} events; the last arrived ${(drained / 1000).toFixed(1)} s after the last donation`)
  receiver.close()
  await ended(worker)
}

/** Counts equal texts: `a 2, b 1`. */
function countsOf(texts: readonly string[]): string {
  return [...Map.groupBy(texts, (text) => text)].map(([text, all]) => `${text} ${all.length}`).join(', ')
}

async function measureClaims(ids: readonly string[], rows: number): Promise<void> {
  say(`gifts of plans up to ${rows.toLocaleString('en')} rows:`)
  await addHistory(owner, rows, say)
  const due = await makeDue(owner, ids, 'claims')
  const { rows: plan } = await owner.query<{ 'QUERY PLAN': string }>(
    `explain (analyze, buffers) select subscription_id from subscriptions.occurrence where state = 'SCHEDULED' and due_at <= now() order by due_at limit 100 for update skip locked`,
  )
  for (const line of plan) say(`  ${line['QUERY PLAN']}`)
  const before = installation.postgresCpuMs()
  const { batches, query, whole } = await timeClaims(databaseUrl, new Date(Date.now() + 60_000), 100)
  const cpuMsPerOp = (installation.postgresCpuMs() - before) / batches
  for (const [name, times] of Object.entries({ 'claim query': query, 'whole claim': whole })) {
    const sorted = times.toSorted((a, b) => a - b)
    const percentileAt = (share: number) => percentile(sorted, share)
    const spent = times.reduce((sum, ms) => sum + ms, 0) / 1000
    report(
      'due',
      `${name}, ${rows} rows`,
      1,
      {
        rate: due / spent,
        p50: percentileAt(0.5),
        p95: percentileAt(0.95),
        p99: percentileAt(0.99),
        errors: 0,
        cpuMsPerOp,
        rssMb: 0,
      },
      null,
    )
  }
  await owner.query(
    `set session_replication_role = replica; delete from subscriptions.occurrence where occurrence_key = 'claims' or occurrence_key like 'history-%'; set session_replication_role = origin`,
  )
}

/** Simulates a visitor who sends the next request after each response. Times in milliseconds. */
async function askFor(next: () => string, forSeconds: number): Promise<LoadResult> {
  const taken: number[] = []
  let errors = 0
  for (const end = performance.now() + forSeconds * 1000; performance.now() < end;) {
    const start = performance.now()
    const answer = await fetch(`${url}${next()}`)
    await answer.arrayBuffer()
    taken.push(performance.now() - start)
    if (!answer.ok) errors++
  }
  taken.sort((a, b) => a - b)
  const percentileAt = (share: number) => percentile(taken, share)
  return {
    rate: taken.length / forSeconds,
    completed: taken.length - errors,
    p50: percentileAt(0.5),
    p95: percentileAt(0.95),
    p99: percentileAt(0.99),
    errors,
  }
}

/** Adds earlier donations, to compare results with 10 thousand and with 10 million. */
async function addDonations(count: number, like = 'bench-%', campaignsMax = 9999): Promise<void> {
  for (let done = 0; done < count; done += 100_000)
    await owner.query(
      `with made as (select uuidv7() as id, uuidv7() as attempt, uuidv7() as donation, 1 + (random() * $4::int)::int as n from generate_series(1, least(100000, $1::int - $2::int))),
       intents as (insert into payments.intent (id, purpose, order_details, quote_hash, amount, currency, state, scope, provider, provider_intent_id, created_at, expires_at)
         select id, 'donation', '{}', '', 2320, 'USD', 'SUCCEEDED', 'visit:' || id, 'demo', id::text, now(), now() from made)
       , attempts as (insert into payments.attempt (id, intent_id, state, provider, provider_key, provider_charge_id, amount, currency, scope, idempotency_key, request_hash, method, ip, submitted_at, settled_at)
         select attempt, id, 'SUCCEEDED', 'demo', attempt::text, attempt::text, 2320, 'USD', 'visit:' || id, 'bench', '', 'card', '127.0.0.1', now(), now() from made)
       insert into giving.donation (id, intent_id, attempt_id, line, campaign_id, donor_key, name, currency, gift, tip, fee_schedule_version, payment_method, locale, given_at)
         select donation, id, attempt, 1, (select min(id) from campaigns.campaign where slug like $3) + n, sha256(id::text::bytea), 'Bench', 'USD', 2000, 320, 'bench', 'card', 'en', now() from made`,
      [count, done, like, campaignsMax],
    )
}
