import { Problem } from '#shared/problem.ts'
import { type Duplicate, findLastAttempt } from '#modules/money/payments/index-attempts.ts'
import type { PaymentHistory } from '#modules/money/payments/index-intents.ts'
import type { GivingPorts } from '../ports.ts'
import { cancelChallenge } from './challenge.ts'
import type { PaymentPayload } from './pay-request.ts'

/**
 * Asks the donor about a duplicate before the provider is called; the claim checks again. A 3-D Secure challenge for
 * the same donation that was left in another tab is cancelled instead: a later approval in the bank's app would make it
 * a second donation. It counts as a duplicate if the bank was faster, or the provider does not answer.
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
 * The refusal that asks whether the donor means to donate the same again; to confirm, send `duplicateOf` as `repeatOf`
 * (payments-12).
 */
export const duplicateDonation = ({ intentId, at, isConfirming }: Duplicate): Problem =>
  new Problem('conflict', 'duplicate-donation', {
    more: { duplicateOf: intentId, givenAt: at.toISOString(), isConfirming },
  })
