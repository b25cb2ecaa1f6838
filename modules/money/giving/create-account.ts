import { one } from '#shared/collections.ts'
import type { RequestContext } from '#shared/endpoint.ts'
import { Problem } from '#shared/problem.ts'
import { record } from '#modules/platform/audit/index.ts'
import { signUpGiver, verifyToken, type Viewer } from '#modules/platform/identity/index.ts'
import { splitName } from '#modules/platform/identity/rules/name.ts'
import { type Attempt, findLastAttempt } from '#modules/money/payments/index.ts'
import type { GivingPorts } from './ports.ts'
import { insertTakeovers, findDonationsToTakeOver } from './queries/thank-you-queries.ts'

/**
 * Creates an account for a guest after a donation and adds that donation and its plan to it. Earlier donations of the
 * same email follow when the email is proven (accounts-4). Requires the donation's token, so that no one can claim
 * another donor's donation. The response doesn't reveal whether the email already has an account.
 */
export async function createAccountForGuest(
  ports: GivingPorts,
  viewer: Viewer,
  context: RequestContext,
  input: { intentId: string; token: string; password: string },
): ReturnType<typeof signUpGiver> {
  const payload = verifyToken(ports.tokenSecret, input.token, ports.clock())
  if (!payload || payload.kind !== 'donation' || payload.subject !== input.intentId)
    throw new Problem('not-found', 'not-found')
  // The attempt is read before its donations, so that a payment in between is found.
  const attempt = await findLastAttempt(ports, input.intentId)
  const donations = await findDonationsToTakeOver(ports.db, input.intentId)
  const first = donations[0]
  if (!first?.email) throw toUnpaidProblem(attempt)
  const { email } = first
  const { firstName, lastName } = splitName(first.name)
  return signUpGiver(
    ports,
    viewer,
    context,
    { email, password: input.password, firstName: firstName || splitName(one(email.split('@'))).firstName, lastName },
    async (tx, accountId) => {
      const instant = ports.clock()
      const claimed = await insertTakeovers(tx, {
        donationIds: donations.map((donation) => donation.id),
        accountId,
        at: instant,
      })
      if (claimed < donations.length) throw new Problem('conflict', 'donation-has-an-owner')
      await ports.planStarter.movePlanToNewAccount(tx, { intentId: input.intentId, accountId, at: instant })
      await record(
        tx,
        ...donations.map((donation) => ({
          actor: { kind: 'account' as const, id: accountId },
          act: 'giving.donation-claimed',
          object: `donation:${donation.id}`,
          at: instant,
          ip: context.ip,
        })),
      )
    },
  )
}

/** Returns the refusal for an unpaid donation: its payment is in progress, or was declined. */
function toUnpaidProblem(attempt: Attempt | undefined): Problem {
  switch (attempt?.intentState) {
    case 'PROCESSING':
    case 'REQUIRES_ACTION':
      return new Problem('conflict', 'attempt-in-progress', { retryAfterSeconds: 5 })
    case 'CREATED':
    case 'FAILED':
    case 'CANCELLED':
    case 'EXPIRED':
      return new Problem('conflict', 'payment-not-made')
    default:
      return new Problem('conflict', 'donation-has-an-owner')
  }
}
