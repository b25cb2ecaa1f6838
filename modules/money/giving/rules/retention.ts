import { localDate, type LocalDate } from '#shared/calendar.ts'

/** The law of a charity's receipts, as in `organizations.organization.receipt_regime`. */
export type BooksLaw = 'uk' | 'us' | 'ca' | 'plain'

/**
 * Years for which the books keep the donor, from the end of the donation's tax year (privacy-5): UK 6 (HMRC, Gift Aid
 * records), Canada 6 (CRA, books), US 7. Charities under no such law use the longest.
 */
const retentionYears: Readonly<Record<BooksLaw, number>> = { uk: 6, ca: 6, us: 7, plain: 7 }

/**
 * Returns the last day on which the books keep the donor. The tax year ends on 5 April in the UK, elsewhere on 31
 * December.
 */
export function retainedUntil(law: BooksLaw, givenOn: LocalDate): LocalDate {
  const year = Number(givenOn.slice(0, 4))
  if (law !== 'uk') return localDate(`${year + retentionYears[law]}-12-31`)
  return localDate(`${(givenOn.slice(5) < '04-06' ? year : year + 1) + retentionYears.uk}-04-05`)
}
