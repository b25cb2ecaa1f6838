import { countryCodes } from '#modules/platform/addresses/rules/countries.ts'
import { categories } from '#modules/causes/campaigns/rules/category.ts'
import { checkEmail } from '#modules/platform/identity/rules/email.ts'
import type { VerificationState } from '#modules/causes/organizations/rules/verification.ts'
import { isReceiptRegime } from '#modules/causes/organizations/rules/receipt-regime.ts'
import { isCurrency } from '#shared/money.ts'
import type { Fault } from '#shared/problem.ts'
import { allZones } from '#shared/zones.ts'

/** Details of a charity that an operator can change. */
export type CharityDetails = {
  readonly name: string
  /** Empty if it has none. */
  readonly nameAr: string
  readonly about: string
  /** Empty if it has none. */
  readonly website: string
  readonly email: string
  /** Registered address, in lines as printed on receipts. */
  readonly postalAddress: string
  /** Such as “Charity no. 1098765” or “EIN 12-3456789”. */
  readonly registration: string
  /** Person who signs Canadian receipts; otherwise empty. */
  readonly signatory: string
}

/** Details that are fixed when a charity is added: slug, currency of its general fund, receipt regime and others. */
export type FixedCharityDetails = {
  readonly slug: string
  readonly country: string
  /** IANA time zone for end dates and tax years. */
  readonly timeZone: string
  /** Currency of the general fund. */
  readonly currency: string
  /** Main category of the general fund. */
  readonly category: string
  readonly receiptRegime: string
}

/** The verification that one staff member proposed, until another confirms it. `until` is a day, or empty. */
export type Proposal = { readonly state: VerificationState; readonly until: string }

export const charityLimits = {
  name: 120,
  about: 2000,
  website: 200,
  postalAddress: 400,
  registration: 80,
  signatory: 120,
  slug: 80,
} as const

type Faults<Of> = Partial<Record<keyof Of, Fault>>

/** Validates trimmed details by field. */
export function checkCharityDetails(details: CharityDetails, regime: string): Faults<CharityDetails> {
  const tooLong = (['name', 'about', 'website', 'postalAddress', 'registration', 'signatory'] as const).filter(
    (field) => details[field].length > charityLimits[field],
  )
  const email = checkEmail(details.email)
  return {
    ...(details.name === '' ? { name: { code: 'charity-name-missing' } } : {}),
    ...(details.nameAr.length > charityLimits.name
      ? { nameAr: { code: 'text-too-long', params: { max: charityLimits.name } } }
      : {}),
    ...(details.website !== '' && !/^https:\/\/[^\s/]+\.[^\s]+$/i.test(details.website)
      ? { website: { code: 'website-not-valid' } }
      : {}),
    ...(email ? { email } : {}),
    ...(details.postalAddress === '' ? { postalAddress: { code: 'postal-address-missing' } } : {}),
    ...(details.registration === '' ? { registration: { code: 'registration-missing' } } : {}),
    ...(regime === 'ca' && details.signatory === '' ? { signatory: { code: 'signatory-missing' } } : {}),
    ...Object.fromEntries(
      tooLong.map((field) => [field, { code: 'text-too-long', params: { max: charityLimits[field] } }]),
    ),
  }
}

/** Validates the fixed details by field. */
export const checkFixedCharityDetails = (charity: FixedCharityDetails): Faults<FixedCharityDetails> => ({
  ...(charity.slug.length <= charityLimits.slug && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(charity.slug)
    ? {}
    : { slug: { code: 'slug-not-valid' } }),
  ...(countryCodes.includes(charity.country) ? {} : { country: { code: 'country-missing' } }),
  ...(allZones().includes(charity.timeZone) ? {} : { timeZone: { code: 'time-zone-missing' } }),
  ...(isCurrency(charity.currency) ? {} : { currency: { code: 'currency-unknown' } }),
  ...((categories as readonly string[]).includes(charity.category) ? {} : { category: { code: 'category-missing' } }),
  ...(isReceiptRegime(charity.receiptRegime) ? {} : { receiptRegime: { code: 'receipt-regime-missing' } }),
})
