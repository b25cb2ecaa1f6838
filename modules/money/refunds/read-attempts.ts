import { isUuid } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import { record } from '#modules/platform/audit/index.ts'
import { type DonationOrder, donationReferenceOf } from '#modules/money/giving/index.ts'
import type { AccountViewer } from '#modules/platform/identity/index.ts'
import type { RefundPorts } from './ports.ts'
import { attemptsOf, findIntentForStaff } from './queries/attempts.ts'

/**
 * Returns the attempts of a payment for staff, with the provider's response and what can follow (payments-8: never
 * for a donor at checkout), and the next attempt of a plan's donation.
 */
export async function attemptViews(
  { db, planLookup }: Pick<RefundPorts, 'db' | 'planLookup'>,
  intentId: string,
  order: Pick<DonationOrder, 'plan'> | undefined,
) {
  const [attempts, donation] = await Promise.all([
    attemptsOf(db, intentId),
    order?.plan ? planLookup.findOccurrence(db, order.plan) : undefined,
  ])
  return {
    attempts: attempts.map(({ cardBrand, cardLast4, at, settledAt, nextLookupAt, ...attempt }) => ({
      ...attempt,
      at,
      card: cardLast4 ? { brand: cardBrand ?? '', last4: cardLast4 } : null,
      settledAt,
      nextLookupAt,
    })),
    planDonation: donation
      ? {
          state: donation.state,
          nextAttemptAt: donation.state === 'SCHEDULED' ? donation.dueAt : null,
          actionDeadline: donation.state === 'ACTION_REQUIRED' ? donation.actionDeadline : null,
          paidBy: donation.state === 'SUCCEEDED' ? donation.paidBy : null,
        }
      : null,
  }
}

/** Returns the address of a payment in its provider's dashboard; null if there is none. */
export const providerUrlOf = (
  { providers }: Pick<RefundPorts, 'providers'>,
  { provider, providerIntentId }: { readonly provider: string; readonly providerIntentId: string },
): string | null => providers.byName(provider).paymentUrl?.(providerIntentId) ?? null

/** Returns a payment for staff, paid or not. The access is audited (security-9). */
export async function readAttempts(ports: RefundPorts, who: AccountViewer, ip: string, intentId: string) {
  const intent = isUuid(intentId) ? await findIntentForStaff(ports.db, intentId) : undefined
  if (!intent) throw new Problem('not-found', 'not-found')
  await ports.write((tx) =>
    record(tx, {
      actor: { kind: 'account', id: who.accountId },
      act: 'refunds.attempts-viewed',
      object: `intent:${intentId}`,
      at: ports.clock(),
      ip,
    }),
  )
  const { donor, lines } = intent.order
  return {
    intentId,
    state: intent.state,
    amount: intent.amount,
    currency: intent.currency,
    requestedAt: intent.createdAt,
    provider: intent.provider,
    providerIntentId: intent.providerIntentId,
    providerUrl: providerUrlOf(ports, intent),
    donor: { name: donor.name, email: donor.email, isMember: donor.accountId !== null },
    donations: lines.map((line) => ({
      reference: donationReferenceOf(line.donationId),
      campaign: line.campaignName,
      campaignSlug: line.campaignSlug,
      organization: line.organizationName,
      gift: BigInt(line.gift),
      tip: BigInt(line.tip),
      coveredFee: BigInt(line.coveredFee),
    })),
    ...(await attemptViews(ports, intentId, intent.order)),
  }
}
