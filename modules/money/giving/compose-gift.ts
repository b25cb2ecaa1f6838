import { createHmac, hash as digest } from 'node:crypto'
import type { RequestFacts } from '#shared/endpoint.ts'
import { isCurrency, money, type Money, toMajor } from '#shared/money.ts'
import { isProblem, Problem } from '#shared/problem.ts'
import { askedBy, asksOf } from '#modules/causes/campaigns/rules/level.ts'
import { type CampaignForGift, getCampaignForGift, refuseDonation } from '#modules/causes/campaigns/index.ts'
import { flag } from '#modules/platform/flags/index.ts'
import { scopeOf, type Viewer } from '#modules/platform/identity/index.ts'
import { tidyEmail } from '#modules/platform/identity/rules/email.ts'
import { checkZakatFeeFund } from './check-zakat-fee-fund.ts'
import type { DonationPayload, QuoteView } from './contract.ts'
import { guestIdOf, withGuestKnown } from './known-guest.ts'
import type { GiftLine, GiftOrder } from './order.ts'
import { type RequesterScopes, requesterScopes } from './payment/requester.ts'
import { findReservations } from './payment/reservations.ts'
import { countingCode, type GivingPorts } from './ports.ts'
import { readAmount } from './rules/amounts.ts'
import {
  checkDonation,
  type DonationFacts,
  type DonationFaults,
  type DonationRequest,
  isQuantity,
  quantityLimits,
} from './rules/donation.ts'
import { fromPayload, toStored, toWirePath } from './rules/donor-field-values.ts'
import { feeFor, type PaymentMethod } from './rules/fee-schedules.ts'
import { type Quote, quoteDonation, quoteText } from './rules/quote.ts'
import type { AskedLine } from './rules/quote-basket.ts'
import { zakatFeesOf } from './rules/zakat-eligible.ts'
import { sealAsked } from './erasure/seal.ts'
import { checkSent, otherNames, paymentOf, refuseCardNumbers } from './sent.ts'

/**
 * A gift ready to be paid for, or why it cannot be. Either way whose it is, so that a repeated press is recognised
 * first.
 */
export type ComposedGift =
  | {
      readonly emailKey: string | null
      readonly order: GiftOrder
      readonly currency: Money['currency']
      /**
       * `view` as the call answers it: decimal major units on `/api`, minor units on `/v4` (contract-2).
       */
      readonly quote: { readonly hash: string; readonly view: QuoteView | ApiQuote }
    }
  | { readonly emailKey: string | null; readonly problem: Problem; readonly quote?: undefined }

/**
 * From what was sent to what is charged: totals, fees and eligibility are computed here and nowhere else (payments-13).
 */
export async function composeGift(
  ports: GivingPorts,
  viewer: Viewer,
  facts: RequestFacts,
  sent: DonationPayload,
): Promise<ComposedGift> {
  const payload = await withGuestKnown(ports, viewer, sent)
  const donor = donorOf(ports, viewer, facts, payload)
  const emailKey = donor.email?.toLowerCase() ?? null
  try {
    refuseSomebodyElse(viewer, payload)
    refuseCardNumbers(payload)
    const campaign = await openCampaign(ports, payload.campaignId)
    const level = levelOf(campaign, payload.rewardID)
    const form = formOf(payload, campaign)
    const faults = {
      ...checkSent(payload),
      ...wireFields(await checkWithHolds(ports, campaign, requesterScopes(viewer, facts), form)),
    }
    if (Object.keys(faults).length > 0) throw refusalOf(faults)
    const quote = await quoteOf(ports, campaign, form, { level, method: payload.paymentMethod })
    const fundFault = await checkZakatFeeFund(ports.db, [quote])
    if (fundFault) throw refusalOf({ zakah: fundFault })
    const referredDonor = await countingCode(ports, campaign.id, payload.referredDonor)
    const line = lineOf(ports, payload, { campaign, level, form, quote, donor, referredDonor })
    return {
      emailKey,
      currency: form.amount.currency,
      quote: { hash: hashOf(quote), view: toApiQuote(quote) },
      order: {
        version: 1,
        donor,
        feeScheduleVersion: quote.feeScheduleVersion,
        ...paymentOf(payload, donor.accountId),
        ...otherNames(payload, [donor.name, line.customName]),
        lines: [line],
      },
    }
  } catch (error) {
    if (isProblem(error)) return { emailKey, problem: error }
    throw error
  }
}

/**
 * A form that a donor left open while they logged out asks for no e-mail: its gift would be nobody's, or whoever's
 * logged in since.
 */
function refuseSomebodyElse(viewer: Viewer, { userId }: DonationPayload): void {
  if (userId !== undefined && !(viewer.kind === 'account' && viewer.accountId === userId))
    throw new Problem('authentication', 'session-ended')
}

/**
 * What is wrong, at its fields. A level whose last places went to others is a conflict (payments-7) where
 * nothing else is wrong.
 */
export const refusalOf = (fields: DonationFaults): Problem =>
  Object.values(fields).every(({ code }) => code === 'level-sold-out')
    ? new Problem('conflict', 'level-sold-out', { fields })
    : new Problem('validation', 'invalid-input', { fields })

export async function openCampaign(ports: GivingPorts, campaignId: string): Promise<CampaignForGift> {
  const campaign = await getCampaignForGift(ports, BigInt(campaignId))
  if (!campaign) throw new Problem('not-found', 'campaign-not-found')
  refuseDonation(campaign, ports.clock())
  return campaign
}

type Level = CampaignForGift['levels'][number]

/** `field`: where it was named. */
export function levelOf(campaign: CampaignForGift, levelId: string | undefined, field = 'rewardID'): Level | undefined {
  if (levelId === undefined) return undefined
  const level = campaign.levels.find((each) => String(each.id) === levelId)
  if (!level) throw new Problem('validation', 'invalid-input', { fields: { [field]: { code: 'level-not-found' } } })
  return level
}

/**
 * What is wrong with a gift, by the rules. Pieces of a level that this donor's own declined payment still holds are
 * free for their next card: asked for where nothing else would be left.
 */
export async function checkWithHolds(
  ports: GivingPorts,
  campaign: CampaignForGift,
  { country, scopes }: RequesterScopes,
  form: DonationRequest,
): Promise<DonationFaults> {
  const isFitrClosed = form.donationType === 'zakat-al-fitr' && hasFitrClosed(ports, country)
  const faults = checkDonation({ ...factsOf(campaign, country), isFitrClosed }, form, { isStrict: true })
  if (faults.quantity?.code !== 'level-sold-out') return faults
  const reservations = await findReservations(ports, scopes)
  const levels = campaign.levels.map((level) => ({
    ...level,
    reserved:
      level.reserved -
      reservations.filter(({ levelId }) => levelId === level.id).reduce((sum, { quantity }) => sum + quantity, 0),
  }))
  return checkDonation({ ...factsOf({ ...campaign, levels }, country), isFitrClosed }, form, { isStrict: true })
}

function hasFitrClosed(ports: GivingPorts, country: string | undefined): boolean {
  const now = ports.clock()
  const closesAt = ports.fitrClosesAt(country, now)
  return closesAt !== undefined && closesAt <= now
}

/**
 * What the rules must know of a campaign. A level counts as free what is neither claimed nor held; reserving it is what
 * decides.
 */
export function factsOf(campaign: CampaignForGift, country: string | undefined): DonationFacts {
  const currency = campaignCurrency(campaign)
  return {
    currency,
    minimumGift: campaign.minimumGift === null ? null : money(campaign.minimumGift, currency),
    zakatVerified: campaign.zakatVerified,
    giftAid: campaign.giftAid,
    taxReceiptCountries: campaign.taxReceiptCountries,
    tipsEnabled: campaign.tipsEnabled,
    country,
    levels: campaign.levels.map((level) => ({
      id: String(level.id),
      amount: money(level.amount, currency),
      benefit: money(level.benefitValue, currency),
      remaining: level.claimLimit > 0 ? Math.max(0, level.claimLimit - level.claimed - level.reserved) : null,
      requireNote: level.requireNote,
      requireEmail: level.requireEmail,
      requireShipping: level.requireShipping,
      requireEmergencyContact: level.requireEmergencyContact,
      requireMedical: level.requireMedical,
    })),
  }
}

export function campaignCurrency(campaign: CampaignForGift): Money['currency'] {
  if (!isCurrency(campaign.currency))
    throw new Error(`campaign ${campaign.id} has the unknown currency ${campaign.currency}`)
  return campaign.currency
}

function formOf(payload: DonationPayload, campaign: CampaignForGift): DonationRequest {
  const currency = campaignCurrency(campaign)
  if (payload.currency !== currency)
    throw new Problem('validation', 'invalid-input', {
      fields: { currency: { code: 'currency-not-accepted', params: { currency: payload.currency } } },
    })
  const typed = readAmount(payload.amount, currency)
  const tip = readAmount(payload.feeAmount, currency)
  // Without a level it counts nothing, but what is no quantity is not taken silently.
  const count =
    payload.rewardID || isQuantity(payload.rewardCount)
      ? undefined
      : { code: 'quantity-out-of-range', params: quantityLimits }
  if (typed.fault || tip.fault || count)
    throw new Problem('validation', 'invalid-input', {
      fields: {
        ...(typed.fault && { amount: typed.fault }),
        ...(tip.fault && { feeAmount: tip.fault }),
        ...(count && { rewardCount: count }),
      },
    })
  return {
    ...fromPayload('donation', payload),
    amount: typed.money,
    tip: tip.money,
    quantity: payload.rewardID ? payload.rewardCount : 1,
    email: payload.guest?.email,
    name: payload.guest?.name,
  }
}

/** What is asked for, priced: what the form showed by the same rules. */
export async function quoteOf(
  ports: GivingPorts,
  campaign: CampaignForGift,
  form: Pick<DonationRequest, 'amount' | 'tip' | 'quantity' | 'isZakat' | 'maximizeZakat' | 'giftAid' | 'taxReceipt'>,
  of: { level: Level | undefined; method: PaymentMethod },
): Promise<Quote> {
  const { facts, request } = await lineToQuote(ports, campaign, form, of)
  return quoteDonation(facts, request)
}

/** The same, not priced yet: what a basket prices together. */
export async function lineToQuote(
  ports: GivingPorts,
  campaign: CampaignForGift,
  form: Pick<DonationRequest, 'amount' | 'tip' | 'quantity' | 'isZakat' | 'maximizeZakat' | 'giftAid' | 'taxReceipt'>,
  of: { level: Level | undefined; method: PaymentMethod },
): Promise<AskedLine> {
  const currency = campaignCurrency(campaign)
  const zakatVariant = (await flag(ports, 'zakat-variant')) === 'default' ? 'default' : 'maximize'
  return {
    facts: {
      campaignId: String(campaign.id),
      currency,
      fee: feeFor(of.method, currency, ports.feeSchedules),
      zakatVariant,
      isZakatVerified: campaign.zakatVerified,
      zakatEligibleBps: campaign.zakatEligibleBps,
      zakatFees: ports.zakatFees,
    },
    request: {
      ...form,
      level: of.level && { id: String(of.level.id), amount: money(of.level.amount, currency) },
      paymentMethod: of.method,
    },
  }
}

const hashOf = (quote: Quote): string => digest('sha256', quoteText(quote), 'base64url')

export const viewOf = (quote: Quote): QuoteView => ({
  quoteHash: hashOf(quote),
  currency: quote.currency,
  gift: Number(quote.gift.amount),
  tip: Number(quote.tip.amount),
  coveredFee: Number(quote.coveredFee.amount),
  total: Number(quote.total.amount),
  zakatEligible: Number(quote.zakatEligible.amount),
  zakatFees: zakatFeesOf(quote),
  feeScheduleVersion: quote.feeScheduleVersion,
})

type ApiQuote = { readonly [Name in keyof QuoteView]: Name extends 'zakatFees' ? QuoteView['zakatFees'] : string }

/** The quote in decimal major units, as every amount of `/api`. */
const toApiQuote = (quote: Quote): ApiQuote => ({
  quoteHash: hashOf(quote),
  currency: quote.currency,
  gift: toMajor(quote.gift),
  tip: toMajor(quote.tip),
  coveredFee: toMajor(quote.coveredFee),
  total: toMajor(quote.total),
  zakatEligible: toMajor(quote.zakatEligible),
  zakatFees: zakatFeesOf(quote),
  feeScheduleVersion: quote.feeScheduleVersion,
})

/**
 * Who gives: an account, a guest with their own token, or the name and e-mail they typed; nobody at all may give, too.
 */
export function donorOf(
  ports: GivingPorts,
  viewer: Viewer,
  facts: RequestFacts,
  payload: Pick<DonationPayload, 'guest'> & { readonly name?: string | undefined },
): GiftOrder['donor'] {
  if (viewer.kind === 'account')
    return accountDonor(ports, viewer, { locale: facts.locale, country: facts.country ?? null, ip: facts.ip })
  const email = tidyEmail(payload.guest?.email ?? '') || null
  return {
    accountId: null,
    guestId: guestIdOf(ports, viewer, payload),
    email,
    name: payload.guest?.name || payload.name || '',
    donorKey: donorKeyOf(ports, email ? `email:${email.toLowerCase()}` : scopeOf(viewer, facts)),
    locale: facts.locale,
    country: facts.country ?? null,
    ip: facts.ip,
  }
}

/** Somebody with an account, as a donor: the same whether they stand before the page or gave their word before. */
export const accountDonor = (
  ports: Pick<GivingPorts, 'tokenSecret'>,
  account: {
    readonly accountId: string
    readonly email: string
    readonly firstName: string
    readonly lastName: string
  },
  from: Pick<GiftOrder['donor'], 'locale' | 'country' | 'ip'>,
): GiftOrder['donor'] => ({
  accountId: account.accountId,
  guestId: null,
  email: account.email,
  name: `${account.firstName} ${account.lastName}`.trim(),
  donorKey: donorKeyOf(ports, `account:${account.accountId}`),
  locale: from.locale,
  country: from.country,
  ip: from.ip,
})

const donorKeyOf = (ports: Pick<GivingPorts, 'tokenSecret'>, identity: string): string =>
  createHmac('sha256', ports.tokenSecret).update(`donor|${identity}`).digest('base64')

type PricedGift = Pick<
  GiftLine,
  | 'donationId'
  | 'campaignId'
  | 'campaignSlug'
  | 'campaignName'
  | 'organizationName'
  | 'gift'
  | 'tip'
  | 'coveredFee'
  | 'feeShare'
  | 'feeBearer'
  | 'zakatEligibleBps'
> &
  Pick<GiftLine, 'quantity' | 'levelId' | 'levelAsked' | 'isLevelLimited' | 'isZakat' | 'maximizeZakat'>

/** What a line of an order says of its campaign and its price: the same of one gift and of one in a basket. */
export function pricedGift(ports: GivingPorts, campaign: CampaignForGift, quote: Quote): PricedGift {
  const level = campaign.levels.find(({ id }) => String(id) === quote.levelId)
  return {
    donationId: ports.newId(),
    campaignId: String(campaign.id),
    campaignSlug: campaign.slug,
    campaignName: campaign.name,
    organizationName: campaign.organizationName,
    gift: String(quote.gift.amount),
    tip: String(quote.tip.amount),
    coveredFee: String(quote.coveredFee.amount),
    feeShare: String(quote.feeShare.amount),
    ...(quote.feeBearer === 'campaign' ? {} : { feeBearer: quote.feeBearer }),
    ...(quote.zakatEligibleBps === null ? {} : { zakatEligibleBps: quote.zakatEligibleBps }),
    quantity: quote.quantity,
    levelId: quote.levelId ?? null,
    ...(level ? { levelAsked: askedBy(level) } : {}),
    isLevelLimited: level !== undefined && level.claimLimit > 0,
    isZakat: quote.isZakat,
    maximizeZakat: quote.maximizeZakat,
  }
}

function lineOf(
  ports: GivingPorts,
  payload: DonationPayload,
  {
    campaign,
    level,
    form,
    quote,
    donor,
    referredDonor,
  }: {
    campaign: CampaignForGift
    level: Level | undefined
    form: DonationRequest
    quote: Quote
    donor: GiftOrder['donor']
    referredDonor: string | null
  },
): GiftLine {
  const asks = asksOf(level)
  const customName = payload.CustomName || (payload.name === donor.name ? null : payload.name)
  return {
    ...toStored({ ...form, customName, referredDonor }, asks),
    ...pricedGift(ports, campaign, quote),
    sealed: sealAsked(ports, asks, payload),
  }
}

/** Our field names → the payload's, so that a message lands at the field that caused it. */
const wireFields = <T>(faults: Readonly<Record<string, T>>): Record<string, T> =>
  Object.fromEntries(Object.entries(faults).map(([field, fault]) => [toWirePath('donation', field) ?? field, fault]))
