import { lockVerification, saveVerification, type VerifiedOrganization } from '#modules/causes/organizations/index.ts'
import {
  stateAfterDecision,
  type RequestDecision,
  type RequestKind,
} from '#modules/causes/organizations/rules/verification-request.ts'
import type { CharityVerification } from '#modules/causes/organizations/rules/verification.ts'
import { expiredVerificationsTask } from '#modules/recurring/subscriptions/index.ts'
import { required } from '#shared/collections.ts'
import type { Tx } from '#shared/ports.ts'
import type { CharityPorts } from '../ports.ts'

/** Saves the verification of a charity after a decision, and queues the job that pauses or resumes its plans. */
export async function saveVerificationDecision(
  ports: CharityPorts,
  tx: Tx,
  organizationId: bigint,
  decided: { readonly kind: RequestKind; readonly decision: RequestDecision },
  now: Date,
): Promise<{ readonly before: VerifiedOrganization; readonly after: CharityVerification }> {
  const before = required(await lockVerification(tx, organizationId), 'charity')
  const after = stateAfterDecision(before, decided, { now, months: ports.verificationMonths })
  const isVerifiedNow = decided.decision === 'verify' && decided.kind !== 'change'
  await saveVerification(tx, organizationId, { ...after, verifiedAt: isVerifiedNow ? now : before.verifiedAt })
  await ports.enqueue(tx, expiredVerificationsTask, {}, { key: expiredVerificationsTask })
  return { before, after }
}
