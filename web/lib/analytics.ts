import { type Currency, money, toMajor } from '#shared/money.ts'
import { keep, kept } from './storage.ts'

/**
 * First-party only: our own counter and the page's `dataLayer`; no amount of zakat, no name, no address (privacy-7).
 */
type Layer = { dataLayer?: Record<string, unknown>[] }

const identifyDelayMs = 100
/** S2 §9. */
const viewportBreakpoints = [320, 640, 768, 1024, 1280] as const

/** The widest breakpoint the window reaches. */
const viewportOf = (width: number): number =>
  viewportBreakpoints.findLast((breakpoint) => width >= breakpoint) ?? viewportBreakpoints[0]

type Name =
  | 'page-viewed'
  | 'identified'
  | 'donate-opened'
  | 'checkout-started'
  | 'payment-method-selected'
  | 'wallet-cancelled'
  | 'bank-debit-started'
  | 'checkout-failed'
  | 'purchase'
  | 'conversion'
  | 'shared'

export function track(name: Name, properties: Record<string, string | number | boolean> = {}): void {
  const body = JSON.stringify({ name, properties: { viewport: viewportOf(window.innerWidth), ...properties } })
  // An unread response keeps its connection busy. Counting must never stop a gift, so its errors are ignored.
  void fetch('/v4/events', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
    keepalive: true,
    credentials: 'omit',
  })
    .then((answer) => answer.text())
    .catch(() => undefined)
}

/** Reports, a moment after hydration, that a signed-in visitor views the page; never who. */
export function identify(): () => void {
  const timer = setTimeout(() => track('identified'), identifyDelayMs)
  return () => clearTimeout(timer)
}

const purchaseKey = 'sunbul.purchase'

/** How something was paid; no name, no address and nothing about its campaign (privacy-7). */
export type PaidBy = { readonly method?: string | undefined; readonly frequency?: string | undefined }
type Expected = PaidBy & { readonly id: string }

/**
 * Called before leaving for the thank-you page: the event belongs to that page, since nothing on this one can read it
 * in time. `id`: of the payment or plan.
 */
export const expectPurchase = (id: string, by: PaidBy = {}): void => keep(purchaseKey, { id, ...by } satisfies Expected)

/**
 * Pushes the purchase event (S2 §4, §7) for the payment or plan that was expected, once: not after a reload, nor in
 * another tab. The value is the donation in major units, without tip and covered fee, and is left out for zakat.
 */
export function trackPurchase(purchase: {
  id: string
  transactionId: string
  currency: Currency
  donationMinor: number
  isZakat: boolean
}): void {
  const expected = kept<Expected>(purchaseKey)
  if (expected?.id !== purchase.id) return
  keep(purchaseKey, undefined)
  const { transactionId, currency, donationMinor, isZakat } = purchase
  const value: Record<string, number> = isZakat
    ? {}
    : { value: Number(toMajor(money(BigInt(donationMinor), currency))) }
  const layer = ((window as Layer).dataLayer ??= [])
  layer.push({ event: 'purchase', ecommerce: { transaction_id: transactionId, currency, ...value } })
  const { method, frequency } = expected
  track('purchase', {
    id: transactionId,
    zakat: isZakat,
    currency,
    ...value,
    ...(method ? { method } : {}),
    ...(frequency ? { frequency } : {}),
  })
  track('conversion')
}
