import { expect, test } from 'vitest'
import { basisOf, withDefaultsOfCountry, zonesOfCountries } from './country-defaults.ts'

const posted = (shownCountry: string, typed: { country: string; timeZone: string; currency: string }) => {
  const form = new FormData()
  form.set('shownCountry', shownCountry)
  return withDefaultsOfCountry(form, typed)
}

test('a new charity has the zone and currency of its country, not of the person who adds it', () => {
  expect(basisOf('GB')).toEqual({ country: 'GB', timeZone: 'Europe/London', currency: 'GBP' })
  for (const country of [undefined, 'ZZ']) expect(basisOf(country)).toEqual({ country: '', timeZone: '', currency: '' })
  const shown = { timeZone: 'Europe/London', currency: 'GBP' }
  expect(posted('GB', { country: 'DE', ...shown })).toEqual({
    country: 'DE',
    timeZone: 'Europe/Berlin',
    currency: 'EUR',
  })
  expect(posted('', { country: 'CA', timeZone: '', currency: '' })).toEqual({
    country: 'CA',
    timeZone: 'America/Toronto',
    currency: 'CAD',
  })
})

test('a zone or currency that someone chose is kept', () => {
  expect(posted('GB', { country: 'CA', timeZone: 'America/Vancouver', currency: 'USD' })).toEqual({
    country: 'CA',
    timeZone: 'America/Vancouver',
    currency: 'USD',
  })
  expect(posted('GB', { country: '', timeZone: 'Europe/London', currency: 'GBP' })).toMatchObject({ currency: 'GBP' })
})

test('every country has a zone', () => {
  expect(Object.values(zonesOfCountries())).not.toContain('')
})
