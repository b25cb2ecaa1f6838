import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { words } from './words.ts'

const root = path.join(import.meta.dirname, '../..')
const countsFile = path.join(import.meta.dirname, 'counts.json')

export type Place = { readonly file: string; readonly line: number; readonly text: string }

/**
 * What is not counted: generated files, the word list itself, and what is rewritten in the last step (changelog, ADRs).
 */
const excluded = [
  /^tests\/naming\//,
  // Quotes lines of code.
  /^tests\/mutants\/survivors\.json$/,
  /^(CHANGELOG\.md|package-lock\.json|docs\/(openapi\.json|spec-map\.md))$/,
  /^docs\/adr\/00[0-5]\d-/,
  /^docs\/adr\/0060-/,
  // Names of tables and columns, which the code that uses them counts.
  /^database\/(schema\.sql$|migrations\/000[1-7]_)/,
]
const counted = /\.(ts|tsx|cjs|mjs|css|sql|md|json|yml)$/

/**
 * Paths of the files that are counted, relative to the repository: tracked ones, and new ones that git does not ignore.
 */
export const countedFiles = (): string[] =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1e8,
  })
    .split('\n')
    .filter(
      (file) =>
        counted.test(file) && !excluded.some((pattern) => pattern.test(file)) && fs.existsSync(path.join(root, file)),
    )

/** Splits names into their words, so that `callOff`, `call_off` and "call off" are the same two words. */
const toWords = (text: string): string[] =>
  text
    .replaceAll(/['’]/g, '')
    .replaceAll(/([a-z\d])(?=[A-Z])/g, '$1 ')
    .toLowerCase()
    .match(/[a-z]+/g) ?? []

const byFirstWord = Map.groupBy(
  Object.keys(words).map((phrase) => ({ phrase, parts: phrase.split(' ') })),
  ({ parts }) => parts[0]!,
)

/** The listed phrases in one line of text, each as often as it occurs. */
export function findPhrases(text: string): string[] {
  const all = toWords(text)
  return all.flatMap((word, at) =>
    (byFirstWord.get(word) ?? [])
      .filter(({ parts }) => parts.every((part, offset) => all[at + offset] === part))
      .map(({ phrase }) => phrase),
  )
}

/** Every place of every listed phrase, in file contents (a phrase does not cross a line) and in file names (line 0). */
export function findPlaces(files: readonly string[] = countedFiles()): Map<string, Place[]> {
  const places = new Map<string, Place[]>()
  const add = (phrase: string, place: Place) => void (places.get(phrase)?.push(place) ?? places.set(phrase, [place]))
  for (const file of files) {
    for (const phrase of findPhrases(path.basename(file))) add(phrase, { file, line: 0, text: file })
    const lines = fs.readFileSync(path.join(root, file), 'utf8').split('\n')
    for (const [index, text] of lines.entries())
      for (const phrase of findPhrases(text)) add(phrase, { file, line: index + 1, text: text.trim() })
  }
  return places
}

export const readCounts = (): Record<string, number> =>
  JSON.parse(fs.readFileSync(countsFile, 'utf8')) as Record<string, number>

/**
 * Lines added since the counts were last committed, as `file\0text`: where a count rose, these are the likely places.
 */
export function addedLines(): Set<string> {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1e9 })
  const base = git('log', '-1', '--format=%H', '--', 'tests/naming/counts.json').trim()
  const added = new Set<string>()
  let file = ''
  for (const line of base ? git('diff', '-U0', '--no-color', base).split('\n') : []) {
    if (line.startsWith('+++ b/')) file = line.slice(6)
    else if (line.startsWith('+')) added.add(`${file}\0${line.slice(1).trim()}`)
  }
  return added
}

/** Writes counts that have fallen; a count that rose keeps its limit. Returns the phrases over their limit. */
export function writeLowerCounts(): string[] {
  const places = findPlaces()
  const limits = fs.existsSync(countsFile) ? readCounts() : {}
  const found = Object.keys(words).map((phrase) => ({ phrase, count: places.get(phrase)?.length ?? 0 }))
  const counts = found
    .map(({ phrase, count }) => [phrase, Math.min(count, limits[phrase] ?? count)] as const)
    .filter(([, count]) => count > 0)
  fs.writeFileSync(countsFile, `${JSON.stringify(Object.fromEntries(counts), null, 2)}\n`)
  return found.filter(({ phrase, count }) => count > (limits[phrase] ?? count)).map(({ phrase }) => phrase)
}

if (process.argv[1] === import.meta.filename) {
  const risen = writeLowerCounts()
  console.log(risen.length === 0 ? 'The counts are up to date.' : `Over their limit, not written: ${risen.join(', ')}`)
}
