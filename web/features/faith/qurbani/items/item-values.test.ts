import { expect, test } from 'vitest'
import type { QurbaniItemView } from '#modules/faith/qurbani/contract.ts'
import { differentFields, emptyItem, fieldsOfItem, formOfItem, postedItem } from './item-values.ts'
import type { Json } from '#shared/wire/json.ts'

const item: Json<QurbaniItemView> = {
  id: '7',
  title: 'A cow',
  hijriYear: 1448,
  country: 'PK',
  animal: 'cow',
  unit: 'share',
  currency: 'GBP',
  animalPrice: 36_400,
  sharePrice: 5200,
  sharesPerAnimal: 7,
  partner: 'Khidmat',
  isSponsored: false,
  timeZone: 'Asia/Dubai',
  remaining: 70,
  state: 'open',
  opensAt: '2026-10-16T19:00:00.000Z',
  closesAt: '2027-05-18T07:00:00.000Z',
  performedFrom: '2027-05-16',
  performedUntil: '2027-05-18',
  isAnnounced: false,
  version: 3,
  capacity: 10,
  isOffered: true,
  calendar: 'SA',
  opensOn: '2026-10-17',
  lastDay: 13,
  close: { day: 9, hour: 8, minute: 5 },
  claimed: 0,
  reserved: 0,
}

test('converting a stored item to form fields and back changes nothing', () => {
  const fields = fieldsOfItem(item)
  expect(fields).toMatchObject({ animalPrice: '364', capacity: '10', lastDay: 13, closeDay: '9', close: '08:05' })
  const posted = new FormData()
  for (const [name, value] of Object.entries(fields))
    if (typeof value !== 'boolean') posted.set(name, String(value))
    else if (value) posted.set(name, 'on')
  expect(postedItem(posted)).toEqual(fields)
  expect(formOfItem(fields)).toMatchObject({
    hijriYear: 1448,
    calendar: 'SA',
    timeZone: 'Asia/Dubai',
    close: { day: 9, hour: 8, minute: 5 },
  })
})

test('the country’s default calendar and time zone stay empty, so that they follow a change of country', () => {
  const usual = fieldsOfItem({ ...item, calendar: 'SOUTH_ASIA', timeZone: 'Asia/Karachi' })
  expect(usual).toMatchObject({ calendar: '', timeZone: '' })
})

test('empty options mean the country’s defaults, and an unreadable year or time is rejected', () => {
  const form = formOfItem({ ...emptyItem(1448), hijriYear: 'soon', close: 'noon', closeDay: '' })
  expect(form).toMatchObject({
    hijriYear: 0,
    calendar: undefined,
    timeZone: undefined,
    close: { day: 0, hour: -1, minute: 0 },
  })
  expect(postedItem(new FormData())).toMatchObject({ animal: 'cow', unit: 'share', lastDay: 12, isOffered: false })
})

test('lists the fields in which two versions of an item differ', () => {
  const fields = fieldsOfItem(item)
  expect(differentFields(fields, fields)).toEqual([])
  expect(differentFields(fields, { ...fields, animalPrice: '400', isOffered: false })).toEqual([
    'animalPrice',
    'isOffered',
  ])
})
