import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { required } from '#shared/collections.ts'

export type Weight = 'regular' | 'bold'
/** A font file in two weights, and the characters that it is used for; undefined means every character it has. */
export type FontSource = {
  readonly name: string
  readonly paths: Readonly<Record<Weight, string>>
  readonly ranges: readonly (readonly [first: number, last: number])[] | undefined
}
/** What a text is set for. Pictures have one design for Latin and Arabic, because pango chooses among families. */
export type Purpose = 'document' | 'picture'

/** Scripts with a font of their own, in `@fontsource/noto-sans-<script>`. */
const scripts = [
  'adlam',
  'armenian',
  'balinese',
  'bengali',
  'buginese',
  'canadian-aboriginal',
  'cham',
  'cherokee',
  'devanagari',
  'ethiopic',
  'georgian',
  'gujarati',
  'gurmukhi',
  'hanifi-rohingya',
  'hebrew',
  'javanese',
  'kannada',
  'khmer',
  'lao',
  'lisu',
  'malayalam',
  'meetei-mayek',
  'mongolian',
  'myanmar',
  'nko',
  'ol-chiki',
  'oriya',
  'osmanya',
  'sinhala',
  'sundanese',
  'syloti-nagri',
  'syriac',
  'tamil',
  'telugu',
  'thaana',
  'thai',
  'tifinagh',
  'vai',
  'yi',
] as const

/** Subsets that Noto Sans has with all marks. */
const isInNotoSans = (subset: string): boolean => /^(latin|greek|cyrillic|vietnamese|math$|symbols$)/.test(subset)

const packaged = (path: string): string => fileURLToPath(import.meta.resolve(path))

/** Returns the files of a family of Fontsource; its `unicode.json` tells the characters of each file. */
function fontsource(
  family: string,
  isWanted: (subset: string) => boolean,
  boldWeights: readonly number[] = [600, 700],
): FontSource[] {
  const subsets = JSON.parse(readFileSync(packaged(`@fontsource/${family}/unicode.json`), 'utf8')) as Record<
    string,
    string
  >
  const files = packaged(`@fontsource/${family}/files/${family}-latin-400-normal.woff`).replace(/[^\\/]+$/, '')
  const pathOf = (subset: string, weight: number) => `${files}${family}-${subset}-${weight}-normal.woff`
  return Object.entries(subsets)
    .toReversed() // "latin" before "latin-ext"
    .filter(([subset]) => isWanted(subset))
    .map(([key, ranges]) => {
      const subset = key.replace(/[[\]]/g, '')
      const regular = pathOf(subset, 400)
      const bold = boldWeights.map((weight) => pathOf(subset, weight)).find(existsSync) ?? regular
      return { name: `${family}-${subset}`, paths: { regular, bold }, ranges: rangesOf(ranges) }
    })
}

/** Reads the value of a CSS `unicode-range`, such as "U+0600-06FF, U+200C". */
const rangesOf = (text: string): [number, number][] =>
  text.split(',').map((range) => {
    const [first, last] = range.trim().replace(/^U\+/i, '').split('-')
    return [Number.parseInt(required(first), 16), Number.parseInt(last ?? required(first), 16)]
  })

const notoSans: FontSource = {
  name: 'noto-sans',
  paths: {
    regular: packaged('@embedpdf/fonts-latin').replace(/dist[\\/].*$/, 'fonts/NotoSans-Regular.ttf'),
    bold: packaged('@embedpdf/fonts-latin').replace(/dist[\\/].*$/, 'fonts/NotoSans-SemiBold.ttf'),
  },
  ranges: undefined,
}

const others = (): FontSource[] => [
  notoSans,
  ...fontsource('noto-naskh-arabic', (subset) => subset === 'arabic'),
  ...scripts.flatMap((script) => fontsource(`noto-sans-${script}`, (subset) => !isInNotoSans(subset))),
  ...fontsource('noto-serif-tibetan', (subset) => !isInNotoSans(subset)),
  ...fontsource('noto-emoji', () => true),
  ...fontsource('chocolate-classical-sans', (subset) => !isInNotoSans(subset)),
  ...fontsource('gowun-dodum', (subset) => !isInNotoSans(subset)),
]
const read = {
  document: () => [
    ...fontsource('figtree', () => true),
    ...fontsource('vazirmatn', (subset) => subset === 'arabic'),
    ...others(),
  ],
  picture: () => [...fontsource('vazirmatn', () => true, [700]), ...others()],
}
const known: Partial<Record<Purpose, readonly FontSource[]>> = {}

/** Returns all bundled fonts in the order in which they are searched for a character. */
export const fontSources = (purpose: Purpose): readonly FontSource[] => (known[purpose] ??= read[purpose]())

/** Whether a font is used for a character; the font may still lack it. */
export const isInRange = ({ ranges }: FontSource, codePoint: number): boolean =>
  ranges === undefined || ranges.some(([first, last]) => codePoint >= first && codePoint <= last)
