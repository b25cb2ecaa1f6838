import { localDate, type LocalDate } from '#shared/calendar.ts'
import { ukTaxYearOf } from '#modules/money/giving/rules/gift-aid.ts'

/** How an issuer's receipts are worded: `plain` is a receipt that no tax office asks for. */
export type Regime = 'uk' | 'us' | 'ca' | 'plain'

/**
 * The tax year a gift falls in, by the local day of the issuer: from 6 April in the UK, named by the year it begins in;
 * else the calendar's (receipts-12).
 */
export const taxYearOf = (regime: Regime, givenOn: LocalDate): number =>
  regime === 'uk' ? ukTaxYearOf(givenOn) : Number(givenOn.slice(0, 4))

/**
 * The year a serial belongs to: the calendar's, in every country. Tax years are for the annual statement (receipts-12),
 * which
 * looks at the days.
 */
export const serialYearOf = (givenOn: LocalDate): number => Number(givenOn.slice(0, 4))

/** "2026", or "2026-27" in the UK. */
export const taxYearLabel = (regime: Regime, year: number): string =>
  regime === 'uk' ? `${year}-${String((year + 1) % 100).padStart(2, '0')}` : String(year)

/**
 * As printed: issuer, year, serial; one issuer's serials of a year have no gap. Six digits at least, so that lists
 * sort.
 */
export const receiptNumber = ({
  issuerId,
  year,
  serial,
}: {
  readonly issuerId: bigint | string
  readonly year: number
  readonly serial: bigint
}): string => `${issuerId}-${year}-${String(serial).padStart(6, '0')}`

/** First and last day of a tax year, on the issuer's calendar (receipts-12). */
export const taxYearDays = (regime: Regime, year: number): { readonly from: LocalDate; readonly to: LocalDate } =>
  regime === 'uk'
    ? { from: localDate(`${year}-04-06`), to: localDate(`${year + 1}-04-05`) }
    : { from: localDate(`${year}-01-01`), to: localDate(`${year}-12-31`) }
