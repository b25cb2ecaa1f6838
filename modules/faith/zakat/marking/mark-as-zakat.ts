import type { Currency } from '#shared/money.ts'
import type { Db, Ports, Tx } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'
import { required } from '#shared/collections.ts'
import { getCampaignForDonation } from '#modules/causes/campaigns/index.ts'
import { ownsDonation } from '#modules/money/giving/index.ts'
import { markDonationAsZakat } from '#modules/money/giving/index.ts'
import { queueRefundEvent } from '#modules/money/giving/index.ts'
import { markedAsZakatEntries, post } from '#modules/money/ledger/index.ts'
import { isInLivePayout, lockPayouts } from '#modules/money/payouts/index.ts'
import { isPaymentRefundable } from '#modules/money/payments/rules/intent.ts'
import { findPaidIntent, lockPaidIntent, type PaidIntent } from '#modules/money/payments/index.ts'
import { findIntentOfDonation, findPaidDonations } from '#modules/money/refunds/index.ts'
import { record } from '#modules/platform/audit/index.ts'
import { computeEligible, findMarkingRefusal, type MarkingData } from '../rules/marking.ts'

export type MarkingPorts = Ports

/** A donation with the data for marking it. Minor units. */
type Markable = {
  readonly markingData: MarkingData
  readonly isPaidOut: boolean
  readonly campaignId: bigint
  readonly organizationId: bigint
  readonly intentId: string
  readonly currency: Currency
  /** The amount that already counts as zakat. */
  readonly eligible: bigint
}

/** The event of a donation that was counted as zakat later (outbox). */
export type MarkedAsZakat = {
  readonly intentId: string
  readonly donationId: string
  readonly campaignId: string
  readonly currency: Currency
  readonly zakatEligible: string
}

/** Returns whether an account's donation is zakat or can be counted as zakat, and otherwise the reason (ledger-13). */
export async function checkMarking(ports: MarkingPorts, accountId: string, donationId: string) {
  const intentId = await findOwnIntent(ports, accountId, donationId)
  const donation = await readMarkable(ports, ports.db, await findPaidIntent(ports.db, intentId), donationId)
  const reason = findMarkingRefusal(donation.markingData, donation.isPaidOut) ?? null
  return { ...viewOf(donation), canMark: reason === null, reason }
}

/**
 * Counts an account's donation as zakat, once. Donation, ledger, audit log and outbox are written together. Throws
 * the reason as a conflict if it can't be counted; returns a donation that is already zakat unchanged (ledger-13).
 */
export async function markAsZakat(ports: MarkingPorts, accountId: string, ip: string, donationId: string) {
  const intentId = await findOwnIntent(ports, accountId, donationId)
  return ports.write(async (tx) => {
    // Refunds and disputes of the payment take the same lock, so none starts meanwhile.
    const intent = await lockPaidIntent(tx, intentId)
    const markable = await readMarkable(ports, tx, intent, donationId)
    // No payout of the charity is drafted until this commits.
    await lockPayouts(tx, markable)
    const donation = await readMarkable(ports, tx, intent, donationId)
    const reason = findMarkingRefusal(donation.markingData, donation.isPaidOut)
    if (reason === 'zakat-marked-already') return viewOf(donation)
    if (reason) throw new Problem('conflict', reason)
    const eligible = computeEligible(donation.markingData)
    if (await markDonationAsZakat(tx, { donationId, eligible, bps: donation.markingData.bps }))
      await writeConsequences(ports, tx, { donation, donationId, eligible, accountId, ip })
    return { isZakat: true, zakatEligible: eligible, currency: donation.currency }
  })
}

const viewOf = ({ markingData, eligible, currency }: Markable) => ({
  isZakat: markingData.isZakat,
  zakatEligible: markingData.isZakat ? eligible : computeEligible(markingData),
  currency,
})

/** Returns the payment of an account's donation; another account's donation isn't found (security-3). */
async function findOwnIntent(ports: MarkingPorts, accountId: string, donationId: string): Promise<string> {
  const intentId = (await ownsDonation(ports, accountId, donationId))
    ? await findIntentOfDonation(ports.db, donationId)
    : undefined
  if (!intentId) throw new Problem('not-found', 'not-found')
  return intentId
}

async function readMarkable(
  ports: MarkingPorts,
  db: Db | Tx,
  intent: PaidIntent | undefined,
  donationId: string,
): Promise<Markable> {
  if (!intent) throw new Problem('not-found', 'not-found')
  const donation = required(
    (await findPaidDonations(db, intent.id)).find((paidDonation) => paidDonation.donationId === donationId),
  )
  const campaign = await getCampaignForDonation(ports, donation.campaignId)
  return {
    markingData: {
      isZakat: donation.isZakat,
      hasOtherType: donation.donationType !== null,
      isPaid: isPaymentRefundable(intent.state),
      gift: donation.gift,
      refundedAmount: donation.refunded.gift,
      fee: donation.coveredFee > 0n ? 0n : donation.processingFee,
      isZakatVerified: campaign?.zakatVerified === true,
      bps: campaign?.zakatEligibleBps ?? 1,
    },
    isPaidOut: await isInLivePayout(db, { intentId: intent.id, campaignId: donation.campaignId }),
    campaignId: donation.campaignId,
    organizationId: donation.organizationId,
    intentId: intent.id,
    currency: intent.currency,
    eligible: donation.zakatEligible - donation.refunded.zakatEligible,
  }
}

/** Writes ledger transaction, audit entry and outbox event of a marked donation. */
async function writeConsequences(
  ports: MarkingPorts,
  tx: Tx,
  input: {
    readonly donation: Markable
    readonly donationId: string
    readonly eligible: bigint
    readonly accountId: string
    readonly ip: string
  },
): Promise<void> {
  const { donationId, eligible } = input
  const { campaignId, currency, intentId } = input.donation
  const instant = ports.clock()
  await post(tx, {
    txId: ports.newId(),
    sourceType: 'donation',
    sourceId: donationId,
    eventType: 'marked-as-zakat',
    at: instant,
    entries: markedAsZakatEntries(currency, campaignId, eligible),
  })
  const amounts = { currency, zakatEligible: String(eligible) }
  await record(tx, {
    actor: { kind: 'account', id: input.accountId },
    act: 'giving.donation-marked-as-zakat',
    object: `donation:${donationId}`,
    at: instant,
    ip: input.ip,
    details: { campaign: String(campaignId), ...amounts },
  })
  const event: MarkedAsZakat = { intentId, donationId, campaignId: String(campaignId), ...amounts }
  await queueRefundEvent(tx, 'donation.marked-as-zakat', event, instant)
}
