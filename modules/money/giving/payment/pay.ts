import type { Answer, RequestFacts } from '#shared/endpoint.ts'
import { addressKey } from '#shared/network.ts'
import { Problem } from '#shared/problem.ts'
import type { Viewer } from '#modules/platform/identity/index.ts'
import {
  checkPaymentHistory,
  findAttempt,
  findLastAttempt,
  type Frequency,
  type LiveIntent,
  type PaymentHistory,
} from '#modules/money/payments/index.ts'
import { answerOf } from './answer.ts'
import { callOff } from './answer-challenge.ts'
import { guardAgainstCardTesting, humanCheckRequired } from './card-testing.ts'
import { charge } from './charge.ts'
import type { DonateResult } from '../contract.ts'
import { duplicateDonation } from './duplicate.ts'
import { hashDonation, hashRequest, identifyRequester, isIpOnlyVisitor, keyOf, mayCollide } from './idempotency.ts'
import type { Payment, PaymentPayload } from './payment.ts'
import type { GivingPorts } from '../ports.ts'
import { resume } from './resume.ts'

/** Regular donations are made through subscriptions. */
const frequency: Frequency = 'once'

/**
 * Pays for a donation or a basket, exactly once for each key: a request that was seen before is answered with what came
 * of it; a new one is claimed in the database before the provider is asked to charge, so a crash, a retry or twenty
 * parallel requests charge once or not at all.
 */
export async function pay(
  ports: GivingPorts,
  viewer: Viewer,
  facts: RequestFacts,
  { payload, gift, once }: Payment,
): Promise<Answer<DonateResult>> {
  const now = ports.clock()
  const requester = identifyRequester(viewer, facts)
  const requestHash = hashRequest(payload)
  const asked = once ? { ...payload, reference: once.reference } : payload
  const key = await keyOf(ports, { requester, given: facts.idempotencyKey, payload: asked, now })
  const donationHash = once || 'problem' in gift ? undefined : hashDonation(gift.order.lines[0]!, gift.currency)
  // Of an address alone, another donor would be asked about a stranger's donation.
  const detectsDuplicates = donationHash !== undefined && !isIpOnlyVisitor(viewer, facts)
  const history = await checkPaymentHistory(ports, {
    ...requester,
    key,
    ip: addressKey(facts.ip),
    emailKey: gift.emailKey,
    donationHash: detectsDuplicates ? donationHash : null,
    frequency,
    reference: once?.reference ?? null,
    now,
  })
  if (history.attemptId) {
    const attempt = (await findAttempt(ports, history.attemptId))!
    if (attempt.requestHash !== requestHash && mayCollide(viewer, facts))
      throw new Problem('validation', 'idempotency-key-reused', { status: 422 })
    return answerOf(ports, await resume(ports, attempt, payload))
  }
  if ('problem' in gift) throw gift.problem
  if (payload.quoteHash !== undefined && payload.quoteHash !== gift.quote.hash)
    throw new Problem('conflict', 'quote-changed', { more: { quote: gift.quote.view } })
  await rejectDuplicate(ports, history, payload)
  const subject = `${requester.scope} ${key}`
  const proofSalt = guardAgainstCardTesting(ports, history, { subject, proof: payload.reCaptcha })
  const live = payload.paysHere ? await liveWithoutChallenge(ports, history.live) : history.live
  const attempt = await charge(ports, {
    requester,
    key,
    requestHash,
    facts,
    gift,
    payload,
    once,
    live,
    now,
    guards: {
      donationHash,
      frequency,
      detectsDuplicates,
      repeatOf: payload.repeatOf,
      proofSalt,
      needsProof: () => humanCheckRequired(ports, history, subject),
    },
  })
  return answerOf(ports, attempt)
}

/**
 * Asks the donor about a duplicate before the provider is troubled; the claim asks again. A challenge for the same
 * donation that was left in a tab that is gone is cancelled instead: approved later, in the bank's own app say, it
 * would be a second donation. It counts where the bank was faster, or cannot be reached.
 */
async function rejectDuplicate(
  ports: GivingPorts,
  { duplicate }: PaymentHistory,
  { repeatOf, intentId }: PaymentPayload,
): Promise<void> {
  if (!duplicate || duplicate.intentId === repeatOf || duplicate.intentId === intentId) return
  const challenged = duplicate.isChallenged ? await findLastAttempt(ports, duplicate.intentId) : undefined
  const attempt = challenged && (await callOff(ports, challenged))
  if (attempt?.state === 'DECLINED') return
  const isConfirming = attempt ? attempt.state !== 'SUCCEEDED' : duplicate.isConfirming
  throw duplicateDonation({ intentId: duplicate.intentId, at: new Date(duplicate.at), isConfirming })
}

/** What is paid, or may still be, once a challenge that was left has been cancelled. */
async function liveWithoutChallenge(ports: GivingPorts, live: LiveIntent | null): Promise<LiveIntent | null> {
  const challenged = live?.state === 'REQUIRES_ACTION' ? await findLastAttempt(ports, live.id) : undefined
  if (!challenged) return live
  const { intentState: state } = await callOff(ports, challenged)
  return state === 'CANCELLED' ? null : { ...live!, state }
}
