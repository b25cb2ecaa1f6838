import fc from 'fast-check'
import { expect, test } from 'vitest'
import { localDate } from '#shared/calendar.ts'
import type { Currency } from '#shared/money.ts'
import { type OfflineDraft, readOffline } from './offline.ts'

const today = localDate('2026-11-21')
const draft: OfflineDraft = {
  amount: '50.00',
  currency: '',
  receivedOn: '2026-11-20',
  donorName: 'Hajji Karim',
  isAnonymous: false,
  method: 'cash',
  note: 'Receipt book 12',
}
const read = (over: Partial<OfflineDraft>, currency: Currency = 'GBP') =>
  readOffline({ ...draft, ...over }, { currency, today })

test('names and notes are stored as one line with single spaces [content-11]', () => {
  expect(
    read({
      donorName: ' \u202eHajji \t\n  Karim\u2069 ',
      note: 'Receipt\r\nbook\u2028\u2029 12\u0000\u0007 \ud800',
    }).donation,
  ).toMatchObject({ donorName: 'Hajji Karim', note: 'Receipt book 12 \ufffd' })
  const part = fc.string({ unit: fc.constantFrom(...'ab \t\n\u0000\u2028\u202a\u2066\u00a0'), maxLength: 20 })
  fc.assert(
    fc.property(part, part, (before, after) => {
      const note = read({ note: `${before}x${after}` }).donation!.note
      expect(note).toMatch(/^[abx]+(?: [abx]+)*$/)
      expect(note.replaceAll(' ', '')).toBe(`${before}x${after}`.replaceAll(/[^abx]/g, ''))
    }),
  )
})

test('the currency of a row is that of the fundraiser, in any case, or left out', () => {
  for (const currency of ['', '  ', 'GBP', ' gbp '])
    expect(read({ currency }).donation, `"${currency}"`).toMatchObject({ amount: 5000n })
  expect(read({ currency: 'usd' }).faults).toEqual({
    currency: { code: 'offline-currency', params: { currency: 'GBP' } },
  })
})

test('a date is read in any digits and with spaces around it', () => {
  expect(read({ receivedOn: ' ٢٠٢٦-١١-٢٠ ' }).donation).toMatchObject({ receivedOn: '2026-11-20' })
})

test('the largest amount is ten million, in every currency', () => {
  expect(read({ amount: '10000000' }).donation).toMatchObject({ amount: 1_000_000_000n })
  expect(read({ amount: '10000000.01' }).faults).toEqual({ amount: { code: 'offline-amount-too-large' } })
  expect(read({ amount: '10,000,000' }, 'JPY').donation).toMatchObject({ amount: 10_000_000n })
  expect(read({ amount: '10,000,001' }, 'JPY').faults).toEqual({ amount: { code: 'offline-amount-too-large' } })
})

test('an amount that is either thousands or three decimals is refused [amounts-17]', () => {
  for (const amount of ['12,500', '12.500'])
    expect(read({ amount }, 'KWD').faults).toEqual({ amount: { code: 'number-ambiguous' } })
  expect(read({ amount: '12500' }, 'KWD').donation).toMatchObject({ amount: 12_500_000n })
  expect(read({ amount: '12,500' }).donation).toMatchObject({ amount: 1_250_000n })
})

test.each<[Partial<OfflineDraft>, object]>([
  [{ amount: '-5' }, { amount: { code: 'offline-amount', params: { currency: 'GBP' } } }],
  [{ amount: '0' }, { amount: { code: 'offline-amount', params: { currency: 'GBP' } } }],
  [{ receivedOn: '2021-11-20' }, { receivedOn: { code: 'offline-day-old', params: { years: 5 } } }],
  [{ note: '🌙'.repeat(500) }, { note: { code: 'offline-evidence' } }],
  [{ note: `x${'🌙'.repeat(500)}` }, { note: { code: 'text-too-long', params: { max: 500 } } }],
  [{ note: 'Card 4242 4242 4242 4242' }, { note: { code: 'card-number-in-text' } }],
  [{ donorName: 'x'.repeat(81) }, { donorName: { code: 'text-too-long', params: { max: 80 } } }],
])('%j is refused with the limit that it exceeds', (over, faults) => {
  expect(read(over)).toEqual({ faults })
})

test('the longest name and note are accepted', () => {
  expect(read({ donorName: `x${'🌙'.repeat(79)}`, note: `x${'🌙'.repeat(499)}` }).faults).toBeUndefined()
})

test('an empty row has a fault at each required field; an anonymous donation needs no name', () => {
  const empty = { amount: '', receivedOn: '', donorName: '', method: '', note: '' }
  expect(read(empty).faults).toEqual({
    amount: { code: 'offline-amount', params: { currency: 'GBP' } },
    receivedOn: { code: 'offline-day' },
    donorName: { code: 'offline-donor' },
    method: { code: 'offline-method' },
    note: { code: 'offline-evidence' },
  })
  expect(read({ ...empty, isAnonymous: true }).faults).not.toHaveProperty('donorName')
})
