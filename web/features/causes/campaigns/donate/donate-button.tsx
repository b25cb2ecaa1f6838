import { type MouseEvent, useCallback, useEffect, useId, useRef, useState } from 'react'
import { closedReason, type ClosedReason, hasEnded } from '#modules/causes/campaigns/rules/open.ts'
import { api, ApiError } from '#web/lib/api.ts'
import { useText } from '#web/lib/text.tsx'

const clockMs = 1000
/** How often a visible page polls the status, in milliseconds; the server answers from memory. */
const statusMs = 4000
/** The longest wait before opening the checkout, which checks again; in milliseconds. */
const patienceMs = 1500

type Known = { readonly open: boolean; readonly status: number; readonly endsAt: string | null }

export type OpeningState = {
  /** Why donations aren't accepted; null if they are. */
  readonly closed: ClosedReason | null
  /** Asks the server again. Returns whether donations are accepted. */
  readonly check: () => Promise<boolean>
}

const endOf = ({ endsAt }: Known) => ({ endsAt: endsAt === null ? null : new Date(endsAt) })
const reasonOf = (known: Known): OpeningState['closed'] => closedReason({ ...known, ...endOf(known) }, new Date())

/**
 * Returns whether the donate button is active (S1 §4). Compares the end date with the clock every second; once it has
 * passed, the button stays disabled. Polls the status every 4 s while the page is visible, when it becomes visible
 * again, and before leaving for checkout.
 */
export function useOpening({ id, open, status, endsAt }: Known & { readonly id: string }): OpeningState {
  const [closed, setClosed] = useState<OpeningState['closed']>(() => (open ? null : reasonOf({ open, status, endsAt })))
  const known = useRef<Known>({ open, status, endsAt })
  const isOver = useRef(false)
  const judge = useCallback(() => {
    isOver.current ||= hasEnded(endOf(known.current), new Date())
    const reason = isOver.current ? 'ended' : reasonOf(known.current)
    setClosed(reason)
    return reason
  }, [])
  const check = useCallback(async () => {
    try {
      const found = await api(
        'GET /api/donate/minimumProjectForDonation/:id',
        { id },
        { signal: AbortSignal.timeout(patienceMs) },
      )
      known.current = { open: found.open, status: found.status, endsAt: found.endDate }
    } catch (error) {
      // The fundraiser was removed. Other errors say nothing about it.
      if (error instanceof ApiError && error.class === 'not-found')
        known.current = { open: false, status: 0, endsAt: known.current.endsAt }
    }
    return judge() === null
  }, [id, judge])
  useEffect(() => {
    const clock = setInterval(judge, clockMs)
    const look = () => {
      if (document.visibilityState === 'visible' && !isOver.current) void check()
    }
    const poll = setInterval(look, statusMs)
    document.addEventListener('visibilitychange', look)
    // Also runs for a page restored by the browser's back button.
    window.addEventListener('pageshow', look)
    window.addEventListener('focus', look)
    return () => {
      clearInterval(clock)
      clearInterval(poll)
      document.removeEventListener('visibilitychange', look)
      window.removeEventListener('pageshow', look)
      window.removeEventListener('focus', look)
    }
  }, [check, judge])
  return { closed, check }
}

export type CheckoutLink = {
  readonly slug: string
  readonly origin: string
  readonly source: string | null
  readonly code?: string | null
  readonly levelId?: string
  /** The level's only frequency; null for any. */
  readonly frequency?: string | null
}

/** Returns the checkout link (S1 §2.2). */
export const checkoutUrl = (checkoutLink: CheckoutLink): string => {
  const query = new URLSearchParams({
    redirectURL: `${checkoutLink.origin}/thankyou/${checkoutLink.slug}`,
    type: 'rebuild',
    ...(checkoutLink.source ? { src: checkoutLink.source } : {}),
    ...(checkoutLink.code ? { code: checkoutLink.code } : {}),
    ...(checkoutLink.levelId ? { level: checkoutLink.levelId } : {}),
    ...(checkoutLink.frequency ? { frequencyType: checkoutLink.frequency } : {}),
  })
  return `/v4/checkout/${encodeURIComponent(checkoutLink.slug)}?${query.toString()}`
}

/** The link to checkout; while donations aren't accepted, a disabled button with the reason. */
export function DonateButton({
  opening: { closed, check },
  href,
  isWide = true,
  othersHref = '/v4/discover',
}: {
  readonly opening: OpeningState
  readonly href: string
  readonly isWide?: boolean
  /** Link to other open fundraisers. */
  readonly othersHref?: string
}) {
  const t = useText()
  const reasonId = useId()
  const className = `button button-primary${isWide ? ' button-wide' : ''}`
  async function leave(event: MouseEvent) {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    if (await check()) location.assign(href)
  }
  if (closed === null)
    return (
      <a className={className} href={href} onClick={(event) => void leave(event)}>
        {t('campaign.donate')}
      </a>
    )
  return (
    <div className="stack">
      <button type="button" className={className} disabled aria-describedby={reasonId}>
        {t('campaign.donate')}
      </button>
      <p className="campaign-page-ended">
        <span className="strong" id={reasonId}>
          {t(`campaign.${closed}`)}
        </span>{' '}
        <a href={othersHref}>{t('campaign.ended-more')}</a>
      </p>
    </div>
  )
}

/** Announces once that donations have closed, if that happens while the page is open (content-12). */
export function ClosedNow({ wasOpen, closed }: { readonly wasOpen: boolean; readonly closed: OpeningState['closed'] }) {
  const t = useText()
  return (
    <p className="visually-hidden" role="status">
      {wasOpen && closed ? t(`campaign.${closed}`) : ''}
    </p>
  )
}
