import { zip } from '#shared/collections.ts'
import { type Currency, money, type Money, spread } from '#shared/money.ts'
import { chargeStep } from '#modules/money/giving/rules/charge-step.ts'
import { amountsOfDays, amountsOfNights, type NightDistribution } from '#modules/recurring/plans/rules/amounts.ts'
import type { Schedule } from '#modules/recurring/plans/rules/schedule.ts'

/** One donation and its tip, in minor units as decimal text. */
type Portion = { readonly gift: string; readonly tip: string }

/** The amounts of a subscription: one for each donation, or by number of the night or day. */
export type Portions = { readonly each: Portion } | { readonly byNumber: Readonly<Record<string, Portion>> }

/** A fundraiser and its share of each donation, in ten-thousandths. */
export type Cause = { readonly campaignId: string; readonly share: number }

export const wholeShare = 10_000

export type PortionsInput = {
  readonly schedule: Schedule
  /** Amount of each donation of a civil plan; the sum for nights or days. */
  readonly gift: Money
  readonly tip: Money
  readonly distribution: NightDistribution | 'arafah-double'
  /** The donor's amounts by number, which replace the distribution. Minor units. */
  readonly amounts?: Readonly<Record<string, bigint>> | undefined
}

/** Returns the chosen nights or days of a programme; undefined for a civil plan. */
export function occurrenceNumbersOf(schedule: Schedule): readonly number[] | undefined {
  if (schedule.kind === 'ramadan') return schedule.nights
  return schedule.kind === 'dhul-hijjah' ? schedule.days : undefined
}

/**
 * Splits a total exactly into whole charge steps (amounts-6). The first part gets the remainder of a total that isn't a
 * multiple of the step, which validation refuses.
 */
export function spreadInSteps(total: Money, weights: readonly bigint[]): Money[] {
  const step = chargeStep(total.currency)
  const steps = spread(money(total.amount / step, total.currency), weights)
  return steps.map(({ amount }, index) =>
    money(amount * step + (index === 0 ? total.amount % step : 0n), total.currency),
  )
}

/**
 * Computes the amount of each donation. The shares add up to the total (calendar-8), and the tip is divided in
 * proportion. The share of a thirtieth night that turns out not to exist isn't charged; the donor is notified in
 * advance.
 */
export function portionsOf({ schedule, gift, tip, distribution, amounts }: PortionsInput): Portions {
  const numbers = occurrenceNumbersOf(schedule)
  if (!numbers) return { each: { gift: String(gift.amount), tip: String(tip.amount) } }
  const gifts = amounts
    ? numbers.map((number) => money(amounts[String(number)] ?? 0n, gift.currency))
    : spreadInSteps(
        gift,
        (schedule.kind === 'dhul-hijjah'
          ? amountsOfDays(gift, numbers, distribution === 'arafah-double')
          : amountsOfNights(gift, numbers, distribution === 'arafah-double' ? 'equal' : distribution)
        ).map(({ amount }) => amount),
      )
  const tips = spreadInSteps(
    tip,
    gifts.map(({ amount }) => (amount > 0n ? amount : 0n)),
  )
  return {
    byNumber: Object.fromEntries(
      zip(numbers, zip(gifts, tips)).map(([number, [donationPart, tipPart]]) => [
        String(number),
        { gift: String(donationPart.amount), tip: String(tipPart.amount) },
      ]),
    ),
  }
}

/** Returns the amount of one occurrence; undefined if it has no share and isn't charged. */
export function portionOf(
  portions: Portions,
  number: number | null,
): { readonly gift: bigint; readonly tip: bigint } | undefined {
  const portion = 'each' in portions ? portions.each : portions.byNumber[String(number)]
  return portion && BigInt(portion.gift) > 0n ? { gift: BigInt(portion.gift), tip: BigInt(portion.tip) } : undefined
}

/**
 * Splits one donation among its causes by largest remainder, earlier causes first; a cause with a share of 0 is dropped
 * (amounts-7).
 */
export function causeSharesOf(
  gift: bigint,
  currency: Currency,
  causes: readonly Cause[],
): { readonly campaignId: string; readonly amount: bigint }[] {
  const parts = spread(
    money(gift, currency),
    causes.map(({ share }) => BigInt(share)),
  )
  return zip(causes, parts)
    .map(([{ campaignId }, { amount }]) => ({ campaignId, amount }))
    .filter(({ amount }) => amount > 0n)
}

/** Splits evenly among causes; the first ones get the remaining ten-thousandths. */
export function evenCauses(campaignIds: readonly string[]): Cause[] {
  const parts = spread(
    money(BigInt(wholeShare), 'USD'),
    campaignIds.map(() => 1n),
  )
  return zip(campaignIds, parts).map(([campaignId, { amount }]) => ({ campaignId, share: Number(amount) }))
}
