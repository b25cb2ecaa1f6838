import { one } from '#shared/collections.ts'
import type { RequestContext } from '#shared/endpoint.ts'
import { money, zero } from '#shared/money.ts'
import { Problem } from '#shared/problem.ts'
import { checkLine } from '#modules/money/giving/index.ts'
import { minimumAmount } from '#modules/money/giving/rules/amounts.ts'
import { checkDonation } from '#modules/money/giving/rules/donation.ts'
import { fromPayload } from '#modules/money/giving/rules/donor-field-values.ts'
import { countriesOf, canHaveTaxReceipt } from '#modules/money/giving/rules/eligibility.ts'
import type { Subscribing } from '../../contract.ts'
import { phoneOf } from '../donor/phone.ts'
import { type Draft, draftOf, invalid } from '../draft.ts'
import type { SubscriptionPorts } from '../ports.ts'
import { previewOf } from '../pricing/preview.ts'

/** Validates a request except for its donor and card. Throws faults at its fields, and `quote-changed`. */
export async function prepareDraft(
  ports: SubscriptionPorts,
  context: RequestContext,
  request: Subscribing,
): Promise<{ readonly draft: Draft; readonly phone: string | null }> {
  const draft = await draftOf(ports, context.country, request)
  assertDonationType(request)
  await assertTaxRelief(ports, context, draft, request)
  const phone = phoneOf(draft.plan, request.phoneNumber)
  if (request.quoteHash !== undefined || ports.zakatFees === 'sponsor') {
    const quote = await previewOf(ports, context, request, draft)
    if (request.quoteHash !== undefined && quote.quoteHash !== request.quoteHash)
      throw new Problem('conflict', 'quote-changed', { more: { quote } })
  }
  return { draft, phone }
}

/**
 * Validates tax relief like that of a one-time donation: it requires an address and a charity that offers it (S1 §5).
 */
async function assertTaxRelief(
  ports: SubscriptionPorts,
  context: RequestContext,
  draft: Draft,
  request: Subscribing,
): Promise<void> {
  if (draft.campaigns.length === 0) return assertTaxDetails(context, draft, request)
  const first = one(draft.donations)
  const fields = fromPayload('subscription', request)
  // If charities are in several countries, only those that can give this donor tax relief are checked; if none can, the
  // fault says so.
  const aided = matchingOrAll(draft.campaigns, ({ giftAid }) => giftAid)
  const receipting = matchingOrAll(draft.campaigns, ({ taxReceiptCountries }) => taxReceiptCountries.length > 0)
  const countries = countriesOf(context.country, fields.taxAddress)
  const withTaxReceipt = receipting.filter((campaign) =>
    countries.some((country) => canHaveTaxReceipt(country, campaign)),
  )
  const asksReceiptOf = withTaxReceipt.length > 0 ? withTaxReceipt : receipting
  for (const campaign of draft.campaigns) {
    await checkLine(ports, { country: context.country, scopes: [] }, String(campaign.id), {
      ...fields,
      amount: money(first.gift, draft.currency),
      tip: zero(draft.currency),
      quantity: 1,
      levelId: draft.level && String(draft.level.id),
      giftAid: request.giftAid && aided.includes(campaign),
      taxReceipt: request.taxReceipt && asksReceiptOf.includes(campaign),
    })
  }
}

/** Refuses zakat al-fitr, which is due once a year (zakat-20), and zakat with another donation type. */
function assertDonationType({ donationType, isZakat }: Subscribing): void {
  if (donationType === 'zakat-al-fitr') throw invalid({ donationType: { code: 'fitr-not-on-plans' } })
  if (isZakat && donationType !== undefined && donationType !== 'sadaqah')
    throw invalid({ donationType: { code: 'type-with-zakat' } })
}

const matchingOrAll = <Of>(all: readonly Of[], test: (one: Of) => boolean): readonly Of[] =>
  all.some(test) ? all.filter(test) : all

/**
 * If the platform chooses the causes, any charity that offers tax relief may be asked for it, so only the donor's
 * details are validated now.
 */
function assertTaxDetails({ country }: RequestContext, { currency }: Draft, request: Subscribing): void {
  const any = {
    currency,
    minimumDonation: null,
    zakatVerified: true,
    giftAid: true,
    taxReceiptCountries: ['US', 'CA'],
    tipsEnabled: true,
    levels: [],
    country,
  }
  const faults = checkDonation(any, {
    ...fromPayload('subscription', request),
    amount: minimumAmount(currency),
    tip: zero(currency),
    levelId: undefined,
    quantity: 1,
    isZakat: false,
    maximizeZakat: false,
  })
  if (Object.keys(faults).length > 0) throw invalid(faults)
}
