import type { PlanAsked } from '#modules/recurring/agreement/contract.ts'
import { type Currency, exponentOf } from '#shared/money.ts'
import type { Programme } from '#modules/recurring/plans/rules/schedule.ts'
import { amountOfNight, chosenNights, type NightFacts } from '../calendar/nights.ts'
import { shareOf } from './percent.ts'
import { controlOfWire } from '#modules/money/giving/rules/donor-field-values.ts'
import type { CheckoutFacts } from '../../../money/giving/state/checkout-state.ts'
import { isCounted } from './programme.ts'
import type { Wish } from './wish.ts'

/** What the page knows of the plan that is begun. */
export type PlanFacts = {
  readonly givingPlanId: string
  readonly programme: Programme | null
  /** Of Ramadan or Dhul Hijjah: the year whose nights are shown. */
  readonly hijriYear: number | null
  readonly nights: readonly NightFacts[]
  /** Giving levels of its fundraiser that can be given on a schedule. */
  readonly levels: CheckoutFacts['levels']
  /** Whether a referral code may count for it. */
  readonly takesCodes: boolean
  /** Whose link somebody came by, where that is known. */
  readonly inviter: string | undefined
}

export const levelOfWish = (wish: Pick<Wish, 'level'>, plan: Pick<PlanFacts, 'levels'>) =>
  plan.levels.find(({ id }) => id === wish.level)

export type Money = {
  readonly tipAmount?: number
  readonly isZakat?: boolean
  readonly maximizeZakat?: boolean
  readonly giftAid?: boolean
  readonly taxReceipt?: boolean
}
/** What a preview is asked with, as the wire has it. */
export type Previewing = Partial<PlanAsked> &
  Pick<PlanAsked, 'givingPlanId' | 'donationAmount' | 'donationAmountCurrency'>

const minor = (whole: bigint, currency: Currency): number => Number(whole * 10n ** BigInt(exponentOf(currency)))

/** Whole major units: of one gift, or of all nights together. */
export const totalOf = (wish: Wish, plan: PlanFacts): bigint =>
  isCounted(plan.programme)
    ? chosenNights(plan.nights, wish).reduce((sum, number) => sum + amountOfNight(number, wish), 0n)
    : BigInt(wish.amount ?? '0')

/** From what was chosen to what the server is asked. */
export function askedOf(wish: Wish, plan: PlanFacts, more: Money = {}): Previewing {
  const nights = chosenNights(plan.nights, wish)
  const level = levelOfWish(wish, plan)
  return {
    givingPlanId: plan.givingPlanId,
    donationAmount: level ? level.amount : minor(totalOf(wish, plan), wish.currency),
    donationAmountCurrency: wish.currency,
    ...(level ? { rewardId: level.id } : {}),
    ...more,
    ...(wish.zone ? { timeZone: wish.zone } : {}),
    ...(wish.total ? { total: Number(wish.total) } : {}),
    ...(wish.startsOn ? { startsOn: wish.startsOn } : {}),
    ...(wish.until ? { unsubscribedAt: wish.until } : {}),
    ...(wish.calendar ? { calendar: wish.calendar } : {}),
    ...(plan.hijriYear === null ? {} : { hijriYear: plan.hijriYear }),
    ...(isCounted(plan.programme)
      ? {
          nights,
          amounts: Object.fromEntries(
            nights.map((number) => [String(number), minor(amountOfNight(number, wish), wish.currency)]),
          ),
        }
      : {}),
    ...(plan.programme !== null && wish.choosesCauses && wish.causes.length > 0
      ? { causes: wish.causes.map(({ id, percent }) => ({ campaignId: id, share: shareOf(percent) ?? 0 })) }
      : {}),
  }
}

/** Fields of a plan alone. */
const controls: Readonly<Record<string, string>> = {
  donationAmountCurrency: 'amount',
  total: 'amount',
  unsubscribedAt: 'until',
  timeZone: 'zone',
  cardId: 'card',
  code: 'code',
}

/** The server's field → the id of the control on the page. */
export const controlOfPlan = (field: string): string =>
  controls[field] ?? (/^amounts\.\d+$/.test(field) ? `a${field.slice(8)}` : controlOfWire('subscription', field))
