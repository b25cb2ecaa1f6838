import type { Currency } from '#shared/money.ts'
import { localDate } from '#shared/calendar.ts'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import type { GivingPorts } from '#modules/money/giving/ports.ts'
import { settle } from '#modules/money/giving/payment/settle.ts'
import { aClaimedAttempt, aLine, anOrder } from '#modules/money/giving/testing.ts'
import type { ReceiptPorts } from './receipt-link.ts'
import { issueReceipts } from './issue-receipts.ts'
import type { SnapshotDonation, SnapshotIssuer, SnapshotRequest } from './rules/snapshot-request.ts'

export const anIssuer = (over: Partial<SnapshotIssuer> = {}): SnapshotIssuer => ({
  id: 7n,
  name: 'Umeed Trust',
  nameAr: 'مؤسسة أميد',
  country: 'GB',
  postalAddress: '4 Sample Lane\nLeicester\nLE1 0XX\nUnited Kingdom',
  registration: 'Charity no. 0000001 (demo)',
  receiptRegime: 'uk',
  signatory: null,
  ...over,
})

/** A donation of 50.00 with a tip of 3.20; `over` replaces parts of it. */
export const aSnapshotDonation = (over: Partial<SnapshotDonation> = {}): SnapshotDonation => ({
  donationId: '01935b1e-0000-7000-8000-000000000001',
  campaignId: 12n,
  campaign: 'Clean water for Tharparkar',
  gift: 5000n,
  tip: 320n,
  coveredFee: 0n,
  benefit: 0n,
  isZakat: false,
  zakatEligible: 0n,
  giftAid: false,
  taxReceipt: false,
  ...over,
})

/** The input of a receipt: one donation in pounds to a UK charity on 20 November 2026; `over` replaces parts of it. */
export const aSnapshotRequest = (over: Partial<SnapshotRequest> = {}): SnapshotRequest => ({
  number: '7-2026-000001',
  serial: 1n,
  issuer: anIssuer(),
  currency: 'GBP',
  donations: [aSnapshotDonation()],
  donor: { name: 'Amina Yusuf', address: null },
  locale: 'en',
  payment: { method: 'card', brand: 'visa', last4: '4242' },
  givenOn: localDate('2026-11-20'),
  issuedOn: localDate('2026-11-20'),
  issuedAt: new Date('2026-11-20T12:00:02Z'),
  ...over,
})

type Given = {
  readonly campaignId?: bigint
  readonly currency?: Currency
  readonly lines?: readonly Parameters<typeof aLine>[2][]
  readonly donor?: Parameters<typeof anOrder>[1]
}

/** Creates a paid donation with its receipt, by default of 20.00 to a new charity. */
export async function aReceipt(
  ports: ReceiptPorts,
  { campaignId, currency = 'GBP', lines = [{}], donor = {} }: Given = {},
) {
  const campaign = campaignId ?? (await aCampaign(ports)).id
  const attempt = await aClaimedAttempt(
    ports,
    anOrder(
      lines.map((line) => aLine(ports, campaign, line)),
      donor,
    ),
    { currency },
  )
  await settle(ports as ReceiptPorts & GivingPorts, attempt, {
    kind: 'succeeded',
    chargeId: `ch_${attempt.id}`,
    amount: attempt.amount,
    currency,
    fee: 69n,
    card: { brand: 'visa', last4: '4242' },
  })
  await ports.write((tx) => issueReceipts(ports, tx, [attempt.intentId]))
  const { id, number, issuer_id } = await ports.db
    .selectFrom('receipts.receipt')
    .select(['id', 'number', 'issuer_id'])
    .where('intent_id', '=', attempt.intentId)
    .executeTakeFirstOrThrow()
  return { id, number, issuerId: issuer_id, intentId: attempt.intentId, campaignId: campaign }
}
