import type { Locale } from '#shared/text.ts'

/** Content of a poster; all texts are plain. */
export type Poster = {
  readonly locale: Locale
  readonly slug: string
  readonly category: string
  readonly title: string
  readonly charity: string
  readonly invitation: string
  readonly scan: string
  /** The link in the QR code, and its printed form. */
  readonly link: string
  readonly shownLink: string
  readonly productName: string
  readonly createdAt: Date
}
