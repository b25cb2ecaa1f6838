import fc from 'fast-check'
import { expect, test } from 'vitest'
import { localDate } from '#shared/calendar.ts'
import { money } from '#shared/money.ts'
import { readOffsiteCsv } from './read-offsite-csv.ts'

const today = localDate('2026-11-20')
const read = (text: string) => readOffsiteCsv(text, today)

test('rows become entries, with quotes, a mark at the start and any order of columns [zakat-22]', () => {
  const text =
    '\ufeffNote,Currency,Amount,Date\r\n"To a ""neighbour"", in cash",usd,"1,250.50",2026-05-01\r\n,KWD,2.5,2026-06-30\r\n'
  expect(read(text)).toEqual({
    entries: [
      { row: 2, date: '2026-05-01', amount: money(125_050n, 'USD'), note: 'To a "neighbour", in cash' },
      { row: 3, date: '2026-06-30', amount: money(2500n, 'KWD'), note: '' },
    ],
    refusals: [],
  })
})

test('Arabic headings, digits and semicolons are read, and blank rows count [zakat-22]', () => {
  expect(read('التاريخ;المبلغ;العملة;ملاحظات\n\n٢٠٢٦-٠٥-٠١;١٢٥٫٥;SAR;للأهل\n;;;\n2026-05-02;10;SAR\n')).toEqual({
    entries: [
      { row: 3, date: '2026-05-01', amount: money(12_550n, 'SAR'), note: 'للأهل' },
      { row: 5, date: '2026-05-02', amount: money(1000n, 'SAR'), note: '' },
    ],
    refusals: [],
  })
})

test('faults name their row and column, and good rows are read all the same [zakat-22]', () => {
  const text = [
    'date,amount,currency,note',
    '2026-02-30,5,USD,',
    '2026-11-21,-5,usd,',
    '2026-05-01,1.234,USD,',
    '2026-05-01,0,XXX,',
    '2026-05-01,12;5,USD,',
    `2026-05-01,5,USD,${'x'.repeat(501)}`,
    '2026-05-01',
    '2026-05-02,7,USD,good',
  ].join('\n')
  const { entries, refusals } = read(text)
  expect(entries).toEqual([{ row: 9, date: '2026-05-02', amount: money(700n, 'USD'), note: 'good' }])
  expect(refusals.map(({ row, column, code }) => [row, column, code])).toEqual([
    [2, 'date', 'date-invalid'],
    [3, 'date', 'date-in-future'],
    [3, 'amount', 'number-negative'],
    [4, 'amount', 'number-too-many-decimals'],
    [5, 'amount', 'number-not-positive'],
    [5, 'currency', 'currency-unknown'],
    [6, 'amount', 'number-invalid'],
    [7, 'note', 'text-too-long'],
    [8, 'amount', 'number-not-positive'],
    [8, 'currency', 'currency-unknown'],
  ])
})

test('a quotation mark that is not closed spoils its own row only [zakat-22]', () => {
  const { entries, refusals } = read('date,amount,currency,note\n2026-05-01,5,USD,"open\n2026-05-02,7,USD,good')
  expect(entries.map(({ row }) => row)).toEqual([3])
  expect(refusals).toEqual([{ row: 2, column: null, code: 'csv-unreadable', params: { row: 2 } }])
})

test.each([
  ['', 'csv-empty'],
  ['date,amount,currency', 'csv-empty'],
  ['date,currency\n2026-05-01,USD', 'csv-columns'],
  [`date,amount,currency\n${'2026-05-01,5,USD\n'.repeat(1001)}`, 'csv-too-many-rows'],
  ['x'.repeat(1_000_001), 'csv-too-large'],
])('a file that cannot be used is refused whole [zakat-22] %#', (text, code) => {
  expect(read(text)).toMatchObject({ entries: [], refusals: [{ row: null, column: null, code }] })
})

test('1,000 rows are read', () => {
  expect(read(`date,amount,currency\n${'2026-05-01,5,USD\n'.repeat(1000)}`).entries).toHaveLength(1000)
})

test('no file throws', () => {
  const cell = fc.string({ unit: fc.constantFrom(...'25-0.USD"\n,; ٣x') })
  fc.assert(fc.property(cell, (text) => void read(`date,amount,currency\n${text}`)))
})
