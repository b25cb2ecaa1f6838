import sharp from 'sharp'
import { artworkOf, renderTextInto, letterLines, type LetteringPorts } from '#modules/platform/media/index.ts'
import type { DeedsShape, ShareText } from './rules/share-text.ts'

const width = 1080
const margin = 90
/**
 * `end`: lower limit of texts, because apps cover the last 250 pixels of a story (content-14). `picture`: minimum and
 * maximum height of the artwork. Font sizes in pixels.
 */
const shapes = {
  story: {
    height: 1920,
    end: 1640,
    picture: { min: 520, max: 940 },
    line: 56,
    style: 108,
    name: 64,
    product: 50,
    gap: 46,
  },
  post: {
    height: 1080,
    end: 1040,
    picture: { min: 200, max: 470 },
    line: 44,
    style: 84,
    name: 52,
    product: 40,
    gap: 30,
  },
} as const
const colours = { paper: '#FBFAF5', ink: '#141917', muted: '#4C534D', brand: '#2C633D', accent: '#DA9D0D' } as const
const accentHeight = 6

/**
 * Draws the image of a donor's Deeds as PNG. All text is centred, because a name may have another direction than the
 * language. Text that is too long is set smaller, then truncated.
 */
export async function drawDeedsImage(
  ports: LetteringPorts,
  shape: DeedsShape,
  text: ShareText,
  category: string,
): Promise<Buffer> {
  const { height, end, picture, gap, ...sizes } = shapes[shape]
  const write = (words: string, size: number, lines: number, style: { colour: string; isBold?: boolean }) =>
    renderTextInto(ports, {
      text: words,
      size,
      sizeMin: Math.round(size * 0.62),
      width: width - 2 * margin,
      height: Math.round(size * 1.5 * lines),
      isCentred: true,
      ...style,
    })
  // Each part has its own direction. Otherwise a year after a Latin name in an Arabic line would be displayed next to
  // the name.
  const heading = `\u2068${text.product}\u2069 · \u2068${text.year}\u2069`
  const parts = await Promise.all([
    write(heading, sizes.product, 1, { colour: colours.brand, isBold: true }),
    ...(text.name.trim() ? [write(text.name, sizes.name, 2, { colour: colours.muted })] : []),
    write(text.style, sizes.style, 1, { colour: colours.ink, isBold: true }),
    letterLines(ports, {
      lines: text.lines,
      size: sizes.line,
      sizeMin: Math.round(sizes.line * 0.62),
      width: width - 2 * margin,
      colour: colours.ink,
      isCentred: true,
    }),
  ])
  const used = parts.reduce((sum, part) => sum + part.height + gap, 0)
  const artHeight = Math.min(picture.max, Math.max(picture.min, end - used))
  // The space that short texts leave is split equally above and below them.
  let y = artHeight + gap + Math.max(0, Math.round((end - used - artHeight) / 2))
  const placed = parts.map((lettered) => {
    const top = y
    y += lettered.height + gap
    return { input: lettered.data, left: Math.round((width - lettered.width) / 2), top }
  })
  const painted = await sharp(Buffer.from(artworkOf(`deeds-${text.year}`, category, { width, height: artHeight })))
    .resize(width, artHeight)
    .png({ compressionLevel: 1 })
    .toBuffer()
  const accent = await sharp({ create: { width, height: accentHeight, channels: 3, background: colours.accent } })
    .png()
    .toBuffer()
  return sharp({ create: { width, height, channels: 3, background: colours.paper } })
    .composite([{ input: painted, left: 0, top: 0 }, { input: accent, left: 0, top: artHeight }, ...placed])
    .png({ compressionLevel: 7 })
    .toBuffer()
}
