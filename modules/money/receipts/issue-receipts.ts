import { one, required } from '#shared/collections.ts'
import { localDateIn } from '#shared/calendar.ts'
import type { Tx } from '#shared/ports.ts'
import { isLocale, type Locale } from '#shared/text.ts'
import { type PaidDonation, findPaidDonations, shownFields } from '#modules/money/giving/index.ts'
import { mailHostOf, type MailRow, queueMails } from '#modules/platform/notifications/index.ts'
import { type Issuer, issuersOf } from '#modules/causes/organizations/index.ts'
import { linksOfReceipt, type ReceiptPorts } from './receipt-link.ts'
import { receiptBrandOf } from './brand.ts'
import {
  insertReceipts,
  receiptedDonations,
  type ReceiptRow,
  serialKey,
  allocateSerials,
  type SerialRequest,
} from './queries/issued.ts'
import {
  type MailLinks,
  receiptMailContent,
  receiptsMailContent,
  type PlanLinks,
  type TaxAddressLink,
} from './receipt-mail.ts'
import { receiptNumber, serialYearOf } from './rules/serial.ts'
import { receiptSnapshot } from './rules/snapshot.ts'
import type { SnapshotAddress } from './rules/snapshot-request.ts'

/** Version of the printed content and layout; must change with either. */
const templateVersion = '2026-11-23'

/** The donations of one receipt: those of one payment to one charity. */
export type Pending = { readonly issuer: Issuer; readonly year: number; readonly donations: readonly PaidDonation[] }

/** What the email of each payment contains, by the payment's id. */
export type Mailing = {
  /** Payments whose donors get a summary instead of an email. */
  readonly unmailed?: ReadonlySet<string>
  readonly planLinks?: ReadonlyMap<string, PlanLinks>
  /** Links to refund a duplicate of another payment by the same donor. */
  readonly refundUrls?: ReadonlyMap<string, string>
  /** Links to add the home address that a payment's receipt lacks. */
  readonly taxAddressLinks?: ReadonlyMap<string, TaxAddressLink>
}

/**
 * Issues the receipts of settled payments, one per charity, and one email per payment. Runs in the transaction that
 * takes the events from the outbox, so each donation gets its receipt exactly once, numbered without gaps
 * (receipts-2, receipts-1). Skips donations that already have one.
 */
export async function issueReceipts(
  ports: ReceiptPorts,
  tx: Tx,
  intentIds: readonly string[],
  { unmailed, planLinks, refundUrls, taxAddressLinks }: Mailing = {},
): Promise<void> {
  const donations = await findPaidDonations(tx, intentIds)
  const receipted = await receiptedDonations(
    tx,
    donations.map((donation) => donation.id),
  )
  const pending = await groupByIssuer(
    tx,
    donations.filter((donation) => !receipted.has(donation.id)),
  )
  if (pending.length === 0) return
  const issuedAt = ports.clock()
  const last = await allocateSerials(tx, requestedSerials(pending))
  const issued = pending.map((pending) => {
    const key = serialKey({ issuerId: pending.issuer.id, year: pending.year })
    const serial = required(last.get(key)) + 1n
    last.set(key, serial)
    return {
      receipt: receiptOf(ports, pending, serial, issuedAt),
      first: one(pending.donations),
      issuer: pending.issuer,
    }
  })
  await insertReceipts(
    tx,
    issued.map(({ receipt }) => receipt),
  )
  await queueMails(
    tx,
    [
      ...Map.groupBy(
        issued.filter(({ receipt }) => !unmailed?.has(receipt.intentId)),
        ({ receipt }) => receipt.intentId,
      ).values(),
    ].flatMap((items) =>
      items.length === 1
        ? mailOf(ports, one(items), {
            plan: planLinks?.get(one(items).receipt.intentId),
            refundUrl: refundUrls?.get(one(items).receipt.intentId),
            taxAddress: taxAddressLinks?.get(one(items).receipt.intentId),
          })
        : mailOfMany(
            ports,
            one(items).receipt.email,
            items.map(({ receipt }) => receipt),
            {
              plan: planLinks?.get(one(items).receipt.intentId),
              taxAddress: taxAddressLinks?.get(one(items).receipt.intentId),
            },
          ),
    ),
    issuedAt,
  )
}

export async function groupByIssuer(tx: Tx, donations: readonly PaidDonation[]): Promise<Pending[]> {
  const issuers = await issuersOf(tx, [...new Set(donations.map((donation) => donation.organizationId))])
  const issuerById = new Map(issuers.map((issuer) => [issuer.id, issuer]))
  const groups = Map.groupBy(donations, (donation) => `${donation.intentId}:${donation.organizationId}`)
  return [...groups.values()].map((donations) => {
    const issuer = required(issuerById.get(one(donations).organizationId))
    return { issuer, donations, year: serialYearOf(localDateIn(issuer.timeZone, one(donations).givenAt)) }
  })
}

export function requestedSerials(pending: readonly Pending[]): SerialRequest[] {
  const groups = Map.groupBy(pending, ({ issuer, year }) => serialKey({ issuerId: issuer.id, year }))
  return [...groups.values()].map((pendings) => ({
    issuerId: one(pendings).issuer.id,
    year: one(pendings).year,
    count: pendings.length,
  }))
}

/** The changes of a replacement. */
export type ReceiptChanges = {
  readonly revision: number
  readonly replaces: { readonly number: string; readonly issuedAt: Date }
  readonly donor: { readonly name: string; readonly address: SnapshotAddress | null }
}

/** Builds the row and the frozen snapshot of a receipt with its serial. */
export function receiptOf(
  ports: ReceiptPorts,
  { issuer, year, donations }: Pending,
  serial: bigint,
  issuedAt: Date,
  correction?: ReceiptChanges,
): ReceiptRow {
  const first = one(donations)
  return {
    id: ports.newId(),
    issuerId: issuer.id,
    year,
    serial,
    intentId: first.intentId,
    revision: correction?.revision ?? 1,
    templateVersion,
    locale: localeOf(first.locale),
    email: first.email,
    donationIds: donations.map((donation) => donation.id),
    issuedAt,
    snapshot: receiptSnapshot({
      number: receiptNumber({ issuerId: issuer.id, year, serial }),
      serial,
      issuer,
      currency: first.currency,
      donations: donations.map((donation) => ({
        ...donation,
        donationId: donation.id,
        campaign: donation.campaignName,
        benefit: donation.benefitValue * BigInt(donation.quantity),
        declaredOn: donation.declaredAt && localDateIn(issuer.timeZone, donation.declaredAt),
      })),
      // One payment has one donor, but only lines with Gift Aid or a tax receipt have the address.
      donor: {
        ...(correction?.donor ?? { name: first.name, address: snapshotAddressOf(donations) }),
        fields: donations.flatMap((donation) => shownFields('receipt', donation.fields, localeOf(first.locale))),
      },
      locale: localeOf(first.locale),
      payment: { method: first.paymentMethod, brand: first.cardBrand, last4: first.cardLast4 },
      givenOn: localDateIn(issuer.timeZone, first.givenAt),
      issuedOn: localDateIn(issuer.timeZone, issuedAt),
      issuedAt,
      ...(correction
        ? {
            replaces: {
              number: correction.replaces.number,
              issuedOn: localDateIn(issuer.timeZone, correction.replaces.issuedAt),
            },
          }
        : {}),
    }),
  }
}

/** Returns the donor's address, from a donation of the payment that requested Gift Aid or an official receipt. */
export const snapshotAddressOf = (donations: readonly PaidDonation[]): SnapshotAddress | null =>
  donations.find((donation) => donation.taxAddress && (donation.giftAid || donation.taxReceipt))?.taxAddress ?? null

/** Returns the email of a receipt; none if the donor has no email address. The receipt exists nevertheless. */
export function mailOf(
  ports: ReceiptPorts,
  { receipt, first: donation, issuer }: { receipt: ReceiptRow; first: PaidDonation; issuer: Issuer },
  links: MailLinks = {},
): MailRow[] {
  if (!receipt.email) return []
  const locale = localeOf(receipt.locale)
  const campaignUrl = `${ports.origin}/v4/campaign/${encodeURIComponent(donation.campaignSlug)}`
  const mail = receiptMailContent(receipt.snapshot, {
    locale,
    productName: ports.productName,
    campaignUrl,
    ...linksOfReceipt(ports, receipt.id),
    own: receiptBrandOf(ports, issuer, locale),
    ...links,
  })
  const messageId = `<receipt.${receipt.snapshot.number}@${mailHostOf(ports.mailFrom)}>`
  return [{ id: ports.newId(), messageId, kind: 'receipt', to: receipt.email, locale, ...mail }]
}

/** Returns one email with the receipts of several charities for one payment. */
function mailOfMany(
  ports: ReceiptPorts,
  email: string | null,
  receipts: readonly ReceiptRow[],
  links: Omit<MailLinks, 'refundUrl'>,
): MailRow[] {
  if (!email) return []
  const locale = localeOf(one(receipts).locale)
  const mail = receiptsMailContent(
    receipts.map(({ id, snapshot }) => ({ snapshot, ...linksOfReceipt(ports, id) })),
    { locale, productName: ports.productName, ...links },
  )
  const messageId = `<receipts.${one(receipts).snapshot.number}@${mailHostOf(ports.mailFrom)}>`
  return [{ id: ports.newId(), messageId, kind: 'receipt', to: email, locale, ...mail }]
}

const localeOf = (text: string): Locale => (isLocale(text) ? text : 'en')
