import { useEffect, useState } from 'react'
import { api } from '../../../lib/api.ts'
import { useLocale } from '../../../lib/text.tsx'
import { type AddressFacts, addressFactsIn } from './address-facts.ts'
import { countryCodes } from '#modules/platform/addresses/rules/countries.ts'

/** What an address form shows, for a form that opens on a page which does not bring it; undefined: it is loading. */
export function useAddressFacts(): AddressFacts | undefined {
  const locale = useLocale()
  const [facts, setFacts] = useState<AddressFacts>()
  useEffect(() => {
    let isGone = false
    const take = (permitted: readonly string[], reach: AddressFacts['reach']) => {
      if (!isGone) setFacts(addressFactsIn(locale, permitted, reach))
    }
    Promise.all([api('GET /api/projectapi/permittedCountryCodes', {}), api('GET /v4/places', {})]).then(
      ([permitted, { reach }]) => take(permitted, reach),
      (error: unknown) => {
        console.warn('the countries of addresses could not be loaded', error)
        take(countryCodes, 'city')
      },
    )
    return () => {
      isGone = true
    }
  }, [locale])
  return facts
}
