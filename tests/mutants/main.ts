/**
 * `npm run mutants`: changes the pure rules of money, calendar and plans in thousands of small ways and runs their
 * tests against each change. At least 92 % must be noticed in every folder. Survivors that change nothing that can be
 * seen are listed with a reason in `survivors.json`; they still count. `npm run mutants -- modules/faith/zakat/rules`
 * takes other folders or files of rules.
 */
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'

const leastKilled = 0.92
const folders = [
  ...['money', 'hijri', 'calendar'].map((name) => `shared/${name}.ts`),
  ...['giving', 'baskets', 'payments', 'refunds', 'receipts', 'currencies', 'plans', 'subscriptions'].map(
    (name) => `modules/*/${name}/rules/*.ts`,
  ),
]

type Mutant = {
  readonly status: string
  readonly mutatorName: string
  readonly replacement: string
  readonly location: { readonly start: { readonly line: number } }
}
type Report = {
  readonly files: Readonly<Record<string, { readonly source: string; readonly mutants: readonly Mutant[] }>>
}
type Survivor = { readonly file: string; readonly code: string; readonly replacement: string; readonly reason: string }

const root = path.join(import.meta.dirname, '../..')
const requests = process.argv.slice(2)
const mutate =
  requests.length === 0
    ? folders
    : requests.map((name) => (name.endsWith('.ts') ? name : `${name.replace(/\/$/, '')}/**/*.ts`))
const { status } = spawnSync(
  process.execPath,
  [
    'node_modules/@stryker-mutator/core/bin/stryker.js',
    'run',
    'tests/mutants/stryker.json',
    '--mutate',
    [...mutate, '!**/*.test.ts'].join(','),
  ],
  { cwd: root, stdio: 'inherit' },
)
if (status !== 0) process.exit(status ?? 1)

const { files } = JSON.parse(fs.readFileSync(path.join(root, 'reports/mutants.json'), 'utf8')) as Report
const explained = JSON.parse(
  fs.readFileSync(path.join(import.meta.dirname, 'survivors.json'), 'utf8'),
) as readonly Survivor[]
const noticed = new Set(['Killed', 'Timeout'])
const missed = new Set(['Survived', 'NoCoverage'])
let isEnough = true
for (const [folder, inFolder] of Map.groupBy(Object.entries(files), ([file]) => path.dirname(file))) {
  const mutants = inFolder.flatMap(([file, { source, mutants: all }]) =>
    all.map(({ location: { start }, ...mutant }) => ({
      ...mutant,
      file,
      line: start.line,
      code: source.split('\n')[start.line - 1]!.trim(),
    })),
  )
  const killed = mutants.filter((mutant) => noticed.has(mutant.status)).length
  const survivors = mutants.filter((mutant) => missed.has(mutant.status))
  const score = killed / (killed + survivors.length)
  isEnough &&= score >= leastKilled
  console.log(
    `\n${folder}: ${killed} of ${killed + survivors.length} killed, ${(score * 100).toFixed(1)} %${score < leastKilled ? ' (too few)' : ''}`,
  )
  for (const { file, line, code, replacement, mutatorName } of survivors) {
    const known = explained.find(
      (survivor) => survivor.file === file && survivor.code === code && survivor.replacement === replacement,
    )
    console.log(
      `  ${file}:${line}  ${code.slice(0, 100)}  →  ${(replacement || mutatorName).slice(0, 60)}  ${known ? `(${known.reason})` : 'UNEXPLAINED'}`,
    )
  }
}
process.exitCode = isEnough ? 0 : 1
