import sharp from 'sharp'
import { artworkOf, type Block, createPdf, textBlock } from '#modules/platform/media/index.ts'
import { qrPath, quietZone } from '#shared/qr.ts'
import { direction } from '#shared/text.ts'
import type { Poster } from './poster.ts'

const colours = { ink: '#141917', muted: '#4C534D', subtle: '#626963', brand: '#2C633D' } as const
const pictureHeight = 250
const side = 56
/** Points inside the frame of the QR code, including its quiet zone, and its line and radius. */
const code = { inner: 246, line: 2.5, radius: 18 } as const

/** Renders a poster as a tagged one-page A4 PDF. Takes some tenths of a second of CPU time. */
export async function posterPdf(poster: Poster): Promise<Buffer> {
  const picture = await sharp(Buffer.from(artworkOf(poster.slug, poster.category, { width: 1240, height: 560 })))
    .jpeg({ quality: 82 })
    .toBuffer()
  const { title, charity, locale, createdAt } = poster
  const pdf = createPdf('A4', { title, author: charity, language: locale, createdAt })
  const { document, root } = pdf
  const { width, height } = document.page
  const words = (
    tag: string,
    value: string,
    size: number,
    look: { colour: string; weight?: 'bold'; leading?: number },
  ) =>
    textBlock(
      tag,
      value,
      { size, leading: 1.35, ...look },
      {
        width: width - 2 * side,
        page: direction(locale),
        align: 'centre',
      },
    )
  let y: number = pictureHeight + 26
  const place = (block: Block, after: number) => {
    block.draw(pdf, side, y, root)
    y += block.height + after
  }

  pdf.asArtifact(() => {
    document.save().rect(0, 0, width, pictureHeight).clip()
    document.image(picture, 0, 0, { cover: [width, pictureHeight], align: 'center', valign: 'center' }).restore()
  })
  place(words('P', charity, 13, { colour: colours.brand, weight: 'bold' }), 6)
  const titleLength = Array.from(title).length
  const shorterSize = titleLength > 40 ? 30 : 36
  const titleSize = titleLength > 70 ? 24 : shorterSize
  place(words('H1', title, titleSize, { colour: colours.ink, weight: 'bold', leading: 1.25 }), 8)
  place(words('P', poster.invitation, 14, { colour: colours.muted }), 20)

  const figure = document.struct('Figure', { alt: `${poster.scan}: ${poster.link}` })
  root.add(figure)
  figure.add(() => drawCode((width - code.inner) / 2, y))
  figure.end()
  y += code.inner + 14 + code.line

  place(words('P', poster.scan, 16, { colour: colours.ink, weight: 'bold' }), 4)
  place(words('P', poster.shownLink, 11, { colour: colours.muted }), 0)
  y = height - 26 - 10 * 1.35
  place(words('P', poster.productName, 10, { colour: colours.subtle }), 0)
  return pdf.end()

  function drawCode(x: number, top: number): void {
    const { path, size } = qrPath(poster.link)
    const scale = code.inner / (size + 2 * quietZone)
    document.lineWidth(code.line).strokeColor(colours.brand)
    document.roundedRect(x, top, code.inner, code.inner, code.radius).stroke()
    document.save()
    document.translate(x + quietZone * scale, top + quietZone * scale)
    document.scale(scale).path(path).fill(colours.ink)
    document.restore()
  }
}
