import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { required } from '#shared/collections.ts'
import { localNames, plainEnglish, words } from './words.ts'

const root = path.join(import.meta.dirname, '../..')

export type Place = { readonly file: string; readonly line: number; readonly text: string }

/**
 * Not checked: other people's package names, the list itself with its seeded examples, and history (migrations and
 * decisions).
 */
const excluded = /^(tests\/naming\/|package-lock\.json$|database\/migrations\/|docs\/adr\/)/
/** Texts for donors and organizers, which may use plain English that says too little in a name. */
const copy = /^(locales|content)\//
const checked = /\.(ts|tsx|cjs|mjs|css|sql|md|json|yml)$/

/**
 * Paths of the files that are checked, relative to the repository: tracked ones, and new ones that git does not ignore.
 */
export const checkedFiles = (): string[] =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1e8,
  })
    .split('\n')
    .filter((file) => checked.test(file) && !excluded.test(file) && fs.existsSync(path.join(root, file)))

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
  return all.flatMap((word, index) =>
    (byFirstWord.get(word) ?? [])
      .filter(({ parts }) => parts.every((part, offset) => all[index + offset] === part))
      .map(({ phrase }) => phrase),
  )
}

const local = Object.keys(localNames).join('|')
const declarations = [
  new RegExp(`\\b(?:const|let) (${local})\\b(?! of\\b)`, 'g'),
  new RegExp(`\\b(?:const|let) (${local}) of\\b`, 'g'),
  new RegExp(`(?<![.\\w])(${local}) =>`, 'g'),
  new RegExp(`\\((${local})(?:, \\w+)*\\) =>`, 'g'),
  new RegExp(`\\bfunction \\w+\\((${local})[,:)]`, 'g'),
]

/** The variables and parameters in one line of code that have a listed name. */
export const findLocalNames = (line: string): string[] =>
  declarations.flatMap((pattern) => Array.from(line.matchAll(pattern), ([, name]) => required(name)))

/** Every place of every listed phrase, in file contents (a phrase does not cross a line) and in file names (line 0). */
export function findPlaces(files: readonly string[] = checkedFiles()): Map<string, Place[]> {
  const places = new Map<string, Place[]>()
  const add = (phrase: string, place: Place) => void (places.get(phrase)?.push(place) ?? places.set(phrase, [place]))
  for (const file of files) {
    for (const phrase of findPhrases(path.basename(file))) add(phrase, { file, line: 0, text: file })
    const permitted = copy.test(file) ? plainEnglish : []
    const lines = fs.readFileSync(path.join(root, file), 'utf8').split('\n')
    for (const [index, text] of lines.entries()) {
      const place = { file, line: index + 1, text: text.trim() }
      for (const phrase of findPhrases(text)) if (!permitted.includes(phrase)) add(phrase, place)
      if (/\.tsx?$/.test(file)) for (const name of findLocalNames(text)) add(name, place)
    }
  }
  return places
}
