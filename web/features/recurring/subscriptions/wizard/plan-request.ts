import type { PlanRequest } from '#modules/recurring/subscriptions/contract.ts'
import { type Currency, exponentOf } from '#shared/money.ts'
import type { Programme } from '#modules/recurring/plans/rules/schedule.ts'
import { amountOfNight, chosenNights, type NightData } from '../calendar/nights.ts'
import { shareOf } from './percent.ts'
import { controlOfWire } from '#modules/money/giving/rules/donor-field-values.ts'
import type { CheckoutData } from '#web/features/money/giving/state/checkout-state.ts'
import { hasNumberedDays } from './programme.ts'
import type { PlanForm } from './plan-form.ts'

/** The offered plan, as the wizard needs it. */
export type PlanData = {
  readonly givingPlanId: string
  readonly programme: Programme | null
  /** The Hijri year whose nights are shown; null for other programmes. */
  readonly hijriYear: number | null
  readonly nights: readonly NightData[]
  /** The fundraiser's giving levels that are available for plans. */
  readonly levels: CheckoutData['levels']
  /** Whether a referral code can be used with this plan. */
  readonly takesCodes: boolean
  /** Name of the person whose referral link the donor followed, if known. */
  readonly inviter: string | undefined
}

export const levelOfPlanForm = (planForm: Pick<PlanForm, 'level'>, plan: Pick<PlanData, 'levels'>) =>
  plan.levels.find(({ id }) => id === planForm.level)

export type Money = {
  readonly tipAmount?: number
  readonly isZakat?: boolean
  readonly maximizeZakat?: boolean
  readonly giftAid?: boolean
  readonly taxReceipt?: boolean
}
/** Request of a plan preview. */
export type PreviewRequest = Partial<PlanRequest> &
  Pick<PlanRequest, 'givingPlanId' | 'donationAmount' | 'donationAmountCurrency'>

const minor = (whole: bigint, currency: Currency): number => Number(whole * 10n ** BigInt(exponentOf(currency)))

/** Returns the amount of one donation or the sum of all nights, in whole major units. */
export const planTotalOf = (planForm: PlanForm, plan: PlanData): bigint =>
  hasNumberedDays(plan.programme)
    ? chosenNights(plan.nights, planForm).reduce((sum, number) => sum + amountOfNight(number, planForm), 0n)
    : BigInt(planForm.amount ?? '0')

/** Converts the form to the request of the preview and of the subscription. */
export function toPlanRequest(planForm: PlanForm, plan: PlanData, more: Money = {}): PreviewRequest {
  const nights = chosenNights(plan.nights, planForm)
  const level = levelOfPlanForm(planForm, plan)
  return {
    givingPlanId: plan.givingPlanId,
    donationAmount: level ? level.amount : minor(planTotalOf(planForm, plan), planForm.currency),
    donationAmountCurrency: planForm.currency,
    ...(level ? { rewardId: level.id } : {}),
    ...more,
    ...(planForm.zone ? { timeZone: planForm.zone } : {}),
    ...(planForm.total ? { total: Number(planForm.total) } : {}),
    ...(planForm.startsOn ? { startsOn: planForm.startsOn } : {}),
    ...(planForm.until ? { unsubscribedAt: planForm.until } : {}),
    ...(planForm.calendar ? { calendar: planForm.calendar } : {}),
    ...(plan.hijriYear === null ? {} : { hijriYear: plan.hijriYear }),
    ...(hasNumberedDays(plan.programme)
      ? {
          nights,
          amounts: Object.fromEntries(
            nights.map((number) => [String(number), minor(amountOfNight(number, planForm), planForm.currency)]),
          ),
        }
      : {}),
    ...(plan.programme !== null && planForm.choosesCauses && planForm.causes.length > 0
      ? { causes: planForm.causes.map(({ id, percent }) => ({ campaignId: id, share: shareOf(percent) ?? 0 })) }
      : {}),
  }
}

/** Controls of fields that only a plan has. */
const controls: Readonly<Record<string, string>> = {
  donationAmountCurrency: 'amount',
  total: 'amount',
  unsubscribedAt: 'until',
  timeZone: 'zone',
  cardId: 'card',
  tokens: 'wallets',
  paymentMethod: 'wallets',
  'guest.email': 'email',
  'guest.name': 'name',
  code: 'code',
}

/** Returns the id of the page's control for a field of the request. */
export const controlOfPlan = (field: string): string =>
  controls[field] ?? (/^amounts\.\d+$/.test(field) ? `a${field.slice(8)}` : controlOfWire('subscription', field))
