import { required } from '#shared/collections.ts'
import { isUuid } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import { record } from '#modules/platform/audit/index.ts'
import { ownsDonation } from '#modules/money/giving/index.ts'
import type { AccountViewer } from '#modules/platform/identity/index.ts'
import type { RequestContext } from '#shared/endpoint.ts'
import type { RefundPorts } from './ports.ts'
import { findPaidDonations, findIntentOfDonation, refundLinesOf, type ReviewedDonation } from './queries/donations.ts'
import { type Refund, refundsOfIntent } from './queries/refunds.ts'
import { insertRefundRequest, type RefundRequest, requestsOfDonations } from './queries/requests.ts'
import { remainingParts, sumOf } from './rules/lines.ts'
import { isAmountReserved } from './rules/states.ts'

export type RefundsOfDonation = {
  /** The refunds of this donation only; minor units. */
  readonly refunds: readonly { readonly refund: Refund; readonly amount: bigint }[]
  readonly request: RefundRequest | undefined
  readonly canAsk: boolean
}

/**
 * Returns the refunds of a donation, also pending ones, and its donor's newest request. Another donor's isn't found
 * (security-3).
 */
export async function refundsOfDonation(
  ports: RefundPorts,
  accountId: string,
  donationId: string,
): Promise<RefundsOfDonation> {
  const { donation, refunds } = await ownDonation(ports, accountId, donationId)
  const lines = await refundLinesOf(
    ports.db,
    refunds.map(({ id }) => id),
  )
  const [request] = await requestsOfDonations(ports.db, [donationId])
  return {
    refunds: refunds.flatMap((refund) => {
      const lineInput = lines.filter((line) => line.refundId === refund.id && line.donationId === donationId)
      // Donors don't see undecided or failed refunds and open disputes.
      const isDecided = refund.origin === 'bank' ? refund.state === 'succeeded' : refund.state !== 'proposed'
      return lineInput.length > 0 && isDecided && isAmountReserved(refund.state)
        ? [{ refund, amount: sumOf(lineInput) }]
        : []
    }),
    request,
    canAsk: remainingParts(donation).gift > 0n && request?.state !== 'open' && !(await hasClosed(ports, donation)),
  }
}

/** Requests a refund of a donation, which staff decide. Each donation has at most one open request. */
export async function requestRefund(
  ports: RefundPorts,
  viewer: AccountViewer,
  context: Pick<RequestContext, 'ip'>,
  { donationId, reason }: { readonly donationId: string; readonly reason: string },
): Promise<{ id: string }> {
  const { donation } = await ownDonation(ports, viewer.accountId, donationId)
  if (remainingParts(donation).gift === 0n) throw new Problem('conflict', 'refund-nothing-left')
  if (await hasClosed(ports, donation)) throw new Problem('conflict', 'refund-qurbani-closed')
  const id = ports.newId()
  await ports.write(async (tx) => {
    const instant = ports.clock()
    if (!(await insertRefundRequest(tx, { id, donationId, accountId: viewer.accountId, reason, at: instant })))
      throw new Problem('conflict', 'refund-request-open')
    await record(tx, {
      actor: { kind: 'account', id: viewer.accountId },
      act: 'refunds.refund-requested',
      object: `donation:${donationId}`,
      at: instant,
      ip: context.ip,
    })
  })
  return { id }
}

/** Returns whether the donation is a qurbani order that has closed (qurbani-6). */
const hasClosed = async (ports: RefundPorts, { donationId, levelId }: ReviewedDonation): Promise<boolean> =>
  levelId !== null && ports.hasQurbaniClosed(ports.db, [{ donationId, levelId }], ports.clock())

async function ownDonation(
  ports: RefundPorts,
  accountId: string,
  donationId: string,
): Promise<{ donation: ReviewedDonation; refunds: Refund[] }> {
  const intentId =
    isUuid(donationId) && (await ownsDonation(ports, accountId, donationId))
      ? await findIntentOfDonation(ports.db, donationId)
      : undefined
  if (!intentId) throw new Problem('not-found', 'not-found')
  const [donations, refunds] = await Promise.all([
    findPaidDonations(ports.db, intentId),
    refundsOfIntent(ports.db, intentId),
  ])
  return { donation: required(donations.find((donation) => donation.donationId === donationId)), refunds }
}
