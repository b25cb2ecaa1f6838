import type { StaffDonation } from './donation-parts.tsx'

type Attempt = StaffDonation['attempts'][number]
type RefundOfPayment = StaffDonation['refunds'][number]

/** What is known about a payment, paid or not. */
export type TimelinePayment = Pick<StaffDonation, 'attempts'> &
  Partial<Pick<StaffDonation, 'receipts' | 'refunds' | 'requests' | 'manualReviews'>>

export type TimelineEvent = {
  /** An instant in ISO 8601. */
  readonly at: string
  readonly kind:
    | 'sent'
    | 'challenged'
    | 'paid'
    | 'declined'
    | 'mismatch'
    | 'receipt'
    | 'receipt-void'
    | 'refund-wanted'
    | 'refund-granted'
    | 'refund-declined'
    | 'refund-staff'
    | 'refund-donor'
    | 'refund-provider'
    | 'refund-bank'
    | 'refund-succeeded'
    | 'refund-failed'
    | 'refund-canceled'
    | 'dispute-lost'
    | 'dispute-won'
    | 'review'
  /** A receipt's number, a name, or the reason of a decline. */
  readonly text?: string
  /** Minor units of the payment's currency. */
  readonly amount?: number
  readonly declineClass?: NonNullable<Attempt['declineClass']>
}

const settledKinds = { SUCCEEDED: 'paid', DECLINED: 'declined', INTEGRITY_FAILURE: 'mismatch' } as const

function* eventsOfAttempt({ at, settledAt, state, isChallenged, declineClass }: Attempt): Generator<TimelineEvent> {
  yield { at, kind: 'sent' }
  if (isChallenged) yield { at, kind: 'challenged' }
  const kind = state in settledKinds ? settledKinds[state as keyof typeof settledKinds] : undefined
  if (kind && settledAt) yield { at: settledAt, kind, ...(declineClass ? { declineClass } : {}) }
}

function endOfRefund({ origin, state }: RefundOfPayment): TimelineEvent['kind'] | undefined {
  if (state !== 'succeeded' && state !== 'failed' && state !== 'canceled') return undefined
  if (origin === 'bank') return state === 'succeeded' ? 'dispute-lost' : 'dispute-won'
  return `refund-${state}`
}

function* eventsOfRefund(refund: RefundOfPayment): Generator<TimelineEvent> {
  const { amount, origin, requestedBy } = refund
  yield { at: refund.createdAt, kind: `refund-${origin}`, amount, ...(requestedBy ? { text: requestedBy } : {}) }
  const kind = endOfRefund(refund)
  if (kind && refund.settledAt) yield { at: refund.settledAt, kind, amount }
}

/** Lists what happened to a payment, oldest first; what happened at one instant stays in its order (payments-28). */
export function timelineOf(payment: TimelinePayment): TimelineEvent[] {
  const { attempts, receipts = [], refunds = [], requests = [], manualReviews = [] } = payment
  const events: TimelineEvent[] = [
    ...attempts.flatMap((attempt) => [...eventsOfAttempt(attempt)]),
    ...receipts.flatMap(({ number, issuedAt, voidedAt }): TimelineEvent[] => [
      { at: issuedAt, kind: 'receipt', text: number },
      ...(voidedAt ? [{ at: voidedAt, kind: 'receipt-void', text: number } as const] : []),
    ]),
    ...requests.flatMap(({ createdAt, decidedAt, state, gift }): TimelineEvent[] => [
      { at: createdAt, kind: 'refund-wanted', amount: gift },
      ...(decidedAt && state !== 'open'
        ? [{ at: decidedAt, kind: state === 'granted' ? 'refund-granted' : 'refund-declined' } as const]
        : []),
    ]),
    ...refunds.flatMap((refund) => [...eventsOfRefund(refund)]),
    ...manualReviews.map(({ foundAt, amount }) => ({ at: foundAt, kind: 'review' as const, amount })),
  ]
  return events.sort((a, b) => Date.parse(a.at) - Date.parse(b.at))
}
