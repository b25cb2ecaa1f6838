import { required } from '#shared/collections.ts'
import { Problem } from '#shared/problem.ts'
import { type Attempt, findAttempt } from '#modules/money/payments/index.ts'
import type { DonationOrder } from '../order/order.ts'
import { type GivingPorts, addTime, timeouts } from '../ports.ts'
import { attemptInProgress } from './earlier-intent.ts'
import { mayCollide } from './idempotency.ts'
import type { IdentifiedRequest } from './pay-request.ts'
import { getPaymentMethod } from './payment-method.ts'
import { confirm } from './provider-intent.ts'
import { recordLookup, recordOutcome } from './record-outcome.ts'
import { fetchOutcome } from './resolve.ts'

/**
 * Returns the attempt of an earlier request with the same key. Throws `attempt-in-progress` if another process is
 * working on it, and `idempotency-key-reused` if the earlier request was different. After a crash, looks up the
 * outcome; a payment that was never confirmed is confirmed now with the same key, because the donor is present.
 */
export async function replay(ports: GivingPorts, attemptId: string, request: IdentifiedRequest): Promise<Attempt> {
  const attempt = required(await findAttempt(ports, attemptId))
  if (attempt.requestHash !== request.requestHash && mayCollide(request.payer))
    throw new Problem('validation', 'idempotency-key-reused', { status: 422 })
  if (attempt.state !== 'SUBMITTED' && attempt.state !== 'UNKNOWN') return attempt
  if (attempt.nextLookupAt === null || attempt.nextLookupAt > ports.clock()) {
    if (attempt.state === 'UNKNOWN' || isProviderPending(attempt)) return attempt
    throw attemptInProgress()
  }
  const lookup = await fetchOutcome(ports, attempt)
  if (lookup.kind !== 'unconfirmed') return recordLookup(ports, attempt, lookup)
  const method = await getPaymentMethod(ports, request.payload, attempt.order as DonationOrder)
  return recordOutcome(ports, attempt, await confirm(ports, attempt, method, request))
}

/**
 * Returns whether a look-up is scheduled later than the claim did: the provider has responded that it decides later, or
 * a worker is looking it up. No request waits for it then.
 */
const isProviderPending = ({ nextLookupAt, submittedAt }: Attempt): boolean =>
  nextLookupAt !== null && nextLookupAt > addTime(submittedAt, { seconds: timeouts.leaseSeconds })
