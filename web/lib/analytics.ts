import { type Currency, money, toMajor } from '#shared/money.ts'
import { storeInTab, readFromTab } from './storage.ts'

/**
 * First-party analytics only: this server's counter and the page's `dataLayer`, without zakat amounts, names or
 * addresses (privacy-7).
 */
type Layer = { dataLayer?: Record<string, unknown>[] }

const identifyDelayMs = 100
/** Breakpoints in CSS pixels (S2 §9). */
const viewportBreakpoints = [320, 640, 768, 1024, 1280] as const

/** Returns the largest breakpoint that the window reaches. */
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
  // An unread response would keep its connection busy. Errors are ignored, because analytics must never block a
  // donation.
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

/**
 * Reports, shortly after hydration, that a signed-in visitor views the page; never who. Returns a function that cancels
 * the report.
 */
export function identify(): () => void {
  const timer = setTimeout(() => track('identified'), identifyDelayMs)
  return () => clearTimeout(timer)
}

const purchaseKey = 'sunbul.purchase'

/** How a payment was made, without names, addresses or the campaign (privacy-7). */
export type PaymentKind = { readonly method?: string | undefined; readonly frequency?: string | undefined }
type Expected = PaymentKind & { readonly id: string }

/**
 * Stores that the thank-you page must report this purchase, because this page unloads too early to do so. `id`: of the
 * payment or plan.
 */
export const expectPurchase = (id: string, by: PaymentKind = {}): void =>
  storeInTab(purchaseKey, { id, ...by } satisfies Expected)

/**
 * Pushes the purchase event (S2 §4, §7) once for the stored payment or plan, so not after a reload or in another tab.
 * The value is the donation in major units, without tip and covered fee, and is omitted for zakat.
 */
export function trackPurchase(purchase: {
  id: string
  transactionId: string
  currency: Currency
  donationMinor: number
  isZakat: boolean
}): void {
  const expected = readFromTab<Expected>(purchaseKey)
  if (expected?.id !== purchase.id) return
  storeInTab(purchaseKey, undefined)
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
