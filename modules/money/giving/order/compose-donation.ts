import { checkZakatFeeFund } from '../check-zakat-fee-fund.ts'
import { one } from '#shared/collections.ts'
import { isAddressStarted } from '#modules/platform/addresses/rules/address.ts'
import type { RequestContext } from '#shared/endpoint.ts'
import type { Money } from '#shared/money.ts'
import { isProblem, Problem } from '#shared/problem.ts'
import { assertOffered, type CampaignForDonation } from '#modules/causes/campaigns/index.ts'
import { donorQuestionsOf } from '#modules/causes/campaigns/rules/level.ts'
import type { Viewer } from '#modules/platform/identity/index.ts'
import type { DonationPayload } from '../contract.ts'
import type { QuoteView } from '../contract-payment.ts'
import { addKnownGuest } from './known-guest.ts'
import { checkDeclarer, createDeclaration } from './declaration.ts'
import { withGiftAidCover } from './gift-aid-cover.ts'
import type { DonationLine, DonationOrder, StartedPlan } from './order.ts'
import { requesterScopes } from '../payment/requester.ts'
import { composeBankDebit } from '../bank-debits/compose-bank-debit.ts'
import { countingCode, type GivingPorts } from '../ports.ts'
import { readAmount } from '../rules/amounts.ts'
import { type DonationRequest, isQuantity, quantityLimits } from '../rules/donation.ts'
import { checkUnaskedFields, fromPayload, toStored, toWirePath } from '../rules/donor-field-values.ts'
import type { Quote } from '../rules/quote.ts'
import { encryptFields } from '../erasure/encrypted-fields.ts'
import { checkPayloadFields, otherNames, paymentOf, rejectCardNumbers } from './payload-fields.ts'
import {
  orderRefusalOf,
  openCampaign,
  type OrderedLevel,
  orderedLevelOf,
  checkWithReservations,
} from './order-campaign.ts'
import { priceDonation, hashOf, type ApiQuote, pricedDonation, toApiQuote } from './order-price.ts'
import { donorOf } from './order-donor.ts'

/**
 * A donation that is ready for payment, or the problem that prevents it. Both have the email key, so that a repeated
 * request is recognized before the problem is thrown.
 */
export type ComposedDonation =
  | {
      readonly emailKey: string | null
      readonly order: DonationOrder
      readonly currency: Money['currency']
      /** `view` is in the call's unit: decimal major units on `/api`, minor units on `/v4` (contract-2). */
      readonly quote: { readonly hash: string; readonly view: QuoteView | ApiQuote }
    }
  | { readonly emailKey: string | null; readonly problem: Problem; readonly quote?: undefined }

/**
 * Turns a payload into an order. Totals, fees and eligibility are computed here, never taken from the payload
 * (payments-13).
 */
export async function composeDonation(
  ports: GivingPorts,
  viewer: Viewer,
  context: RequestContext,
  donationPayload: DonationPayload,
): Promise<ComposedDonation> {
  const payload = await addKnownGuest(ports, viewer, donationPayload)
  const donor = donorOf(ports, viewer, context, payload)
  const emailKey = donor.email?.toLowerCase() ?? null
  try {
    assertSameAccount(viewer, payload)
    rejectCardNumbers(payload)
    const campaign = await openCampaign(ports, payload.campaignId)
    const frequency = payload.frequency ?? 'onetime'
    assertOffered(campaign, { frequency, method: payload.paymentMethod })
    const level = orderedLevelOf(campaign, payload.rewardID)
    if (level?.frequency && level.frequency !== frequency)
      throw orderRefusalOf({ rewardID: { code: 'level-not-found' } })
    const form = formOf(payload, campaign)
    const faults = {
      ...checkPayloadFields(payload),
      ...(level ? wireFields(checkUnaskedFields(form, donorQuestionsOf(level))) : {}),
      ...wireFields(checkDeclarer(donor, form)),
      ...wireFields(await checkWithReservations(ports, campaign, requesterScopes(viewer, context), form, 'later')),
    }
    if (Object.keys(faults).length > 0) throw orderRefusalOf(faults)
    const quote = await priceDonation(ports, campaign, form, { level, method: payload.paymentMethod })
    const fundFault = await checkZakatFeeFund(ports.db, [quote])
    if (fundFault) throw orderRefusalOf({ zakah: fundFault })
    const referredDonor = await countingCode(ports, campaign.id, payload.referredDonor)
    const once = lineOf(ports, payload, { campaign, level, form, quote, donor, referredDonor })
    const { startsPlan, line: planned } = await withPlan(ports, context, payload, { campaign, donor, line: once })
    const { line, cover } = await withGiftAidCover(ports, {
      campaign,
      donor,
      line: planned,
      isPlan: Boolean(startsPlan),
    })
    return {
      emailKey,
      currency: form.amount.currency,
      quote: { hash: hashOf(quote), view: toApiQuote(quote) },
      order: {
        version: 1,
        donor,
        feeScheduleVersion: quote.feeScheduleVersion,
        // A card that pays a plan is saved for the plan only.
        ...paymentOf(startsPlan ? { ...payload, saveCard: false } : payload, donor.accountId),
        ...(startsPlan ? { startsPlan } : {}),
        ...(startsPlan && line.giftAid ? { declared: createDeclaration(donor.ip, ports.clock()) } : {}),
        ...(cover ? { declared: cover.declared } : {}),
        ...composeBankDebit(ports, {
          paymentMethod: payload.paymentMethod,
          words: payload.words,
          donor,
          campaign,
          line,
          currency: form.amount.currency,
          context,
        }),
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
 * Refuses a form that was loaded by an account which is no longer signed in. The form has no email field, so the
 * donation would have no donor or the wrong one.
 */
function assertSameAccount(viewer: Viewer, { userId }: DonationPayload): void {
  if (userId !== undefined && !(viewer.kind === 'account' && viewer.accountId === userId))
    throw new Problem('authentication', 'session-ended')
}

function formOf(payload: DonationPayload, campaign: CampaignForDonation): DonationRequest {
  const currency = campaign.currency
  if (payload.currency !== currency)
    throw new Problem('validation', 'invalid-input', {
      fields: { currency: { code: 'currency-not-accepted', params: { currency: payload.currency } } },
    })
  const typed = readAmount(payload.amount, currency)
  const tip = readAmount(payload.feeAmount, currency)
  // Without a level the quantity has no effect, but an invalid one is still refused.
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
    campaign: CampaignForDonation
    level: OrderedLevel | undefined
    form: DonationRequest
    quote: Quote
    donor: DonationOrder['donor']
    referredDonor: string | null
  },
): DonationLine {
  const asks = donorQuestionsOf(level)
  // The form pre-fills names and country. Without a place the donor entered no address and is asked for it later.
  const taxAddress = isAddressStarted(form.taxAddress ?? {}) ? form.taxAddress : undefined
  const customName = payload.CustomName || (payload.name === donor.name ? null : payload.name)
  return {
    ...toStored({ ...form, taxAddress, customName, referredDonor }, asks),
    ...pricedDonation(ports, campaign, quote),
    encryptedFields: encryptFields(ports, asks, payload),
  }
}

/** Returns the line with the plan that starts with this donation, whose first occurrence the donation is. */
async function withPlan(
  ports: GivingPorts,
  context: RequestContext,
  { frequency, givingPlanId, timeZone, phoneNumber, repeatOf }: DonationPayload,
  { campaign, donor, line }: { campaign: CampaignForDonation; donor: DonationOrder['donor']; line: DonationLine },
): Promise<{ readonly startsPlan?: StartedPlan; readonly line: DonationLine }> {
  if (frequency === undefined) return { line }
  const startsPlan = await ports.planStarter.draft(ports, {
    frequency,
    campaign,
    currency: campaign.currency,
    donor,
    line,
    context,
    asked: { givingPlanId, timeZone, phoneNumber, repeatOf },
  })
  const on = one(startsPlan.keys)
  const { subscriptionId } = startsPlan
  return { startsPlan, line: { ...line, occurrence: { subscriptionId, key: on, on, programme: null } } }
}

/** Maps our field names to the payload's, so that each message appears at the field that caused it. */
const wireFields = <T>(faults: Readonly<Record<string, T>>): Record<string, T> =>
  Object.fromEntries(Object.entries(faults).map(([field, fault]) => [toWirePath('donation', field) ?? field, fault]))
