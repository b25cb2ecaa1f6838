import { formatDay, formatHijri, type LocalDate } from '#shared/calendar.ts'
import { add, type Currency, money, type Money, sum, toMajor } from '#shared/money.ts'
import type { Locale } from '#shared/text.ts'
import { computeGiftAid, giftAidTextOf } from '#modules/money/giving/rules/gift-aid.ts'
import { notOfficial, replacementSentence, sentencesOf } from './sentences.ts'
import type {
  SnapshotIssuer,
  SnapshotDonation,
  SnapshotAddress,
  SnapshotDonor,
  SnapshotRequest,
} from './snapshot-request.ts'
import { type SnapshotLine, type AssessedDonation, assessDonation, lineOf, eligibleOf } from './snapshot-line.ts'

/** A day as printed, in both calendars and in the receipt's language. */
export type PrintedDay = { readonly date: string; readonly gregorian: string; readonly hijri: string }

/** Everything a receipt prints, frozen when it is issued. Amounts in decimal major units of `currency`. */
export type ReceiptSnapshot = {
  readonly version: 1
  readonly number: string
  readonly serial: string
  readonly kind: 'official' | 'plain'
  readonly issuer: Omit<SnapshotIssuer, 'id'> & { readonly id: string }
  /** The charity's registered address, which Canadian receipts name (ITR 3501). */
  readonly placeOfIssue: string | null
  readonly donor: SnapshotDonor
  readonly currency: Currency
  readonly lines: readonly SnapshotLine[]
  readonly gift: string
  /** The total of all lines that counts for tax; `null` on a plain receipt. */
  readonly eligible: string | null
  /** The platform's part, which is never part of the donation and never deductible (receipts-9). */
  readonly tip: string
  readonly coveredFee: string
  readonly total: string
  /**
   * The amount that the charity may claim on the declared donations, in pounds. `amount` is `null` for another
   * currency, because the rate is that of the claim.
   */
  readonly giftAid: { readonly base: string; readonly amount: string | null; readonly textVersion: string } | null
  readonly payment: { readonly method: string; readonly brand: string | null; readonly last4: string | null }
  readonly givenOn: PrintedDay
  readonly issuedOn: PrintedDay
  readonly issuedAt: string
  /** The sentences that the law of the issuer's country requires (receipts-4). */
  readonly sentences: readonly string[]
  /** The receipt that this one cancels and replaces, by its printed number (ITR 3501(4)). */
  readonly replaces?: { readonly number: string; readonly issuedOn: PrintedDay }
}

/**
 * Builds the receipt of one payment to one charity (receipts-1, receipts-3). It is official if one of its donations
 * qualifies.
 */
export function receiptSnapshot(snapshotRequest: SnapshotRequest): ReceiptSnapshot {
  const { currency, issuer, locale } = snapshotRequest
  const judged = snapshotRequest.donations.map((donation) => assessDonation(snapshotRequest, donation))
  const isOfficial = judged.some((taxedDonation) => taxedDonation.isOfficial)
  const total = (pick: (donation: SnapshotDonation) => bigint): Money =>
    money(
      snapshotRequest.donations.reduce((all, donation) => all + pick(donation), 0n),
      currency,
    )
  const [gift, tip, coveredFee] = [
    total((snapshotDonation) => snapshotDonation.gift),
    total((snapshotDonation) => snapshotDonation.tip),
    total((snapshotDonation) => snapshotDonation.coveredFee),
  ]
  const aided = judged.filter((taxedDonation) => taxedDonation.isAided)
  return {
    version: 1,
    number: snapshotRequest.number,
    serial: snapshotRequest.serial.toString(),
    kind: isOfficial ? 'official' : 'plain',
    issuer: {
      id: issuer.id.toString(),
      name: issuer.name,
      nameAr: issuer.nameAr,
      country: issuer.country,
      postalAddress: issuer.postalAddress,
      registration: issuer.registration,
      receiptRegime: issuer.receiptRegime,
      signatory: issuer.signatory,
    },
    placeOfIssue: isOfficial && issuer.receiptRegime === 'ca' ? issuer.postalAddress.replaceAll('\n', ', ') : null,
    donor: {
      ...(isOfficial
        ? { name: legalName(snapshotRequest.donor), address: addressOf(snapshotRequest.donor.address) }
        : { name: snapshotRequest.donor.name, address: null }),
      ...(snapshotRequest.donor.fields?.length ? { fields: snapshotRequest.donor.fields } : {}),
    },
    currency,
    lines: judged.map((taxedDonation) => lineOf(issuer.receiptRegime, isOfficial, taxedDonation)),
    gift: toMajor(gift),
    eligible: isOfficial
      ? toMajor(
          sum(
            judged.map((taxedDonation) => eligibleOf(issuer.receiptRegime, taxedDonation)),
            currency,
          ),
        )
      : null,
    tip: toMajor(tip),
    coveredFee: toMajor(coveredFee),
    total: toMajor(add(add(gift, tip), coveredFee)),
    giftAid: aided.length === 0 ? null : giftAidOf(aided, currency),
    payment: {
      method: snapshotRequest.payment.method,
      brand: snapshotRequest.payment.brand,
      last4: snapshotRequest.payment.last4,
    },
    givenOn: printed(snapshotRequest.givenOn, locale),
    issuedOn: printed(snapshotRequest.issuedOn, locale),
    issuedAt: snapshotRequest.issuedAt.toISOString(),
    sentences: [
      ...(isOfficial || issuer.receiptRegime !== 'ca' ? [] : [notOfficial]),
      ...sentencesOfAll(
        snapshotRequest,
        judged.filter((taxedDonation) => taxedDonation.isOfficial || taxedDonation.isAided),
      ),
      ...(isOfficial && snapshotRequest.replaces ? [replacementSentence(snapshotRequest.replaces.number)] : []),
    ],
    ...(snapshotRequest.replaces
      ? {
          replaces: {
            number: snapshotRequest.replaces.number,
            issuedOn: printed(snapshotRequest.replaces.issuedOn, locale),
          },
        }
      : {}),
  }
}

/**
 * Returns each required sentence once. If donations need different sentences, each names its donation (IRC 170(f)(8),
 * 6115).
 */
function sentencesOfAll({ issuer, givenOn }: SnapshotRequest, donations: readonly AssessedDonation[]): string[] {
  const another = ({ declaredOn }: SnapshotDonation) => (declaredOn && declaredOn !== givenOn ? declaredOn : undefined)
  const values = donations.map((donation) => ({
    each: donation,
    sentences: sentencesOf(issuer, {
      ...donation,
      benefitName: donation.of.benefitName,
      declaredOn: another(donation.of),
      giftAidTextVersion: donation.of.giftAidTextVersion,
    }),
  }))
  const isOneForAll = new Set(values.map(({ sentences }) => sentences.join('\n'))).size <= 1
  return [
    ...new Set(
      values.flatMap(({ each: { gift, of }, sentences }) =>
        isOneForAll
          ? sentences
          : sentences.map((sentence) => `Gift of ${toMajor(gift)} ${gift.currency} to ${of.campaign}: ${sentence}`),
      ),
    ),
  ]
}

/**
 * Computes Gift Aid as a quarter of each declared donation, never of their sum, because the charity claims line by
 * line.
 */
const giftAidOf = (
  aided: readonly AssessedDonation[],
  currency: Currency,
): NonNullable<ReceiptSnapshot['giftAid']> => ({
  base: toMajor(
    sum(
      aided.map((taxedDonation) => taxedDonation.gift),
      currency,
    ),
  ),
  amount:
    currency === 'GBP'
      ? toMajor(
          sum(
            aided.map((taxedDonation) => computeGiftAid(taxedDonation.gift)),
            currency,
          ),
        )
      : null,
  textVersion: giftAidTextOf(aided[0]?.of.giftAidTextVersion).version,
})

/** Keeps the parts of an address that show the residence and drops others, such as a phone number. */
function addressOf(address: SnapshotAddress | null): SnapshotAddress | null {
  if (!address) return null
  const fields = ['firstName', 'lastName', 'line1', 'line2', 'city', 'state', 'postalCode', 'country'] as const
  return Object.fromEntries(
    fields.flatMap((field) => (address[field] ? [[field, address[field]]] : [])),
  ) as SnapshotAddress
}

const legalName = ({ name, address }: SnapshotRequest['donor']): string =>
  address?.firstName && address.lastName ? `${address.firstName} ${address.lastName}` : name

const printed = (day: LocalDate, locale: Locale): PrintedDay => ({
  date: day,
  gregorian: formatDay(day, locale),
  hijri: formatHijri(day, locale),
})
