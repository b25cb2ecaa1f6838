import { expect, test } from 'vitest'
import { states } from '#modules/platform/addresses/rules/states.ts'
import { addressDataIn, countriesIn } from './address-data.ts'
import { packList, unpackList } from './packed-list.ts'

test('an address form gets the countries and states that were packed, in every language', () => {
  for (const locale of ['en', 'ar']) {
    const countries = countriesIn(locale)
    const data = addressDataIn(
      locale,
      countries.map(({ code }) => code),
      'city',
    )
    expect(unpackList(data.countries)).toEqual(countries)
    expect(unpackList(data.states.US)).toEqual(states.US)
    expect(unpackList(data.states.CA)).toEqual(states.CA)
  }
  expect(unpackList(packList([]))).toEqual([])
})
