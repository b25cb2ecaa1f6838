import { required } from '#shared/collections.ts'
import { type Block, column, padded, row, textBlock } from '#modules/platform/media/index.ts'
import type { ReceiptTextRow } from '../receipt-rows.ts'
import type { Section, Sum } from './content.ts'

/** A block in the flow of pages: the space above it, and whether it must be on the same page as the next one. */
export type Item = {
  readonly block: Block
  readonly above: number
  readonly isWithNext?: boolean
  readonly tableId?: number
}

const ink = '#141917'
const muted = '#4C534D'
export const brand = '#2C633D'
export const looks = {
  text: { size: 10, colour: ink },
  strong: { size: 10, colour: ink, weight: 'bold' },
  label: { size: 9, colour: muted },
  name: { size: 15, colour: ink, weight: 'bold', leading: 1.4 },
  kicker: { size: 12, colour: brand, weight: 'bold' },
  stamp: { size: 16, colour: '#A32730', weight: 'bold' },
  stampNote: { size: 10, colour: '#A32730' },
  figureLabel: { size: 10, colour: '#235232' },
  figure: { size: 19, colour: '#235232', weight: 'bold', leading: 1.3 },
  law: { size: 9.5, colour: ink },
  signature: { size: 14, colour: ink },
} as const
type Look = (typeof looks)[keyof typeof looks]

/**
 * Returns what builds the parts of a document of one reading direction and width, in points: texts, rules and the
 * blocks of each section.
 */
export function createParts(textDirection: 'ltr' | 'rtl', inner: number) {
  const text = (
    tag: string,
    value: string,
    look: Look,
    width: number,
    over: Partial<Parameters<typeof textBlock>[3]> = {},
  ) => textBlock(tag, value, look, { width, page: textDirection, ...over })
  const rule =
    (weight: number, colour: string, at: 'top' | 'bottom', width = inner) =>
    (doc: PDFKit.PDFDocument, box: { x: number; y: number; height: number }) => {
      const y = at === 'top' ? box.y : box.y + box.height
      doc
        .lineWidth(weight)
        .strokeColor(colour)
        .moveTo(box.x, y)
        .lineTo(box.x + width, y)
        .stroke()
    }
  const amount = (tag: string, value: string, look: Look, width: number) =>
    text(tag, value, look, width, { align: 'end', direction: 'ltr' })

  const listItems = (rows: readonly ReceiptTextRow[], width: number): Block[] =>
    rows.map(([label, value]) =>
      column([...(label ? [text('Lbl', label, looks.label, width)] : []), text('LBody', value, looks.text, width)], {
        tag: 'LI',
      }),
    )
  const sum = ({ label, amount: value, isTotal }: Sum): Block => {
    const look = isTotal ? looks.strong : looks.text
    const width = inner * 0.4
    const line = row(
      [
        { block: text('TH', label, look, inner - width - 24, { scope: 'Row' }), width: inner - width - 24 },
        { block: amount('TD', value, look, width), width },
      ],
      { page: textDirection, gap: 24, tag: 'TR' },
    )
    return isTotal
      ? padded(line, { top: 5, bottom: 2 }, rule(0.75, '#A4ABA5', 'top'))
      : padded(line, { top: 2, bottom: 2 })
  }

  let tables = 0
  function itemsOf(section: Section): Item[] {
    const paragraphs = (blocks: readonly Block[], above: number, tableId?: number): Item[] =>
      blocks.map((block, index) => ({
        block,
        above: index === 0 ? above : 0,
        isWithNext: index < blocks.length - 1,
        ...(tableId === undefined ? {} : { tableId }),
      }))
    switch (section.kind) {
      case 'heading':
        return [
          {
            block: column([
              text('H2', section.title, looks.name, inner),
              ...(section.note ? [text('P', section.note, looks.label, inner)] : []),
            ]),
            above: 26,
            isWithNext: true,
          },
        ]
      case 'figure': {
        const width = (inner - 36) * 0.4
        const line = row(
          [
            { block: text('P', section.label, looks.figureLabel, inner - 52 - width), width: inner - 52 - width },
            { block: amount('P', section.amount, looks.figure, width), width },
          ],
          { page: textDirection, gap: 16, isCentred: true },
        )
        const block = padded(line, { top: 11, bottom: 11, side: 18 }, (doc, box) => {
          doc.roundedRect(box.x, box.y, inner, box.height, 8).fill('#DCF4E2')
        })
        return [{ block, above: 16 }]
      }
      case 'facts':
        return paragraphs(
          [text('H3', section.title, looks.label, inner), column(listItems(section.rows, inner), { tag: 'L' })],
          14,
        )
      case 'table': {
        const tableId = tables++
        const cells = (
          tag: string,
          values: readonly string[],
          look: Look,
          space: [number, number],
          line: [number, string],
        ) =>
          padded(
            row(
              values.map((value, index) => {
                const width = inner * required(section.widths[index]) - (index < values.length - 1 ? 8 : 0)
                const align = index < section.textColumns ? 'start' : 'end'
                return {
                  block: text(tag, value, look, width, { align, ...(tag === 'TH' ? { scope: 'Column' } : {}) }),
                  width,
                }
              }),
              { page: textDirection, gap: 8, tag: 'TR' },
            ),
            { top: space[0], bottom: space[1] },
            rule(line[0], line[1], 'bottom'),
          )
        const head = cells('TH', section.head, looks.label, [0, 4], [0.75, '#A4ABA5'])
        return [
          { block: head, above: 14, isWithNext: true, tableId },
          ...section.rows.map((values) => ({
            block: cells('TD', values, looks.text, [5, 5], [0.5, '#EAEEEB']),
            above: 0,
            tableId,
          })),
        ]
      }
      case 'sums': {
        const tableId = tables++
        const title = section.title ? [text('H3', section.title, looks.label, inner)] : []
        const note = section.note ? [text('P', section.note, looks.label, inner)] : []
        const rows = paragraphs(section.rows.map(sum), title.length > 0 ? 0 : 12, tableId)
        return [
          ...title.map((block) => ({ block, above: 12, isWithNext: true })),
          ...rows.map((item) => (note.length > 0 ? { ...item, isWithNext: true } : item)),
          ...note.map((block) => ({ block, above: 0 })),
        ]
      }
      case 'notes':
        return paragraphs(
          section.lines.map((line) => text('P', line, looks.text, inner)),
          14,
        )
      case 'law':
        return paragraphs(
          section.sentences.map((sentence, index) => {
            const block = textBlock('P', sentence, looks.law, {
              width: inner,
              page: 'ltr',
              direction: 'ltr',
              lang: 'en',
            })
            return index === 0
              ? padded(block, { top: 10, bottom: 4 }, rule(0.75, '#D7DCD8', 'top'))
              : padded(block, { bottom: 4 })
          }),
          14,
        )
      case 'signature': {
        const width = 200
        const name = padded(
          text('P', section.name, looks.signature, width),
          { bottom: 4 },
          rule(0.75, '#7A827B', 'bottom', width),
        )
        const signed = column([name, text('P', section.label, looks.label, width)], { gap: 4 })
        // At the end of the reading direction.
        const empty = { height: 0, draw: () => undefined }
        const cells = [
          { block: empty, width: inner - width },
          { block: signed, width },
        ]
        return [{ block: row(cells, { page: textDirection }), above: 16 }]
      }
    }
  }

  return { text, rule, listItems, itemsOf }
}
