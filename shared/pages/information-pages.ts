import type { Locale } from '../text.ts'

/**
 * The information pages in the order of the footer; `/help` is `content/{locale}/help.md`. No other file is read from
 * these folders.
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

/** Elements that an information page may contain. */
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

/** A text, an element, a heading with its id for links, or a link. Rendered element by element (security-5). */
export type InformationNode =
  | string
  | { readonly tag: InformationTag; readonly children: readonly InformationNode[] }
  | { readonly tag: 'h2' | 'h3'; readonly id: string; readonly children: readonly InformationNode[] }
  | { readonly tag: 'a'; readonly href: string; readonly children: readonly InformationNode[] }

export type InformationPage = {
  /** The language of the text: English if there is no file in the visitor's language. */
  readonly language: Locale
  /** The first heading. */
  readonly title: string
  /** The first paragraph as plain text, for search engines. */
  readonly description: string
  readonly body: readonly InformationNode[]
  /** Second-level headings. */
  readonly contents: readonly { readonly id: string; readonly title: string }[]
}
