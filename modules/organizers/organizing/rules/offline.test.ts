import fc from 'fast-check'
import { expect, test } from 'vitest'
import { localDate } from '#shared/calendar.ts'
import { type OfflineDraft, readOffline } from './offline.ts'

const data = { currency: 'GBP', today: localDate('2026-11-21') } as const
const draft = (over: Partial<OfflineDraft> = {}): OfflineDraft => ({
  amount: '50.00',
  currency: '',
  receivedOn: '2026-11-20',
  donorName: 'Hajji Karim',
  isAnonymous: false,
  method: 'cash',
  note: 'Receipt book 12',
  ...over,
})
const faultsOf = (over: Partial<OfflineDraft>, input: Parameters<typeof readOffline>[1] = data) =>
  Object.fromEntries(
    Object.entries(readOffline(draft(over), input).faults ?? {}).map(([field, fault]) => [field, fault.code]),
  )

test('a donation has amount, date, donor, method and evidence [S2 §7]', () => {
  expect(readOffline(draft(), data).donation).toEqual({
    amount: 5000n,
    receivedOn: '2026-11-20',
    donorName: 'Hajji Karim',
    method: 'cash',
    note: 'Receipt book 12',
  })
  expect(readOffline(draft({ amount: '٥٠', isAnonymous: true, method: ' Bank ' }), data).donation).toMatchObject({
    amount: 5000n,
    donorName: null,
    method: 'bank',
  })
  expect(readOffline(draft({ amount: '2000' }), { ...data, currency: 'JPY' }).donation!.amount).toBe(2000n)
})

test.each([
  ['amount', '', 'offline-amount'],
  ['amount', '0', 'offline-amount'],
  ['amount', '-5', 'offline-amount'],
  ['amount', '1e309', 'offline-amount'],
  ['amount', '1.000,50', 'offline-amount'],
  ['amount', '12,5', 'offline-amount'],
  ['amount', '10.005', 'offline-amount'],
  ['amount', '99999999999', 'offline-amount-too-large'],
  ['currency', 'USD', 'offline-currency'],
  ['receivedOn', '21/11/2026', 'offline-day'],
  ['receivedOn', '2026-02-30', 'offline-day'],
  ['receivedOn', '2026-11-22', 'offline-day-future'],
  ['receivedOn', '2021-11-20', 'offline-day-old'],
  ['donorName', ' \u200b ', 'offline-donor'],
  ['donorName', '\u3164', 'name-invisible'],
  ['donorName', '=cmd', 'name-invalid'],
  ['donorName', 'x'.repeat(81), 'text-too-long'],
  ['donorName', '4242 4242 4242 4242', 'card-number-in-text'],
  ['method', 'crypto', 'offline-method'],
  ['note', ' … ', 'offline-evidence'],
  ['note', 'x'.repeat(501), 'text-too-long'],
] as const)('refuses %s %j: %s', (field, value, code) => {
  expect(faultsOf({ [field]: value })).toEqual({ [field]: code })
})

test('accepts today and the same day five years ago; yen have no decimals', () => {
  expect(faultsOf({ receivedOn: '2026-11-21' })).toEqual({})
  expect(faultsOf({ receivedOn: '2021-11-21' })).toEqual({})
  expect(faultsOf({ amount: '20.5' }, { ...data, currency: 'JPY' })).toEqual({ amount: 'offline-amount' })
})

test('any input is a donation or has a fault, and stored text is one line', () => {
  fc.assert(
    fc.property(
      fc.record({
        amount: fc.string(),
        receivedOn: fc.string(),
        donorName: fc.string({ unit: 'binary' }),
        method: fc.string(),
        note: fc.string({ unit: 'binary' }),
      }),
      (typed) => {
        const { donation, faults } = readOffline(draft(typed), data)
        expect(donation === undefined).toBe(faults !== undefined)
        const both = readOffline(draft({ donorName: typed.donorName, note: typed.note }), data)
        if (both.donation) expect(`${both.donation.donorName}${both.donation.note}`).not.toMatch(/[\r\n\t\0]/)
      },
    ),
  )
})
