import { required } from '#shared/collections.ts'
import { uuidv7 } from '#shared/ids.ts'
import { localDateIn } from '#shared/calendar.ts'
import type { Issuer } from '#modules/causes/organizations/index.ts'
import { receiptsServer } from '#modules/money/receipts/index-server.ts'
import { receiptNumber, serialYearOf } from '#modules/money/receipts/rules/serial.ts'
import type { SnapshotAddress } from '#modules/money/receipts/rules/snapshot-request.ts'
import type { DemoDonationData } from './donation-data.ts'
import type { Random } from './random.ts'

export type ReceiptRows = {
  readonly receipts: readonly object[]
  readonly lines: readonly object[]
  readonly counters: readonly object[]
}

const templateVersion = 'demo-2'

/**
 * Returns one receipt for each donation, numbered without gaps by issuer and year in the order of the donations
 * (receipts-2, receipts-1).
 */
export function receiptsOf(
  donationData: readonly DemoDonationData[],
  issuers: readonly Issuer[],
  random: Random,
): ReceiptRows {
  const issuerById = new Map(issuers.map((issuer) => [issuer.id, issuer]))
  const last = new Map<string, { issuer_id: bigint; tax_year: number; last_serial: bigint }>()
  const receipts: object[] = []
  const lines: object[] = []
  for (const fact of donationData) {
    const { at, campaign, donor } = fact.donation
    const issuer = required(issuerById.get(campaign.organizationId))
    const year = serialYearOf(localDateIn(issuer.timeZone, at))
    const key = `${issuer.id}:${year}`
    const counter = last.get(key) ?? { issuer_id: issuer.id, tax_year: year, last_serial: 0n }
    counter.last_serial += 1n
    last.set(key, counter)
    const serial = counter.last_serial
    const issuedAt = new Date(at.getTime() + 2000)
    const id = uuidv7(issuedAt, random.bytes(10))
    const snapshot = snapshotOfDonation(fact, issuer, {
      number: receiptNumber({ issuerId: issuer.id, year, serial }),
      serial,
      issuedAt,
    })
    receipts.push({
      id,
      issuer_id: issuer.id,
      tax_year: year,
      serial,
      number: snapshot.number,
      kind: snapshot.kind,
      intent_id: fact.intentId,
      revision: 1,
      template_version: templateVersion,
      locale: donor.locale,
      email: donor.email,
      snapshot,
      issued_at: issuedAt,
    })
    lines.push({ receipt_id: id, donation_id: fact.donationId, revision: 1 })
  }
  return { receipts, lines, counters: [...last.values()] }
}

/** Returns the receipt's snapshot, as for a donation through the checkout. */
function snapshotOfDonation(
  fact: DemoDonationData,
  issuer: Issuer,
  input: { number: string; serial: bigint; issuedAt: Date },
) {
  const { campaign, donor, quote, card, at, method, level } = fact.donation
  return receiptsServer.receiptSnapshot({
    ...input,
    issuer,
    currency: quote.currency,
    donations: [
      {
        donationId: fact.donationId,
        campaignId: campaign.id,
        campaign: campaign.name,
        gift: quote.gift.amount,
        tip: quote.tip.amount,
        coveredFee: quote.coveredFee.amount,
        benefit: level ? level.benefit : 0n,
        isZakat: quote.isZakat,
        zakatEligible: BigInt(fact.row.zakat_eligible as string),
        giftAid: quote.giftAid,
        taxReceipt: quote.taxReceipt,
      },
    ],
    donor: {
      name: `${donor.firstName} ${donor.lastName}`,
      address: (fact.row.tax_address ?? null) as SnapshotAddress | null,
    },
    locale: donor.locale,
    payment: { method, brand: card.brand, last4: card.last4 },
    givenOn: localDateIn(issuer.timeZone, at),
    issuedOn: localDateIn(issuer.timeZone, input.issuedAt),
  })
}
