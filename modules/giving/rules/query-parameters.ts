import { normaliseDigits } from '#shared/digits.ts'
import { safePath } from '#shared/safe-path.ts'

/** What the address of a checkout asks for (S2 §2, S1 §2.2). What is missing or makes no sense is left out; nothing here is an error. */
export type CheckoutQuery = {
  /** Major units, at least one, with at most three decimals, which a form of whole amounts cuts (S1 §5). Overrides what the browser remembers. */
  readonly amount?: string
  /** As `amount`, or `0`. */
  readonly tip?: string
  /** Where the donor came from. */
  readonly src?: string
  /** `rebuild` is accepted and without effect (decisions.md 50). */
  readonly type?: string
  /** Where to go after the gift, on our own origin. */
  readonly redirectPath?: string
  readonly frequencyType: 'onetime' | 'recurring'
  /** Matches a plan by its frequency. */
  readonly givingPlan?: string
}

/** `origin` is ours: an absolute redirect to it is reduced to its path (decisions.md 49). */
export function parseCheckoutQuery(query: URLSearchParams, origin?: string): CheckoutQuery {
  const amount = majorOf(query.get('amount'))
  const tip = majorOf(query.get('tip'))
  const src = wordOf(query.get('src'))
  const type = wordOf(query.get('type'))
  const givingPlan = wordOf(query.get('givingPlan'))
  const redirectPath = safePath(query.get('redirectURL') ?? query.get('redirectUrl'), origin)
  return {
    // Less than one whole unit would leave an empty field.
    ...(amount !== undefined && Number(amount) >= 1 ? { amount } : {}),
    ...(tip !== undefined && Number(tip) >= 1 ? { tip } : {}),
    ...(tip !== undefined && Number(tip) === 0 ? { tip: '0' } : {}),
    ...(src ? { src } : {}),
    ...(type ? { type } : {}),
    ...(redirectPath === '/' ? {} : { redirectPath }),
    frequencyType: recurring.has(query.get('frequencyType')?.toLowerCase() ?? '') ? 'recurring' : 'onetime',
    ...(givingPlan ? { givingPlan } : {}),
  }
}

/** Some links name the frequency itself. */
const recurring: ReadonlySet<string> = new Set(['recurring', 'day', 'daily', 'week', 'weekly', 'month', 'monthly'])

function majorOf(text: string | null): string | undefined {
  const match = /^0*(\d{1,9})(\.\d{1,3})?$/.exec(normaliseDigits(text?.trim() ?? ''))
  return match ? match[1] + (match[2] ?? '') : undefined
}

const wordOf = (text: string | null): string | undefined => (text !== null && /^[\w.-]{1,64}$/.test(text) ? text : undefined)
