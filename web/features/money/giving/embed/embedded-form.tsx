import { type MouseEvent, type ReactNode, useRef, useState } from 'react'
import { useFrame, useText } from '#web/lib/text.tsx'
import { CheckoutForm } from '../checkout-form.tsx'
import type { ThanksRecord } from '../pay.ts'
import { useHasPendingPayment } from '../use-pending-payment.ts'
import type { Checkout } from '../use-checkout.ts'
import { ContinuedPayment, ContinueElsewhere } from './continued-payment.tsx'
import { EmbedThanks } from './embed-thanks.tsx'
import { isFrameTooSmall, postToParent, useReportedHeight } from './frame-messages.ts'
import { usePayGuard } from './use-pay-guard.ts'

type Props = {
  readonly checkout: Checkout
  /** Title and text shown in place of the form; null if the fundraiser accepts donations. */
  readonly closed: readonly [title: string, text: string] | null
  /** Whether this is the preview for the charity, which can't take payments. */
  readonly isPreview: boolean
  readonly mandate: Parameters<typeof CheckoutForm>[0]['mandate']
  readonly receipts: (record: ThanksRecord, email: string | null) => ReactNode
}

/**
 * The donation form in an iframe on a charity's website: the checkout form plus clickjacking protection (security-17).
 */
export function EmbeddedForm({ checkout, closed, isPreview, mandate, receipts }: Props) {
  const t = useText()
  const frame = useFrame()
  const place = useRef<HTMLDivElement>(null)
  const verdict = usePayGuard(place)
  const [isPaid, setPaid] = useState(false)
  const { slug, title } = checkout.campaign
  // A payment that started before the fundraiser closed still needs its outcome, which the form fetches.
  const hasPendingPayment = useHasPendingPayment(slug)
  useReportedHeight(place)

  /** A tall frame's centre may be outside the viewport, so dialogs are placed near the button that opened them. */
  function placeDialogs() {
    const button = place.current?.querySelector('#total')?.getBoundingClientRect()
    const top = Math.max(16, Math.min(button?.bottom ?? 0, innerHeight) - 600)
    place.current?.style.setProperty('--checkout-dialog', `${Math.round(top)}px`)
  }

  const embed = {
    blockedReason: () => {
      if (isPreview) return t('embed.preview')
      placeDialogs()
      const verdictText = verdict()
      if (verdictText === 'ready') return undefined
      return t(verdictText === 'covered' ? 'embed.covered' : 'embed.wait')
    },
    isTooSmall: isFrameTooSmall,
    onChallenge: (isOpen: boolean) => postToParent({ sunbul: isOpen ? 'opened' : 'closed' }),
    elsewhere: (payment: Parameters<typeof ContinueElsewhere>[0]['payment']) => (
      <ContinueElsewhere slug={slug} payment={payment} />
    ),
    onPaid: () => {
      postToParent({ sunbul: 'done' })
      setPaid(true)
    },
  }

  function content() {
    if (isPaid) return <EmbedThanks slug={slug} receipts={receipts} />
    if (closed && !hasPendingPayment)
      return (
        <div className="empty">
          <title>{closed[0]}</title>
          <h1 dir="auto">{closed[0]}</h1>
          <p className="quiet">{closed[1]}</p>
        </div>
      )
    return (
      <>
        <h1 className="checkout-head" dir="auto">
          {t('give.title', { campaign: `\u2068${title}\u2069` })}
        </h1>
        <CheckoutForm checkout={{ ...checkout, embed }} mandate={mandate} />
      </>
    )
  }

  return (
    <div className="page checkout-embedded" ref={place} onClickCapture={openOutside}>
      <meta name="robots" content="noindex" />
      <ContinuedPayment slug={slug} />
      {content()}
      <p className="quiet small checkout-foot">
        <span>{t('embed.by', { product: `\u2068${frame?.productName ?? ''}\u2069` })}</span>
        {isPaid ? null : (
          <a href={`/v4/checkout/${encodeURIComponent(slug)}`} target="_blank" rel="noopener">
            {t('embed.window')}
          </a>
        )}
      </p>
    </div>
  )
}

/**
 * Opens links in a new window, because the frame can't show other pages of this site. Fragment links stay in the frame.
 */
function openOutside(event: MouseEvent<HTMLElement>): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link || link.getAttribute('href')?.startsWith('#')) return
  link.target = '_blank'
  link.rel = 'noopener'
}
