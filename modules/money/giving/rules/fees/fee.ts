import {
  add,
  compare,
  type Currency,
  grossUp,
  isZero,
  money,
  type Money,
  type Rate,
  share,
  subtract,
  zero,
} from '#shared/money.ts'
import type { Fault } from '#shared/problem.ts'

/**
 * A provider's fee for one payment: a percentage and a fixed part. `version` names the table it comes from; every
 * donation stores it.
 */
export type FeeSchedule = { readonly version: string; readonly percentage: Rate; readonly fixed: Money }

/** A fee schedule as JSON, in parts per million and minor units of its currency. */
export type FeeData = { readonly version: string; readonly ppm: number; readonly fixed: number }
export const feeData = ({ version, percentage, fixed }: FeeSchedule): FeeData => ({
  version,
  ppm: Number(percentage.ppm),
  fixed: Number(fixed.amount),
})
export const toFeeSchedule = ({ version, ppm, fixed }: FeeData, currency: Currency): FeeSchedule => ({
  version,
  percentage: { ppm: BigInt(ppm) },
  fixed: money(BigInt(fixed), currency),
})

/** Returns amount + fixed + amount × percentage (S2 §9), the estimate if the campaign bears the fee. */
export const linearTotal = (amount: Money, fee: FeeSchedule): Money => add(amount, linearFee(amount, fee))

/** Returns the fee of a payment of this amount; zero for zero. */
export const linearFee = (amount: Money, { percentage, fixed }: FeeSchedule): Money =>
  isZero(amount) ? amount : add(fixed, share(amount, percentage, 'half-up'))

/** Returns (amount + fixed) / (1 − percentage) (S2 §9), the total that leaves exactly the amount after the fee. */
export const coveredTotal = (amount: Money, { percentage, fixed }: FeeSchedule): Money =>
  isZero(amount) ? amount : grossUp(add(amount, fixed), percentage, 'half-up')

/** Returns the fee that a donor pays on top of the amount to cover it. */
export const coverFee = (amount: Money, fee: FeeSchedule): Money => subtract(coveredTotal(amount, fee), amount)

/** Checks the percentage and the fixed part of a schedule (amounts-2). */
export function checkFeeSchedule({ percentage, fixed }: Pick<FeeSchedule, 'percentage' | 'fixed'>): Fault | undefined {
  if (percentage.ppm < 0n || percentage.ppm >= 1_000_000n) return { code: 'fee-percentage-out-of-range' }
  if (compare(fixed, zero(fixed.currency)) < 0) return { code: 'fee-fixed-negative' }
  return undefined
}
