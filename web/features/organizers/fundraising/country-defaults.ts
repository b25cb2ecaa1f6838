import { useState } from 'react'
import { countryCodes } from '#modules/platform/addresses/rules/countries.ts'
import { currencyOfCountry } from '#modules/platform/currencies/rules/of-country.ts'
import { zoneOfCountry } from '#shared/zones.ts'
import { isConfirmed } from '#web/kit/confirm-fixed.tsx'
import { postedText } from '#web/lib/form-values.ts'

/** The details of a new charity that follow from its country unless someone chooses them. */
type Basis = { readonly country: string; readonly timeZone: string; readonly currency: string }

/** Returns the time zone and the currency that a country proposes; neither is proposed without a country. */
const defaultsOf = (country: string): Pick<Basis, 'timeZone' | 'currency'> =>
  country === ''
    ? { timeZone: '', currency: '' }
    : { timeZone: zoneOfCountry(country), currency: currencyOfCountry(country) }

/** Returns the first values of the form for a visitor from a country. */
export const basisOf = (country: string | undefined): Basis => {
  const known = country !== undefined && countryCodes.includes(country) ? country : ''
  return { country: known, ...defaultsOf(known) }
}

/** The zones of all countries, because a browser may not know them. */
export const zonesOfCountries = (): Readonly<Record<string, string>> =>
  Object.fromEntries(countryCodes.map((country) => [country, zoneOfCountry(country)]))

/** Field with the country whose zone and currency the form showed. */
const shownCountry = 'shownCountry'

/**
 * Completes a posted form: a zone or currency that the form proposed for another country than the chosen one becomes
 * the chosen country's. Without JavaScript, the form can't show them itself.
 */
export function withDefaultsOfCountry<Posted extends Basis>(form: FormData, posted: Posted): Posted {
  const shown = defaultsOf(postedText(form, shownCountry, 2))
  if (!countryCodes.includes(posted.country)) return posted
  const own = defaultsOf(posted.country)
  return {
    ...posted,
    timeZone: posted.timeZone === shown.timeZone || posted.timeZone === '' ? own.timeZone : posted.timeZone,
    currency: posted.currency === shown.currency || posted.currency === '' ? own.currency : posted.currency,
  }
}

/** Returns the country, zone and currency that the visitor is asked about again; undefined if these were confirmed. */
export function unconfirmedBasis(form: FormData, { country, timeZone, currency }: Basis): string | undefined {
  if (country === '' || timeZone === '' || currency === '') return undefined
  const token = [country, timeZone, currency].join(' ')
  return isConfirmed(form, token) ? undefined : token
}

/**
 * Keeps zone and currency equal to the country's until someone chooses others. Returns the props of the three controls
 * and of a hidden field.
 */
export function useCountryDefaults(first: Basis, zones: Readonly<Record<string, string>>) {
  const [basis, setBasis] = useState(first)
  const [chosen, setChosen] = useState<Partial<Basis>>({})
  const choose = (part: Partial<Basis>) => {
    setChosen({ ...chosen, ...part })
    setBasis({ ...basis, ...part })
  }
  return {
    shown: { type: 'hidden', name: shownCountry, value: basis.country } as const,
    country: {
      value: basis.country,
      onChange: (event: { currentTarget: { value: string } }) => {
        const country = event.currentTarget.value
        setBasis({
          country,
          timeZone: chosen.timeZone ?? zones[country] ?? '',
          currency: chosen.currency ?? (country === '' ? '' : currencyOfCountry(country)),
        })
      },
    },
    timeZone: {
      value: basis.timeZone,
      onChange: (event: { currentTarget: { value: string } }) => choose({ timeZone: event.currentTarget.value }),
    },
    currency: {
      value: basis.currency,
      onChange: (event: { currentTarget: { value: string } }) => choose({ currency: event.currentTarget.value }),
    },
  }
}
