import { one } from '#shared/collections.ts'
import type { RequestContext } from '#shared/endpoint.ts'
import { Problem } from '#shared/problem.ts'
import { record } from '#modules/platform/audit/index.ts'
import { type OpenedSession, signUpGiver, verifyToken, type Viewer } from '#modules/platform/identity/index.ts'
import { splitName } from '#modules/platform/identity/rules/name.ts'
import { type Attempt, findLastAttempt } from '#modules/money/payments/index-attempts.ts'
import type { GivingPorts } from './ports.ts'
import { insertClaims, unclaimedDonations } from './queries/thank-you-queries.ts'

/**
 * Creates an account for a guest right after giving, with that gift and the plan that it began; earlier gifts of the same email are added only
 * once the email is proven (accounts-4). Requires the gift's own token, so no gift of another donor can be claimed. The
 * account is created like any other, so the response does not reveal whether the email has one.
 */
export async function createAccountForGuest(
  ports: GivingPorts,
  viewer: Viewer,
  context: RequestContext,
  input: { intentId: string; token: string; password: string },
): Promise<OpenedSession> {
  const held = verifyToken(ports.tokenSecret, input.token, ports.clock())
  if (!held || held.kind !== 'donation' || held.subject !== input.intentId) throw new Problem('not-found', 'not-found')
  // Read before its gifts, so that a payment in between is found.
  const attempt = await findLastAttempt(ports, input.intentId)
  const donations = await unclaimedDonations(ports.db, input.intentId)
  const first = donations[0]
  if (!first?.email) throw notTheirs(attempt)
  const { email } = first
  const { firstName, lastName } = splitName(first.name)
  return signUpGiver(
    ports,
    viewer,
    context,
    { email, password: input.password, firstName: firstName || splitName(one(email.split('@'))).firstName, lastName },
    async (tx, accountId) => {
      const instant = ports.clock()
      const claimed = await insertClaims(tx, {
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

/** The refusal for an unpaid gift: its payment is under way, or was declined. */
function notTheirs(attempt: Attempt | undefined): Problem {
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
