import type { Answer, RequestFacts } from '#shared/endpoint.ts'
import { addressKey } from '#shared/network.ts'
import type { Tx } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'
import type { Viewer } from '#modules/identity/index.ts'
import { findAttempt, findLastAttempt, type Guard, type LiveIntent, type Standing, standingOf } from '#modules/payments/index.ts'
import { answerOf } from './answer.ts'
import { callOff } from './answer-challenge.ts'
import { charge } from './charge.ts'
import type { ComposedGift } from './compose-gift.ts'
import type { DonateResult, DonationPayload } from './contract.ts'
import { inItsCrowd } from './crowd.ts'
import { refusePressure } from './pressure.ts'
import { type GivingPorts, later, waits } from './ports.ts'
import { sameGiftAgain, whileNoneGivesTheSame } from './same-gift.ts'
import { isOnlyAnAddress, keyOf, mayMeetAnother, presserOf, requestHashOf } from './press.ts'
import { resume } from './resume.ts'

/** How something is paid: the same for one gift and for many. */
export type PaymentPayload = Pick<
  DonationPayload,
  'paymentMethod' | 'tokens' | 'cardID' | 'saveCard' | 'browserInfo' | 'providerSpecific' | 'reCaptcha' | 'quoteHash'
> & { readonly intentId?: string | undefined; readonly giveAgain?: boolean; readonly paysHere?: boolean }

/** Something that is paid for at most once, however many keys, tabs and cards try. */
export type PaidOnce = {
  /** Unique among the payments that are, or may still be, made (a constraint of the database). */
  readonly reference: string
  /** In the transaction that claims it: throws when it is no longer what was priced. */
  readonly check: (tx: Tx) => Promise<void>
  /** The same question as a part of the statement that claims it, where nothing else is to be written with it. */
  readonly guard: Guard
  /** Called when this very press has claimed it. */
  readonly claimed?: () => void
  readonly alreadyPaid: (intentId: string) => Problem
  /** Where the bank asks about it in another tab; left out, it is told as under way. */
  readonly askedElsewhere?: () => Problem
}

export type Payment = { readonly payload: PaymentPayload; readonly gift: ComposedGift; readonly once?: PaidOnce }

/**
 * One press of the button is one key: seen before, it is answered with what came of it; new, it is claimed in the database before the provider
 * is asked to charge, so a crash, a retry or twenty parallel presses charge once or not at all.
 */
export async function pay(ports: GivingPorts, viewer: Viewer, facts: RequestFacts, { payload, gift, once }: Payment): Promise<Answer<DonateResult>> {
  const now = ports.clock()
  const presser = presserOf(viewer, facts)
  const requestHash = requestHashOf(payload)
  const asked = once ? { ...payload, reference: once.reference } : payload
  const key = await keyOf(ports, { presser, given: facts.idempotencyKey, payload: asked, now })
  // The same gift again is asked about of one visit: of an address alone another donor would be told of a stranger's gift.
  const quoteHash = isOnlyAnAddress(viewer, facts) ? '' : (gift.quote?.hash ?? '')
  const standing = await standingOf(ports, {
    ...presser,
    key,
    ip: addressKey(facts.ip),
    emailKey: gift.emailKey,
    quoteHash,
    reference: once?.reference ?? null,
    hourAgo: later(now, { hours: -1 }),
    dayAgo: later(now, { hours: -24 }),
    recently: later(now, { minutes: -waits.sameGiftMinutes }),
  })
  if (standing.attemptId) {
    const attempt = (await findAttempt(ports, standing.attemptId))!
    if (attempt.requestHash !== requestHash && mayMeetAnother(viewer, facts)) throw new Problem('validation', 'idempotency-key-reused', { status: 422 })
    return answerOf(ports, await resume(ports, attempt, payload))
  }
  if ('problem' in gift) throw gift.problem
  if (payload.quoteHash !== undefined && payload.quoteHash !== gift.quote.hash)
    throw new Problem('conflict', 'quote-changed', { more: { quote: gift.quote.view } })
  const mayBeMeantOnce = !once && !payload.giveAgain && !payload.intentId
  if (mayBeMeantOnce) {
    const same = standing.sameGift ?? (await givenMeanwhile(ports, standing.askedAttemptId, now))
    if (same) throw sameGiftAgain(new Date(same.at), same.isConfirming)
  }
  const press = `${presser.scope} ${key}`
  const paid = () =>
    inItsCrowd(ports, { network: addressKey(facts.ip), press }, async (likelyRefused) => {
      await refusePressure(ports, standing, { scope: presser.scope, proof: payload.reCaptcha, likelyRefused })
      const live = payload.paysHere ? await liveWithoutQuestion(ports, standing.live) : standing.live
      return charge(ports, { presser, key, requestHash, facts, gift, payload, once, live, now })
    })
  const same = mayBeMeantOnce && quoteHash !== '' ? `${presser.scope} ${quoteHash}` : undefined
  const attempt = await whileNoneGivesTheSame(ports, { gift: same, press }, paid)
  return answerOf(ports, attempt)
}

/**
 * A bank's question about the same gift that was left in a tab that is gone gives way to this press: approved later, in the bank's own app say, it would
 * be a second gift. Answers what stands where it did not: the bank was faster, or cannot be reached.
 */
async function givenMeanwhile(ports: GivingPorts, askedAttemptId: string | null, now: Date): Promise<Standing['sameGift']> {
  const asked = askedAttemptId === null ? undefined : await findAttempt(ports, askedAttemptId)
  const left = asked && (await callOff(ports, asked))
  return left && left.state !== 'DECLINED' ? { at: now.toISOString(), isConfirming: left.state !== 'SUCCEEDED' } : null
}

/** What is paid, or may still be, once a bank's question that was left has been called off. */
async function liveWithoutQuestion(ports: GivingPorts, live: LiveIntent | null): Promise<LiveIntent | null> {
  const asked = live?.state === 'REQUIRES_ACTION' ? await findLastAttempt(ports, live.id) : undefined
  if (!asked) return live
  const { intentState: state } = await callOff(ports, asked)
  return state === 'CANCELLED' ? null : { ...live!, state }
}
