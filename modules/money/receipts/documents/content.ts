import type { Locale } from '#shared/text.ts'
import type { Row } from '../words.ts'

/** A paper before it has a form: the same content becomes a page of HTML and a PDF. Every text is plain. */
export type DocumentContent = {
  readonly locale: Locale
  readonly title: string
  /** What kind of paper it is, above its title. */
  readonly kicker: string
  /** Whose paper it is: a name, and what stands below it. */
  readonly issuer: { readonly name: string; readonly lines: readonly string[] }
  /** Across a paper that is no longer valid. */
  readonly stamp?: { readonly word: string; readonly note: string }
  readonly facts: readonly Row[]
  readonly sections: readonly Section[]
  readonly footer: string
  /** "Page {page} of {pages}", filled where there are pages. */
  readonly pages: string
}

export type Sum = { readonly label: string; readonly amount: string; readonly isTotal?: boolean }

export type Section =
  | { readonly kind: 'heading'; readonly title: string; readonly note?: string }
  | { readonly kind: 'figure'; readonly label: string; readonly amount: string }
  | { readonly kind: 'facts'; readonly title: string; readonly rows: readonly Row[] }
  /**
   * The first `textColumns` columns are words, the rest amounts; a cell may have several lines. `widths` are shares of
   * the page.
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
  /** What the law wants said, in the law's own language. */
  | { readonly kind: 'law'; readonly sentences: readonly string[] }
  | { readonly kind: 'signature'; readonly label: string; readonly name: string }
