import { money } from '#shared/money.ts'
import type { Fault } from '#shared/problem.ts'
import type { AddressDraft } from '#modules/platform/addresses/rules/address.ts'
import { checkDonation, type DonationData, type TaxAddressTime } from '#modules/money/giving/rules/donation.ts'
import { controlOfRule, controlOfWire } from '#modules/money/giving/rules/donor-field-values.ts'
import { requireDonor } from '#modules/money/giving/rules/donor.ts'
import { bundleOf, chosenLevelOf } from './checkout-amounts.ts'
import { donationRequestOf } from './checkout-quote.ts'
import type { CheckoutData, Form } from './checkout-state.ts'

const donationData = (checkoutData: CheckoutData): DonationData => ({
  currency: checkoutData.currency,
  minimumDonation:
    checkoutData.minimumDonation === null ? null : money(BigInt(checkoutData.minimumDonation), checkoutData.currency),
  zakatVerified: checkoutData.zakatVerified,
  giftAid: checkoutData.giftAid,
  taxReceiptCountries: checkoutData.taxReceiptCountries,
  tipsEnabled: checkoutData.tipsEnabled,
  country: checkoutData.country,
  isFitrClosed: checkoutData.isFitrClosed ?? false,
  levels: checkoutData.levels.map((level) => ({
    ...level,
    amount: money(BigInt(level.amount), checkoutData.currency),
    bundle: bundleOf(level, checkoutData.currency),
    benefit: money(BigInt(level.benefitValue ?? 0), checkoutData.currency),
  })),
})

/**
 * Returns the form's errors by control id, in page order. `taxAddress`: when the tax address is requested; a checkout
 * requests it after the donation.
 */
export function checkCheckoutForm(
  form: Form,
  checkoutData: CheckoutData,
  options: { readonly taxAddress?: TaxAddressTime } = {},
): Record<string, Fault> {
  const found: Record<string, Fault> = {}
  // The amount field is hidden while a level sets the amount, so the error goes to the quantity.
  const amount = chosenLevelOf(form, checkoutData)?.amount ? 'quantity' : 'amount'
  for (const [field, fault] of Object.entries({
    ...checkDonation(donationData(checkoutData), donationRequestOf(form, checkoutData), options),
    ...(checkoutData.isSignedIn ? {} : requireDonor(form)),
  })
    // Page order: address parts come after everything else.
    .sort(([one], [other]) => one.indexOf('.') - other.indexOf('.')))
    found[field === 'amount' ? amount : controlOfRule(field)] ??= fault
  return found
}

/** Which fields the donor has left, and whether the form was submitted. */
type Progress = { readonly isSubmitted: boolean; hasLeft(id: string): boolean }

/** Returns the error to show at a control: after submitting every error, before that only those of visited fields. */
export function shownFault(
  id: string,
  form: Form,
  faults: Readonly<Record<string, Fault>>,
  { isSubmitted, hasLeft }: Progress,
): Fault | undefined {
  if (isSubmitted) return faults[id]
  return hasLeft(id) ? faultOnLeaving(id, form, faults) : undefined
}

/**
 * Returns the error of a field that the donor just left; an empty address field is required (S1 §5 "shown after blur
 * when empty").
 */
function faultOnLeaving(id: string, form: Form, faults: Readonly<Record<string, Fault>>): Fault | undefined {
  const [group, field] = id.split('-') as ['taxAddress' | 'shippingAddress', keyof AddressDraft]
  const isAddress = group === 'taxAddress' || group === 'shippingAddress'
  return faults[id] && isAddress && !form[group][field]?.trim() ? { code: 'field-required' } : faults[id]
}

/** Returns the id of the control for a field of the API. */
export const controlOfDonationField = (field: string): string =>
  field === 'tokens' || field === 'cardID' ? 'card' : controlOfWire('donation', field)
