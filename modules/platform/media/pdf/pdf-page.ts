import PDFDocument from 'pdfkit'
import { getOrInsert, required } from '#shared/collections.ts'
import { type EmbeddedFont, embedFont } from './embedded-font.ts'
import { fontSources } from '../fonts/catalogue.ts'
import { type FontFile, loadFont } from '../fonts/font-file.ts'
import type { TextLine, Run } from './lay-out-text.ts'
import type { Glyph } from './shape-text.ts'

export type PdfAbout = {
  readonly title: string
  readonly author: string
  /** BCP 47. */
  readonly language: string
  readonly createdAt: Date
}
type Protection = Pick<PDFKit.PDFDocumentOptions, 'ownerPassword' | 'permissions'>

/** A tagged PDF that draws shaped text. Nothing in it is shared with another document. */
export type Pdf = {
  readonly document: PDFKit.PDFDocument
  /** The root of the structure, to which elements are added in reading order. */
  readonly root: PDFKit.PDFStructureElement
  /** Draws a line with its left end and its baseline at this point of the page, in points from the top left. */
  drawLine(line: TextLine, options: { x: number; baseline: number; size: number; colour: string }): void
  /** Marks what a screen reader skips: rules, frames, page numbers. */
  asArtifact(draw: () => void, type?: 'Layout' | 'Pagination'): void
  /** Ends the document and returns its bytes. */
  end(): Promise<Buffer>
}

type Point = { readonly x: number; readonly y: number }

/** Width of a character in the invisible text, in thousandths of the font size, before it is spread over its run. */
const invisibleWidth = 500
const isMark = (sign: string): boolean => /\p{Mn}|\p{Cf}/u.test(sign)
const beyondBmp = /[\u{10000}-\u{10ffff}]/u

/** Whether each glyph is one character, from left to right, so that every program can read the text from the glyphs. */
export const isPlain = ({ text, glyphs, isRightToLeft }: Run): boolean =>
  !isRightToLeft &&
  !isMark(text) &&
  glyphs.every((glyph) => Array.from(glyph.text).length === 1) &&
  glyphs.map((glyph) => glyph.text).join('') === text

function forEachGlyph(
  line: TextLine,
  { x, y, size }: Point & { readonly size: number },
  draw: (run: Run, glyph: Glyph, at: Point) => void,
): void {
  let left = x
  for (const run of line.runs)
    for (const glyph of run.glyphs) {
      draw(run, glyph, { x: left + (glyph.x * size) / 1000, y: y + (glyph.y * size) / 1000 })
      left += (glyph.advance * size) / 1000
    }
}

/** Begins a tagged PDF 1.7 with a title and a language (receipts-11). */
export function createPdf(size: 'A4' | 'LETTER', about: PdfAbout, protection: Protection = {}): Pdf {
  const document = new PDFDocument({
    size,
    margin: 0,
    bufferPages: true,
    pdfVersion: '1.7',
    tagged: true,
    lang: about.language,
    displayTitle: true,
    info: {
      Title: about.title,
      Author: about.author,
      CreationDate: about.createdAt,
      ModDate: about.createdAt,
    },
    ...protection,
  })
  const chunks: Buffer[] = []
  const bytes = new Promise<Buffer>((resolve, reject) => {
    document.on('data', (chunk: Buffer) => chunks.push(chunk))
    document.on('end', () => resolve(Buffer.concat(chunks)))
    document.on('error', reject)
  })
  const root = document.struct('Document')
  document.addStructure(root)
  const fonts = new Map<string, EmbeddedFont>()
  const fontOf = (file: FontFile) => getOrInsert(fonts, file.path, () => embedFont(document, file, fonts.size + 1))
  const useFont = (file: FontFile): string => {
    const font = fontOf(file)
    document.page.fonts[font.id] ??= font.reference
    return font.id
  }
  const standard = loadFont(required(fontSources('document')[0]).paths.regular)
  const blank = required(standard.font.nominalGlyph(0x20))
  const invisible = embedFont(document, standard, 0)
  const number = (value: number) => String(Math.round(value * 1000) / 1000)

  function drawLine(line: TextLine, { x, baseline, size: fontSize, colour }: Parameters<Pdf['drawLine']>[1]): void {
    const y = document.page.height - baseline
    document.save()
    document.fillColor(colour)
    // Upwards, as in PDF and in fonts.
    document.transform(1, 0, 0, -1, 0, document.page.height)
    if (line.runs.every(isPlain)) {
      document.addContent('BT')
      forEachGlyph(line, { x, y, size: fontSize }, (run, glyph, at) => {
        document.addContent(`/${useFont(run.file)} ${number(fontSize)} Tf 1 0 0 1 ${number(at.x)} ${number(at.y)} Tm`)
        document.addContent(`<${fontOf(run.file).codeOf(glyph)}> Tj`)
      })
      document.addContent('ET')
    } else {
      forEachGlyph(line, { x, y, size: fontSize }, ({ file }, glyph, at) => {
        const outline = file.font.glyphToPath(glyph.id)
        if (outline === '') return
        const scale = fontSize / file.unitsPerEm
        document.save()
        document.transform(scale, 0, 0, scale, at.x, at.y)
        document.path(outline).fill()
        document.restore()
      })
      writeInvisibly(line, { x, y, size: fontSize })
    }
    document.restore()
  }

  /**
   * Writes the characters of a line without ink, spread over its runs, for copying, searching and screen readers. What
   * HarfBuzz draws for them (ligatures, syllables, marks) can't be read back from a PDF in all programs.
   */
  function writeInvisibly(line: TextLine, { x, y, size: fontSize }: Point & { size: number }): void {
    document.page.fonts[invisible.id] ??= invisible.reference
    document.addContent(`BT 3 Tr /${invisible.id} ${number(fontSize)} Tf 1 0 0 1 ${number(x)} ${number(y)} Tm`)
    for (const { text, isRightToLeft, width } of line.runs) {
      const characters = Array.from(text)
      const count = characters.filter((sign) => !isMark(sign)).length
      if (count > 0) document.addContent(`${number((100_000 * width) / (count * invisibleWidth * fontSize))} Tz`)
      const codes = characters.map((sign) =>
        invisible.codeOf({ id: blank, text: sign }, isMark(sign) ? 0 : invisibleWidth),
      )
      // Readers expect the visual order, and reverse letters that they know as right to left.
      const isReversed = isRightToLeft && !beyondBmp.test(text)
      document.addContent(`<${(isReversed ? codes.toReversed() : codes).join('')}> Tj`)
    }
    document.addContent('ET')
  }

  return {
    document,
    root,
    drawLine,
    asArtifact: (draw, type = 'Layout') => {
      document.markContent('Artifact', { type })
      draw()
      document.endMarkedContent()
    },
    end: () => {
      root.end()
      for (const font of [invisible, ...fonts.values()]) font.end()
      document.end()
      return bytes
    },
  }
}
