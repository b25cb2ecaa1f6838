import type { Locale } from '../text.ts'

/**
 * The information pages, in the order of the footer: `/help` is `content/{locale}/help.md`. Nothing else is ever read
 * from those folders.
 */
export const informationPages = [
  'help',
  'fees',
  'donor-protection',
  'contact',
  'for-charities',
  'privacy',
  'terms',
  'cookies',
  'accessibility',
] as const
export type InformationPageName = (typeof informationPages)[number]

/** Elements an information page may have. */
export type InformationTag =
  | 'p'
  | 'br'
  | 'hr'
  | 'strong'
  | 'em'
  | 'code'
  | 'ul'
  | 'ol'
  | 'li'
  | 'blockquote'
  | 'table'
  | 'thead'
  | 'tbody'
  | 'tr'
  | 'th'
  | 'td'

/** A text, an element, a heading with the id that links lead to, or a link. Drawn element by element (security-5). */
export type InformationNode =
  | string
  | { readonly tag: InformationTag; readonly children: readonly InformationNode[] }
  | { readonly tag: 'h2' | 'h3'; readonly id: string; readonly children: readonly InformationNode[] }
  | { readonly tag: 'a'; readonly href: string; readonly children: readonly InformationNode[] }

export type InformationPage = {
  /** The language it is written in: English where there is no file in that of the visitor. */
  readonly language: Locale
  /** The first heading. */
  readonly title: string
  /** The first paragraph as plain text, for search engines. */
  readonly description: string
  readonly body: readonly InformationNode[]
  /** The headings of the second level. */
  readonly contents: readonly { readonly id: string; readonly title: string }[]
}
