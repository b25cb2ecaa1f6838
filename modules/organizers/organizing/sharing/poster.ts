import type { Locale } from '#shared/text.ts'

/** What a poster says, on paper and as a picture; every text is plain. */
export type Poster = {
  readonly locale: Locale
  readonly slug: string
  readonly category: string
  readonly title: string
  readonly charity: string
  readonly invitation: string
  readonly scan: string
  /** The link a camera reads, and how it is printed for those who type. */
  readonly link: string
  readonly shownLink: string
  readonly productName: string
  readonly madeAt: Date
}
