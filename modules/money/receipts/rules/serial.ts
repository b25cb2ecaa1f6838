import { localDate, type LocalDate } from '#shared/calendar.ts'
import { ukTaxYearOf } from '#modules/money/giving/rules/gift-aid.ts'

/** The law of an issuer's receipts; `plain` if no tax office requires one. */
export type Regime = 'uk' | 'us' | 'ca' | 'plain'

/**
 * Returns the tax year of a donation by its day in the issuer's time zone: from 6 April in the UK, named by the year
 * it begins in; elsewhere the calendar year (receipts-12).
 */
export const taxYearOf = (regime: Regime, givenOn: LocalDate): number =>
  regime === 'uk' ? ukTaxYearOf(givenOn) : Number(givenOn.slice(0, 4))

/**
 * Returns the calendar year to which a serial belongs in every country. The annual statement determines tax years by
 * day instead (receipts-12).
 */
export const serialYearOf = (givenOn: LocalDate): number => Number(givenOn.slice(0, 4))

/** Formats a tax year: "2026", or "2026-27" in the UK. */
export const taxYearLabel = (regime: Regime, year: number): string =>
  regime === 'uk' ? `${year}-${String((year + 1) % 100).padStart(2, '0')}` : String(year)

/**
 * Formats a receipt number: issuer, year, serial. An issuer's serials of a year have no gaps. At least six digits, so
 * that lists sort.
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

/** Returns the first and last day of a tax year in the issuer's country (receipts-12). */
export const taxYearDays = (regime: Regime, year: number): { readonly from: LocalDate; readonly to: LocalDate } =>
  regime === 'uk'
    ? { from: localDate(`${year}-04-06`), to: localDate(`${year + 1}-04-05`) }
    : { from: localDate(`${year}-01-01`), to: localDate(`${year}-12-31`) }
