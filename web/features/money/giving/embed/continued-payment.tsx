import { useEffect } from 'react'
import { useLocale, useText } from '#web/lib/text.tsx'
import { savePendingRequest } from '../pay.ts'
import type { Payment } from '../use-payment.ts'
import { isFrameTooSmall } from './frame-messages.ts'

const recheckMs = 2000

/**
 * Resumes the payment named in the URL fragment, which browsers don't send to servers, in the window that the frame
 * opened. Must render before the form, whose effect reads the stored payment.
 */
export function ContinuedPayment({ slug }: { readonly slug: string }) {
  useEffect(() => {
    const query = new URLSearchParams(location.hash.slice(1))
    const [intentId, token] = [query.get('gift'), query.get('token')]
    if (!intentId || !token) return
    history.replaceState(history.state, '', location.pathname + location.search)
    savePendingRequest({ key: '', slug, intentId, token })
  }, [slug])
  return null
}

/**
 * Links to a new window for a challenge that can't be completed in the frame, and polls the payment's status meanwhile.
 */
export function ContinueElsewhere({ slug, payment }: { readonly slug: string; readonly payment: Payment }) {
  const t = useText()
  const locale = useLocale()
  const { stage } = payment
  const isOpen = stage.kind === 'challenge'
  useEffect(() => {
    if (!isOpen) return
    const timer = setInterval(() => void payment.recheck(), recheckMs)
    return () => clearInterval(timer)
  }, [isOpen, payment])
  if (!isOpen) return null
  const { intentId, token } = stage.challenge
  const gift = new URLSearchParams({ gift: intentId, token }).toString()
  return (
    <div className="stack">
      <p className="small">{t(isFrameTooSmall() ? 'embed.continue-small' : 'embed.continue-text')}</p>
      <p>
        <a
          className="button button-quiet"
          href={`/embed/${encodeURIComponent(slug)}/form?lang=${locale}#${gift}`}
          target="_blank"
          rel="noopener"
        >
          {t('embed.continue')}
        </a>
      </p>
    </div>
  )
}
