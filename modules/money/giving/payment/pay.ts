import { Problem } from '#shared/problem.ts'
import {
  type Attempt,
  checkPaymentHistory,
  type PaymentHistory,
  readLiveIntent,
} from '#modules/money/payments/index.ts'
import { assertBankAccountOpen, assertDebitAllowed } from '../bank-debits/check-debit.ts'
import type { GivingPorts } from '../ports.ts'
import { guardAgainstCardTesting } from './card-testing.ts'
import { claim } from './claim.ts'
import { rejectDuplicate } from './duplicate.ts'
import { findEarlierIntent } from './earlier-intent.ts'
import { identifyPayRequest } from './idempotency.ts'
import { assertMethodOffered } from './method-offered.ts'
import type { IdentifiedRequest, PayRequest, PricedOrder } from './pay-request.ts'
import { getPaymentMethod } from './payment-method.ts'
import { confirm, prepareIntent } from './provider-intent.ts'
import { recordOutcome } from './record-outcome.ts'
import { replay } from './replay.ts'

/**
 * Pays for a donation, a basket or the due occurrences of a plan, exactly once per key, and returns the attempt
 * (ADR-0006). The intent is created unconfirmed at the provider, and the claim commits its id before the
 * confirmation. No transaction is open during a call to the provider. Throws a `Problem` only if nothing was charged.
 * An outcome that can't be recorded after the claim is UNKNOWN (ADR-0030).
 */
export async function pay(ports: GivingPorts, request: PayRequest): Promise<Attempt> {
  const identified = await identifyPayRequest(ports, request)
  const history = await readHistory(ports, identified)
  if (history.attemptId) return replay(ports, history.attemptId, identified)
  const donation = acceptPrice(request)
  assertMethodOffered(ports, request, donation)
  assertDebitAllowed(donation)
  await rejectDuplicate(ports, history, request.payload)
  const cardTesting = guardAgainstCardTesting(ports, history, identified)
  const method = await getPaymentMethod(ports, request.payload, donation.order)
  await assertBankAccountOpen(ports, method)
  const earlier = await findEarlierIntent(ports, identified, {
    donation,
    provider: method.provider.name,
    live: history.live,
  })
  const intent = await prepareIntent(ports, identified, { donation, method, reuse: earlier.reuse })
  const attempt = await claim(ports, identified, {
    donation,
    provider: method.provider.name,
    intent,
    cardTesting,
    supersede: earlier.supersede,
  })
  await ports.failpoint('before_provider')
  const outcome = await confirm(ports, attempt, method, identified)
  return recordOutcome(ports, attempt, outcome)
}

/** Reads the requester's earlier payments. A plan has no requester, so only payments of its reference are read. */
async function readHistory(ports: GivingPorts, request: IdentifiedRequest): Promise<PaymentHistory> {
  const { payer, requester, key, network, donation, once, now } = request
  if (payer.kind === 'plan') return { ...noHistory, live: once ? await readLiveIntent(ports, once.reference) : null }
  return checkPaymentHistory(ports, {
    ...requester,
    key,
    ip: network,
    emailKey: donation.emailKey,
    donationHash: (request.detectsDuplicates && request.donationHash) || null,
    frequency: ('order' in donation && donation.order.startsPlan?.frequency) || 'once',
    reference: once?.reference ?? null,
    now,
  })
}

const noHistory = {
  attemptId: null,
  unpaidFromNetwork: 0,
  declinedFromNetwork: 0,
  failedForEmail: 0,
  failedCardsInScope: 0,
  duplicate: null,
} as const

/**
 * Returns the priced order. Throws the problem of an order without a price, or `quote-changed` if the donor saw
 * another price.
 */
function acceptPrice({ donation, payload }: PayRequest): PricedOrder {
  if ('problem' in donation) throw donation.problem
  if (payload.quoteHash !== undefined && payload.quoteHash !== donation.quote.hash)
    throw new Problem('conflict', 'quote-changed', { more: { quote: donation.quote.view } })
  return donation
}
