import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

/** Past releases, generated files, and the first migrations, which must not change. */
const excluded =
  /^(CHANGELOG\.md|package-lock\.json|docs\/openapi\.json|tests\/citations\.test\.ts|database\/migrations\/202611(2[0-3]T|24T(0|10|11)))/

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
  maxBuffer: 1e8,
})
  .split('\n')
  .filter((file) => /\.(ts|tsx|cjs|mjs|sql|css|md|yml)$/.test(file) && !excluded.test(file) && existsSync(file))

const rulesFiles = globSync('docs/rules/*.md').map((file) => ({
  topic: path.basename(file, '.md'),
  text: readFileSync(file, 'utf8'),
}))
const headings = rulesFiles.flatMap(({ topic, text }) =>
  [...text.matchAll(/^## ([a-z]+-\d+) \S/gm)].map(([, id]) => ({ topic, id: id! })),
)
const rules = new Set(headings.map(({ id }) => id))
const topics = [...new Set(headings.map(({ topic }) => topic))]
const specification = rulesFiles.find(({ topic }) => topic === 'specification')!.text
const sections = new Set([...specification.matchAll(/^#{2,3} (S[12] §[\d.]+) \S/gm)].map(([, section]) => section!))
const decisions = new Set(globSync('docs/adr/*.md').map((file) => `ADR-${path.basename(file).slice(0, 4)}`))

/** Matches a rule's id anywhere, and in brackets anything of that form, so that a misspelt topic is found, too. */
const ruleIds = new RegExp(
  String.raw`\b(?:${topics.join('|')})-\d{1,2}\b(?![-\d])|(?<=[([](?:[\w-]+, )*)[a-z]+-\d{1,2}(?=(?:, [\w-]+)*[)\]])`,
  'g',
)
const sectionLists = /\b(S[12])[\s*/]+§\d+(?:\.\d+)?(?:(?:,| and) §\d+(?:\.\d+)?)*/g
const outside = [
  /(?<![\w/.-])(?:trust|decisions(?:-\w+)?|islamic|experience|field|architecture|performance|stack|anchors|language|code-measures|(?:contract|code|ux)-review|checkout-and-state|donor-experience)\.md\b/g,
  /\bdecisions? \d+\b|\[decisions?\b[^\]\n,;]*\]/g,
  /(?<!\w)[([](?:NT|[RSDFAIVC])\d{1,3}[a-c]?(?:, ?(?:NT|[RSDFAIVC])\d{1,3}[a-c]?)*[)\]]/g,
]

/** Returns the citations of a text that don't exist in the repository. */
function unresolved(text: string): string[] {
  const ids = [...text.matchAll(ruleIds)].map(([id]) => id).filter((id) => !rules.has(id))
  const cited = [...text.matchAll(sectionLists)].flatMap(([list, part]) =>
    [...list.matchAll(/§([\d.]+\d|\d)/g)].map(([, number]) => `${part} §${number}`),
  )
  const adrs = [...text.matchAll(/\bADR-\d{4}\b/g)].map(([adr]) => adr)
  const others = outside.flatMap((pattern) => [...text.matchAll(pattern)].map(([mention]) => mention))
  return [
    ...ids,
    ...cited.filter((section) => !sections.has(section)),
    ...adrs.filter((adr) => !decisions.has(adr)),
    ...others,
  ]
}

test('every cited rule, section and decision exists, and no document outside the repository is cited', () => {
  const wrong = files.flatMap((file) =>
    unresolved(readFileSync(file, 'utf8')).map((citation) => `${file}: ${citation}`),
  )
  expect(wrong, 'cite docs/rules by id, such as payments-4; see docs/rules/README.md').toEqual([])
})

test('every file that a document names exists', () => {
  const missing = files
    .filter((file) => file.endsWith('.md'))
    .flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/`([\w./-]+\/[\w.-]+\.(?:tsx?|cjs|sql|md|json|css))`/g)]
        .map(([, name]) => name!)
        // A path may leave out its first folders, as in the README of a module.
        .filter((name) => !files.some((other) => `/${other}`.endsWith(`/${name}`)) && !existsSync(name))
        .map((name) => `${file}: ${name}`),
    )
  expect(missing).toEqual([])
})

test('rules are numbered from 1 in the file that their id names', () => {
  for (const topic of topics) {
    const ids = headings.filter((heading) => heading.topic === topic).map(({ id }) => id)
    expect(ids).toEqual(ids.map((_, index) => `${topic}-${index + 1}`))
  }
  expect(rules.size).toBe(headings.length)
})

test('each section of the specification has a heading', () => {
  const whole = ['S1', 'S2'].flatMap((part) => Array.from({ length: 9 }, (_, index) => `${part} §${index + 1}`))
  expect(whole.filter((section) => !sections.has(section))).toEqual([])
})

test('finds unresolved citations of every form', () => {
  expect(unresolved('Counted once (payments-1, ledger-5; S1 §4, §5 and §9; ADR-0006) [receipts-2] [S2 §9]')).toEqual([])
  expect(unresolved('kept (payments-99), judged as security-98 says')).toEqual(['payments-99', 'security-98'])
  expect(unresolved("test('is charged once [payment-1] [S1 §12]')")).toEqual(['payment-1', 'S1 §12'])
  expect(unresolved('S2 §3, §10 and S1 §2.9, ADR-9999')).toEqual(['S2 §10', 'S1 §2.9', 'ADR-9999'])
  expect(unresolved('(trust.md R3) [decisions 45] (decision 55) [S5] (V77, V80)')).toEqual([
    'trust.md',
    '[decisions 45]',
    'decision 55',
    '[S5]',
    '(V77, V80)',
  ])
  expect(
    unresolved('[docs/performance.md](docs/performance.md), ARCHITECTURE.md, version zakat-2026-11, sha256, utf-8'),
  ).toEqual([])
})
