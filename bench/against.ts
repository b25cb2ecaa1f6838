/** `npm run bench -- --against <commit>`: compares the processor time of two commits (see docs/performance.md). */
import { required } from '#shared/collections.ts'
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { addCampaigns, createInstallation, measureLoad, pidOf, type Measured } from './installation.ts'
import { runLoad, type Load } from './load.ts'
import { browserEncodings, donationRequest, pageRequest } from './requests.ts'

const clients = 32
const warmUpSeconds = 4

/** Milliseconds of processor time per operation. */
export type Turn = Readonly<Record<(typeof measures)[number], number>>
const measures = [
  'donation',
  'donation: server',
  'donation: PostgreSQL',
  'cold campaign page, compressed',
  'cold campaign page',
  'compression of a page',
] as const

type Spread = { readonly min: number; readonly median: number; readonly max: number }
export type Comparison = {
  readonly measure: (typeof measures)[number]
  readonly earlier: Spread
  readonly now: Spread
  /** This code's time divided by the earlier commit's, of each pair of turns. */
  readonly ratio: Spread
}

/** Returns the least, middle and greatest of some values; of an even number, the middle is a mean. */
export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b)
  const valueAt = (index: number) => required(sorted[index])
  const half = Math.floor(sorted.length / 2)
  const median = sorted.length % 2 === 1 ? valueAt(half) : (valueAt(half - 1) + valueAt(half)) / 2
  return { min: valueAt(0), median, max: valueAt(sorted.length - 1) }
}

/**
 * Compares pairs of turns. Ratios are of one pair, because the machine's speed changes between pairs. Measures that no
 * turn has are left out.
 */
export const compareTurns = (pairs: readonly { earlier: Partial<Turn>; now: Partial<Turn> }[]): Comparison[] =>
  measures.flatMap((measure) => {
    const both = pairs.flatMap(({ earlier, now }) =>
      earlier[measure] === undefined || now[measure] === undefined ? [] : [[earlier[measure], now[measure]] as const],
    )
    if (both.length === 0) return []
    return [
      {
        measure,
        earlier: spreadOf(both.map(([earlier]) => earlier)),
        now: spreadOf(both.map(([, now]) => now)),
        ratio: spreadOf(both.map(([earlier, now]) => now / earlier)),
      },
    ]
  })

/** Returns a table in Markdown with medians in milliseconds, and ratios with their least and greatest value. */
export function comparisonTable(comparisons: readonly Comparison[], earlier: string, now: string): string {
  const rows = comparisons.map((row) => [
    row.measure,
    row.earlier.median.toFixed(2),
    row.now.median.toFixed(2),
    `${row.ratio.median.toFixed(2)} (${row.ratio.min.toFixed(2)} to ${row.ratio.max.toFixed(2)})`,
  ])
  const head = ['ms of processor time', earlier, now, 'ratio (least to greatest)']
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map((_, place) => (place === 0 ? '---' : '---:'))), ...rows.map(line)].join('\n')
}

export type AgainstOptions = {
  readonly root: string
  readonly commit: string
  /** `donate`, `page`, or undefined for both. */
  readonly path: string | undefined
  readonly seconds: number
  readonly rounds: number
  readonly say: (line: string) => void
}

/**
 * Measures donations and cold campaign pages of this code and of an earlier commit in turns, with this code's load
 * generator and PostgreSQL. Each side has its own database, sandbox and server. Returns the number of failed requests
 * too: figures with failures don't count.
 */
export async function measureAgainst(
  options: AgainstOptions,
): Promise<{ readonly comparisons: readonly Comparison[]; readonly errors: number }> {
  const { root, seconds, rounds, say } = options
  const earlierRoot = checkOut(root, options.commit, say)
  const earlier = await startSide(earlierRoot)
  const now = await startSide(root)
  const sides = [earlier, now] as const
  let errors = 0
  const turnOf = async (side: Side): Promise<Partial<Turn>> => {
    const measure = async (next: Load['next']): Promise<Measured> => {
      const measured = await side.measure(next, seconds)
      errors += measured.errors
      return measured
    }
    const turn: { -readonly [Measure in keyof Turn]?: number } = {}
    if (options.path !== 'page') {
      const { cpuMsPerOp, processor } = await measure(side.donation)
      turn.donation = cpuMsPerOp
      turn['donation: server'] = processor.server
      turn['donation: PostgreSQL'] = processor.postgres
    }
    if (options.path !== 'donate') {
      const compressed = await measure(side.page(browserEncodings))
      const plain = await measure(side.page('identity'))
      turn['cold campaign page, compressed'] = compressed.cpuMsPerOp
      turn['cold campaign page'] = plain.cpuMsPerOp
      turn['compression of a page'] = compressed.cpuMsPerOp - plain.cpuMsPerOp
    }
    return turn
  }
  for (const side of sides) {
    if (options.path !== 'page') await side.measure(side.donation, warmUpSeconds)
    if (options.path !== 'donate') await side.measure(side.page(browserEncodings), warmUpSeconds)
  }
  const pairs: { earlier: Partial<Turn>; now: Partial<Turn> }[] = []
  for (let round = 0; round < rounds; round++) {
    // The order changes, so that a machine that slows down doesn't favour one side.
    const isEarlierFirst = round % 2 === 0
    const firstTurn = await turnOf(isEarlierFirst ? earlier : now)
    const secondTurn = await turnOf(isEarlierFirst ? now : earlier)
    const pair = isEarlierFirst ? { earlier: firstTurn, now: secondTurn } : { earlier: secondTurn, now: firstTurn }
    pairs.push(pair)
    const ratios = compareTurns([pair]).map(({ measure, ratio }) => `${measure} ${ratio.median.toFixed(2)}`)
    say(`round ${round + 1} of ${rounds}: ${ratios.join(', ')}`)
  }
  for (const side of sides) await side.stop()
  return { comparisons: compareTurns(pairs), errors }
}

type Side = {
  readonly donation: Load['next']
  page(encoding: string): Load['next']
  measure(next: Load['next'], seconds: number): Promise<Measured>
  stop(): Promise<void>
}

async function startSide(root: string): Promise<Side> {
  const installation = await createInstallation(root)
  const { server } = await installation.startServer()
  const owner = new pg.Client({ connectionString: installation.database.url })
  await owner.connect()
  const campaigns = await addCampaigns(owner)
  await owner.query('vacuum analyze')
  // Goes through all fundraisers, so that no page is still cached when its turn comes again.
  let place = 0
  const next = () => required(campaigns[place++ % campaigns.length])
  return {
    donation: () => donationRequest(next().id),
    page: (encoding) => () => pageRequest(next().slug, encoding),
    measure: (request, seconds) =>
      measureLoad(installation, [pidOf(server)], () =>
        runLoad({ url: installation.url, clients, seconds, next: request }),
      ),
    async stop() {
      await owner.end()
      const ended = new Promise((resolve) => server.once('exit', resolve))
      server.kill('SIGTERM')
      await ended
      await installation.database.stop()
    },
  }
}

/** Checks out a commit in a temporary worktree, installs its packages, and builds its web. Returns the folder. */
function checkOut(root: string, commit: string, say: (line: string) => void): string {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
  const parent = fs.mkdtempSync(path.join(os.tmpdir(), 'sunbul-against-'))
  const folder = path.join(parent, 'code')
  process.once('exit', () => {
    try {
      git('worktree', 'remove', '--force', folder)
    } catch {
      // It wasn't added.
    }
    fs.rmSync(parent, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  })
  say(`checking out and building ${commit} …`)
  git('worktree', 'add', '--detach', folder, commit)
  const quietly = { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] as ['ignore', 'ignore', 'inherit'] }
  const lockOf = (where: string) =>
    createHash('sha256')
      .update(fs.readFileSync(path.join(where, 'package-lock.json')))
      .digest('hex')
  const [modules, ours] = [path.join(folder, 'node_modules'), path.join(root, 'node_modules')]
  // Packages are linked one by one, because tools write their caches to node_modules.
  if (lockOf(folder) === lockOf(root)) linkPackages(ours, modules)
  else
    execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--include=dev', '--include=optional'], {
      ...quietly,
      shell: process.platform === 'win32',
    })
  execFileSync(process.execPath, ['scripts/ensure-build.ts'], quietly)
  return folder
}

function linkPackages(from: string, to: string): void {
  fs.mkdirSync(to)
  for (const name of fs.readdirSync(from))
    if (!name.startsWith('.') || name === '.bin') fs.symlinkSync(path.join(from, name), path.join(to, name), 'junction')
}
