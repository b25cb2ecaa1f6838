import { formatDay, formatHijri, type LocalDate } from '#shared/calendar.ts'
import { add, type Currency, money, type Money, sum, toMajor, zero, fromMajor } from '#shared/money.ts'
import type { Locale } from '#shared/text.ts'
import { giftAidOn, giftAidText } from '#modules/money/giving/rules/gift-aid.ts'
import { caStatement, receiptKind, usStatement } from './official.ts'
import { replacementSentence, sentencesOf } from './sentences.ts'
import type { Regime } from './serial.ts'

export type SnapshotIssuer = {
  readonly id: bigint
  readonly name: string
  readonly nameAr: string | null
  readonly country: string
  readonly postalAddress: string
  readonly registration: string
  readonly receiptRegime: Regime
  readonly signatory: string | null
}

/** One gift of a receipt, amounts in minor units of the receipt's currency; `benefit` is what the donor got for it. */
export type SnapshotGift = {
  readonly donationId: string
  readonly campaignId: bigint
  readonly campaign: string
  readonly gift: bigint
  readonly tip: bigint
  readonly coveredFee: bigint
  readonly benefit: bigint
  /** What the donor got for it. */
  readonly benefitName?: string | null
  readonly isZakat: boolean
  /** What of the gift counts as zakat: what the provider’s fee leaves of it, or all where the donor covered that. */
  readonly zakatEligible: bigint
  readonly giftAid: boolean
  /** The day of its Gift Aid declaration, in the issuer's zone. */
  readonly declaredOn?: LocalDate | null
  readonly taxReceipt: boolean
}

/** The tax address as it is stored with the gift; its names are the ones the tax office knows. */
export type SnapshotAddress = {
  readonly firstName?: string
  readonly lastName?: string
  readonly line1: string
  readonly line2?: string
  readonly city: string
  readonly state?: string
  readonly postalCode?: string
  readonly country: string
}

/** Purged as a whole after the retention date. `fields`: other fields of the donor's, by label. */
type SnapshotDonor = {
  readonly name: string
  readonly address: SnapshotAddress | null
  readonly fields?: readonly { readonly label: string; readonly text: string }[]
}

export type SnapshotRequest = {
  readonly number: string
  readonly serial: bigint
  readonly issuer: SnapshotIssuer
  readonly currency: Currency
  /** The gifts of one payment to one charity; at least one. */
  readonly gifts: readonly SnapshotGift[]
  readonly donor: SnapshotDonor
  readonly locale: Locale
  readonly payment: { readonly method: string; readonly brand: string | null; readonly last4: string | null }
  /** Days in the issuer's zone. */
  readonly givenOn: LocalDate
  readonly issuedOn: LocalDate
  readonly issuedAt: Date
  /** The receipt that this one cancels and replaces. */
  readonly replaces?: { readonly number: string; readonly issuedOn: LocalDate } | undefined
}

/** A day as printed, in both calendars and in the receipt's language. */
export type PrintedDay = { readonly date: string; readonly gregorian: string; readonly hijri: string }

export type SnapshotLine = {
  readonly donationId: string
  readonly campaignId: string
  readonly campaign: string
  readonly gift: string
  readonly isZakat: boolean
  /** What of a gift of zakat counts as zakat; on receipts of before it is not said. */
  readonly zakatEligible?: string
  readonly giftAid: boolean
  /** Fair value of what the donor got, where the law wants it named. */
  readonly advantage?: string
  /** What that was. */
  readonly advantageOf?: string
  /** What of the gift the tax office may count: on official receipts only. */
  readonly eligible?: string
}

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
   * What the charity may claim on the declared gifts, in pounds; `amount` is `null` for a gift in other money, whose
   * rate is the claim's.
   */
  readonly giftAid: { readonly base: string; readonly amount: string | null; readonly textVersion: string } | null
  readonly payment: { readonly method: string; readonly brand: string | null; readonly last4: string | null }
  readonly givenOn: PrintedDay
  readonly issuedOn: PrintedDay
  readonly issuedAt: string
  /** What the law of the issuer's country wants said, in its own words (receipts-4). */
  readonly sentences: readonly string[]
  /** The receipt it cancels and replaces, by the number printed there (ITR 3501(4)). */
  readonly replaces?: { readonly number: string; readonly issuedOn: PrintedDay }
}

/** A gift with what its receipt must know: it stands alone before the law, also beside others (receipts-5). */
type Judged = {
  readonly of: SnapshotGift
  readonly gift: Money
  readonly benefit: Money
  readonly isOfficial: boolean
  readonly isAided: boolean
}

/**
 * The receipt of one payment to one charity (receipts-1, receipts-3): official as soon as one of its
 * gifts may be.
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

/**
 * Each sentence once. Where the law says other things of one gift than of another, each names the gift it is about (IRC
 * 170(f)(8), 6115).
 */
function sentencesOfAll({ issuer, givenOn }: SnapshotRequest, gifts: readonly Judged[]): string[] {
  const before = ({ declaredOn }: SnapshotGift) => (declaredOn && declaredOn < givenOn ? declaredOn : undefined)
  const said = gifts.map((each) => ({
    each,
    sentences: sentencesOf(issuer, { ...each, benefitName: each.of.benefitName, declaredBefore: before(each.of) }),
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

function judge({ currency, issuer, donor }: SnapshotRequest, gift: SnapshotGift): Judged {
  const facts = { gift: money(gift.gift, currency), benefit: money(gift.benefit, currency) }
  const hasTaxAddress = donor.address !== null
  const kind = receiptKind({
    ...facts,
    regime: issuer.receiptRegime,
    taxReceipt: gift.taxReceipt,
    hasTaxAddress,
    isOffline: false,
  })
  return {
    ...facts,
    of: gift,
    isOfficial: kind === 'official',
    isAided: issuer.receiptRegime === 'uk' && gift.giftAid && hasTaxAddress,
  }
}

function lineOf(regime: Regime, isOfficial: boolean, each: Judged): SnapshotLine {
  const { donationId, campaignId, campaign, isZakat } = each.of
  const isNamed = isOfficial && (regime === 'ca' || each.benefit.amount > 0n)
  const statement = regime === 'ca' ? caStatement(each) : undefined
  const advantage = statement?.isReceiptable ? statement.advantage : each.benefit
  return {
    donationId,
    campaignId: campaignId.toString(),
    campaign,
    gift: toMajor(each.gift),
    isZakat,
    ...(isZakat ? { zakatEligible: toMajor(money(each.of.zakatEligible, each.gift.currency)) } : {}),
    giftAid: each.isAided,
    ...(isNamed ? { advantage: toMajor(advantage) } : {}),
    ...(isNamed && each.of.benefitName && each.benefit.amount > 0n ? { advantageOf: each.of.benefitName } : {}),
    ...(isOfficial ? { eligible: toMajor(eligibleOf(regime, each)) } : {}),
  }
}

/** What of some gifts counts as zakat; null where none is zakat, or the receipt of one that is does not say it. */
export function zakatOf(lines: readonly SnapshotLine[], currency: Currency): string | null {
  const zakat = lines.filter(({ isZakat }) => isZakat)
  const counted = zakat.flatMap(({ zakatEligible = [] }) => zakatEligible).map((major) => fromMajor(major, currency))
  return counted.length === 0 || counted.length < zakat.length ? null : toMajor(sum(counted, currency))
}

/** Nothing of a gift that no official receipt may be given for, also when it stands on one beside others. */
function eligibleOf(regime: Regime, each: Judged): Money {
  if (!each.isOfficial) return zero(each.gift.currency)
  if (regime === 'us') return usStatement(each).deductible
  const statement = caStatement(each)
  return statement.isReceiptable ? statement.eligible : zero(each.gift.currency)
}

/** A quarter of each declared gift, never of their sum: that is what the charity claims line by line. */
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
  textVersion: giftAidText.version,
})

/** Where the donor lives and nothing else that stands beside it, such as a phone number. */
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
