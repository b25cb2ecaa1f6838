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

/** A claimed gift and what of it was refunded: minor units of its currency, `claimedPence` in pence. */
export type ClaimedGift = {
  readonly gift: bigint
  /** Refunded when it was claimed, so the claim named the rest. */
  readonly refundedAtClaim: bigint
  readonly claimedPence: bigint
  /** The part of the refunds that no claim or adjustment has considered yet. */
  readonly refundedFrom: bigint
  readonly refundedTo: bigint
}

/**
 * Returns the part of a claimed gift in pence that was returned by refunds between two refunded amounts, at the rate of
 * the claim (gift-aid-15). The parts of successive refunds sum to the part of all together; never negative.
 */
export function returnedPence({ gift, refundedAtClaim, claimedPence, refundedFrom, refundedTo }: ClaimedGift): bigint {
  const claimed = gift - refundedAtClaim
  const valueAfter = (refunded: bigint): bigint =>
    claimed > 0n ? divide(claimedPence * remainingGift({ gift, refunded }), claimed, 'half-up') : 0n
  const returned = valueAfter(refundedFrom) - valueAfter(refundedTo)
  return returned > 0n ? returned : 0n
}

const sumOf = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, amount) => sum + amount, 0n)
