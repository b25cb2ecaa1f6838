import type { Locale } from '#shared/text.ts'
import type { ReceiptTextRow } from '../receipt-rows.ts'

/** A document without layout, from which both the HTML page and the PDF are made. Every text is plain. */
export type DocumentContent = {
  readonly locale: Locale
  readonly title: string
  /** The kind of document, shown above its title. */
  readonly kicker: string
  /** The issuer's name and the lines below it. */
  readonly issuer: { readonly name: string; readonly lines: readonly string[] }
  /** Shown across a document that is no longer valid. */
  readonly stamp?: { readonly word: string; readonly note: string }
  readonly facts: readonly ReceiptTextRow[]
  readonly sections: readonly Section[]
  readonly footer: string
  /** Returns "Page 1 of 2", for documents with pages. */
  readonly pages: (numbers: { readonly page: number; readonly pages: number }) => string
}

export type Sum = { readonly label: string; readonly amount: string; readonly isTotal?: boolean }

export type Section =
  | { readonly kind: 'heading'; readonly title: string; readonly note?: string }
  | { readonly kind: 'figure'; readonly label: string; readonly amount: string }
  | { readonly kind: 'facts'; readonly title: string; readonly rows: readonly ReceiptTextRow[] }
  /**
   * The first `textColumns` columns are text, the rest amounts. A cell can have several lines. `widths` are fractions
   * of the page.
   */
  | {
      readonly kind: 'table'
      readonly head: readonly string[]
      readonly rows: readonly (readonly string[])[]
      readonly textColumns: number
      readonly widths: readonly number[]
    }
  | { readonly kind: 'sums'; readonly title?: string; readonly rows: readonly Sum[]; readonly note?: string }
  | { readonly kind: 'notes'; readonly lines: readonly string[] }
  /** Sentences that the law requires, in the law's own language. */
  | { readonly kind: 'law'; readonly sentences: readonly string[] }
  | { readonly kind: 'signature'; readonly label: string; readonly name: string }
