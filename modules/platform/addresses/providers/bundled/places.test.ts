import { expect, test } from 'vitest'
import { countryCodes } from '../../rules/countries.ts'
import { readPlace } from '../../rules/places.ts'
import { states } from '../../rules/states.ts'
import { bundledPlaces, normalizePlaceName } from './places.ts'

const places = bundledPlaces()
const suggest = async (input: string, regions: string[] = [], locale: 'en' | 'ar' = 'en') =>
  (await places.suggest({ input, regions, locale, session: undefined })).map(({ text }) => text)

test('cities are found by the beginning of their name, the most likely first', async () => {
  expect((await suggest('leic'))[0]).toBe('Leicester, United Kingdom')
  expect((await suggest('LONDON'))[0]).toBe('London, United Kingdom')
  expect((await suggest('new yo'))[0]).toBe('New York, NY, United States')
  expect(await suggest('nowhere at all')).toEqual([])
  expect((await suggest('san')).length).toBe(5)
})

test('diacritics, Arabic letters and text around a name do not prevent a match', async () => {
  expect((await suggest('dusseldorf'))[0]).toBe('Düsseldorf, Germany')
  expect((await suggest('istanbul'))[0]).toBe('Istanbul, Türkiye')
  expect((await suggest('izmir'))[0]).toBe('İzmir, Türkiye')
  expect((await suggest('مكه'))[0]).toBe('Makkah, Saudi Arabia')
  expect((await suggest('springfield, ma'))[0]).toBe('Springfield, MA, United States')
  expect((await suggest('لندن', [], 'ar'))[0]).toBe('لندن، المملكة المتحدة')
  expect(normalizePlaceName('  Saint-Étienne,  Łódź ')).toBe('saint etienne lodz')
})

test('only places in the requested regions are suggested [S1 §7]', async () => {
  expect(await suggest('london', ['ca'])).toEqual(['London, ON, Canada'])
  expect(await suggest('london', ['fr'])).toEqual([])
})

test('a suggested place has the form’s components in the script of its country', async () => {
  const [toronto] = await places.suggest({ input: 'toronto', regions: [], locale: 'ar', session: undefined })
  expect(readPlace((await places.details({ placeId: toronto!.placeId, locale: 'ar', session: undefined }))!)).toEqual({
    city: 'Toronto',
    state: 'ON',
    country: 'CA',
  })
  expect(readPlace((await places.details({ placeId: 'city.sa.jeddah', locale: 'ar', session: undefined }))!)).toEqual({
    city: 'جدة',
    country: 'SA',
  })
  expect(await places.details({ placeId: 'city.gb.nothing', locale: 'en', session: undefined })).toBeUndefined()
})

test('every city has a known country and state and a unique name', async () => {
  for (const country of countryCodes)
    for (const letter of 'abcdefghijklmnopqrstuvwxyz')
      for (const { placeId, text } of await places.suggest({
        input: letter,
        regions: [country.toLowerCase()],
        locale: 'en',
        session: undefined,
      })) {
        const place = readPlace((await places.details({ placeId, locale: 'en', session: undefined }))!)
        expect(text.startsWith(place.city!)).toBe(true)
        expect(placeId).toMatch(/^city\.[a-z]{2}\.[a-z.-]+$/)
        if (country === 'US' || country === 'CA') expect(states[country].map(({ code }) => code)).toContain(place.state)
      }
})
