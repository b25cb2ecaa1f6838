import type { LocalDate } from '#shared/calendar.ts'
import { divide, type Money } from '#shared/money.ts'
import { convertOnDay, type RateHistory } from '#modules/platform/currencies/rules/rate-of-day.ts'

/**
 * Returns a gift in pence at the exchange rate of its day, rounded half-up (amounts-16); undefined if its currency has
 * no rate.
 */
export const sterlingValue = (gift: Money, givenOn: LocalDate, rates: RateHistory): bigint | undefined =>
  convertOnDay(rates, gift, 'GBP', givenOn)?.amount.amount

/** Returns the gift after refunds in minor units; tip, covered fee and matching funds are never part of it. */
export const remainingGift = ({ gift, refunded }: { readonly gift: bigint; readonly refunded: bigint }): bigint =>
  gift > refunded ? gift - refunded : 0n

/** Returns the tax that HMRC repays on gifts in pence: a quarter of their sum, rounded down. */
export const taxOnGifts = (pence: readonly bigint[]): bigint => divide(sumOf(pence), 4n, 'down')

/** Returns the tax to repay for gifts in pence that were returned after a claim: a quarter of their sum, rounded up (gift-aid-15). */
export const adjustmentTax = (returnedPence: readonly bigint[]): bigint => divide(sumOf(returnedPence), 4n, 'up')

/**
 * Returns what of a claimed gift was returned since and isn't adjusted yet, in pence; never negative. A refund that the
 * bank returned to us isn't claimed again.
 */
export function returnedSinceClaim({
  claimedPence,
  remainingPence,
  adjustedPence,
}: {
  readonly claimedPence: bigint
  /** What is still given, at the rate of the claim. */
  readonly remainingPence: bigint
  /** What earlier adjustments already returned. */
  readonly adjustedPence: bigint
}): bigint {
  const returned = claimedPence - remainingPence - adjustedPence
  return returned > 0n ? returned : 0n
}

const sumOf = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, amount) => sum + amount, 0n)
