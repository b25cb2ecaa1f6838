import { useEffect, useState } from 'react'
import { api } from '#web/lib/api.ts'
import { useLocale } from '#web/lib/text.tsx'
import { type AddressData, addressDataIn } from './address-data.ts'
import { countryCodes } from '#modules/platform/addresses/rules/countries.ts'

/** Loads the lists of address forms, for pages that don't include them; undefined while loading. */
export function useAddressData(): AddressData | undefined {
  const locale = useLocale()
  const [addressData, setData] = useState<AddressData>()
  useEffect(() => {
    let isGone = false
    const take = (permitted: readonly string[], reach: AddressData['reach']) => {
      if (!isGone) setData(addressDataIn(locale, permitted, reach))
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
  return addressData
}
