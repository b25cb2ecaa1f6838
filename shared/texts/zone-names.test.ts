import { expect, test } from 'vitest'
import { allZones } from '../zones.ts'
import { zoneChoices } from './zone-names.ts'

const summer = new Date('2026-07-01T12:00:00Z')
const nameOf = (choices: readonly { zone: string; name: string }[], zone: string) =>
  choices.find((choice) => choice.zone === zone)?.name

test('a time zone has its place, usual name and offset of the season, in both languages', async () => {
  const english = await zoneChoices('en', { now: summer })
  expect(nameOf(english, 'Europe/London')).toBe('London · United Kingdom Time (\u2066UTC+01:00\u2069)')
  expect(nameOf(english, 'America/New_York')).toBe('New York · Eastern Time (\u2066UTC-04:00\u2069)')
  expect(nameOf(english, 'UTC')).toBe('UTC')
  const arabic = await zoneChoices('ar', { now: summer })
  expect(nameOf(arabic, 'Europe/London')).toBe('المملكة المتحدة (\u2066UTC+01:00\u2069)')
  expect(nameOf(arabic, 'Africa/Cairo')).toContain('مصر')
  expect(arabic.filter(({ zone, name }) => zone.includes('/') && !/[\u0600-\u06FF]/.test(name))).toEqual([])
})

test('the zones of the country are first, and every zone is there once, by its offset', async () => {
  const choices = await zoneChoices('en', { now: summer, country: 'NZ' })
  expect(choices.slice(0, 2).map(({ zone }) => zone)).toEqual(
    expect.arrayContaining(['Pacific/Auckland', 'Pacific/Chatham']),
  )
  expect(choices[2]?.zone).toMatch(/Midway|Pago_Pago|Niue/)
  expect(choices.map(({ zone }) => zone).toSorted()).toEqual(allZones().toSorted())
})

test('a zone that this runtime no longer lists stays in the list', async () => {
  const choices = await zoneChoices('en', { now: summer, also: 'US/Eastern' })
  expect(nameOf(choices, 'US/Eastern')).toContain('Eastern Time')
  expect(choices).toHaveLength(allZones().length + 1)
})
