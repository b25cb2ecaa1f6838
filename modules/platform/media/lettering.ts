import fs from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { getOrInsert } from '#shared/collections.ts'

/** Folder of the fonts for lettering, filled with those that texts need. */
export type LetteringPorts = { readonly fontsDir: string }

/** Sizes in pixels, colours as `#141917`. */
export type Lettering = {
  readonly text: string
  readonly size: number
  readonly colour: string
  /** Maximum line width. */
  readonly width: number
  readonly isBold?: boolean
  readonly isCentred?: boolean
}
/** Text as a picture with a transparent background, cropped to its letters. */
export type TextImage = { readonly data: Buffer; readonly width: number; readonly height: number }

const rightToLeft =
  /^\P{L}*[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}\p{Script=Hanifi_Rohingya}]/u
/** Whether a text runs from the right: its first letter decides, as in the renderer. */
export const isRightToLeftText = (text: string): boolean => rightToLeft.test(text)

/**
 * Renders shaped text in its own direction with the bundled fonts, independent of the machine's fonts. Right-to-left
 * lines are right-aligned.
 */
export const renderTextImage = (ports: LetteringPorts, texts: Lettering): Promise<TextImage> =>
  draw(ports, texts, 'word-char')

type Drawing = {
  readonly lines: readonly string[]
  /** Extra line spacing in pixels. */
  readonly spacing: number
}

/** `word` never breaks words, even beyond the width. `none` never breaks lines. */
async function draw(
  ports: LetteringPorts,
  texts: Lettering,
  wrap: 'word' | 'word-char' | 'none',
  { lines, spacing }: Drawing = {
    lines: [texts.text],
    spacing: Math.round(texts.size * (isRightToLeftText(texts.text) ? leading.right : leading.left)),
  },
): Promise<TextImage> {
  const printable = await loadFonts(ports.fontsDir, lines)
  const text = printable.map(escaped).join('\n')
  const { data, info } = await sharp({
    text: {
      text: `<span foreground="${texts.colour}" insert_hyphens="false">${text}</span>`,
      font: `Vazirmatn ${texts.isBold ? 'Bold ' : ''}${texts.size}`,
      width: Math.round(texts.width),
      align: texts.isCentred ? 'centre' : 'left',
      spacing,
      wrap,
      rgba: true,
      dpi: 72,
    },
  })
    .png({ compressionLevel: 1 })
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

/**
 * Renders text as large as fits between two sizes into a height, in lines of similar length. If it is too long even at
 * the smaller size, words are broken and it ends in an ellipsis.
 */
export async function renderTextInto(
  ports: LetteringPorts,
  texts: Lettering & { readonly height: number; readonly sizeMin: number },
): Promise<TextImage> {
  for (let size = texts.size; size >= texts.sizeMin; size -= sizeStep) {
    const words = { ...texts, size }
    const drawn = await draw(ports, words, 'word')
    if (drawn.height <= texts.height && drawn.width <= texts.width) return balanced(ports, words, drawn)
  }
  const smallest = { ...texts, size: texts.sizeMin }
  const drawn = await renderTextImage(ports, smallest)
  return drawn.height <= texts.height ? drawn : shortened(ports, smallest, texts.height)
}

/**
 * Renders lines with equally spaced baselines, as large as fits between two sizes. A line that is too long even at the
 * smaller size is broken.
 */
export async function letterLines(
  ports: LetteringPorts,
  {
    lines,
    sizeMin,
    ...input
  }: Omit<Lettering, 'text'> & { readonly lines: readonly string[]; readonly sizeMin: number },
): Promise<TextImage> {
  const words = { ...input, text: lines.join(' ') }
  const drawing = { lines, spacing: 0 }
  for (let size = input.size; size >= sizeMin; size -= sizeStep) {
    const drawn = await draw(ports, { ...words, size }, 'none', drawing)
    if (drawn.width <= input.width) return drawn
  }
  return draw(ports, { ...words, size: sizeMin }, 'word-char', drawing)
}

/** Breaks the text into at most as many lines, of similar length. */
async function balanced(ports: LetteringPorts, words: Lettering, drawn: TextImage): Promise<TextImage> {
  let best = drawn
  for (const part of [0.9, 0.8, 0.7, 0.6]) {
    const width = words.width * part
    const narrower = await draw(ports, { ...words, width }, 'word')
    if (narrower.height > drawn.height + words.size / 2 || narrower.width > width) break
    best = narrower
  }
  return best
}

async function shortened(ports: LetteringPorts, words: Lettering, height: number): Promise<TextImage> {
  const letters = Array.from(words.text)
  let [fits, isTooLong] = [0, letters.length]
  let best: TextImage | undefined
  while (isTooLong - fits > 1) {
    const middle = Math.floor((fits + isTooLong) / 2)
    const drawn = await renderTextImage(ports, { ...words, text: `${letters.slice(0, middle).join('').trimEnd()}…` })
    if (drawn.height <= height) [fits, best] = [middle, drawn]
    else isTooLong = middle
  }
  return best ?? renderTextImage(ports, { ...words, text: '…' })
}

const sizeStep = 4
/**
 * Difference from the font's own line spacing, relative to the size; Latin letters need less (tokens.css,
 * `--leading-tight`).
 */
const leading = { left: -0.32, right: -0.14 } as const

/** Removes characters that reverse other text, but keeps those that isolate a name. */
const escaped = (text: string): string =>
  text
    .replace(/\p{Cc}/gu, ' ')
    .replace(/[\u202a-\u202e\u2066\u2067]/g, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')

/** Fonts that the renderer knows, by folder and file. */
const registered = new Map<string, Promise<void>>()

/**
 * Unpacks the fonts that these lines need and registers them with the renderer. Returns the lines as they can be
 * printed, with a transliteration of what no bundled font has.
 */
async function loadFonts(folder: string, lines: readonly string[]): Promise<string[]> {
  const { choosePieces } = await import('./fonts/choose-fonts.ts')
  const pieces = lines.map((line) => choosePieces(line, 'picture'))
  const paths = new Set(pieces.flat().flatMap(({ source: { paths } }) => [paths.regular, paths.bold]))
  for (const packed of paths) {
    const key = `${folder} ${packed}`
    const registering = getOrInsert(registered, key, () => registerFont(folder, packed))
    registering.catch(() => registered.delete(key))
    await registering
  }
  return pieces.map((line) => line.map(({ text }) => text).join(''))
}

async function registerFont(folder: string, packed: string): Promise<void> {
  const { loadFont } = await import('./fonts/font-file.ts')
  await fs.mkdir(folder, { recursive: true })
  const file = path.join(folder, `${path.basename(packed, path.extname(packed))}.ttf`)
  await writeWhole(file, loadFont(packed).bytes)
  await sharp({ text: { text: 'a', font: 'Vazirmatn 10', fontfile: file, rgba: true } })
    .png()
    .toBuffer()
}

/** Writes under a temporary name and moves the file, because two processes may start at once. */
async function writeWhole(file: string, content: Uint8Array): Promise<void> {
  await fs.writeFile(`${file}.${process.pid}`, content)
  await fs.rename(`${file}.${process.pid}`, file)
}
