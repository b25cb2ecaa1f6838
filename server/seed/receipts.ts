import { uuidv7 } from '#shared/ids.ts'
import { formatDay, formatHijri, localDateIn } from '#shared/calendar.ts'
import { money, toMajor } from '#shared/money.ts'
import type { Issuer } from '#modules/organizations/index.ts'
import { noGoodsOrServices, receiptKind, usStatement } from '#modules/receipts/rules/official.ts'
import { receiptNumber, taxYearOf } from '#modules/receipts/rules/serial.ts'
import type { GiftFacts } from './facts.ts'
import type { Random } from './random.ts'

export type ReceiptRows = { readonly receipts: readonly object[]; readonly lines: readonly object[]; readonly counters: readonly object[] }

const templateVersion = 'demo-1'

/** One receipt for each gift, numbered without a gap by issuer and year in the order of giving (decisions.md 7, 8). */
export function receiptsOf(facts: readonly GiftFacts[], issuers: readonly Issuer[], random: Random): ReceiptRows {
  const issuerById = new Map(issuers.map((issuer) => [issuer.id, issuer]))
  const last = new Map<string, { issuer_id: bigint; tax_year: number; last_serial: bigint }>()
  const receipts: object[] = []
  const lines: object[] = []
  for (const fact of facts) {
    const { at, campaign, donor } = fact.gift
    const issuer = issuerById.get(campaign.organizationId)!
    const year = taxYearOf(issuer.receiptRegime, localDateIn(issuer.timeZone, at))
    const key = `${issuer.id}:${year}`
    const counter = last.get(key) ?? { issuer_id: issuer.id, tax_year: year, last_serial: 0n }
    counter.last_serial += 1n
    last.set(key, counter)
    const number = receiptNumber({ issuerId: issuer.id, year, serial: counter.last_serial })
    const issuedAt = new Date(at.getTime() + 2000)
    const id = uuidv7(issuedAt, random.bytes(10))
    const kind = kindOf(fact, issuer)
    receipts.push({
      id,
      issuer_id: issuer.id,
      tax_year: year,
      serial: counter.last_serial,
      number,
      kind,
      intent_id: fact.intentId,
      revision: 1,
      template_version: templateVersion,
      locale: donor.locale,
      email: donor.email,
      snapshot: snapshotOf(fact, issuer, { number, serial: counter.last_serial, kind, issuedAt }),
      issued_at: issuedAt,
    })
    lines.push({ receipt_id: id, donation_id: fact.donationId, revision: 1 })
  }
  return { receipts, lines, counters: [...last.values()] }
}

const receipted = ({ gift: { quote, level } }: GiftFacts) => ({ gift: quote.gift, benefit: money(level ? level.benefit : 0n, quote.currency) })

const kindOf = (fact: GiftFacts, issuer: Issuer): 'official' | 'plain' =>
  receiptKind({
    ...receipted(fact),
    regime: issuer.receiptRegime,
    taxReceipt: fact.gift.quote.taxReceipt,
    giftAid: fact.gift.quote.giftAid,
    hasTaxAddress: fact.donation.tax_address !== null,
    isOffline: false,
  })

/** Everything the receipt prints, as it was when issued. Money in decimal major units of `currency`. */
function snapshotOf(fact: GiftFacts, issuer: Issuer, of: { number: string; serial: bigint; kind: 'official' | 'plain'; issuedAt: Date }) {
  const { campaign, donor, quote, card, at, method } = fact.gift
  const givenOn = localDateIn(issuer.timeZone, at)
  const us = issuer.receiptRegime === 'us' ? usStatement(receipted(fact)) : undefined
  return {
    version: 1,
    number: of.number,
    serial: of.serial.toString(),
    kind: of.kind,
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
    donor: { name: `${donor.firstName} ${donor.lastName}`, address: of.kind === 'official' ? fact.donation.tax_address : null },
    currency: quote.currency,
    lines: [
      {
        donationId: fact.donationId,
        campaignId: campaign.id.toString(),
        campaign: campaign.name,
        gift: toMajor(quote.gift),
        isZakat: quote.isZakat,
        giftAid: quote.giftAid,
      },
    ],
    tip: toMajor(quote.tip),
    coveredFee: toMajor(quote.coveredFee),
    total: toMajor(quote.total),
    payment: { method, brand: card.brand, last4: card.last4 },
    givenOn: { date: givenOn, gregorian: formatDay(givenOn, donor.locale), hijri: formatHijri(givenOn, donor.locale) },
    issuedAt: of.issuedAt.toISOString(),
    sentences: us?.isAcknowledgment && !us.hasBenefit ? [noGoodsOrServices] : [],
  }
}
