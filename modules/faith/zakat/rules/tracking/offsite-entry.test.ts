import { expect, test } from 'vitest'
import { localDate } from '#shared/calendar.ts'
import { money } from '#shared/money.ts'
import { readOffsiteEntry, type TypedOffsiteEntry } from './offsite-entry.ts'

const today = localDate('2026-11-20')
const complete: TypedOffsiteEntry = { date: '2026-05-01', amount: '1,250.50', currency: 'GBP', note: '' }
const read = (over: Partial<TypedOffsiteEntry> = {}) => readOffsiteEntry({ ...complete, ...over }, today)

test('an entry is read in any digits, with blanks around it and its currency in small letters [zakat-17]', () => {
  expect(read({ date: ' ٢٠٢٦-٠٥-٠١ ', amount: ' ١٢٥٠٫٥ ', currency: ' gbp ', note: '  To a neighbour \n' })).toEqual({
    entry: { date: '2026-05-01', amount: money(125_050n, 'GBP'), note: 'To a neighbour' },
  })
})

test('a payment of today counts, one of tomorrow does not [zakat-17]', () => {
  expect(read({ date: '2026-11-20' })).toMatchObject({ entry: { date: '2026-11-20' } })
  expect(read({ date: '2026-11-21' })).toEqual({ faults: { date: { code: 'date-in-future' } } })
})

test('the amount is above 0, exact to the minor unit of its currency [zakat-17]', () => {
  expect(read({ amount: '0.01' })).toMatchObject({ entry: { amount: money(1n, 'GBP') } })
  expect(read({ amount: '0.001' })).toEqual({
    faults: { amount: { code: 'number-too-many-decimals', params: { count: 2 } } },
  })
  expect(read({ amount: '2500.125', currency: 'KWD' })).toMatchObject({ entry: { amount: money(2_500_125n, 'KWD') } })
  expect(read({ amount: '1.5', currency: 'JPY' })).toEqual({
    faults: { amount: { code: 'number-too-many-decimals', params: { count: 0 } } },
  })
  expect(read({ amount: '0' })).toEqual({ faults: { amount: { code: 'number-not-positive' } } })
})

test('a note has at most 500 characters, without the blanks around it', () => {
  const note = '🌙'.repeat(500)
  expect(read({ note: ` ${note} ` })).toMatchObject({ entry: { note } })
  expect(read({ note: `${note}x` })).toEqual({ faults: { note: { code: 'text-too-long', params: { max: 500 } } } })
})

test('an empty entry has a fault at date, amount and currency', () => {
  expect(read({ date: '', amount: '', currency: '' })).toEqual({
    faults: {
      date: { code: 'date-invalid' },
      amount: { code: 'number-not-positive' },
      currency: { code: 'currency-unknown' },
    },
  })
})
