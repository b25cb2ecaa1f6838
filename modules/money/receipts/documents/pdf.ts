import { required } from '#shared/collections.ts'
import { createElement as h, type ReactElement, type ReactNode } from 'react'
import { Document, Page, renderToBuffer, StyleSheet, Text, View, type DocumentProps } from '@react-pdf/renderer'
import { direction } from '#shared/text.ts'
import type { Row } from '../receipt-rows.ts'
import type { DocumentContent, Section, Sum } from './content.ts'
import { families, type GlyphLookup, loadedFonts, toPrintable } from './fonts.ts'

/** Returns the direction of the first letter; text without letters, such as a number, is left to right. */
const directionOf = (text: string): 'ltr' | 'rtl' => (/^[^\p{L}]*\p{Script=Arabic}/u.test(text) ? 'rtl' : 'ltr')

export type PdfOptions = {
  readonly size: 'A4' | 'LETTER'
  /**
   * A random password that is not stored, so that no one can change the document. Everyone can read, copy and print
   * it (receipts-11).
   */
  readonly ownerPassword: string
  readonly generatedAt: Date
}

/** Renders the document as a PDF. Takes tenths of a second of CPU time, so only jobs may call it. */
export async function documentPdf(content: DocumentContent, pdfOptions: PdfOptions): Promise<Buffer> {
  const paper = paperOf(content, pdfOptions, await loadedFonts())
  return renderToBuffer(paper)
}

function paperOf(
  content: DocumentContent,
  { size, ownerPassword, generatedAt }: PdfOptions,
  glyphs: readonly GlyphLookup[],
): ReactElement<DocumentProps> {
  const isRtl = direction(content.locale) === 'rtl'
  const row = { flexDirection: isRtl ? 'row-reverse' : 'row' } as const
  const side = (end: boolean): 'left' | 'right' => (isRtl === end ? 'left' : 'right')

  /** Draws one text per line, by default at the start of the reading direction. */
  const text = (
    value: string,
    style: object = {},
    { end = false, way }: { end?: boolean; way?: 'ltr' | 'rtl' } = {},
  ): ReactNode[] =>
    value.split('\n').flatMap((line) => {
      const shown = toPrintable(line, glyphs)
      if (shown === '') return []
      return [
        h(
          Text,
          { style: [styles.text, style, { textAlign: side(end), direction: way ?? directionOf(shown) }] as never },
          shown,
        ),
      ]
    })
  const fact = ([label, value]: Row, width: object = styles.fact): ReactNode =>
    h(View, { style: width as never }, ...(label ? text(label, styles.label) : []), ...text(value))
  const sum = ({ label, amount, isTotal }: Sum): ReactNode =>
    h(
      View,
      { style: [row, styles.sum, isTotal ? styles.total : {}] as never, wrap: false },
      h(View, { style: styles.grow }, ...text(label, isTotal ? styles.strong : {})),
      h(View, { style: styles.amount }, ...text(amount, isTotal ? styles.strong : {}, { end: true, way: 'ltr' })),
    )

  function section(sectionInput: Section): ReactNode {
    switch (sectionInput.kind) {
      case 'heading':
        return h(
          View,
          { style: styles.heading, minPresenceAhead: 80 },
          ...text(sectionInput.title, styles.name),
          ...(sectionInput.note ? text(sectionInput.note, styles.label) : []),
        )
      case 'figure':
        return h(
          View,
          { style: [row, styles.figure] as never, wrap: false },
          h(View, { style: styles.grow }, ...text(sectionInput.label, styles.figureLabel)),
          h(
            View,
            { style: styles.amount },
            ...text(sectionInput.amount, styles.figureAmount, { end: true, way: 'ltr' }),
          ),
        )
      case 'facts':
        return h(
          View,
          { style: styles.section, wrap: false },
          ...text(sectionInput.title, styles.label),
          ...sectionInput.rows.map((row) => fact(row, styles.whole)),
        )
      case 'table': {
        const cells = (values: readonly string[], style: object) =>
          values.map((value, index) =>
            h(
              View,
              {
                style: {
                  width: `${required(sectionInput.widths[index]) * 100}%`,
                  ...(isRtl ? { paddingLeft: 8 } : { paddingRight: index < values.length - 1 ? 8 : 0 }),
                },
              },
              ...text(value, style, { end: index >= sectionInput.textColumns }),
            ),
          )
        return h(
          View,
          { style: styles.section },
          h(
            View,
            { style: [row, styles.head] as never, minPresenceAhead: 40 },
            ...cells(sectionInput.head, styles.label),
          ),
          ...sectionInput.rows.map((values) =>
            h(View, { style: [row, styles.line] as never, wrap: false }, ...cells(values, {})),
          ),
        )
      }
      case 'sums':
        return h(
          View,
          { style: styles.sums, wrap: false },
          ...(sectionInput.title ? text(sectionInput.title, styles.label) : []),
          ...sectionInput.rows.map(sum),
          ...(sectionInput.note ? text(sectionInput.note, styles.label) : []),
        )
      case 'notes':
        return h(View, { style: styles.section, wrap: false }, ...sectionInput.lines.flatMap((line) => text(line)))
      case 'law':
        return h(
          View,
          { style: styles.law, wrap: false },
          ...sectionInput.sentences.map((sentence) =>
            h(Text, { style: [styles.text, styles.lawText] as never }, toPrintable(sentence, glyphs)),
          ),
        )
      case 'signature':
        return h(
          View,
          { style: [styles.signature, { alignSelf: isRtl ? 'flex-start' : 'flex-end' }] as never, wrap: false },
          ...text(sectionInput.name, styles.signed),
          ...text(sectionInput.label, styles.label),
        )
    }
  }

  const { stamp } = content
  const body = h(
    Page,
    { size, style: styles.page },
    h(
      View,
      { style: [row, styles.header] as never },
      h(
        View,
        { style: styles.grow },
        ...text(content.issuer.name, styles.name),
        ...content.issuer.lines.flatMap((line) => text(line, styles.label)),
      ),
      h(
        View,
        { style: styles.kind },
        ...text(content.kicker, styles.kicker, { end: true }),
        ...text(content.title, styles.strong, { end: true }),
      ),
    ),
    ...(stamp
      ? [h(View, { style: styles.stamp }, ...text(stamp.word, styles.stampWord), ...text(stamp.note, styles.stampNote))]
      : []),
    h(View, { style: [row, styles.facts] as never }, ...content.facts.map((factItem) => fact(factItem))),
    ...content.sections.map(section),
    h(
      View,
      { style: [row, styles.footer] as never, fixed: true },
      h(View, { style: styles.grow }, ...text(content.footer, styles.label)),
      h(Text, {
        style: [styles.pageNumber, { textAlign: side(true), direction: isRtl ? 'rtl' : 'ltr' }] as never,
        render: ({ pageNumber, totalPages }) =>
          content.pages.replace('{page}', String(pageNumber)).replace('{pages}', String(totalPages)),
      }),
    ),
  )
  const permissions = { printing: 'highResolution', copying: true, contentAccessibility: true } as const
  const about = {
    title: `${content.kicker} ${content.title}`,
    author: content.issuer.name,
    language: content.locale,
    creationDate: generatedAt,
    modificationDate: generatedAt,
  }
  return h(
    Document,
    { ...about, ownerPassword, permissions, pdfVersion: '1.7' } as DocumentProps,
    body,
  ) as ReactElement<DocumentProps>
}

const ink = '#141917'
const muted = '#4C534D'
const field = '#2C633D'
const styles = StyleSheet.create({
  page: {
    fontFamily: [...families] as never,
    fontSize: 10,
    color: ink,
    paddingTop: 42,
    paddingHorizontal: 52,
    paddingBottom: 58,
  },
  text: { fontSize: 10, lineHeight: 1.5, width: '100%' },
  strong: { fontWeight: 600 },
  label: { color: muted, fontSize: 9 },
  grow: { flexGrow: 1, flexShrink: 1, flexBasis: 0 },
  amount: { width: '40%' },
  header: { gap: 24, paddingBottom: 12, borderBottomWidth: 2.5, borderBottomColor: field },
  name: { fontSize: 15, fontWeight: 600, lineHeight: 1.4 },
  kind: { width: '40%' },
  kicker: { fontSize: 12, fontWeight: 600, color: field },
  stamp: { marginTop: 16, padding: 10, borderWidth: 1.5, borderColor: '#A32730', borderRadius: 6 },
  stampWord: { color: '#A32730', fontSize: 16, fontWeight: 600 },
  stampNote: { color: '#A32730' },
  facts: { flexWrap: 'wrap', marginTop: 14, rowGap: 10, columnGap: '3.5%' },
  fact: { width: '31%' },
  whole: { width: '100%' },
  section: { marginTop: 14 },
  heading: { marginTop: 26 },
  figure: {
    alignItems: 'center',
    gap: 16,
    marginTop: 16,
    paddingVertical: 11,
    paddingHorizontal: 18,
    borderRadius: 8,
    backgroundColor: '#DCF4E2',
  },
  figureLabel: { color: '#235232' },
  figureAmount: { color: '#235232', fontSize: 19, fontWeight: 600, lineHeight: 1.3 },
  head: { paddingBottom: 4, borderBottomWidth: 0.75, borderBottomColor: '#A4ABA5' },
  line: { paddingVertical: 5, borderBottomWidth: 0.5, borderBottomColor: '#EAEEEB' },
  sums: { marginTop: 12 },
  sum: { gap: 24, paddingVertical: 2 },
  total: { marginTop: 2, paddingTop: 5, borderTopWidth: 0.75, borderTopColor: '#A4ABA5' },
  law: { marginTop: 14, paddingTop: 10, borderTopWidth: 0.75, borderTopColor: '#D7DCD8' },
  lawText: { fontSize: 9.5, marginBottom: 4, textAlign: 'left' },
  signature: { marginTop: 16, width: 200 },
  signed: { fontSize: 14, paddingBottom: 4, marginBottom: 4, borderBottomWidth: 0.75, borderBottomColor: '#7A827B' },
  pageNumber: { width: 100, color: muted, fontSize: 9 },
  footer: { position: 'absolute', bottom: 30, left: 52, right: 52, height: 16 },
})
