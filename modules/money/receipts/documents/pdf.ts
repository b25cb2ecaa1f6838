import { direction } from '#shared/text.ts'
import { column, createPdf, padded, row } from '#modules/platform/media/index.ts'
import type { DocumentContent } from './content.ts'
import { brand, createParts, type Item, looks } from './pdf-parts.ts'

export type PdfOptions = {
  readonly size: 'A4' | 'LETTER'
  /**
   * A random password that is not stored, so that no one can change the document. Everyone can read, copy and print
   * it (receipts-11).
   */
  readonly ownerPassword: string
  readonly generatedAt: Date
}

const page = { top: 42, side: 52, bottom: 58, footer: 46 } as const
/** Renders the document as a tagged PDF. Takes tenths of a second of CPU time, so only jobs may call it. */
export async function documentPdf(
  content: DocumentContent,
  { size, ownerPassword, generatedAt }: PdfOptions,
): Promise<Buffer> {
  const pdf = createPdf(
    size,
    {
      title: `${content.kicker} ${content.title}`,
      author: content.issuer.name,
      language: content.locale,
      createdAt: generatedAt,
    },
    { ownerPassword, permissions: { printing: 'highResolution', copying: true, contentAccessibility: true } },
  )
  const { document } = pdf
  const textDirection = direction(content.locale)
  const inner = document.page.width - 2 * page.side
  const { text, rule, listItems, itemsOf } = createParts(textDirection, inner)

  const factWidth = inner * 0.31
  const kindWidth = inner * 0.4
  const header = padded(
    row(
      [
        {
          block: column([
            text('P', content.issuer.name, looks.name, inner - kindWidth - 24),
            ...content.issuer.lines.map((line) => text('P', line, looks.label, inner - kindWidth - 24)),
          ]),
          width: inner - kindWidth - 24,
        },
        {
          block: column([
            text('H1', content.kicker, looks.kicker, kindWidth, { align: 'end' }),
            text('P', content.title, looks.strong, kindWidth, { align: 'end' }),
          ]),
          width: kindWidth,
        },
      ],
      { page: textDirection, gap: 24 },
    ),
    { bottom: 12 },
    rule(2.5, brand, 'bottom'),
  )
  const factCells = listItems(content.facts, factWidth)
  const factRows = Array.from({ length: Math.ceil(factCells.length / 3) }, (_, index) =>
    row(
      factCells.slice(3 * index, 3 * index + 3).map((block) => ({ block, width: factWidth })),
      { page: textDirection, gap: inner * 0.035 },
    ),
  )
  const items: Item[] = [
    { block: header, above: 0 },
    ...(content.stamp
      ? [
          {
            block: padded(
              column([
                text('P', content.stamp.word, looks.stamp, inner - 20),
                text('P', content.stamp.note, looks.stampNote, inner - 20),
              ]),
              { top: 10, bottom: 10, side: 10 },
              (doc, box) => {
                doc.lineWidth(1.5).strokeColor('#A32730').roundedRect(box.x, box.y, inner, box.height, 6).stroke()
              },
            ),
            above: 16,
          },
        ]
      : []),
    { block: column(factRows, { tag: 'L', gap: 10 }), above: 14 },
    ...content.sections.flatMap(itemsOf),
  ]

  const bottom = document.page.height - page.bottom
  const openTables = new Map<number, PDFKit.PDFStructureElement>()
  let y: number = page.top
  items.forEach((item, index) => {
    const last = items.findIndex((other, at) => at >= index && !other.isWithNext)
    const together = items.slice(index, last + 1).reduce((total, { block, above }) => total + above + block.height, 0)
    const isFresh = y === page.top
    const isTooLow =
      y + together > bottom && (together <= bottom - page.top || y + item.above + item.block.height > bottom)
    if (isTooLow && !isFresh) {
      document.addPage()
      y = page.top
    } else y += item.above
    let parent = pdf.root
    if (item.tableId !== undefined) {
      const known = openTables.get(item.tableId)
      parent = known ?? document.struct('Table')
      if (!known) pdf.root.add(parent)
      openTables.set(item.tableId, parent)
    }
    item.block.draw(pdf, page.side, y, parent)
    y += item.block.height
  })

  const { start, count } = document.bufferedPageRange()
  for (let index = start; index < start + count; index++) {
    document.switchToPage(index)
    const number = text('P', content.pages({ page: index - start + 1, pages: count }), looks.label, 120, {
      align: 'end',
    })
    const footer = row(
      [
        { block: text('P', content.footer, looks.label, inner - 120), width: inner - 120 },
        { block: number, width: 120 },
      ],
      { page: textDirection },
    )
    const top = document.page.height - page.footer
    pdf.asArtifact(() => footer.draw(pdf, page.side, top, undefined), 'Pagination')
  }
  return pdf.end()
}
