import { Problem } from '#shared/problem.ts'
import { type Duplicate, findLastAttempt, type PaymentHistory } from '#modules/money/payments/index.ts'
import type { GivingPorts } from '../ports.ts'
import { cancelChallenge } from './challenge.ts'
import type { PaymentPayload } from './pay-request.ts'

/**
 * Asks the donor about a duplicate before the provider is called; the claim checks again. If the duplicate has an
 * abandoned 3-D Secure challenge, that is cancelled instead, because approving it later in the bank's app would pay a
 * second donation. If it can't be cancelled, it counts as a duplicate.
 */
export async function rejectDuplicate(
  ports: GivingPorts,
  { duplicate }: PaymentHistory,
  { repeatOf, intentId }: PaymentPayload,
): Promise<void> {
  if (!duplicate || duplicate.intentId === repeatOf || duplicate.intentId === intentId) return
  const challenged = duplicate.isChallenged ? await findLastAttempt(ports, duplicate.intentId) : undefined
  const attempt = challenged && (await cancelChallenge(ports, challenged))
  if (attempt?.state === 'DECLINED') return
  const isConfirming = attempt ? attempt.state !== 'SUCCEEDED' : duplicate.isConfirming
  throw duplicateDonation({ intentId: duplicate.intentId, at: new Date(duplicate.at), isConfirming })
}

/**
 * Returns the refusal that asks whether the donor means to repeat a donation. To confirm, the client sends
 * `duplicateOf` as `repeatOf` (payments-12).
 */
export const duplicateDonation = ({ intentId, at, isConfirming }: Duplicate): Problem =>
  new Problem('conflict', 'duplicate-donation', {
    more: { duplicateOf: intentId, givenAt: at.toISOString(), isConfirming },
  })
