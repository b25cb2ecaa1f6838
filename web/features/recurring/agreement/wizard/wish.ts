import { isLocalDate } from '#shared/calendar.ts'
import { type Currency, exponentOf, isCurrency } from '#shared/money.ts'
import { isWithinMaximum } from '#modules/money/giving/rules/amounts.ts'
import { parseCheckoutQuery } from '#modules/money/giving/rules/query-parameters.ts'
import { type CalendarGroup, calendarGroups } from '#modules/platform/addresses/rules/calendar-group.ts'
import type { Programme } from '#modules/recurring/plans/rules/schedule.ts'
import { referralCodeOf } from '#modules/recurring/agreement/rules/referral-code.ts'
import { amountText } from '../../../../ui/amount-text.ts'
import { percentText } from './percent.ts'
import { isCounted } from './programme.ts'

export const steps = ['causes', 'gifts', 'confirm'] as const
export type Step = (typeof steps)[number]

/** How a night's amount follows from the amount of a plain one. `own`: each is typed. */
const spreads = ['equal', '27', 'odd', 'odd27', 'arafah', 'own'] as const
export type Spread = (typeof spreads)[number]
export const spreadsOf = (programme: Programme | null): readonly Spread[] =>
  programme === 'DhulHijjah' ? ['equal', 'arafah', 'own'] : ['equal', '27', 'odd', 'odd27', 'own']

export type WishedCause = {
  readonly id: string
  /** Per cent; what cannot be read as it was typed, to be refused there. Empty: not said. */ readonly percent: string
}
export type PlanFrequency = 'day' | 'week' | 'month'

/**
 * What somebody has chosen so far. All of it stands in the page's address, so that every step works without scripts and
 * nothing is lost on the way.
 */
export type Wish = {
  readonly currency: Currency
  /** False: the platform chooses for each gift. */
  readonly choosesCauses: boolean
  readonly causes: readonly WishedCause[]
  readonly frequency: PlanFrequency | undefined
  /** Whole major units: of each gift, or of a plain night. Undefined: not said yet. */
  readonly amount: string | undefined
  /** A giving level of the fundraiser; its amount replaces the one above. */
  readonly level: string | undefined
  /** The sum at which it ends, in minor units; undefined: it has none. */
  readonly total: string | undefined
  readonly startsOn: string
  readonly until: string
  /** Numbers of nights or days; undefined: all there are. */
  readonly nights: readonly number[] | undefined
  readonly spread: Spread
  /** By number, whole major units. */
  readonly own: Readonly<Record<string, string>>
  /** What a form sent with a fraction, by its control and as it was typed: it is refused there (S1 §5). */
  readonly refused: Readonly<Record<string, string>>
  readonly isList: boolean
  /** IANA; empty: not said. */
  readonly zone: string
  readonly calendar: CalendarGroup | undefined
  /** A referral code (`…Team…`). */
  readonly code: string | undefined
  readonly src: string | undefined
  /** That a link asks for, of each gift: whole major units. */
  readonly tip: string | undefined
}

const words: Readonly<Record<string, PlanFrequency>> = {
  day: 'day',
  daily: 'day',
  week: 'week',
  weekly: 'week',
  month: 'month',
  monthly: 'month',
}
/** `frequencyType` and `givingPlan` say a frequency in one word or the other (S2 §2). */
export const frequencyOf = (text: string | null): PlanFrequency | undefined =>
  text === null ? undefined : words[text.toLowerCase()]

const dayOf = (text: string | null): string => (text !== null && isLocalDate(text) ? text : '')

/**
 * The amounts of an address by their controls. A fraction that one of our forms sent is the donor's to mend; one in a
 * link leaves the form as it begins.
 */
function amountsOf(query: URLSearchParams, programme: Programme | null, currency: Currency) {
  const read = [...query]
    .filter(([control]) => /^(amount|a([1-9]|[12]\d|30))$/.test(control))
    .map(([control, text]) => ({
      control,
      typed: text.slice(0, 20),
      ...amountText(text.slice(0, 20), exponentOf(currency)),
    }))
  const isSent = query.has('step')
  // The sum of a programme's nights may be more than what is donated at once.
  const isTaken = (text: string) => isSent || isCounted(programme) || isWithinMaximum(text, currency)
  return {
    whole: Object.fromEntries(
      read.filter(({ isCut, text }) => !isCut && isTaken(text)).map(({ control, text }) => [control, text]),
    ),
    refused: Object.fromEntries(
      read.filter(({ isCut }) => isCut && isSent).map(({ control, typed }) => [control, typed]),
    ),
  }
}

/**
 * An address as what it asks for. What makes no sense in it is left out; nothing here is an error. A fundraiser's own
 * plan has its one currency.
 */
export function wishOf(
  query: URLSearchParams,
  of: { readonly programme: Programme | null; readonly currency: Currency },
): Wish {
  const chosen = query.get('currency') ?? ''
  const currency = of.programme !== null && isCurrency(chosen) ? chosen : of.currency
  const { whole, refused } = amountsOf(query, of.programme, currency)
  const asked = query.get('campaignId')
  const ids = [...new Set(query.getAll('cause').filter((id) => /^\d{1,18}$/.test(id)))].slice(0, 12)
  const begun = query.has('pick')
  const causes = ids.map((id) => ({ id, percent: percentAsked(query.get(`share-${id}`)) }))
  const first = !begun && asked !== null && /^\d{1,18}$/.test(asked) ? [{ id: asked, percent: '100' }] : []
  const spread = spreadsOf(of.programme).find((each) => each === query.get('spread'))
  return {
    currency,
    choosesCauses: begun ? query.get('pick') === 'own' : first.length > 0 || ids.length > 0,
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
    calendar: calendarGroups.find((each) => each === query.get('calendar')),
    code: referralCodeOf(query.get('code')),
    src: /^[\w.-]{1,64}$/.exec(query.get('src') ?? '')?.[0],
    tip: parseCheckoutQuery(query, undefined, currency).tip,
  }
}

const numbersOf = (texts: readonly string[]): number[] =>
  [...new Set(texts.map(Number))]
    .filter((number) => Number.isInteger(number) && number >= 1 && number <= 30)
    .sort((a, b) => a - b)

/** A field that was left empty says that its cause gets nothing; one that was not there says nothing. */
const percentAsked = (text: string | null): string => (text === null ? '' : percentText(text.slice(0, 20)) || '0')

/** The fields of an address, by the step whose form has them; a form sends its own, and carries the others along. */
export function fieldsOf(wish: Wish, step: Step): readonly (readonly [name: string, value: string])[] {
  switch (step) {
    case 'causes':
      return [
        ['currency', wish.currency],
        ['pick', wish.choosesCauses ? 'own' : 'platform'],
        ...wish.causes.flatMap(({ id, percent }) => [['cause', id] as const, [`share-${id}`, percent] as const]),
      ]
    case 'gifts':
      return [
        ...some('frequencyType', wish.frequency),
        ...some('amount', wish.amount),
        ...some('level', wish.level),
        ...some('startsOn', wish.startsOn),
        ...some('until', wish.until),
        ...(wish.nights
          ? [['nights', 'chosen'] as const, ...wish.nights.map((number) => ['night', String(number)] as const)]
          : []),
        ...(wish.spread === 'equal' ? [] : [['spread', wish.spread] as const]),
        ...(wish.spread === 'own'
          ? Object.entries(wish.own).map(([number, amount]) => [`a${number}`, amount] as const)
          : []),
        ...(wish.isList ? [['view', 'list'] as const] : []),
        ...some('zone', wish.zone),
        ...some('calendar', wish.calendar),
      ]
    case 'confirm': {
      const { total, code, src, tip } = wish
      return [...some('total', total), ...some('code', code), ...some('src', src), ...some('tip', tip)]
    }
  }
}

const some = (name: string, value: string | undefined): (readonly [string, string])[] => (value ? [[name, value]] : [])

/** The address of a step with everything that was chosen. */
export const queryOf = (wish: Wish, step: Step): string =>
  `?${new URLSearchParams([['step', step], ...steps.flatMap((each) => fieldsOf(wish, each).map(([name, value]) => [name, value]))]).toString()}`
