/** First-party only: our own counter and the page's `dataLayer`; no amount of zakat, no name, no address (trust.md S11). */
type Layer = { dataLayer?: Record<string, unknown>[] }

const identifyDelayMs = 100
/** S2 §9. */
const viewportBreakpoints = [320, 640, 768, 1024, 1280] as const

/** The widest breakpoint the window reaches. */
const viewportOf = (width: number): number => viewportBreakpoints.findLast((breakpoint) => width >= breakpoint) ?? viewportBreakpoints[0]

type Name = 'page-viewed' | 'identified' | 'donate-opened' | 'checkout-started' | 'checkout-failed' | 'purchase' | 'conversion' | 'shared'

export function track(name: Name, properties: Record<string, string | number | boolean> = {}): void {
  const body = JSON.stringify({ name, properties: { viewport: viewportOf(window.innerWidth), ...properties } })
  // An answer that nobody reads keeps its connection busy. Counting must never stop a gift, so what goes wrong is nobody's business.
  void fetch('/v4/events', { method: 'POST', headers: { 'content-type': 'application/json' }, body, keepalive: true, credentials: 'omit' })
    .then((answer) => answer.text())
    .catch(() => undefined)
}

/** Tells, a moment after the page came alive, that somebody signed in looks at it; never who. */
export function identify(): () => void {
  const timer = setTimeout(() => track('identified'), identifyDelayMs)
  return () => clearTimeout(timer)
}

/** The purchase event (S2 §7): an opaque id, the value left out for zakat. */
export function trackPurchase({ id, currency, amount, zakah }: { id: string; currency: string; amount: string; zakah: boolean }): void {
  const layer = ((window as Layer).dataLayer ??= [])
  layer.push({ event: 'purchase', ecommerce: { transaction_id: id, currency, ...(zakah ? {} : { value: amount }) } })
  track('purchase', { zakat: zakah, currency })
  track('conversion')
}
