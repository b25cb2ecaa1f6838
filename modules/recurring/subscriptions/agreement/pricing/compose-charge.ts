import { daysBetween } from '#shared/date-arithmetic.ts'
import { one, required, zip } from '#shared/collections.ts'
import { type LocalDate, localDate } from '#shared/calendar.ts'
import { type Currency, money } from '#shared/money.ts'
import { type CampaignForDonation, campaignsToChoose, getCampaignForDonation } from '#modules/causes/campaigns/index.ts'
import { donationRefusal } from '#modules/causes/campaigns/rules/open.ts'
import {
  lineToQuote,
  pricedDonation,
  type DonationLine,
  type DonationOrder,
  type PaidPlan,
  checkZakatFeeFund,
} from '#modules/money/giving/index.ts'
import { quoteBasket } from '#modules/money/giving/rules/quote-basket.ts'
import { emptyFields, storedOf, withoutFirstDonationFields } from '#modules/money/giving/rules/donor-field-values.ts'
import type { Quote } from '#modules/money/giving/rules/quote.ts'
import { isDailySchedule } from '#modules/recurring/plans/rules/schedule.ts'
import { orderDonorOf } from '../donor/plan-donor.ts'
import type { SubscriptionPorts } from '../ports.ts'
import type { ExclusionReason } from '../queue-notice.ts'
import type { Subscription } from '../subscription-queries.ts'
import type { OccurrenceRow } from '../schedule/occurrence-queries.ts'
import { type Cause, causeSharesOf, wholeShare } from '../../rules/portions.ts'
import { taxReliefOf } from '../../rules/tax-relief.ts'
import { tipsOf } from '../../rules/tips.ts'

/** The fields of a subscription that pricing needs. */
export type Terms = Pick<Subscription, 'isZakat' | 'maximizeZakat' | 'giftAid' | 'taxReceipt' | 'currency'>

type Part = { readonly campaign: CampaignForDonation; readonly gift: bigint; readonly tip: bigint }

/**
 * Prices donations that are paid together, with one quote each; the fixed part of the processing fee counts once
 * (amounts-5).
 */
export async function priceDonations(ports: SubscriptionPorts, terms: Terms, parts: readonly Part[]): Promise<Quote[]> {
  const lines = await Promise.all(
    parts.map(({ campaign, gift, tip }) =>
      lineToQuote(
        ports,
        campaign,
        {
          amount: money(gift, terms.currency),
          tip: money(tip, terms.currency),
          quantity: 1,
          isZakat: terms.isZakat,
          maximizeZakat: terms.maximizeZakat,
          ...taxOf(terms, campaign),
        },
        { level: undefined, method: 'card' },
      ),
    ),
  )
  return quoteBasket(lines)
}

/**
 * Prices donations that are charged now. If the sponsor's fund is empty, the platform pays the fee, because the donor
 * agreed to a plan without a fee on their zakat (ledger-12).
 */
async function priceDue(ports: SubscriptionPorts, terms: Terms, parts: readonly Part[]): Promise<Quote[]> {
  const quotes = await priceDonations(ports, terms, parts)
  const isFundEmpty = (await checkZakatFeeFund(ports.db, quotes)) !== undefined
  return isFundEmpty ? priceDonations({ ...ports, zakatFees: 'platform' }, terms, parts) : quotes
}

/** Limits tax relief to what the fundraiser's charity offers. */
const taxOf = ({ giftAid, taxReceipt }: Pick<Terms, 'giftAid' | 'taxReceipt'>, campaign: CampaignForDonation) => ({
  giftAid: giftAid && campaign.giftAid,
  taxReceipt: taxReceipt && campaign.taxReceiptCountries.length > 0,
})

/** Splits one donation among its fundraisers. */
export function partsOf(
  input: { readonly gift: bigint; readonly tip: bigint },
  currency: Currency,
  causes: readonly Cause[],
  campaigns: readonly CampaignForDonation[],
): Part[] {
  const shares = causeSharesOf(input.gift, currency, causes).map(({ campaignId, amount }) => ({
    campaign: required(
      campaigns.find(({ id }) => String(id) === campaignId),
      'campaign',
    ),
    amount,
  }))
  const tips = tipsOf(
    input.tip,
    currency,
    shares.map(({ campaign, amount }) => ({ amount, takesTips: campaign.tipsEnabled })),
  )
  return zip(shares, tips).map(([{ campaign, amount }, tip]) => ({ campaign, gift: amount, tip }))
}

/** A cause that can't receive donations now. */
export type ExcludedCause = { readonly campaignId: string; readonly name: string; readonly reason: ExclusionReason }

/**
 * Returns the causes of a donation that is due: those that are open, fundable (content-7), in its currency and, for
 * zakat, verified, with their relative shares. If the platform chooses, returns one fundraiser that changes daily. An
 * empty list means that nothing can be given. Also returns the causes that are left out.
 */
export async function openCauses(
  ports: SubscriptionPorts,
  subscription: Pick<Subscription, 'causes' | 'isZakat' | 'currency'> & { readonly id?: string },
  on: LocalDate,
): Promise<{
  readonly causes: readonly Cause[]
  readonly campaigns: readonly CampaignForDonation[]
  readonly excluded: readonly ExcludedCause[]
}> {
  const now = ports.clock()
  const causes =
    subscription.causes.length > 0 ? subscription.causes : await choosePlatformCause(ports, subscription, on)
  const campaignsForDonation = await Promise.all(
    causes.map(({ campaignId }) => getCampaignForDonation(ports, BigInt(campaignId))),
  )
  const exclusionReasonOf = (campaign: CampaignForDonation): ExcludedCause['reason'] | undefined => {
    const refusal = donationRefusal(campaign, now, 'plan')
    if (refusal === 'campaign-closed' || campaign.currency !== subscription.currency) return 'closed'
    if (refusal === 'charity-not-verified') return 'charity'
    return subscription.isZakat && !campaign.zakatVerified ? 'zakat' : undefined
  }
  const known = campaignsForDonation.filter((campaign) => campaign !== undefined)
  const campaigns = known.filter((campaign) => exclusionReasonOf(campaign) === undefined)
  return {
    causes: causes.filter(({ campaignId }) => campaigns.some(({ id }) => String(id) === campaignId)),
    campaigns,
    excluded: known.flatMap((campaign) => {
      const reason = exclusionReasonOf(campaign)
      return reason ? [{ campaignId: String(campaign.id), name: campaign.name, reason }] : []
    }),
  }
}

/** Start of the rotation; any date works. */
const firstTurn = localDate('2026-01-01')

/**
 * Returns the platform's choice, which rotates daily so that all fundraisers get a share. Subscriptions start at
 * different positions.
 */
async function choosePlatformCause(
  ports: SubscriptionPorts,
  subscription: Pick<Subscription, 'isZakat' | 'currency'> & { readonly id?: string },
  on: LocalDate,
): Promise<Cause[]> {
  const ids = await campaignsToChoose(ports, {
    currency: subscription.currency,
    isZakat: subscription.isZakat,
    now: ports.clock(),
  })
  if (ids.length === 0) return []
  const first = subscription.id ? Number.parseInt(subscription.id.slice(-6), 16) : 0
  const chosen = required(ids[(first + daysBetween(firstTurn, on)) % ids.length], 'campaign')
  return [{ campaignId: String(chosen), share: wholeShare }]
}

export type ComposedCharge =
  | {
      readonly kind: 'order'
      readonly order: DonationOrder & { readonly plan: PaidPlan }
      readonly currency: Currency
      /** Causes whose share goes to the remaining ones. */
      readonly excluded: readonly ExcludedCause[]
    }
  /** No cause can receive donations; `zakat`: none as zakat; `charity`: none until a charity is verified. */
  | { readonly kind: 'no-causes'; readonly reason: 'causes' | 'zakat' | 'charity' }
  /** The donor's account or data was erased. */
  | { readonly kind: 'no-donor' }

/** Builds the order for the due donations of one subscription, with a line for each donation and fundraiser. */
export async function composeCharge(
  ports: SubscriptionPorts,
  subscription: Subscription,
  { chargeId, due }: { readonly chargeId: string; readonly due: readonly OccurrenceRow[] },
): Promise<ComposedCharge> {
  const donor = await orderDonorOf(ports, subscription)
  if (!donor) return { kind: 'no-donor' }
  const { currency } = subscription
  const parts: (Part & { readonly occurrence: OccurrenceRow })[] = []
  let excluded: readonly ExcludedCause[] = []
  for (const occurrence of due) {
    const { causes, campaigns, excluded: without } = await openCauses(ports, subscription, occurrence.on)
    if (causes.length === 0)
      return {
        kind: 'no-causes',
        reason: (['charity', 'zakat'] as const).find((why) => without.some(({ reason }) => reason === why)) ?? 'causes',
      }
    excluded = without
    parts.push(...partsOf(occurrence, currency, causes, campaigns).map((part) => ({ ...part, occurrence })))
  }
  const quotes = await priceDue(ports, { ...subscription, currency }, parts)
  const { details } = subscription
  const hasOneTimeExtras = subscription.levelChargeId === chargeId
  const lines = zip(parts, quotes).map(([{ campaign, occurrence }, quote], index) => ({
    ...lineOf(ports, subscription, { campaign, quote, isFirst: hasOneTimeExtras && index === 0 }),
    occurrence: {
      subscriptionId: subscription.id,
      key: occurrence.key,
      on: occurrence.on,
      programme: subscription.programme,
    },
    // The level's unit was claimed when the plan started, so this payment reserves none.
    ...(hasOneTimeExtras && index === 0 && subscription.levelId !== null
      ? { levelId: String(subscription.levelId) }
      : {}),
  }))
  return {
    kind: 'order',
    currency,
    excluded,
    order: {
      version: 1,
      donor,
      feeScheduleVersion: one(quotes).feeScheduleVersion,
      browser: null,
      paymentMethod: 'card',
      ...(subscription.cardId === null ? {} : { cardId: subscription.cardId }),
      saveCard: false,
      plan: {
        subscriptionId: subscription.id,
        keys: due.map(({ key }) => key),
        isDaily: hasCombinedNotices(subscription),
      },
      ...(details.declared && lines.some(({ giftAid }) => giftAid) ? { declared: details.declared } : {}),
      lines,
    },
  }
}

/** Whether a plan gives every day or night. */
export const isDaily = ({ schedule }: Pick<Subscription, 'schedule'>): boolean => isDailySchedule(schedule)

/** Whether donations are summarized in one mail instead of a receipt for each. */
const hasCombinedNotices = ({ schedule, details }: Pick<Subscription, 'schedule' | 'details'>): boolean =>
  isDaily({ schedule }) && details.monthly !== 'receipts'

function lineOf(
  ports: SubscriptionPorts,
  { details, giftAid, taxReceipt }: Subscription,
  input: { readonly campaign: CampaignForDonation; readonly quote: Quote; readonly isFirst: boolean },
): DonationLine {
  const tax = taxReliefOf(
    { giftAid, taxReceipt, country: details.country, taxAddress: details.taxAddress },
    input.campaign,
  )
  return {
    ...emptyFields,
    ...storedOf(input.isFirst ? details : withoutFirstDonationFields(details)),
    ...pricedDonation(ports, input.campaign, input.quote),
    ...tax,
    taxAddress: tax.giftAid || tax.taxReceipt ? details.taxAddress : null,
    encryptedFields: null,
  }
}
