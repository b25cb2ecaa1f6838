import type { PaymentStatus } from '#modules/recurring/plans/rules/states.ts'
import { useText } from '#web/lib/text.tsx'

/** A donation's status as a dot with its own shape and a label, so that colour is never the only cue. */
export function DonationMark({
  status,
  isWordHidden = false,
}: {
  readonly status: PaymentStatus
  readonly isWordHidden?: boolean
}) {
  const t = useText()
  return (
    <span className={`plan-mark plan-mark-${status.toLowerCase()}`}>
      <svg className="plan-dot" viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
        {status === 'SCHEDULED' ? (
          <circle cx="6" cy="6" r="4.5" fill="none" stroke="currentColor" strokeWidth="2" />
        ) : null}
        {status === 'PROCESSING' ? (
          <path d="M6 1.5a4.5 4.5 0 0 1 0 9z M6 .5a5.5 5.5 0 1 0 0 11V9.7a3.7 3.7 0 1 1 0-7.4z" fill="currentColor" />
        ) : null}
        {status === 'SUCCEEDED' ? <circle cx="6" cy="6" r="5.5" fill="currentColor" /> : null}
        {status === 'FAILED' ? (
          <path d="M2 2l8 8M10 2l-8 8" stroke="currentColor" strokeWidth="2.4" strokeLinecap="round" />
        ) : null}
        {status === 'CANCELLED' ? (
          <path d="M1.5 6h9" stroke="currentColor" strokeWidth="2.4" strokeLinecap="round" />
        ) : null}
      </svg>
      <span className={isWordHidden ? 'plan-mark-word' : undefined}>{t(`managing.status-${status}`)}</span>
    </span>
  )
}
