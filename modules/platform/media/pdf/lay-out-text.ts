import createBidi from 'bidi-js'
import { required } from '#shared/collections.ts'
import { segmenter } from '#shared/formats.ts'
import type { Weight } from '../fonts/catalogue.ts'
import { choosePieces } from '../fonts/choose-fonts.ts'
import { type FontFile, loadFont } from '../fonts/font-file.ts'
import { type Glyph, shapeText } from './shape-text.ts'

export type Direction = 'ltr' | 'rtl'
/** Text of one font and one direction, in points. */
export type Run = {
  readonly file: FontFile
  readonly glyphs: readonly Glyph[]
  readonly width: number
  /** In logical order. */
  readonly text: string
  readonly isRightToLeft: boolean
}
/** Runs from left to right. */
export type TextLine = { readonly runs: readonly Run[]; readonly width: number }

export type TextStyle = { readonly size: number; readonly weight?: Weight }

const bidi = createBidi()
const isolates = /[\u2068\u2069]/g
const words = segmenter('und', { granularity: 'word' })
const clusters = segmenter('und', { granularity: 'grapheme' })
/** Scripts that are written without spaces, whose lines break between words or characters. */
const withoutSpaces =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]/u

/** A character for each class of UAX 9 that characters beyond U+FFFF have. */
const standIns: Readonly<Record<string, string>> = {
  L: 'a',
  R: '\u05d0',
  AL: '\u0627',
  NSM: '\u0300',
  EN: '0',
  AN: '\u0660',
  BN: '\u200b',
}
/**
 * Returns the levels of UAX 9 for each UTF-16 unit. The library knows no surrogates, so a character of two units (Adlam,
 * Hanifi Rohingya) is replaced by two of its class.
 */
const levelsOf = (text: string, direction: Direction | 'auto') =>
  bidi.getEmbeddingLevels(
    text.replace(/[\u{10000}-\u{10ffff}]/gu, (sign) => (standIns[bidi.getBidiCharTypeName(sign)] ?? '!').repeat(2)),
    direction === 'auto' ? undefined : direction,
  )

/** Returns the direction of the first strong letter; text without letters, such as a number, is left to right. */
export const directionOf = (text: string): Direction =>
  (levelsOf(text, 'auto').paragraphs[0]?.level ?? 0) === 1 ? 'rtl' : 'ltr'

/** Returns the end of each part of the text that must stay on one line. */
function breaksOf(text: string): number[] {
  const breaks: number[] = []
  let previous = ''
  for (const { segment, index } of words.segment(text)) {
    const isBreak =
      /[\s\-–—/]$/.test(previous) || (withoutSpaces.test(previous.slice(-1)) && withoutSpaces.test(segment))
    if (index > 0 && isBreak) breaks.push(index)
    previous = segment
  }
  return [...breaks, text.length]
}

/**
 * Breaks text into lines of a width in points: at spaces, between the words of scripts without spaces, and inside a
 * word that is wider than a line.
 */
export function layOutText(
  text: string,
  { size, weight = 'regular' }: TextStyle,
  { width, direction }: { readonly width: number; readonly direction: Direction },
): TextLine[] {
  const pieces = choosePieces(text, 'document')
  const printed = pieces.map((piece) => piece.text).join('')
  if (printed === '') return []
  const { levels } = levelsOf(printed, direction)
  const fonts = pieces.flatMap((piece) => Array.from({ length: piece.text.length }, () => piece.source))
  const shaped = new Map<string, { readonly level: number; readonly run: Run }[]>()

  /** Returns the runs of a part of the text, in logical order. */
  function runsOf(from: number, to: number): { readonly level: number; readonly run: Run }[] {
    const key = `${from} ${to}`
    const known = shaped.get(key)
    if (known) return known
    const runs: { level: number; run: Run }[] = []
    for (let start = from; start < to;) {
      let end = start + 1
      while (end < to && fonts[end] === fonts[start] && levels[end] === levels[start]) end++
      const level = required(levels[start])
      const file = loadFont(required(fonts[start]).paths[weight])
      const part = printed.slice(start, end).replace(isolates, '')
      const isRightToLeft = level % 2 === 1
      const { glyphs, width: wide } = shapeText(file, part, isRightToLeft)
      runs.push({ level, run: { file, glyphs, width: (wide * size) / 1000, text: part, isRightToLeft } })
      start = end
    }
    shaped.set(key, runs)
    return runs
  }
  const trimmed = (from: number, to: number): number => from + printed.slice(from, to).trimEnd().length
  const widthOf = (from: number, to: number): number =>
    runsOf(from, trimmed(from, to)).reduce((sum, { run }) => sum + run.width, 0)

  const lines: (readonly [from: number, to: number])[] = []
  let from = 0
  let to = 0
  const breakLine = (at: number) => {
    if (at > from) lines.push([from, at])
    from = at
  }
  for (const end of breaksOf(printed)) {
    if (widthOf(from, end) > width) breakLine(to)
    if (widthOf(from, end) > width)
      for (const { index } of [...clusters.segment(printed.slice(from, end))].map(({ index }) => ({
        index: from + index,
      })))
        if (index > from && widthOf(from, index + 1) > width) breakLine(index)
    to = end
  }
  breakLine(printed.length)
  return lines.map(([start, end]) => {
    const runs = inVisualOrder(runsOf(start, trimmed(start, end)))
    return { runs, width: runs.reduce((sum, run) => sum + run.width, 0) }
  })
}

/** Reverses runs from the highest level to the lowest odd one (UAX 9, L2). */
function inVisualOrder(runs: readonly { readonly level: number; readonly run: Run }[]): Run[] {
  const ordered = [...runs]
  for (let level = Math.max(0, ...runs.map((run) => run.level)); level >= 1; level--)
    for (let start = 0; start < ordered.length; start++) {
      let end = start
      while (end < ordered.length && required(ordered[end]).level >= level) end++
      ordered.splice(start, end - start, ...ordered.slice(start, end).toReversed())
      start = end
    }
  return ordered.map(({ run }) => run)
}
