import { type ReactNode, useEffect, useRef, useState } from 'react'
import { ApiError } from '#web/lib/api.ts'
import { track } from '#web/lib/analytics.ts'
import { useLocale, useText } from '#web/lib/text.tsx'
import { isChallengeFinished, type PublicConfiguration } from '#modules/money/payments/rules/card-fields.ts'
import { openChallenge } from '../payments/card-fields.ts'
import {
  type Challenge,
  type PaymentOutcome,
  fetchPendingOutcome,
  finishChallenge,
  savePendingRequest,
  readPendingRequest,
  type Paid,
  fetchPaymentStatus,
  postCancelChallenge,
  type ThanksRecord,
  type UnknownOutcome,
  unknownOutcomeOf,
  environment,
} from './pay.ts'

export type Stage = { readonly kind: 'form' } | { readonly kind: 'paying' } | OpenChallenge | UnknownOutcome

/** With neither `frameUrl` nor `hasFailed`, the provider's script shows the challenge. */
type OpenChallenge = Extract<PaymentOutcome, { kind: 'challenge' }> & {
  /** The bank's page, which the page shows in a frame. */
  readonly frameUrl?: string | undefined
  /** The challenge couldn't be shown or ended without a result; nothing was charged. */
  readonly hasFailed?: boolean
}

type PaymentOptions = {
  /** Identifies the stored request: a fundraiser's slug, or `basket`. */
  readonly subject: string
  readonly payments: PublicConfiguration
  /** `words`: the words of support at the time of submitting. */
  readonly onPaid: (paid: Paid, words: string) => void
  /** A bank debit was submitted and settles within days. */
  readonly onPending?: (record: ThanksRecord) => void
  /** Returns whether the page is too small for a challenge, which then opens in another window. */
  readonly isTooSmall?: (() => boolean) | undefined
  /** Shows why nothing was charged. */
  readonly onRefused: (refusal: ApiError) => void
  /** The request couldn't be sent. */
  readonly onSendFailed: () => void
}

export type Payment = {
  readonly stage: Stage
  readonly notice: string
  /** Whether it takes so long that the page asks the donor to stay. */
  readonly isSlow: boolean
  readonly isConfirmingCancel: boolean
  /**
   * Runs one payment attempt: `attempt` validates the form and sends it with the key that `begin` creates. It returns
   * undefined if the form has errors, which are shown.
   */
  submit(attempt: (begin: (words?: string) => string) => Promise<PaymentOutcome | undefined>): Promise<void>
  askToCancel(isAsked: boolean): void
  /** Fetches the status of a challenge that is open in another window. */
  recheck(): Promise<void>
  /** Shows a challenge again that couldn't be shown or finished. */
  retryChallenge(): void
  /** Cancels the 3-D Secure challenge; nothing is charged. */
  cancel(): void
}

/** Behaviour specific to a form in an iframe on another website (security-17). */
export type EmbedRules = {
  /** Returns the reason why paying is blocked now; undefined if it isn't. */
  readonly blockedReason: () => string | undefined
  /** Returns whether the frame is too small for the bank's challenge page. */
  readonly isTooSmall: () => boolean
  /** The challenge dialog opened or closed. */
  readonly onChallenge: (isOpen: boolean) => void
  /** Renders the link that opens the challenge in a new window. */
  readonly elsewhere: (payment: Payment) => ReactNode
  /** The payment succeeded and the thanks record is stored. */
  readonly onPaid: () => void
}

/**
 * Runs one payment from the click on Donate until its final status, across 3-D Secure, polling, reloads and lost
 * responses. Used for a single donation and for a basket.
 */
export function usePayment({
  subject,
  payments,
  onPaid,
  onPending,
  onRefused,
  onSendFailed,
  isTooSmall,
}: PaymentOptions): Payment {
  const t = useText()
  const locale = useLocale()
  const [stage, setStage] = useState<Stage>({ kind: 'form' })
  const [notice, setNotice] = useState('')
  const [isSlow, setSlow] = useState(false)
  const [isConfirmingCancel, setConfirmingCancel] = useState(false)
  const isSubmitting = useRef(false)
  const isPaid = useRef(false)

  useEffect(() => {
    void resumePending()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- runs once, after hydration, to resume a pending payment
  }, [])

  useEffect(() => {
    if (stage.kind !== 'paying') return
    const timer = setTimeout(() => setSlow(true), 4000)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [stage.kind])

  useEffect(() => {
    if (stage.kind !== 'confirming') return
    let isGone = false
    void (async () => {
      let known: UnknownOutcome = stage
      for (let wait = 1500; !isGone; wait = Math.min(wait * 1.5, 15_000)) {
        await environment.sleep(wait)
        const ending = await fetchOutcome(known)
        if (isGone) return
        if (ending?.kind === 'confirming') {
          known = ending
          applyOutcome(ending)
          continue
        }
        return applyOutcome(ending ?? declinedOutcome())
      }
    })()
    return () => {
      isGone = true
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- one loop per stage; its functions are new in each render
  }, [stage.kind])

  useEffect(() => {
    if (stage.kind !== 'challenge' || !stage.frameUrl) return
    const { challenge, frameUrl } = stage
    function listen(event: MessageEvent<{ sunbul?: string; type?: string }>) {
      if (isChallengeFinished(event, frameUrl)) void completeChallenge(challenge)
    }
    addEventListener('message', listen)
    return () => removeEventListener('message', listen)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the listener depends on the stage only
  }, [stage])

  const declinedOutcome = (): PaymentOutcome => ({
    kind: 'refused',
    refusal: new ApiError('validation', 402, { code: 'payment-declined', message: t('give.exception') }),
    isFinal: true,
  })

  async function recheck() {
    if (stage.kind !== 'challenge') return
    const ending = await fetchPaymentStatus(stage.challenge)
    // Without a status, the challenge may still be open in the other window.
    if (ending?.kind !== 'challenge' && ending?.kind !== 'confirming') applyOutcome(ending ?? declinedOutcome())
  }

  /** Returns the outcome of a payment whose outcome was unknown; undefined if nothing was charged. */
  async function fetchOutcome(known: UnknownOutcome): Promise<PaymentOutcome | undefined> {
    if (known.intentId !== undefined) return fetchPaymentStatus(known)
    const kept = readPendingRequest(subject)
    try {
      return kept && (await fetchPendingOutcome(kept))
    } catch (error) {
      return { ...known, ...(error instanceof ApiError ? unknownOutcomeOf(error) : {}) }
    }
  }

  /**
   * Resumes this tab's pending payment after a reload, a redirect or a lost response, before anything can be paid
   * again. Returns whether there was one.
   */
  async function resumePending(): Promise<boolean> {
    const kept = readPendingRequest(subject)
    if (!kept) return false
    setStage({ kind: 'paying' })
    try {
      const ending = await fetchPendingOutcome(kept)
      if (!ending) savePendingRequest(undefined)
      else {
        setNotice(t('give.resumed'))
        applyOutcome(ending)
        return true
      }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      applyOutcome(unknownOutcomeOf(error) ?? { kind: 'refused', refusal: error, isFinal: false })
      return true
    }
    setStage({ kind: 'form' })
    return false
  }

  async function submit(attempt: (begin: (words?: string) => string) => Promise<PaymentOutcome | undefined>) {
    if (isSubmitting.current) return
    isSubmitting.current = true
    isPaid.current = false
    setNotice('')
    try {
      if (await resumePending()) return
      setStage({ kind: 'paying' })
      const ending = await attempt((words) => {
        const key = crypto.randomUUID()
        savePendingRequest({ key, slug: subject, words })
        return key
      })
      if (ending) applyOutcome(ending)
      else setStage({ kind: 'form' })
    } catch (error) {
      if (error instanceof ApiError) return applyOutcome({ kind: 'refused', refusal: error, isFinal: true })
      console.error('the payment could not be sent', error)
      // The key is stored, so the request may have been sent: look it up before offering to try again.
      if (readPendingRequest(subject)) return applyOutcome({ kind: 'confirming' })
      setStage({ kind: 'form' })
      onSendFailed()
    } finally {
      isSubmitting.current = false
    }
  }

  function applyOutcome(ending: PaymentOutcome) {
    const begun = readPendingRequest(subject)
    const keep = (ids: { intentId: string; token: string }) =>
      savePendingRequest({ key: '', ...begun, slug: subject, intentId: ids.intentId, token: ids.token })
    // Later responses about a finished payment are ignored; stored, they would be attributed to the next donation.
    if (isPaid.current) return
    switch (ending.kind) {
      case 'paid':
        isPaid.current = true
        savePendingRequest(undefined)
        return onPaid(ending.paid, begun?.words ?? '')
      case 'pending':
        isPaid.current = true
        savePendingRequest(undefined)
        return onPending?.(ending)
      case 'confirming':
        if (ending.intentId !== undefined) keep(ending)
        return setStage(ending)
      case 'challenge':
        keep(ending.challenge)
        return void showChallenge(ending.challenge)
      case 'refused':
        if (ending.isFinal) savePendingRequest(undefined)
        track('checkout-failed', { code: ending.refusal.code })
        setStage({ kind: 'form' })
        return onRefused(ending.refusal)
    }
  }

  async function showChallenge(challenge: Challenge) {
    setStage({ kind: 'challenge', challenge })
    if (isTooSmall?.()) return
    const frameUrl = await openChallenge({ payments, locale }, challenge)
    if (frameUrl) setStage({ kind: 'challenge', challenge, frameUrl })
    else await completeChallenge(challenge)
  }

  async function cancelAndClose(challenge: Challenge) {
    setStage({ kind: 'paying' })
    const ending = await postCancelChallenge(challenge)
    // The payment succeeded before it could be cancelled.
    if (ending?.kind === 'paid') return applyOutcome(ending)
    // A challenge that couldn't be cancelled stays open; submitting again returns to it.
    if (!ending) savePendingRequest(undefined)
    setStage({ kind: 'form' })
  }

  async function completeChallenge(challenge: Challenge) {
    setConfirmingCancel(false)
    setStage({ kind: 'paying' })
    const ending = await finishChallenge(challenge)
    // Still open: it isn't shown again by itself, because it could fail again without end.
    if (ending.kind === 'challenge') setStage({ ...ending, hasFailed: true })
    else applyOutcome(ending)
  }

  return {
    stage,
    notice,
    isSlow,
    isConfirmingCancel,
    submit,
    askToCancel: setConfirmingCancel,
    recheck,
    retryChallenge: () => void (stage.kind === 'challenge' && showChallenge(stage.challenge)),
    cancel: () => {
      setConfirmingCancel(false)
      if (stage.kind === 'challenge') void cancelAndClose(stage.challenge)
    },
  }
}
