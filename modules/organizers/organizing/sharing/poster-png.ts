import sharp from 'sharp'
import { artworkOf, renderTextInto, type TextImage, type LetteringPorts } from '#modules/platform/media/index.ts'
import type { Poster } from './poster.ts'
import { qrPath, quietZone } from '#shared/qr.ts'

/** A4 at 150 dpi: sharp on paper, and small enough for a message. */
const dpi = 150
const page = { width: 1240, height: 1754 } as const
const side = 117
/** The frame of the QR code with its quiet zone. */
const code = { box: 520, line: 5, radius: 38 } as const
/** Maximum height in pixels of the picture, which gets the height that the text leaves; 350 with the longest text. */
const pictureMax = 700
const colours = { paper: '#FFFFFF', ink: '#141917', muted: '#4C534D', subtle: '#626963', brand: '#2C633D' } as const

/**
 * Renders the poster as a picture, for messages and printers without PDF. Each module of the QR code is a whole number
 * of pixels. Takes some tenths of a second of CPU time.
 */
export async function posterPng(ports: LetteringPorts, poster: Poster): Promise<Buffer> {
  const words = (
    text: string,
    input: { size: number; sizeMin: number; height: number; colour: string; isBold?: boolean },
  ) => renderTextInto(ports, { text, width: page.width - 2 * side, isCentred: true, ...input })
  const charity = await words(poster.charity, {
    size: 29,
    sizeMin: 24,
    height: 70,
    colour: colours.brand,
    isBold: true,
  })
  const title = await words(poster.title, { size: 80, sizeMin: 40, height: 270, colour: colours.ink, isBold: true })
  const invitation = await words(poster.invitation, { size: 31, sizeMin: 26, height: 80, colour: colours.muted })
  const scan = await words(poster.scan, { size: 36, sizeMin: 30, height: 60, colour: colours.ink, isBold: true })
  const link = await words(poster.shownLink, { size: 26, sizeMin: 20, height: 60, colour: colours.muted })
  const product = await words(poster.productName, { size: 24, sizeMin: 20, height: 40, colour: colours.subtle })

  const foot = page.height - 64 - product.height
  const [above, afterCharity, afterTitle, beforeCode, afterCode, afterScan, beforeFoot] = [50, 32, 30, 40, 34, 22, 40]
  const used =
    [above, afterCharity, afterTitle, beforeCode, afterCode, afterScan, beforeFoot].reduce((sum, gap) => sum + gap, 0) +
    [charity, title, invitation, scan, link].reduce((sum, { height }) => sum + height, 0) +
    code.box
  const room = foot - used
  const artHeight = Math.min(pictureMax, room)
  let y = artHeight + above + Math.round((room - artHeight) / 2)
  const placed = (lettered: TextImage, after: number) => {
    const top = y
    y += lettered.height + after
    return { input: lettered.data, left: Math.round((page.width - lettered.width) / 2), top }
  }
  const texts = [placed(charity, afterCharity), placed(title, afterTitle), placed(invitation, beforeCode)]
  const box = { input: codeInFrame(poster.link), left: (page.width - code.box) / 2, top: y }
  y += code.box + afterCode
  const below = [
    placed(scan, afterScan),
    placed(link, 0),
    { input: product.data, left: Math.round((page.width - product.width) / 2), top: foot },
  ]
  const painted = await sharp(
    Buffer.from(artworkOf(poster.slug, poster.category, { width: page.width, height: artHeight })),
  )
    .png({ compressionLevel: 1 })
    .toBuffer()
  return sharp({ create: { ...page, channels: 3, background: colours.paper } })
    .composite([{ input: painted, left: 0, top: 0 }, ...texts, box, ...below])
    .withMetadata({ density: dpi })
    .png({ compressionLevel: 7 })
    .toBuffer()
}

function codeInFrame(link: string): Buffer {
  const { path, size } = qrPath(link)
  const square = Math.floor((code.box - 2 * code.line) / (size + 2 * quietZone))
  const from = Math.round((code.box - square * size) / 2)
  const { box, line, radius } = code
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${box}" height="${box}"><rect x="${line / 2}" y="${line / 2}" width="${box - line}" height="${box - line}" rx="${radius}" fill="${colours.paper}" stroke="${colours.brand}" stroke-width="${line}"/><path transform="translate(${from} ${from}) scale(${square})" fill="${colours.ink}" shape-rendering="crispEdges" d="${path}"/></svg>`,
  )
}
