import { normaliseDigits } from '#shared/digits.ts'
import type { Currency } from '#shared/money.ts'
import { safePath } from '#shared/safe-path.ts'
import { isWithinMaximum } from './amounts.ts'
import { isQuantity } from './donation.ts'
import { donorFields } from './donor-fields.ts'

/**
 * What the address of a checkout asks for (S2 §2, S1 §2.2). What is missing or makes no sense is left out; nothing here
 * is an error.
 */
export type CheckoutQuery = {
  /**
   * Whole major units, at least one: another figure than the link's is never taken (S1 §5). Overrides what the browser
   * remembers.
   */
  readonly amount?: string
  /** As `amount`, or `0`. */
  readonly tip?: string
  /** How many pieces of a level. */
  readonly quantity?: number
  /** Where the donor came from. */
  readonly src?: string
  /** `rebuild` is accepted and without effect (contract-7). */
  readonly type?: string
  /** Where to go after the gift, on our own origin. */
  readonly redirectPath?: string
  readonly frequencyType: 'onetime' | 'recurring'
  /** Matches a plan by its frequency. */
  readonly givingPlan?: string
  /** Another type than the usual one, such as `fidya`. */
  readonly donationType?: string
}

/**
 * `origin` is ours: an absolute redirect to it is reduced to its path (security-6). `currency`: what is asked for
 * in it, beyond the most that is donated at once, is left out.
 */
export function parseCheckoutQuery(query: URLSearchParams, origin?: string, currency?: Currency): CheckoutQuery {
  const [amount, tip] = ['amount', 'tip'].map((name) => {
    const whole = wholeOf(query.get(name))
    return whole !== undefined && currency !== undefined && !isWithinMaximum(whole, currency) ? undefined : whole
  })
  const quantity = Number(wholeOf(query.get('quantity')))
  const src = wordOf(query.get('src'))
  const type = wordOf(query.get('type'))
  const givingPlan = wordOf(query.get('givingPlan'))
  const donationType = typeOf(query.get('donationType'))
  const redirectPath = safePath(query.get('redirectURL') ?? query.get('redirectUrl'), origin)
  return {
    ...(amount && amount !== '0' ? { amount } : {}),
    ...(tip ? { tip } : {}),
    ...(isQuantity(quantity) ? { quantity } : {}),
    ...(src ? { src } : {}),
    ...(type ? { type } : {}),
    ...(redirectPath === '/' ? {} : { redirectPath }),
    // Who names a plan means it, unless the address says otherwise.
    frequencyType: recurring.has((query.get('frequencyType') ?? query.get('givingPlan') ?? '').toLowerCase())
      ? 'recurring'
      : 'onetime',
    ...(givingPlan ? { givingPlan } : {}),
    ...(donationType ? { donationType } : {}),
  }
}

/** Some links name the frequency itself. */
const recurring: ReadonlySet<string> = new Set(['recurring', 'day', 'daily', 'week', 'weekly', 'month', 'monthly'])

/** A donation type of its own; undefined for the usual one and for what is none. */
const typeOf = (text: string | null): string | undefined =>
  donorFields.donationType.options.find((option) => option === text && option !== donorFields.donationType.usual)

const wholeOf = (text: string | null): string | undefined =>
  /^0*(\d{1,9})(?:[.٫]0{1,3})?$/.exec(normaliseDigits(text?.trim() ?? ''))?.[1]

const wordOf = (text: string | null): string | undefined =>
  text !== null && /^[\w.-]{1,64}$/.test(text) ? text : undefined
