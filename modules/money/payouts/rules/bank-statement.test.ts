import { expect, test } from 'vitest'
import { type BankMapping, matchRow, readBankStatement, type Referenced } from './bank-statement.ts'
import { referencesIn } from './reference.ts'

const mapping: BankMapping = {
  date: 'Booking Date',
  dateOrder: 'day-first',
  amount: 'Amount',
  debit: '',
  credit: '',
  text: 'Details',
  decimal: '.',
}
const rowsOf = (text: string, over: Partial<BankMapping> = {}) => {
  const read = readBankStatement(text, { ...mapping, ...over }, 'GBP')
  return 'rows' in read ? read.rows.map(({ bookedOn, amount }) => [bookedOn, amount]) : read.fault.code
}

test('statements are read with signed amounts or two columns, and dates in the bank’s order [payouts-13]', () => {
  expect(rowsOf('booking date,Details,Amount\n03/12/2026,SB1,"-1,234.50"\n13/12/2026,x,20')).toEqual([
    ['2026-12-03', -123_450n],
    ['2026-12-13', 2000n],
  ])
  expect(
    rowsOf('Booking_Date;Details;Amount\n12/03/2026;x;-1.234,5', { dateOrder: 'month-first', decimal: ',' }),
  ).toEqual([['2026-12-03', -123_450n]])
  const columns = { amount: '', debit: 'Paid out', credit: 'Paid in' }
  expect(rowsOf('Booking date,Details,Paid out,Paid in\n2026-12-03,x,5.00,\n2026-12-04,y,,7.00', columns)).toEqual([
    ['2026-12-03', -500n],
    ['2026-12-04', 700n],
  ])
})

test('a row that can’t be read refuses the whole file [payouts-13]', () => {
  expect(rowsOf('Booking date,Details,Amount\n03/12/2026,x,five')).toBe('csv-unreadable')
  expect(rowsOf('Booking date,Details,Amount\nsoon,x,5')).toBe('csv-unreadable')
  expect(rowsOf('Date,Details,Amount\n03/12/2026,x,5')).toBe('csv-columns')
})

test('references are found in any case, with spaces after SB, and not inside words [payouts-13]', () => {
  expect(referencesIn('transfer sb42 and SBB 7, SB 42')).toEqual(['SB42', 'SBB7'])
  expect(referencesIn('USB42 ABSB1')).toEqual([])
})

const payout: Referenced = { kind: 'payout', payoutId: 'p', amount: 500n, currency: 'GBP' }
const batch: Referenced = { kind: 'batch', batchId: 'b', amount: 900n, currency: 'GBP' }
const find = (reference: string) => ({ SB1: payout, SBB2: batch })[reference]
const match = (amount: bigint, text: string, currency: 'GBP' | 'USD' = 'GBP') =>
  matchRow({ bookedOn: '2026-12-03' as never, amount, text }, currency, find)?.meaning

test('only the exact amount of one reference is paid or returned; nothing is guessed [payouts-13]', () => {
  expect(match(-500n, 'SB1')).toBe('paid')
  expect(match(500n, 'SB1')).toBe('returned')
  expect(match(-900n, 'SBB2')).toBe('paid')
  expect(match(900n, 'SBB2')).toBe('differs')
  expect(match(-499n, 'SB1')).toBe('differs')
  expect(match(-500n, 'SB1 SBB2')).toBe('differs')
  expect(match(-500n, 'SB1', 'USD')).toBe('differs')
  expect(match(-500n, 'SB9')).toBeUndefined()
})
