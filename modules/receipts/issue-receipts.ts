import { localDateIn } from '#shared/calendar.ts'
import type { Currency } from '#shared/money.ts'
import type { Tx } from '#shared/ports.ts'
import type { Locale } from '#shared/text.ts'
import { type PaidDonation, paidDonations } from '#modules/giving/index.ts'
import { mailHostOf, type MailRow, type NotificationPorts, queueMails } from '#modules/notifications/index.ts'
import { type Issuer, issuersOf } from '#modules/organizations/index.ts'
import { insertReceipts, receiptedDonations, type ReceiptRow, takeSerials, type Wanted } from './queries.ts'
import { receiptMail } from './receipt-mail.ts'
import { receiptNumber, taxYearOf } from './rules/serial.ts'
import { receiptSnapshot } from './rules/snapshot.ts'

export const templateVersion = '2026-11'

/** The gifts one receipt is for: those of one payment that went to one charity. */
type Pending = { readonly issuer: Issuer; readonly taxYear: number; readonly gifts: readonly PaidDonation[] }

/**
 * Receipts for payments that just settled, and a mail for each: numbered without a gap in batches, in the transaction that takes the facts
 * from the outbox, so each gift has its receipt exactly once (decisions.md 7, 8). Gifts that already have one are passed over.
 */
export async function issueReceipts(ports: NotificationPorts, tx: Tx, intentIds: readonly string[]): Promise<void> {
  const donations = await paidDonations(tx, intentIds)
  if (donations.length === 0) return
  const done = await receiptedDonations(tx, donations.map((donation) => donation.id))
  const pending = await groupByIssuer(tx, donations.filter((donation) => !done.has(donation.id)))
  if (pending.length === 0) return
  const serials = await takeSerials(tx, wantedSerials(pending))
  const issuedAt = ports.clock()
  const receipts = pending.map((each) => {
    const key = `${each.issuer.id}:${each.taxYear}`
    const serial = serials.get(key)! + 1n
    serials.set(key, serial)
    return receiptOf(ports, each, serial, issuedAt)
  })
  await insertReceipts(tx, receipts)
  await queueMails(
    tx,
    receipts.flatMap((receipt, index) => mailOf(ports, receipt, pending[index]!.gifts[0]!)),
    issuedAt,
  )
}

async function groupByIssuer(tx: Tx, donations: readonly PaidDonation[]): Promise<Pending[]> {
  const issuers = new Map((await issuersOf(tx, [...new Set(donations.map((donation) => donation.organizationId))])).map((issuer) => [issuer.id, issuer]))
  const groups = Map.groupBy(donations, (donation) => `${donation.intentId}:${donation.organizationId}`)
  return [...groups.values()].map((gifts) => {
    const issuer = issuers.get(gifts[0]!.organizationId)!
    return { issuer, gifts, taxYear: taxYearOf(issuer.receiptRegime, localDateIn(issuer.timeZone, gifts[0]!.givenAt)) }
  })
}

function wantedSerials(pending: readonly Pending[]): Wanted[] {
  const groups = Map.groupBy(pending, (each) => `${each.issuer.id}:${each.taxYear}`)
  return [...groups.values()].map((of) => ({ issuerId: of[0]!.issuer.id, taxYear: of[0]!.taxYear, count: of.length }))
}

function receiptOf(ports: NotificationPorts, { issuer, taxYear, gifts }: Pending, serial: bigint, issuedAt: Date): ReceiptRow {
  const first = gifts[0]!
  return {
    id: ports.newId(),
    issuerId: issuer.id,
    taxYear,
    serial,
    intentId: first.intentId,
    templateVersion,
    locale: first.locale,
    email: first.email,
    donationIds: gifts.map((gift) => gift.id),
    issuedAt,
    snapshot: receiptSnapshot({
      number: receiptNumber({ issuerId: issuer.id, year: taxYear, serial }),
      serial,
      issuer,
      currency: first.currency as Currency,
      gifts: gifts.map((gift) => ({ donationId: gift.id, campaignId: gift.campaignId, campaign: gift.campaignName, gift: gift.gift, tip: gift.tip, coveredFee: gift.coveredFee, benefit: gift.benefitValue * BigInt(gift.quantity), isZakat: gift.isZakat, giftAid: gift.giftAid, taxReceipt: gift.taxReceipt })),
      donor: { name: first.name, address: first.taxAddress },
      locale: localeOf(first.locale),
      payment: { method: first.paymentMethod, brand: first.cardBrand, last4: first.cardLast4 },
      givenOn: localDateIn(issuer.timeZone, first.givenAt),
      issuedAt,
    }),
  }
}

/** Without an address there is nowhere to send it; the receipt exists all the same. */
function mailOf(ports: NotificationPorts, receipt: ReceiptRow, gift: PaidDonation): MailRow[] {
  if (!receipt.email) return []
  const locale = localeOf(receipt.locale)
  const mail = receiptMail(receipt.snapshot, { locale, productName: ports.productName, campaignUrl: `${ports.origin}/v4/campaign/${encodeURIComponent(gift.campaignSlug)}` })
  return [{ id: ports.newId(), messageId: `<receipt.${receipt.snapshot.number}@${mailHostOf(ports.mailFrom)}>`, kind: 'receipt', to: receipt.email, locale, ...mail }]
}

const localeOf = (text: string): Locale => (text === 'ar' ? 'ar' : 'en')
