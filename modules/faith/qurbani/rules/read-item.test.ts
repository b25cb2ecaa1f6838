import { describe, expect, test } from 'vitest'
import { money } from '#shared/money.ts'
import { type ItemForm, itemLimits, readItem } from './read-item.ts'

const form: ItemForm = {
  title: 'Cow in Sindh',
  hijriYear: 1448,
  country: 'PK',
  animal: 'cow',
  unit: 'share',
  animalPrice: '700',
  capacity: '20',
  partner: 'Umeed Relief',
  isSponsored: false,
  isOffered: true,
  calendar: undefined,
  timeZone: undefined,
  opensOn: '2027-04-01',
  lastDay: 12,
  close: { day: 12, hour: 12, minute: 0 },
}
const data = {
  currency: 'GBP',
  maximum: money(500_000n, 'GBP'),
  countries: ['PK', 'KE', 'TR'],
  zones: ['Asia/Karachi', 'Africa/Nairobi', 'Europe/Istanbul', 'UTC'],
} as const
const read = (over: Partial<ItemForm> = {}) => readItem({ ...form, ...over }, data)
const itemOf = (over: Partial<ItemForm>) => {
  const result = read(over)
  if (result.faults) throw new Error(JSON.stringify(result.faults))
  return result.item
}

describe('an item of qurbani', () => {
  test('is stored with its price, capacity, calendar and zone', () => {
    expect(read()).toEqual({
      item: {
        ...form,
        animalPrice: money(70_000n, 'GBP'),
        capacity: 20,
        calendar: 'SOUTH_ASIA',
        timeZone: 'Asia/Karachi',
      },
    })
  })

  test('has one fault for each invalid field', () => {
    expect(
      read({
        title: ' ',
        partner: '',
        hijriYear: 1439,
        country: 'XX',
        animal: 'sheep',
        animalPrice: '',
        capacity: 'many',
        timeZone: 'Asia/Atlantis',
        opensOn: '2027-02-30',
        close: { day: 12, hour: 21, minute: 1 },
      }),
    ).toEqual({
      faults: {
        title: { code: 'field-required' },
        partner: { code: 'field-required' },
        hijriYear: { code: 'qurbani-year-invalid' },
        country: { code: 'country-missing' },
        unit: { code: 'qurbani-unit-whole' },
        animalPrice: { code: 'qurbani-price-invalid' },
        capacity: { code: 'qurbani-capacity-invalid', params: { max: 100_000 } },
        timeZone: { code: 'qurbani-zone-unknown' },
        opensOn: { code: 'date-invalid' },
        close: { code: 'qurbani-close-invalid' },
      },
    })
  })

  test.each<Partial<ItemForm>>([
    { title: '' },
    { partner: '\u200e' },
    { hijriYear: 1600 },
    { country: 'GB', timeZone: 'UTC' },
    { unit: 'share', animal: 'goat' },
    { animalPrice: '0' },
    { capacity: '0' },
    { timeZone: 'Europe/London' },
    { opensOn: 'soon' },
    { close: { day: 13, hour: 12, minute: 0 } },
  ])('is refused for a single fault: %j', (over) => {
    expect(Object.keys(read(over).faults ?? {})).toEqual([Object.keys(over)[0]])
  })

  test('has a title of at most 80 and a partner of at most 120 characters, on one line', () => {
    expect(itemLimits).toMatchObject({ title: 80, partner: 120 })
    expect(read({ title: '牛'.repeat(80), partner: '🐑'.repeat(120) }).faults).toBeUndefined()
    expect(read({ title: 'x'.repeat(81), partner: 'x'.repeat(121) })).toEqual({
      faults: {
        title: { code: 'text-too-long', params: { max: 80 } },
        partner: { code: 'text-too-long', params: { max: 120 } },
      },
    })
    expect(itemOf({ title: '  Cow\n in  Sindh ', partner: ' Umeed\tRelief' })).toMatchObject({
      title: 'Cow in Sindh',
      partner: 'Umeed Relief',
    })
  })

  test('has no name that a spreadsheet would run as a formula (security-12)', () => {
    expect(read({ title: '=1+1', partner: '@umeed' })).toEqual({
      faults: { title: { code: 'name-invalid' }, partner: { code: 'name-invalid' } },
    })
  })

  test('is for a Hijri year from 1440 to 1599', () => {
    expect([1440, 1599].map((hijriYear) => itemOf({ hijriYear }).hijriYear)).toEqual([1440, 1599])
    for (const hijriYear of [1439, 1600, 2027])
      expect(read({ hijriYear })).toEqual({ faults: { hijriYear: { code: 'qurbani-year-invalid' } } })
  })

  test('is offered whole if the animal has one share (qurbani-1)', () => {
    expect(read({ animal: 'sheep', unit: 'animal' }).faults).toBeUndefined()
    expect(read({ animal: 'camel', unit: 'share' }).faults).toBeUndefined()
    expect(read({ animal: 'sheep', unit: 'share' })).toEqual({ faults: { unit: { code: 'qurbani-unit-whole' } } })
  })

  test('has a price in whole currency units, above zero up to the maximum', () => {
    const amounts = ['1', '5000', '1,400', ' ٧٠٠ '].map((animalPrice) => itemOf({ animalPrice }).animalPrice)
    expect(amounts).toEqual([100n, 500_000n, 140_000n, 70_000n].map((amount) => money(amount, 'GBP')))
    for (const animalPrice of ['', '0', '5001', '700.50', '-700', 'x', '9999999999999'])
      expect(read({ animalPrice }), animalPrice).toEqual({ faults: { animalPrice: { code: 'qurbani-price-invalid' } } })
  })

  test('has a capacity of 1 to 100,000 animals, or none', () => {
    expect(['', ' ', '1', '100000', '1,000'].map((capacity) => itemOf({ capacity }).capacity)).toEqual([
      null,
      null,
      1,
      100_000,
      1000,
    ])
    for (const capacity of ['0', '100001', '-1', '1.5', 'x'])
      expect(read({ capacity }), capacity).toEqual({
        faults: { capacity: { code: 'qurbani-capacity-invalid', params: { max: 100_000 } } },
      })
  })

  test('follows the calendar and zone of its country unless the charity chooses others (qurbani-3)', () => {
    expect(itemOf({ country: 'TR' })).toMatchObject({ calendar: 'CALC', timeZone: 'Europe/Istanbul' })
    expect(itemOf({ country: 'KE' })).toMatchObject({ calendar: 'SA', timeZone: 'Africa/Nairobi' })
    expect(itemOf({ country: 'KE', calendar: 'MABIMS', timeZone: 'UTC' })).toMatchObject({
      calendar: 'MABIMS',
      timeZone: 'UTC',
    })
  })

  test('opens on a day typed in digits of any script', () => {
    expect(itemOf({ opensOn: ' ٢٠٢٧-٠٤-٠١ ' }).opensOn).toBe('2027-04-01')
    expect(read({ opensOn: '' })).toEqual({ faults: { opensOn: { code: 'date-invalid' } } })
  })

  test('closes at 21:00 on its last day at the latest (qurbani-3)', () => {
    expect(read({ lastDay: 13, close: { day: 13, hour: 21, minute: 0 } }).faults).toBeUndefined()
    for (const close of [
      { day: 12, hour: 21, minute: 1 },
      { day: 13, hour: 0, minute: 0 },
    ])
      expect(read({ close })).toEqual({ faults: { close: { code: 'qurbani-close-invalid' } } })
  })
})
