import { normalizeDigits } from '#shared/input/digits.ts'
import { type Currency, money } from '#shared/money.ts'
import { safePath } from '#shared/safe-path.ts'
import { fieldText, isWithinMaximum } from './amounts.ts'
import { isQuantity } from './donation.ts'
import { donorFields } from './donor-fields.ts'

/** The query parameters of a checkout URL (S2 §2, S1 §2.2). Missing or invalid ones are ignored. */
export type CheckoutQuery = {
  /**
   * Whole major units, at least one. The link's amount is used exactly (S1 §5) and overrides what the browser
   * remembers. Our own pages name an amount with decimals in minor units as `minor`, such as zakat of 183.75.
   */
  readonly amount?: string
  /** Like `amount`, or `0`. */
  readonly tip?: string
  /** Number of pieces of a level. */
  readonly quantity?: number
  /** The source that led the donor here. */
  readonly src?: string
  /** `rebuild` is accepted and has no effect (contract-7). */
  readonly type?: string
  /** A path on our own origin to open after the donation. */
  readonly redirectPath?: string
  readonly frequencyType: 'onetime' | 'recurring'
  /** Selects a plan by its frequency. */
  readonly givingPlan?: string
  /** A type other than the default, such as `fidya`. */
  readonly donationType?: string
  /** Preselects zakat if the fundraiser is verified for it. */
  readonly isZakat?: true
}

/**
 * Parses the query of a checkout URL. An absolute redirect to `origin`, which is ours, is reduced to its path
 * (security-6). An amount above the maximum single donation of `currency` is ignored.
 */
export function parseCheckoutQuery(query: URLSearchParams, origin?: string, currency?: Currency): CheckoutQuery {
  const [amount, tip] = ['amount', 'tip'].map((name) => {
    const whole = wholeOf(query.get(name))
    return whole !== undefined && currency !== undefined && !isWithinMaximum(whole, currency) ? undefined : whole
  })
  const exact = currency && exactOf(query.get('minor'), currency)
  const quantity = Number(wholeOf(query.get('quantity')))
  const src = wordOf(query.get('src'))
  const type = wordOf(query.get('type'))
  const givingPlan = wordOf(query.get('givingPlan'))
  const donationType = typeOf(query.get('donationType'))
  const redirectPath = safePath(query.get('redirectURL') ?? query.get('redirectUrl'), origin)
  return {
    ...(amount && amount !== '0' ? { amount } : {}),
    ...(exact ? { amount: exact } : {}),
    ...(tip ? { tip } : {}),
    ...(isQuantity(quantity) ? { quantity } : {}),
    ...(src ? { src } : {}),
    ...(type ? { type } : {}),
    ...(redirectPath === '/' ? {} : { redirectPath }),
    // A named plan implies a recurring donation, unless the URL says otherwise.
    frequencyType: recurring.has((query.get('frequencyType') ?? query.get('givingPlan') ?? '').toLowerCase())
      ? 'recurring'
      : 'onetime',
    ...(givingPlan ? { givingPlan } : {}),
    ...(donationType ? { donationType } : {}),
    ...(query.get('zakat') === 'true' ? { isZakat: true as const } : {}),
  }
}

/** Some links put the frequency into `frequencyType`. */
const recurring: ReadonlySet<string> = new Set([
  'recurring',
  'day',
  'daily',
  'week',
  'weekly',
  'month',
  'monthly',
  'year',
  'yearly',
])

/** Returns a donation type; undefined for the default and for invalid ones. */
const typeOf = (text: string | null): string | undefined =>
  donorFields.donationType.options.find((option) => option === text && option !== donorFields.donationType.usual)

const wholeOf = (text: string | null): string | undefined =>
  /^0*(\d{1,9})(?:[.٫]0{1,3})?$/.exec(normalizeDigits(text?.trim() ?? ''))?.[1]

/** Returns minor units as the text of an amount field; undefined for an invalid amount or one above the maximum. */
function exactOf(minor: string | null, currency: Currency): string | undefined {
  if (!/^[1-9]\d{0,11}$/.test(minor ?? '')) return undefined
  const text = fieldText(money(BigInt(minor ?? 0), currency))
  return isWithinMaximum(text, currency) ? text : undefined
}

const wordOf = (text: string | null): string | undefined =>
  text !== null && /^[\w.-]{1,64}$/.test(text) ? text : undefined
