import { isLocalDate } from '#shared/calendar.ts'
import { type Currency, exponentOf, isCurrency } from '#shared/money.ts'
import { isWithinMaximum } from '#modules/money/giving/rules/amounts.ts'
import { parseCheckoutQuery } from '#modules/money/giving/rules/query-parameters.ts'
import { type CalendarGroup, calendarGroups } from '#modules/platform/addresses/rules/calendar-group.ts'
import type { Programme } from '#modules/recurring/plans/rules/schedule.ts'
import { referralCodeOf } from '#modules/recurring/subscriptions/rules/referral-code.ts'
import { amountText, isRefusedAmount } from '#web/ui/amount-text.ts'
import { percentText } from './percent.ts'
import { hasNumberedDays } from './programme.ts'

/** The steps in display order. A fundraiser's own plan has no step for causes. */
export const wizardSteps = ['donations', 'causes', 'confirm'] as const
export type WizardStep = (typeof wizardSteps)[number]

/** How a night's amount is computed from the base amount. `own`: the donor types an amount for each night. */
const spreads = ['equal', '27', 'odd', 'odd27', 'arafah', 'own'] as const
export type AmountSpread = (typeof spreads)[number]
export const amountSpreadsOf = (programme: Programme | null): readonly AmountSpread[] =>
  programme === 'DhulHijjah' ? ['equal', 'arafah', 'own'] : ['equal', '27', 'odd', 'odd27', 'own']

export type PlanFormCause = {
  readonly id: string
  /** Percentage; unreadable input is kept as typed so that the form can show it with an error. Empty if not chosen. */
  readonly percent: string
}
export type PlanFrequency = 'day' | 'week' | 'month'

/**
 * The donor's choices in the plan wizard. All of them are in the page's URL, so that every step works without
 * JavaScript and the browser's back button loses nothing.
 */
export type PlanForm = {
  readonly currency: Currency
  /** False if the platform chooses for each donation. */
  readonly choosesCauses: boolean
  readonly causes: readonly PlanFormCause[]
  readonly frequency: PlanFrequency | undefined
  /** Whole major units: of each donation, or the base amount of a night. Undefined if not chosen yet. */
  readonly amount: string | undefined
  /** A giving level of the fundraiser; its amount replaces `amount`. */
  readonly level: string | undefined
  /** The plan ends when this sum is reached, in minor units; undefined for no limit. */
  readonly total: string | undefined
  readonly startsOn: string
  readonly until: string
  /** Numbers of the chosen nights or days; undefined for all. */
  readonly nights: readonly number[] | undefined
  readonly spread: AmountSpread
  /** Amounts of individual nights by number, in whole major units. */
  readonly own: Readonly<Record<string, string>>
  /** Amounts with a fraction, as typed, by control; the form shows them with an error (S1 §5). */
  readonly refused: Readonly<Record<string, string>>
  readonly isList: boolean
  /** IANA time zone; empty if not chosen. */
  readonly zone: string
  readonly calendar: CalendarGroup | undefined
  /** A referral code (`…Team…`). */
  readonly code: string | undefined
  readonly src: string | undefined
  /** The tip for each donation that a link requests, in whole major units. */
  readonly tip: string | undefined
}

const frequencies: Readonly<Record<string, PlanFrequency>> = {
  day: 'day',
  daily: 'day',
  week: 'week',
  weekly: 'week',
  month: 'month',
  monthly: 'month',
}
/** Reads the value of `frequencyType` (`day`) or `givingPlan` (`daily`) (S2 §2). */
export const frequencyOf = (text: string | null): PlanFrequency | undefined =>
  text === null ? undefined : frequencies[text.toLowerCase()]

const dayOf = (text: string | null): string => (text !== null && isLocalDate(text) ? text : '')

/**
 * Reads the amounts in a URL, by control. A fraction or another text than one number is returned in `refused` for the
 * donor to correct if the form sent it; in a link it is ignored.
 */
function amountsOf(query: URLSearchParams, programme: Programme | null, currency: Currency) {
  const read = [...query]
    .filter(([control]) => /^(amount|a([1-9]|[12]\d|30))$/.test(control))
    .map(([control, text]) => {
      const typed = text.slice(0, 20)
      const amount = amountText(typed, exponentOf(currency))
      return { control, typed, whole: isRefusedAmount(amount) || amount.isCut ? undefined : amount.text }
    })
  const isSent = query.has('step')
  // An amount in another currency isn't comparable, so the new currency's default is proposed.
  const shownCurrency = query.get('amountCurrency')
  if (programme !== null && shownCurrency !== null && shownCurrency !== currency) return { whole: {}, refused: {} }
  // The sum of a programme's nights may exceed the maximum of one donation.
  const isAccepted = (text: string) => isSent || hasNumberedDays(programme) || isWithinMaximum(text, currency)
  return {
    whole: Object.fromEntries(
      read.flatMap(({ control, whole }) => (whole !== undefined && isAccepted(whole) ? [[control, whole]] : [])),
    ),
    refused: Object.fromEntries(
      read.flatMap(({ control, typed, whole }) => (whole === undefined && isSent ? [[control, typed]] : [])),
    ),
  }
}

/** Reads the form from a URL. Ignores invalid values. The plan of a fundraiser always has the fundraiser's currency. */
export function readPlanForm(
  query: URLSearchParams,
  input: { readonly programme: Programme | null; readonly currency: Currency },
): PlanForm {
  const chosen = query.get('currency') ?? ''
  const currency = input.programme !== null && isCurrency(chosen) ? chosen : input.currency
  const { whole, refused } = amountsOf(query, input.programme, currency)
  const campaignId = query.get('campaignId')
  const ids = [...new Set(query.getAll('cause').filter((id) => /^\d{1,18}$/.test(id)))].slice(0, 12)
  const hasStarted = query.has('pick')
  const causes = ids.map((id) => ({ id, percent: readPercent(query.get(`share-${id}`)) }))
  const first =
    !hasStarted && campaignId !== null && /^\d{1,18}$/.test(campaignId) ? [{ id: campaignId, percent: '100' }] : []
  const spread = amountSpreadsOf(input.programme).find((spread) => spread === query.get('spread'))
  return {
    currency,
    choosesCauses: hasStarted ? query.get('pick') === 'own' : first.length > 0 || ids.length > 0,
    causes: causes.length > 0 ? causes : first,
    frequency: frequencyOf(query.get('frequencyType')) ?? frequencyOf(query.get('givingPlan')),
    amount: whole.amount,
    level: /^\d{1,18}$/.exec(query.get('level') ?? '')?.[0],
    total: /^[1-9]\d{0,11}$/.exec(query.get('total') ?? '')?.[0],
    startsOn: dayOf(query.get('startsOn')),
    until: dayOf(query.get('until')),
    nights: query.has('nights') ? numbersOf(query.getAll('night')) : undefined,
    spread: spread ?? 'equal',
    own: Object.fromEntries(
      Object.entries(whole).flatMap(([control, text]) => (control === 'amount' ? [] : [[control.slice(1), text]])),
    ),
    refused,
    isList: query.get('view') === 'list',
    zone: (query.get('zone') ?? '').slice(0, 60),
    calendar: calendarGroups.find((calendarGroup) => calendarGroup === query.get('calendar')),
    code: referralCodeOf(query.get('code')),
    src: /^[\w.-]{1,64}$/.exec(query.get('src') ?? '')?.[0],
    tip: parseCheckoutQuery(query, undefined, currency).tip,
  }
}

const numbersOf = (texts: readonly string[]): number[] =>
  [...new Set(texts.map(Number))]
    .filter((number) => Number.isInteger(number) && number >= 1 && number <= 30)
    .sort((a, b) => a - b)

/** Returns a share: an empty field means zero, a missing field means not chosen. */
const readPercent = (text: string | null): string => (text === null ? '' : percentText(text.slice(0, 20)) || '0')

/** Returns the fields of one step. A form sends its own fields and carries those of the other steps as hidden fields. */
export function stepFieldsOf(
  planForm: PlanForm,
  step: WizardStep,
): readonly (readonly [name: string, value: string])[] {
  switch (step) {
    case 'causes':
      return [
        ['pick', planForm.choosesCauses ? 'own' : 'platform'],
        ...planForm.causes.flatMap(({ id, percent }) => [['cause', id] as const, [`share-${id}`, percent] as const]),
      ]
    case 'donations':
      return [
        ['currency', planForm.currency],
        ...some('frequencyType', planForm.frequency),
        ...some('amount', planForm.amount),
        ...some('level', planForm.level),
        ...some('startsOn', planForm.startsOn),
        ...some('until', planForm.until),
        ...(planForm.nights
          ? [['nights', 'chosen'] as const, ...planForm.nights.map((number) => ['night', String(number)] as const)]
          : []),
        ...(planForm.spread === 'equal' ? [] : [['spread', planForm.spread] as const]),
        ...(planForm.spread === 'own'
          ? Object.entries(planForm.own).map(([number, amount]) => [`a${number}`, amount] as const)
          : []),
        ...(planForm.isList ? [['view', 'list'] as const] : []),
        ...some('zone', planForm.zone),
        ...some('calendar', planForm.calendar),
      ]
    case 'confirm': {
      const { total, code, src, tip } = planForm
      return [...some('total', total), ...some('code', code), ...some('src', src), ...some('tip', tip)]
    }
  }
}

const some = (name: string, value: string | undefined): (readonly [string, string])[] => (value ? [[name, value]] : [])

/** Returns the query string of a step with all choices. */
export const queryOf = (planForm: PlanForm, step: WizardStep): string =>
  `?${new URLSearchParams([['step', step], ...wizardSteps.flatMap((step) => stepFieldsOf(planForm, step).map(([name, value]) => [name, value]))]).toString()}`
