import { formatDay, formatHijri, type LocalDate } from '#shared/calendar.ts'
import { add, type Currency, money, type Money, sum, toMajor } from '#shared/money.ts'
import type { Locale } from '#shared/text.ts'
import { caStatement, noGoodsOrServices, receiptKind, usStatement } from './official.ts'
import type { Regime } from './serial.ts'

export type SnapshotIssuer = { readonly id: bigint; readonly name: string; readonly nameAr: string | null; readonly country: string; readonly postalAddress: string; readonly registration: string; readonly receiptRegime: Regime; readonly signatory: string | null }

/** One gift of a receipt, amounts in minor units of the receipt's currency; `benefit` is what the donor got for it. */
export type SnapshotGift = { readonly donationId: string; readonly campaignId: bigint; readonly campaign: string; readonly gift: bigint; readonly tip: bigint; readonly coveredFee: bigint; readonly benefit: bigint; readonly isZakat: boolean; readonly giftAid: boolean; readonly taxReceipt: boolean }

export type SnapshotRequest = {
  readonly number: string
  readonly serial: bigint
  readonly issuer: SnapshotIssuer
  readonly currency: Currency
  readonly gifts: readonly SnapshotGift[]
  readonly donor: { readonly name: string; readonly address: object | null }
  readonly locale: Locale
  readonly payment: { readonly method: string; readonly brand: string | null; readonly last4: string | null }
  /** The day in the issuer's zone. */
  readonly givenOn: LocalDate
  readonly issuedAt: Date
}

/** Everything a receipt prints, frozen when it is issued. Money in decimal major units of `currency`. */
export type Snapshot = {
  readonly version: 1
  readonly number: string
  readonly serial: string
  readonly kind: 'official' | 'plain'
  readonly issuer: { readonly id: string; readonly name: string; readonly nameAr: string | null; readonly country: string; readonly postalAddress: string; readonly registration: string; readonly receiptRegime: Regime; readonly signatory: string | null }
  readonly donor: { readonly name: string; readonly address: object | null }
  readonly currency: Currency
  readonly lines: readonly { readonly donationId: string; readonly campaignId: string; readonly campaign: string; readonly gift: string; readonly isZakat: boolean; readonly giftAid: boolean; readonly advantage?: string; readonly eligible?: string }[]
  readonly gift: string
  /** For the platform: never part of the donation, never deductible (V76). */
  readonly tip: string
  readonly coveredFee: string
  readonly total: string
  readonly payment: { readonly method: string; readonly brand: string | null; readonly last4: string | null }
  readonly givenOn: { readonly date: string; readonly gregorian: string; readonly hijri: string }
  readonly issuedAt: string
  /** What the law of the issuer's country wants said, in its own words (trust.md 4.1-4.3). */
  readonly sentences: readonly string[]
}

export function receiptSnapshot(of: SnapshotRequest): Snapshot {
  const { currency, issuer, gifts } = of
  const amount = (minor: bigint): Money => money(minor, currency)
  const facts = gifts.map((gift) => ({ gift: amount(gift.gift), benefit: amount(gift.benefit) }))
  const isOfficial = gifts.every((gift, index) => receiptKind({ ...facts[index]!, regime: issuer.receiptRegime, taxReceipt: gift.taxReceipt, giftAid: gift.giftAid, hasTaxAddress: of.donor.address !== null, isOffline: false }) === 'official')
  const gift = sum(facts.map((fact) => fact.gift), currency)
  const tip = amount(gifts.reduce((total, each) => total + each.tip, 0n))
  const coveredFee = amount(gifts.reduce((total, each) => total + each.coveredFee, 0n))
  return {
    version: 1,
    number: of.number,
    serial: of.serial.toString(),
    kind: isOfficial ? 'official' : 'plain',
    issuer: { id: issuer.id.toString(), name: issuer.name, nameAr: issuer.nameAr, country: issuer.country, postalAddress: issuer.postalAddress, registration: issuer.registration, receiptRegime: issuer.receiptRegime, signatory: issuer.signatory },
    donor: { name: of.donor.name, address: isOfficial ? of.donor.address : null },
    currency,
    lines: gifts.map((each, index) => ({ donationId: each.donationId, campaignId: each.campaignId.toString(), campaign: each.campaign, gift: toMajor(facts[index]!.gift), isZakat: each.isZakat, giftAid: each.giftAid, ...eligibleOf(issuer.receiptRegime, isOfficial, facts[index]!) })),
    gift: toMajor(gift),
    tip: toMajor(tip),
    coveredFee: toMajor(coveredFee),
    total: toMajor(add(add(gift, tip), coveredFee)),
    payment: of.payment,
    givenOn: { date: of.givenOn, gregorian: formatDay(of.givenOn, of.locale), hijri: formatHijri(of.givenOn, of.locale) },
    issuedAt: of.issuedAt.toISOString(),
    sentences: isOfficial ? facts.flatMap((fact) => sentencesOf(issuer.receiptRegime, fact)).filter((sentence, index, all) => all.indexOf(sentence) === index) : [],
  }
}

type Facts = { readonly gift: Money; readonly benefit: Money }

function eligibleOf(regime: Regime, isOfficial: boolean, fact: Facts): { advantage?: string; eligible?: string } {
  if (!isOfficial) return {}
  if (regime === 'us') return fact.benefit.amount > 0n ? { advantage: toMajor(fact.benefit), eligible: toMajor(usStatement(fact).deductible) } : {}
  if (regime !== 'ca') return {}
  const statement = caStatement(fact)
  return statement.isReceiptable ? { advantage: toMajor(statement.advantage), eligible: toMajor(statement.eligible) } : {}
}

function sentencesOf(regime: Regime, fact: Facts): string[] {
  switch (regime) {
    case 'us': {
      const statement = usStatement(fact)
      if (statement.hasQuidProQuoDisclosure) return [`The amount of the contribution that is deductible is limited to the excess over the value of what was received in return, estimated in good faith at ${toMajor(fact.benefit)} ${fact.benefit.currency}.`]
      return statement.isAcknowledgment && !statement.hasBenefit ? [noGoodsOrServices] : []
    }
    case 'ca':
      return ['Official receipt for income tax purposes.', 'Canada Revenue Agency: canada.ca/charities-giving']
    case 'uk':
      return ['This donation was made under a Gift Aid declaration.']
    case 'plain':
      return []
  }
}
