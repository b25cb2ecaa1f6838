import { expect, test } from 'vitest'
import { fillAddressFromPlace, canSearch, type PlaceComponent, placeSearch, readPlace } from './places.ts'

const component = (longText: string, type: string, shortText = longText): PlaceComponent => ({
  longText,
  shortText,
  types: [type, 'political'],
})
const street = [
  component('4B', 'subpremise'),
  component('1600', 'street_number'),
  component('Amphitheatre Parkway', 'route', 'Amphitheatre Pkwy'),
  component('Mountain View', 'locality'),
  component('Santa Clara County', 'administrative_area_level_2'),
  component('California', 'administrative_area_level_1', 'CA'),
  component('United States', 'country', 'US'),
  component('94043', 'postal_code'),
  component('1351', 'postal_code_suffix'),
]

test.each([
  ['', false],
  ['ab', false],
  [' a b ', false],
  ['a b c', true],
  ['abc', true],
  ['كرا', true],
  ['\u{1F33E}\u{1F33E}', false],
])('a search begins at three characters that are not blank: "%s" %s [S1 §5]', (input, may) => {
  expect(canSearch(input)).toBe(may)
})

test('a search waits 750 ms after the last keystroke [S1 §9]', () => {
  expect(placeSearch).toMatchObject({ fewestCharacters: 3, waitMs: 750 })
})

test('a place is read by the types of its components [S2 §3]', () => {
  expect(readPlace(street)).toEqual({
    streetNumber: '1600',
    streetName: 'Amphitheatre Parkway',
    subPremise: '4B',
    city: 'Mountain View',
    county: 'Santa Clara County',
    state: 'CA',
    postalCode: '94043-1351',
    country: 'US',
  })
  expect(readPlace([component('Sheffield', 'postal_town'), component('United Kingdom', 'country', 'gb')])).toEqual({
    city: 'Sheffield',
    country: 'GB',
  })
  expect(readPlace([])).toEqual({})
})

test('a chosen place fills line, flat, city, state, postal code and country [S1 §4]', () => {
  expect(
    fillAddressFromPlace(readPlace(street), {
      firstName: 'Amina',
      line1: 'amphi',
      city: 'x',
      country: 'GB',
      postalCode: 'S19 2BD',
    }),
  ).toEqual({
    firstName: 'Amina',
    line1: '1600 Amphitheatre Parkway',
    line2: '4B',
    city: 'Mountain View',
    state: 'CA',
    postalCode: '94043-1351',
    country: 'US',
  })
  const german = [
    component('5', 'street_number'),
    component('Lindenstraße', 'route'),
    component('Berlin', 'locality'),
    component('Germany', 'country', 'DE'),
  ]
  expect(fillAddressFromPlace(readPlace(german), {})).toEqual({
    line1: 'Lindenstraße 5',
    city: 'Berlin',
    country: 'DE',
  })
})

test('a city keeps the typed street and clears state and code of another country', () => {
  const leicester = { city: 'Leicester', country: 'GB' }
  expect(fillAddressFromPlace(leicester, { line1: '1 High Street', postalCode: 'LE1 1AA', country: 'GB' })).toEqual({
    line1: '1 High Street',
    city: 'Leicester',
    postalCode: 'LE1 1AA',
    country: 'GB',
  })
  expect(
    fillAddressFromPlace(leicester, { line1: '1 High Street', state: 'CA', postalCode: '94043', country: 'US' }),
  ).toEqual({
    line1: '1 High Street',
    city: 'Leicester',
    country: 'GB',
  })
})
