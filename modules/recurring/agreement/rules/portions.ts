import { zip } from '#shared/collections.ts'
import { type Currency, money, type Money, spread } from '#shared/money.ts'
import { chargeStep } from '#modules/money/giving/rules/charge-step.ts'
import { amountsOfDays, amountsOfNights, type Distribution } from '#modules/recurring/plans/rules/amounts.ts'
import type { Schedule } from '#modules/recurring/plans/rules/schedule.ts'

/** One gift and its tip, in minor units as decimal text. */
type Portion = { readonly gift: string; readonly tip: string }

/** What each gift of a subscription is of: the same for all, or by the number of its night or day. */
export type Portions = { readonly each: Portion } | { readonly byNumber: Readonly<Record<string, Portion>> }

/** A fundraiser and its share of each gift, in ten-thousandths. */
export type Cause = { readonly campaignId: string; readonly share: number }

export const wholeShare = 10_000

export type PortionsAsked = {
  readonly schedule: Schedule
  /** Of a civil plan each gift; of a programme's nights or days all together. */
  readonly gift: Money
  readonly tip: Money
  readonly distribution: Distribution | 'arafah-double'
  /** Amounts the donor chose themself, by number; they replace the distribution. Minor units. */
  readonly amounts?: Readonly<Record<string, bigint>> | undefined
}

/** The nights or days of a programme that were chosen; undefined for a civil plan. */
export function numbersOf(schedule: Schedule): readonly number[] | undefined {
  if (schedule.kind === 'ramadan') return schedule.nights
  return schedule.kind === 'dhul-hijjah' ? schedule.days : undefined
}

/**
 * Splits a total in whole charge steps (amounts-6), so that each part can be charged and together they come to the
 * total. A total off the step, which is refused (amounts-6), leaves its remainder with the first part.
 */
export function spreadInSteps(total: Money, weights: readonly bigint[]): Money[] {
  const step = chargeStep(total.currency)
  const steps = spread(money(total.amount / step, total.currency), weights)
  return steps.map(({ amount }, at) => money(amount * step + (at === 0 ? total.amount % step : 0n), total.currency))
}

/**
 * What each gift is of. Nothing is lost or added: the shares of a total come to it (calendar-8), and the tip is
 * shared as the gifts are. Where a Ramadan has a thirtieth night by the calendar and turns out to have 29, its share is
 * not taken, which the donor is told before.
 */
export function portionsOf({ schedule, gift, tip, distribution, amounts }: PortionsAsked): Portions {
  const numbers = numbersOf(schedule)
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
      zip(numbers, zip(gifts, tips)).map(([number, [giftPart, tipPart]]) => [
        String(number),
        { gift: String(giftPart.amount), tip: String(tipPart.amount) },
      ]),
    ),
  }
}

/** Of one occurrence; undefined: it has no share, so it is not given. */
export function portionOf(
  portions: Portions,
  number: number | null,
): { readonly gift: bigint; readonly tip: bigint } | undefined {
  const portion = 'each' in portions ? portions.each : portions.byNumber[String(number)]
  return portion && BigInt(portion.gift) > 0n ? { gift: BigInt(portion.gift), tip: BigInt(portion.tip) } : undefined
}

/**
 * What each cause gets of one gift: by largest remainder, the earliest first; one that would get nothing is left out
 * (amounts-7).
 */
export function sharesOf(
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

/** Causes that share evenly: the remainder goes to the first, one ten-thousandth each. */
export function evenCauses(campaignIds: readonly string[]): Cause[] {
  const parts = spread(
    money(BigInt(wholeShare), 'USD'),
    campaignIds.map(() => 1n),
  )
  return zip(campaignIds, parts).map(([campaignId, { amount }]) => ({ campaignId, share: Number(amount) }))
}
