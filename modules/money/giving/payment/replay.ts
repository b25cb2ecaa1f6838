import { required } from '#shared/collections.ts'
import { Problem } from '#shared/problem.ts'
import { type Attempt, findAttempt } from '#modules/money/payments/index-attempts.ts'
import type { DonationOrder } from '../order/order.ts'
import { type GivingPorts, later, timeouts } from '../ports.ts'
import { attemptInProgress } from './earlier-intent.ts'
import { mayCollide } from './idempotency.ts'
import type { IdentifiedRequest } from './pay-request.ts'
import { getPaymentMethod } from './payment-method.ts'
import { confirm } from './provider-intent.ts'
import { recordLookup, recordOutcome } from './record-outcome.ts'
import { lookUp } from './resolve.ts'

/**
 * Returns the attempt that the same request made before. If another process is working on it: `attempt-in-progress`.
 * After a crash the provider is asked for its outcome; if it was never confirmed, it is confirmed now with the same
 * key, because the donor is present. Throws `idempotency-key-reused` if the key came with another request.
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
  const lookup = await lookUp(ports, attempt)
  if (lookup.kind !== 'unconfirmed') return recordLookup(ports, attempt, lookup)
  const method = await getPaymentMethod(ports, request.payload, attempt.order as DonationOrder)
  return recordOutcome(ports, attempt, await confirm(ports, attempt, method, request))
}

/** The provider has answered that it decides later: no request is waiting for it now. */
const isProviderPending = ({ nextLookupAt, submittedAt }: Attempt): boolean =>
  nextLookupAt !== null && nextLookupAt > later(submittedAt, { seconds: timeouts.leaseSeconds })
