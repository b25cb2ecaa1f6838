import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Refused } from '../../../lib/api.ts'
import { track } from '../../../lib/analytics.ts'
import { useLocale, useText } from '../../../lib/text.tsx'
import { isChallengeFinished, type PublicConfiguration } from '#modules/money/payments/rules/card-fields.ts'
import { answerChallenge } from '../payments/card-fields.ts'
import {
  type Challenge,
  type Ending,
  readEnding,
  finishChallenge,
  savePendingRequest,
  readPendingRequest,
  type Paid,
  resume,
  stopChallenge,
  type ThanksRecord,
  type Unknown,
  unknownOf,
  world,
} from './pay.ts'

export type Stage =
  | { readonly kind: 'form' }
  | { readonly kind: 'paying' }
  | { readonly kind: 'challenge'; readonly challenge: Challenge }
  | Unknown

type Of = {
  /** Under which this tab keeps a press that has not had its end: the slug of a fundraiser, or `basket`. */
  readonly subject: string
  readonly payments: PublicConfiguration
  /** `words`: of support, as they were when it was pressed. */
  readonly onPaid: (paid: Paid, words: string) => void
  /** A bank account pays within days; only where one is offered. */
  readonly onPending?: (record: ThanksRecord) => void
  /** Whether the page is too small for a challenge, which is then answered in another window. */
  readonly isTooSmall?: (() => boolean) | undefined
  /** Says to the donor why nothing was charged. */
  readonly onRefused: (refusal: Refused) => void
  /** The payment could not even be sent. */
  readonly onBroken: () => void
}

export type Payment = {
  readonly stage: Stage
  readonly notice: string
  /** It takes so long that the donor must be asked to stay. */
  readonly isSlow: boolean
  readonly isStopAsked: boolean
  /**
   * Runs one payment attempt: `attempt` validates the form and sends it under the key that `begin` makes. Undefined:
   * the form has errors, which are shown.
   */
  submit(attempt: (begin: (words?: string) => string) => Promise<Ending | undefined>): Promise<void>
  askToStop(isAsked: boolean): void
  /** Asks what became of a challenge that is answered in another window. */
  recheck(): Promise<void>
  /** The bank's question is left: nothing is charged. */
  stop(): void
}

/** What differs for a form in a frame of another website (security-17). */
export type EmbedRules = {
  /** Why nothing can be paid yet, as a sentence; undefined: it can. */
  readonly whyNotPay: () => string | undefined
  /** Whether the frame is too small for the page of a bank. */
  readonly isTooSmall: () => boolean
  /** A page of the bank opens over the form, or closes. */
  readonly onChallenge: (isOpen: boolean) => void
  /** Another way to answer the bank, beside its page. */
  readonly elsewhere: (payment: Payment) => ReactNode
  /** It is paid: what the thanks need is kept. */
  readonly onThanks: () => void
}

/**
 * A payment from the press to its end, over the bank's question, waiting, reloads and lost answers; the same for one
 * gift and for a basket.
 */
export function usePayment({ subject, payments, onPaid, onPending, onRefused, onBroken, isTooSmall }: Of): Payment {
  const t = useText()
  const locale = useLocale()
  const [stage, setStage] = useState<Stage>({ kind: 'form' })
  const [notice, setNotice] = useState('')
  const [isSlow, setSlow] = useState(false)
  const [isStopAsked, setStopAsked] = useState(false)
  const isPressed = useRef(false)
  const isPaid = useRef(false)

  useEffect(() => {
    void takeUp()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, after hydration: a payment that was begun here
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
      let known: Unknown = stage
      for (let wait = 1500; !isGone; wait = Math.min(wait * 1.5, 15_000)) {
        await world.sleep(wait)
        const ending = await statusOf(known)
        if (isGone) return
        if (ending?.kind === 'confirming') {
          known = ending
          end(ending)
          continue
        }
        return end(ending ?? declined())
      }
    })()
    return () => {
      isGone = true
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- one loop per stage; its functions are new in each render
  }, [stage.kind])

  useEffect(() => {
    if (stage.kind !== 'challenge') return
    function listen(event: MessageEvent<{ sunbul?: string; type?: string }>) {
      if (stage.kind === 'challenge' && isChallengeFinished(event, stage.challenge))
        void afterChallenge(stage.challenge)
    }
    addEventListener('message', listen)
    return () => removeEventListener('message', listen)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the listener follows the stage
  }, [stage])

  const declined = (): Ending => ({
    kind: 'refused',
    refusal: new Refused('validation', 402, { code: 'payment-declined', message: t('give.exception') }),
    isFinal: true,
  })

  async function recheck() {
    if (stage.kind !== 'challenge') return
    const ending = await resume(stage.challenge)
    // No answer says nothing of the bank's page, which may still be open.
    if (ending?.kind !== 'challenge' && ending?.kind !== 'confirming') end(ending ?? declined())
  }

  /** What became of a payment whose outcome was unknown; undefined: nothing was charged. */
  async function statusOf(known: Unknown): Promise<Ending | undefined> {
    if (known.intentId !== undefined) return resume(known)
    const kept = readPendingRequest(subject)
    try {
      return kept && (await readEnding(kept))
    } catch (error) {
      return { ...known, ...(error instanceof Refused ? unknownOf(error) : {}) }
    }
  }

  /**
   * A reload, the back button, the bank's own page, a lost answer: what was begun here is asked about before anything
   * can be paid again.
   */
  async function takeUp(): Promise<boolean> {
    const kept = readPendingRequest(subject)
    if (!kept) return false
    setStage({ kind: 'paying' })
    try {
      const ending = await readEnding(kept)
      if (!ending) savePendingRequest(undefined)
      else {
        setNotice(t('give.resumed'))
        end(ending)
        return true
      }
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      end(unknownOf(error) ?? { kind: 'refused', refusal: error, isFinal: false })
      return true
    }
    setStage({ kind: 'form' })
    return false
  }

  async function submit(attempt: (begin: (words?: string) => string) => Promise<Ending | undefined>) {
    if (isPressed.current) return
    isPressed.current = true
    isPaid.current = false
    setNotice('')
    try {
      if (await takeUp()) return
      setStage({ kind: 'paying' })
      const ending = await attempt((words) => {
        const key = crypto.randomUUID()
        savePendingRequest({ key, slug: subject, words })
        return key
      })
      if (ending) end(ending)
      else setStage({ kind: 'form' })
    } catch (error) {
      if (error instanceof Refused) return end({ kind: 'refused', refusal: error, isFinal: true })
      console.error('the payment could not be sent', error)
      // Its key is stored, so it may have been sent: look it up before offering to try again.
      if (readPendingRequest(subject)) return end({ kind: 'confirming' })
      setStage({ kind: 'form' })
      onBroken()
    } finally {
      isPressed.current = false
    }
  }

  function end(ending: Ending) {
    const begun = readPendingRequest(subject)
    const keep = (ids: { intentId: string; token: string }) =>
      savePendingRequest({ key: '', ...begun, slug: subject, intentId: ids.intentId, token: ids.token })
    // What is heard of a payment after its end is no longer kept: the next gift here would be taken for this one.
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
        setStage(ending)
        if (isTooSmall?.()) return
        void answerChallenge({ payments, locale }, ending.challenge).then((isDone) => {
          if (isDone) void afterChallenge(ending.challenge)
        })
        return
      case 'refused':
        if (ending.isFinal) savePendingRequest(undefined)
        track('checkout-failed', { code: ending.refusal.code })
        setStage({ kind: 'form' })
        return onRefused(ending.refusal)
    }
  }

  async function leave(challenge: Challenge) {
    setStage({ kind: 'paying' })
    const ending = await stopChallenge(challenge)
    // The bank was faster.
    if (ending?.kind === 'paid') return end(ending)
    // A challenge that couldn't be cancelled stays open: the next press returns to it.
    if (!ending) savePendingRequest(undefined)
    setStage({ kind: 'form' })
  }

  async function afterChallenge(challenge: Challenge) {
    setStopAsked(false)
    setStage({ kind: 'paying' })
    end(await finishChallenge(challenge))
  }

  return {
    stage,
    notice,
    isSlow,
    isStopAsked,
    submit,
    askToStop: setStopAsked,
    recheck,
    stop: () => {
      setStopAsked(false)
      if (stage.kind === 'challenge') void leave(stage.challenge)
    },
  }
}

/** What a bank's check may ask of the browser (payments-9). */
export const browserInfo = () => ({
  language: navigator.language,
  colorDepth: screen.colorDepth,
  screenHeight: screen.height,
  screenWidth: screen.width,
  timeZoneOffset: new Date().getTimezoneOffset(),
  javaEnabled: false,
  javaScriptEnabled: true,
})
