/**
 * `npm test`: build, types, lint, unused exports, format, spelling, unit and database tests, and browser journeys.
 * Every step prints its duration. The last line is `N passed, N failed`; a step that fails without a failed test counts
 * as one. All failures are repeated before the last line, because CI shows only the end of a long log. `npm test --
 * unit e2e` runs only these steps; `npm test -- all` adds the slow faults, as CI does.
 */
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'

type Count = { readonly passed: number; readonly failed: number; readonly failures?: readonly string[] }
type JourneySuite = {
  readonly suites?: readonly JourneySuite[]
  readonly specs?: readonly {
    readonly file: string
    readonly line: number
    readonly title: string
    readonly tests: readonly {
      readonly status: string
      readonly results: readonly { readonly duration: number; readonly error?: { readonly message?: string } }[]
    }[]
  }[]
}
/** `isSlow`: runs only if it is named, or with `all`. */
type Step = { readonly name: string; readonly isSlow?: true; run(): Promise<Count> }

const root = path.join(import.meta.dirname, '..')
const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'sunbul-results-'))
const folders = ['shared', 'modules', 'server', 'demo', 'sandbox', 'web', 'tests', 'scripts', 'bench'].filter(
  (folder) => fs.existsSync(path.join(root, folder)),
)

function node(file: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [path.join(root, file), ...args], {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, ...env },
    })
    child.on('exit', (code) => resolve(code ?? 1))
  })
}

const asOne = (code: number): Count => ({ passed: 0, failed: code === 0 ? 0 : 1 })

/**
 * Reads the report of a test runner. A run that failed without a failed test (a crash, or no tests) counts as one
 * failure.
 */
function counted(code: number, read: () => Count): Count {
  let count: Count
  try {
    count = read()
  } catch {
    return { passed: 0, failed: 1 }
  }
  const foundNothing = count.passed + count.failed === 0
  return { ...count, failed: count.failed || (code !== 0 || foundNothing ? 1 : 0) }
}

const failureOf = (where: string, title: string, why: string) =>
  `${where} › ${title}\n${stripVTControlCharacters(why).slice(0, 3000)}`

/**
 * Returns the journeys with a status in Playwright's report: `unexpected` (failed every time) or `flaky` (the first
 * time).
 */
function journeys(suites: readonly JourneySuite[], status: string): string[] {
  return suites.flatMap(({ suites: inner = [], specs = [] }) => [
    ...specs.flatMap(({ file, line, title, tests }) =>
      tests
        .filter((test) => test.status === status)
        .map(({ results }) =>
          failureOf(`tests/e2e/${file}:${line}`, title, results.find(({ error }) => error)?.error?.message ?? ''),
        ),
    ),
    ...journeys(inner, status),
  ])
}

type Timing = { readonly journey: string; readonly ms: number }

/** Returns the duration of each journey with all its tries, longest first. */
const timings = (suites: readonly JourneySuite[]): Timing[] =>
  suites
    .flatMap(({ suites: inner = [], specs = [] }) => [
      ...specs.flatMap(({ file, line, title, tests }) =>
        tests.map(({ results }) => ({
          journey: `tests/e2e/${file}:${line} › ${title}`,
          ms: results.reduce((sum, { duration }) => sum + duration, 0),
        })),
      ),
      ...timings(inner),
    ])
    .toSorted((a, b) => b.ms - a.ms)

const json = (file: string) => JSON.parse(fs.readFileSync(file, 'utf8')) as Record<string, never>

async function runVitest(options: readonly string[]): Promise<Count> {
  const report = path.join(scratch, 'vitest.json')
  const code = await node('node_modules/vitest/vitest.mjs', [
    'run',
    ...options,
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ])
  return counted(code, () => {
    const { numPassedTests, numFailedTests, testResults } = json(report) as unknown as {
      numPassedTests: number
      numFailedTests: number
      testResults: {
        name: string
        status: string
        message: string
        assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
      }[]
    }
    // A file that fails before its first test has no failed test.
    const broken = testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0)
    const failures = testResults.flatMap(({ name, message, assertionResults }) => {
      const failed = assertionResults.filter(({ status }) => status === 'failed')
      const where = path.relative(root, name)
      return failed.length > 0 || message === ''
        ? failed.map(({ fullName, failureMessages }) => failureOf(where, fullName, failureMessages.join('\n')))
        : [failureOf(where, 'the file itself', message)]
    })
    return { passed: numPassedTests, failed: numFailedTests + broken.length, failures }
  })
}

const steps: Step[] = [
  { name: 'build', run: async () => asOne(await node('scripts/ensure-build.ts', [])) },
  {
    name: 'types',
    run: async () => {
      const generated = await node('node_modules/@react-router/dev/bin.cjs', ['typegen'])
      return asOne(generated || (await node('node_modules/typescript/bin/tsc', ['-p', '.'])))
    },
  },
  {
    name: 'lint',
    run: async () => {
      const code = await node('node_modules/oxlint/bin/oxlint', ['--type-aware', ...folders])
      return asOne(code || (await node('node_modules/stylelint/bin/stylelint.mjs', ['web/**/*.css'])))
    },
  },
  { name: 'unused', run: async () => asOne(await node('node_modules/knip/bin/knip.js', [])) },
  { name: 'format', run: async () => asOne(await node('node_modules/oxfmt/bin/oxfmt', ['--check', ...folders])) },
  {
    name: 'spelling',
    run: async () => asOne(await node('node_modules/cspell/bin.mjs', ['lint', '--no-progress', '--no-summary'])),
  },
  { name: 'unit', run: () => runVitest([]) },
  {
    name: 'e2e',
    run: async () => {
      const { findBrowser } = await import('./browser.ts')
      const browser = await findBrowser()
      console.log(`sunbul: browser: ${browser.from}`)
      const report = path.join(scratch, 'playwright.json')
      const env = {
        SUNBUL_BROWSER: JSON.stringify(browser),
        PLAYWRIGHT_JSON_OUTPUT_FILE: report,
        E2E_DATA_DIR: path.join(scratch, 'e2e'),
      }
      const code = await node('node_modules/@playwright/test/cli.js', ['test', '--reporter=line,json'], env)
      return counted(code, () => {
        const { stats, suites } = json(report) as unknown as {
          stats: { expected: number; flaky: number; unexpected: number }
          suites: JourneySuite[]
        }
        console.log('sunbul: the slowest journeys:')
        for (const { journey, ms } of timings(suites).slice(0, 10))
          console.log(`sunbul: ${(ms / 1000).toFixed(1).padStart(6)} s ${journey}`)
        for (const journey of journeys(suites, 'flaky')) console.log(`sunbul: passed at the second try: ${journey}`)
        return {
          passed: stats.expected + stats.flaky,
          failed: stats.unexpected,
          failures: journeys(suites, 'unexpected'),
        }
      })
    },
  },
  { name: 'faults', isSlow: true, run: () => runVitest(['--config', 'tests/faults/vitest.config.ts']) },
]

const requests = process.argv.slice(2)
const unknown = requests.filter((name) => name !== 'all' && !steps.some((step) => step.name === name))
if (unknown.length > 0) {
  console.error(`Unknown step: ${unknown.join(', ')}. Steps: ${steps.map((step) => step.name).join(', ')}, all`)
  process.exit(2)
}

fs.chmodSync(scratch, 0o755)
const startedAt = performance.now()
const seconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(1)} s`
let total: Count = { passed: 0, failed: 0 }
const failures: string[] = []
const chosen = steps.filter(({ name, isSlow }) =>
  requests.length === 0 ? !isSlow : requests.includes('all') || requests.includes(name),
)
for (const [index, step] of chosen.entries()) {
  const stepStartedAt = performance.now()
  console.log(`sunbul: [${index + 1}/${chosen.length}] ${step.name}`)
  const count = await step.run().catch((error: unknown): Count => {
    console.error(error)
    return { passed: 0, failed: 1 }
  })
  total = { passed: total.passed + count.passed, failed: total.failed + count.failed }
  if (count.failed > 0)
    failures.push(
      ...(count.failures?.length ? count.failures : [`${step.name}: the step itself; see its output above`]),
    )
  console.log(
    `sunbul: [${index + 1}/${chosen.length}] ${step.name} ${count.failed === 0 ? 'ok' : 'FAILED'} (${seconds(stepStartedAt)}, ${seconds(startedAt)} in all)`,
  )
}
fs.rmSync(scratch, { recursive: true, force: true })
for (const failure of failures) console.log(`sunbul: failed: ${failure}\n`)
process.exitCode = total.failed === 0 ? 0 : 1
console.log(`${total.passed} passed, ${total.failed} failed`)
