import { segmenter } from '#shared/formats.ts'
import anyAscii from 'any-ascii'
import { required } from '#shared/collections.ts'
import { type FontSource, fontSources, isInRange, type Purpose } from './catalogue.ts'
import { loadFont } from './font-file.ts'

/** Text that one font has glyphs for. */
export type Piece = { readonly text: string; readonly source: FontSource }

const clusters = segmenter('und', { granularity: 'grapheme' })
/** Characters without a glyph of their own: joiners, isolates of a name's direction and variation selectors. */
const needsNoGlyph = /\p{Join_Control}|\p{Variation_Selector}|[\u2068\u2069]/u
const isolate = /[\u2068\u2069]/
/** Removed before printing: controls, direction marks and others that would be boxes, and tags of flags. */
const invisible = /(?!\p{Join_Control}|[\u2068\u2069])[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}]/gu

function hasGlyphs(source: FontSource, text: string): boolean {
  const codePoints = Array.from(text, (sign) => required(sign.codePointAt(0))).filter(
    (codePoint) => !needsNoGlyph.test(String.fromCodePoint(codePoint)),
  )
  return (
    codePoints.length > 0 &&
    codePoints.every((codePoint) => isInRange(source, codePoint)) &&
    codePoints.every((codePoint) => loadFont(source.paths.regular).characters.has(codePoint))
  )
}

const findFont = (text: string, purpose: Purpose): FontSource | undefined =>
  fontSources(purpose).find((source) => hasGlyphs(source, text))

/**
 * Divides text into pieces of one font: a font for the whole word, else for each grapheme cluster. A character that no
 * bundled font has becomes its transliteration. The joined pieces are what is printed; controls and direction marks are
 * removed, and each white space is a space.
 */
export function choosePieces(text: string, purpose: Purpose): Piece[] {
  const standard = required(fontSources(purpose)[0])
  const pieces: Piece[] = []
  const add = (added: string, source: FontSource) => {
    const last = pieces.at(-1)
    if (last?.source === source) pieces[pieces.length - 1] = { text: last.text + added, source }
    else if (added !== '') pieces.push({ text: added, source })
  }
  const plain = text
    .normalize('NFC')
    .replace(/\p{White_Space}+/gu, ' ')
    .replace(invisible, '')
    .trim()
  for (const word of plain.split(/( )/)) {
    const font = word === ' ' ? (pieces.at(-1)?.source ?? standard) : findFont(word, purpose)
    if (font && (word !== ' ' || hasGlyphs(font, ' '))) add(word, font)
    else if (word === ' ') add(word, standard)
    else for (const { segment } of clusters.segment(word)) addCluster(segment)
  }
  return pieces

  function addCluster(cluster: string): void {
    const font = findFont(cluster, purpose)
    if (font) return add(cluster, font)
    for (const sign of cluster) {
      if (isolate.test(sign)) add(sign, pieces.at(-1)?.source ?? standard)
      if (needsNoGlyph.test(sign)) continue
      const own = findFont(sign, purpose)
      // A skin tone or a part of a flag is a square of its own without its emoji.
      if (own && !/\p{Emoji_Modifier}/u.test(sign)) add(sign, own)
      else if (!own) add(transliterated(sign), standard)
    }
  }
}

/** The library writes a question mark for some signs that it doesn't know, such as those of Tangut. */
function transliterated(sign: string): string {
  if (/\p{M}/u.test(sign)) return ''
  const ascii = anyAscii(sign)
  return /\p{Po}/u.test(sign) ? ascii : ascii.replaceAll('?', '')
}

/** Returns the text as it is printed: with a transliteration of what no bundled font has. */
export const toPrintable = (text: string, purpose: Purpose): string =>
  choosePieces(text, purpose)
    .map((piece) => piece.text)
    .join('')
