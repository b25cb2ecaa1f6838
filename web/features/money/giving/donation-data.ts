import type { ProductContract } from '#modules/contract.ts'
import { closedReason } from '#modules/causes/campaigns/rules/open.ts'
import type { TaxAddressTime } from '#modules/money/giving/rules/donation.ts'
import { canHaveTaxReceipt } from '#modules/money/giving/rules/eligibility.ts'
import { type TipPolicy, initialTipChoice } from '#modules/money/giving/rules/fees/tip.ts'
import type { OutputOf } from '#shared/endpoint.ts'
import type { Currency } from '#shared/money.ts'
import type { Locale } from '#shared/text.ts'
import { type AddressData, addressDataIn } from '#web/features/platform/addresses/address-data.ts'
import type { CheckoutData, Form } from './state/checkout-state.ts'
import { toForm } from './donor-form.ts'

type Campaign = OutputOf<ProductContract, 'GET /v4/campaign-pages/:slug'>
type Visitor = Pick<CheckoutData, 'country' | 'zakatVariant' | 'zakatFees' | 'fee' | 'isSignedIn'>

/** Returns what the donation form needs to know about the campaign and the visitor. */
export const checkoutDataOf = (
  campaign: Omit<Campaign, 'levels'> & Pick<CheckoutData, 'levels'>,
  currency: Currency,
  visitor: Visitor,
): CheckoutData => ({
  campaignId: campaign.id,
  currency,
  minimumDonation: campaign.minimumDonation,
  zakatVerified: campaign.zakatVerified,
  zakatEligibleBps: campaign.zakatEligibleBps,
  giftAid: campaign.giftAid,
  taxReceiptCountries: campaign.taxReceiptCountries,
  tipsEnabled: campaign.tipsEnabled,
  levels: campaign.levels,
  impacts: { language: campaign.language, list: campaign.impacts },
  country: visitor.country,
  zakatVariant: visitor.zakatVariant,
  zakatFees: visitor.zakatFees,
  fee: visitor.fee,
  isSignedIn: visitor.isSignedIn,
})

export type ClosedTitle = 'give.ended' | 'give.paused' | 'give.not-verified'

/** Returns the title shown in place of the form; null if donations are accepted. */
export function closedTitle({ open, status, endsAt }: Campaign, now: Date): ClosedTitle | null {
  const reason = closedReason({ open, status, endsAt: endsAt === null ? null : new Date(endsAt) }, now)
  return reason && `give.${reason}`
}

/**
 * Returns the country and state lists for address fields, or empty ones if the fundraiser needs no address.
 * `taxAddress`: when the tax address is requested.
 */
export async function addressDataFor(
  checkoutData: CheckoutData,
  locale: Locale,
  ask: () => Promise<[permitted: readonly string[], places: { readonly reach: AddressData['reach'] }]>,
  taxAddress: TaxAddressTime = 'now',
): Promise<AddressData> {
  const asks =
    (taxAddress === 'now' && (checkoutData.giftAid || checkoutData.taxReceiptCountries.length > 0)) ||
    checkoutData.levels.some((level) => level.requireShipping)
  if (!asks) return { countries: '', states: { US: '', CA: '' }, reach: 'city', regions: [] }
  const [permitted, { reach }] = await ask()
  return addressDataIn(locale, permitted, reach)
}

type Preferences = {
  readonly giveAnonymously?: boolean | undefined
  readonly campaignUpdates?: boolean | undefined
  readonly newsletter?: boolean | undefined
}

/**
 * Returns the preset tip: the one in the link (whole major units), otherwise the policy's. Where nothing may be
 * preselected, a link can only preset no tip (amounts-8).
 */
export function presetTip(requested: string | undefined, policy: TipPolicy): Pick<Form, 'tipOffered'> {
  if (requested === '0') return { tipOffered: { choice: '0', typed: '0' } }
  if (requested !== undefined && policy === 'preselected') return { tipOffered: { choice: 'other', typed: requested } }
  return { tipOffered: { choice: initialTipChoice(policy, false), typed: '0' } }
}

/** Returns the fields of a returned debit's donation, to prefill the form; empty if `texts` is undefined. */
export function prefilledFields(
  texts: OutputOf<ProductContract, 'GET /v4/returned-debits/:intentId'> | undefined,
): Partial<Pick<Form, 'isAnonymous' | 'customName' | 'location' | 'dedication' | 'words'>> {
  if (!texts) return {}
  const { isAnonymous, customName, location, dedication } = toForm(texts)
  return { isAnonymous, customName, location, dedication, words: texts.words ?? '' }
}

/** Returns the initial form. `email`: of the signed-in donor; `amount`: whole major units. */
export const initialForm = (
  checkoutData: CheckoutData,
  input: { readonly amount: string; readonly email: string; readonly preferences?: Preferences | undefined },
): Form => ({
  ...toForm({
    taxReceipt: canHaveTaxReceipt(checkoutData.country, checkoutData),
    isAnonymous: input.preferences?.giveAnonymously,
    taxAddress: checkoutData.country ? { country: checkoutData.country } : {},
    levelEmail: input.email,
    receiveUpdates: input.preferences?.campaignUpdates,
    newsletter: input.preferences?.newsletter,
  }),
  amount: input.amount,
  levelId: '',
  quantity: 1,
  tipChoice: '',
  tipTyped: '0',
  tipOffered: { choice: '', typed: '0' },
  isTipChosen: false,
  words: '',
  cardId: '',
  saveCard: false,
  method: 'card',
  frequency: 'once',
  phone: '',
})
