import { required } from '#shared/collections.ts'
import { fileURLToPath } from 'node:url'
import { Font } from '@react-pdf/renderer'

const packaged = (path: string): string => fileURLToPath(import.meta.resolve(path))
export const families = ['Figtree', 'FigtreeExt', 'Vazirmatn'] as const
const weights = [400, 600] as const

// These fonts have each letter with its dots in one glyph. The renderer misplaces separate marks, and in a font made of
// marks that would print other words.
for (const fontWeight of weights) {
  Font.register({
    family: 'Figtree',
    fontWeight,
    src: packaged(`@fontsource/figtree/files/figtree-latin-${fontWeight}-normal.woff`),
  })
  Font.register({
    family: 'FigtreeExt',
    fontWeight,
    src: packaged(`@fontsource/figtree/files/figtree-latin-ext-${fontWeight}-normal.woff`),
  })
  Font.register({
    family: 'Vazirmatn',
    fontWeight,
    src: packaged(`@fontsource/vazirmatn/files/vazirmatn-arabic-${fontWeight}-normal.woff`),
  })
}
Font.registerHyphenationCallback((word) => [word])

/** Tells which letters a font has. */
export type GlyphLookup = { hasGlyphForCodePoint(codePoint: number): boolean }
let fonts: Promise<GlyphLookup[]> | undefined
/** Loads the fonts of documents, in the order in which they are searched for a letter. */
export const loadedFonts = (): Promise<GlyphLookup[]> =>
  (fonts ??= Promise.all(
    families.map(async (fontFamily) => {
      const descriptor = { fontFamily, fontWeight: 400, fontStyle: 'normal' } as const
      await Font.load(descriptor)
      return required(Font.getFont(descriptor)).data as unknown as GlyphLookup
    }),
  ))

/** Currency signs that none of the fonts has, and their replacement: "TRY 20.00", "GHS 20.00". */
const codesOfSigns: Readonly<Record<string, string>> = {
  '₺': 'TRY ',
  '₪': 'ILS ',
  '৳': 'BDT ',
  '₱': 'PHP ',
  '฿': 'THB ',
  '₩': 'KRW ',
  '₦': 'NGN ',
  '₵': 'S ',
  '₼': 'AZN ',
  '₸': 'KZT ',
}

/**
 * Returns the text that the fonts can print, because the renderer would print wrong letters otherwise. Direction
 * marks and pictographs are dropped, currency signs become codes, and any other missing letter becomes a question
 * mark. The HTML has every text unchanged.
 */
export function toPrintable(text: string, glyphs: readonly GlyphLookup[]): string {
  let out = ''
  for (const sign of text.normalize('NFC').replace(/\p{White_Space}/gu, ' ')) {
    const codePoint = required(sign.codePointAt(0))
    if (glyphs.some((font) => font.hasGlyphForCodePoint(codePoint))) {
      // The renderer misplaces vowel marks; the word is the same without them.
      if (!/[\u064b-\u0652\u0670]/.test(sign)) out += sign
    } else if (codesOfSigns[sign]) out += codesOfSigns[sign]
    else if (!/[\p{Cf}\p{Cc}\p{M}\p{Extended_Pictographic}]/u.test(sign)) out += '?'
  }
  return out.trim()
}
