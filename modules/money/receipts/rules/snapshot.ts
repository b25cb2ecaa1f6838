import { formatDay, formatHijri, type LocalDate } from '#shared/calendar.ts'
import { add, type Currency, money, type Money, sum, toMajor } from '#shared/money.ts'
import type { Locale } from '#shared/text.ts'
import { giftAidOn, giftAidTextOf } from '#modules/money/giving/rules/gift-aid.ts'
import { notOfficial, replacementSentence, sentencesOf } from './sentences.ts'
import type {
  SnapshotIssuer,
  SnapshotGift,
  SnapshotAddress,
  SnapshotDonor,
  SnapshotRequest,
} from './snapshot-request.ts'
import { type SnapshotLine, type Judged, judge, lineOf, eligibleOf } from './snapshot-line.ts'

/** A day as printed, in both calendars and in the receipt's language. */
export type PrintedDay = { readonly date: string; readonly gregorian: string; readonly hijri: string }

/** Everything a receipt prints, frozen when it is issued. Money in decimal major units of `currency`. */
export type Snapshot = {
  readonly version: 1
  readonly number: string
  readonly serial: string
  readonly kind: 'official' | 'plain'
  readonly issuer: Omit<SnapshotIssuer, 'id'> & { readonly id: string }
  /** Canadian receipts name it (ITR 3501): the charity's registered address. */
  readonly placeOfIssue: string | null
  readonly donor: SnapshotDonor
  readonly currency: Currency
  readonly lines: readonly SnapshotLine[]
  readonly gift: string
  /** Of all lines together; `null` on a plain receipt. */
  readonly eligible: string | null
  /** For the platform: never part of the donation, never deductible (receipts-9). */
  readonly tip: string
  readonly coveredFee: string
  readonly total: string
  /**
   * What the charity may claim on the declared gifts, in pounds; `amount` is `null` for another currency, since the
   * rate is that of the claim.
   */
  readonly giftAid: { readonly base: string; readonly amount: string | null; readonly textVersion: string } | null
  readonly payment: { readonly method: string; readonly brand: string | null; readonly last4: string | null }
  readonly givenOn: PrintedDay
  readonly issuedOn: PrintedDay
  readonly issuedAt: string
  /** The sentences that the law of the issuer's country requires (receipts-4). */
  readonly sentences: readonly string[]
  /** The receipt it cancels and replaces, by the number printed there (ITR 3501(4)). */
  readonly replaces?: { readonly number: string; readonly issuedOn: PrintedDay }
}

/**
 * Builds the receipt of one payment to one charity (receipts-1, receipts-3): official as soon as one of its gifts may
 * be.
 */
export function receiptSnapshot(of: SnapshotRequest): Snapshot {
  const { currency, issuer, locale } = of
  const judged = of.gifts.map((gift) => judge(of, gift))
  const isOfficial = judged.some((each) => each.isOfficial)
  const total = (pick: (gift: SnapshotGift) => bigint): Money =>
    money(
      of.gifts.reduce((all, gift) => all + pick(gift), 0n),
      currency,
    )
  const [gift, tip, coveredFee] = [
    total((each) => each.gift),
    total((each) => each.tip),
    total((each) => each.coveredFee),
  ]
  const aided = judged.filter((each) => each.isAided)
  return {
    version: 1,
    number: of.number,
    serial: of.serial.toString(),
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
        ? { name: legalName(of.donor), address: addressOf(of.donor.address) }
        : { name: of.donor.name, address: null }),
      ...(of.donor.fields?.length ? { fields: of.donor.fields } : {}),
    },
    currency,
    lines: judged.map((each) => lineOf(issuer.receiptRegime, isOfficial, each)),
    gift: toMajor(gift),
    eligible: isOfficial
      ? toMajor(
          sum(
            judged.map((each) => eligibleOf(issuer.receiptRegime, each)),
            currency,
          ),
        )
      : null,
    tip: toMajor(tip),
    coveredFee: toMajor(coveredFee),
    total: toMajor(add(add(gift, tip), coveredFee)),
    giftAid: aided.length === 0 ? null : giftAidOf(aided, currency),
    payment: { method: of.payment.method, brand: of.payment.brand, last4: of.payment.last4 },
    givenOn: printed(of.givenOn, locale),
    issuedOn: printed(of.issuedOn, locale),
    issuedAt: of.issuedAt.toISOString(),
    sentences: [
      ...(isOfficial || issuer.receiptRegime !== 'ca' ? [] : [notOfficial]),
      ...sentencesOfAll(
        of,
        judged.filter((each) => each.isOfficial || each.isAided),
      ),
      ...(isOfficial && of.replaces ? [replacementSentence(of.replaces.number)] : []),
    ],
    ...(of.replaces
      ? { replaces: { number: of.replaces.number, issuedOn: printed(of.replaces.issuedOn, locale) } }
      : {}),
  }
}

/** Each sentence once. If gifts need different sentences, each names its gift (IRC 170(f)(8), 6115). */
function sentencesOfAll({ issuer, givenOn }: SnapshotRequest, gifts: readonly Judged[]): string[] {
  const another = ({ declaredOn }: SnapshotGift) => (declaredOn && declaredOn !== givenOn ? declaredOn : undefined)
  const said = gifts.map((each) => ({
    each,
    sentences: sentencesOf(issuer, {
      ...each,
      benefitName: each.of.benefitName,
      declaredOn: another(each.of),
      giftAidTextVersion: each.of.giftAidTextVersion,
    }),
  }))
  const isOneForAll = new Set(said.map(({ sentences }) => sentences.join('\n'))).size <= 1
  return [
    ...new Set(
      said.flatMap(({ each: { gift, of }, sentences }) =>
        isOneForAll
          ? sentences
          : sentences.map((sentence) => `Gift of ${toMajor(gift)} ${gift.currency} to ${of.campaign}: ${sentence}`),
      ),
    ),
  ]
}

/** A quarter of each declared gift, never of their sum: the charity claims line by line. */
const giftAidOf = (aided: readonly Judged[], currency: Currency): NonNullable<Snapshot['giftAid']> => ({
  base: toMajor(
    sum(
      aided.map((each) => each.gift),
      currency,
    ),
  ),
  amount:
    currency === 'GBP'
      ? toMajor(
          sum(
            aided.map((each) => giftAidOn(each.gift)),
            currency,
          ),
        )
      : null,
  textVersion: giftAidTextOf(aided[0]?.of.giftAidTextVersion).version,
})

/** Keeps the donor's residence and drops other fields, such as a phone number. */
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
