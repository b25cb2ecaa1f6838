import type { PostalAddress } from '#modules/platform/addresses/rules/address.ts'
import { countryName } from '#shared/texts/country-names.ts'
import type { HmrcDonor } from './hmrc-row.ts'

/** Countries whose addresses HMRC's schedule identifies by house and postcode. */
const domesticCountries = new Set(['GB', 'GG', 'JE', 'IM'])

/**
 * Returns the part of a home address that HMRC's schedule names (gift-aid-14): the first line and the postcode, or
 * outside the United Kingdom the full address in the house column.
 */
export function hmrcDonorOf(address: PostalAddress): HmrcDonor {
  const { firstName = '', lastName = '', postalCode = '', country } = address
  if (domesticCountries.has(country))
    return { firstName, lastName, house: address.line1, postcode: postalCode, country }
  const parts = [address.line1, address.line2, address.city, address.state, postalCode, countryName(country, 'en')]
  return { firstName, lastName, house: parts.filter(Boolean).join(', '), postcode: '', country }
}
