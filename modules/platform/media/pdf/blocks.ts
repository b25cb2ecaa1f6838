import type { Weight } from '../fonts/catalogue.ts'
import { type Direction, directionOf, layOutText } from './lay-out-text.ts'
import { isPlain, type Pdf } from './pdf-page.ts'

export type Look = {
  readonly size: number
  readonly colour: string
  readonly weight?: Weight
  /** Height of a line relative to the size. */
  readonly leading?: number
}
type Align = 'start' | 'end' | 'centre'
/** Content of a fixed height, which stays on one page. */
export type Block = {
  readonly height: number
  /**
   * Draws at a point in points from the top left of the page. Structure elements are added to `parent`; there is none
   * for what a screen reader skips.
   */
  draw(pdf: Pdf, x: number, y: number, parent: Parent): void
}
type Parent = PDFKit.PDFStructureElement | undefined
type Box = {
  readonly width: number
  /** The direction of the document, which decides where a text starts. */
  readonly page: Direction
  readonly align?: Align
  /** The direction of the text; by default that of its first letter. */
  readonly direction?: Direction
  readonly lang?: string
  /** What a TH is the heading of. */
  readonly scope?: 'Column' | 'Row'
}

const leadingDefault = 1.5
/** Height of lower-case letters, by which a line is centred in its height, relative to the size. */
const middle = 0.34

/**
 * Sets text in one structure element (PDF 1.7, 14.8.4: such as P, H1, TD). Each line of the value begins in its own
 * direction.
 */
export function textBlock(tag: string, value: string, look: Look, box: Box): Block {
  const { size, colour, weight = 'regular', leading = leadingDefault } = look
  const { width, page, align = 'start', direction, lang, scope } = box
  const lines = value
    .split('\n')
    .flatMap((line) => layOutText(line, { size, weight }, { width, direction: direction ?? directionOf(line) }))
  const lineHeight = size * leading
  const atRight = (align === 'end') === (page === 'rtl') ? 0 : 1
  return {
    height: lines.length * lineHeight,
    draw: (pdf, x, y, parent) => {
      if (lines.length === 0) return
      const drawLines = () => {
        for (const [index, line] of lines.entries()) {
          const room = width - line.width
          const shift = align === 'centre' ? room / 2 : room * atRight
          const baseline = y + (index + 0.5) * lineHeight + middle * size
          pdf.drawLine(line, { x: x + shift, baseline, size, colour })
        }
      }
      if (parent === undefined) return drawLines()
      // Readers that go by the structure get the text in logical order, with the letters that were transliterated.
      const isLiteral = lines.length === 1 && lines.every(({ runs }) => runs.every(isPlain))
      const element = pdf.document.struct(tag, {
        ...(lang === undefined ? {} : { lang }),
        ...(isLiteral ? {} : { actual: value }),
        ...(scope === undefined ? {} : { scope }),
      })
      parent.add(element)
      element.add(drawLines)
      element.end()
    },
  }
}

function inElement(pdf: Pdf, tag: string | undefined, parent: Parent, draw: (parent: Parent) => void): void {
  if (tag === undefined || parent === undefined) return draw(parent)
  const element = pdf.document.struct(tag)
  parent.add(element)
  draw(element)
  element.end()
}

/** Puts blocks below each other, in a structure element if there is a tag. */
export function column(blocks: readonly Block[], { tag, gap = 0 }: { tag?: string; gap?: number } = {}): Block {
  const visibleBlocks = blocks.filter(({ height }) => height > 0)
  return {
    height: visibleBlocks.reduce((sum, { height }) => sum + height, 0) + gap * Math.max(0, visibleBlocks.length - 1),
    draw: (pdf, x, y, parent) => {
      inElement(pdf, tag, parent, (element) => {
        let top = y
        for (const block of visibleBlocks) {
          block.draw(pdf, x, top, element)
          top += block.height + gap
        }
      })
    },
  }
}

/** Puts blocks beside each other in the reading direction, in a structure element if there is a tag. */
export function row(
  cells: readonly { readonly block: Block; readonly width: number }[],
  options: { readonly page: Direction; readonly gap?: number; readonly tag?: string; readonly isCentred?: boolean },
): Block {
  const { page, gap = 0, tag, isCentred = false } = options
  const height = Math.max(0, ...cells.map(({ block }) => block.height))
  const total = cells.reduce((sum, { width }) => sum + width, 0) + gap * Math.max(0, cells.length - 1)
  return {
    height,
    draw: (pdf, x, y, parent) => {
      inElement(pdf, tag, parent, (element) => {
        let start = 0
        for (const { block, width } of cells) {
          const left = page === 'rtl' ? x + total - start - width : x + start
          block.draw(pdf, left, y + (isCentred ? (height - block.height) / 2 : 0), element)
          start += width + gap
        }
      })
    },
  }
}

/** Puts space, and what a decoration draws in the outer box, around a block. */
export function padded(
  block: Block,
  space: { readonly top?: number; readonly bottom?: number; readonly side?: number },
  decorate?: (document: PDFKit.PDFDocument, box: { x: number; y: number; height: number }) => void,
): Block {
  const { top = 0, bottom = 0, side = 0 } = space
  const height = block.height + top + bottom
  return {
    height,
    draw: (pdf, x, y, parent) => {
      if (decorate) pdf.asArtifact(() => decorate(pdf.document, { x, y, height }))
      block.draw(pdf, x + side, y + top, parent)
    },
  }
}
