import { localDate, type LocalDate } from '#shared/calendar.ts'

/** Under which law a charity's receipts are: as `organizations.organization.receipt_regime`. */
export type BooksLaw = 'uk' | 'us' | 'ca' | 'plain'

/**
 * Years that who gave stays in the books, from the end of the tax year of the gift (privacy-5): UK 6 (HMRC, Gift Aid
 * records), Canada 6 (CRA, books), US 7. A charity under none of them keeps the longest.
 */
const yearsKept: Readonly<Record<BooksLaw, number>> = { uk: 6, ca: 6, us: 7, plain: 7 }

/**
 * The last day on which the books still say who gave; the tax year ends on 5 April in the UK, elsewhere with the
 * calendar's.
 */
export function keptUntil(law: BooksLaw, givenOn: LocalDate): LocalDate {
  const year = Number(givenOn.slice(0, 4))
  if (law !== 'uk') return localDate(`${year + yearsKept[law]}-12-31`)
  return localDate(`${(givenOn.slice(5) < '04-06' ? year : year + 1) + yearsKept.uk}-04-05`)
}
