import { describe, expect, test } from 'vitest'
import { localDate } from '#shared/calendar.ts'
import { catalogueOf } from '#shared/texts/catalogue.ts'
import type { Locale } from '#shared/text.ts'
import { readCsv, rowsMax } from './read-csv.ts'

const data = { currency: 'GBP', today: localDate('2026-11-21') } as const
const head = 'amount,received on,donor,method,evidence'
const good = '50.00,2026-11-20,Hajji Karim,cash,Receipt 12'
const read = (text: string) => readCsv(text, data)

test('validates each row like the form, with its spreadsheet row number', () => {
  const { rows } = read(`${head}\n${good}\n\n-5,2026-11-20,,bank,"Statement, line 3"\n`)
  expect(rows.map(({ row, donation, faults }) => [row, donation?.amount, Object.keys(faults ?? {})])).toEqual([
    [2, 5000n, []],
    [4, undefined, ['amount']],
  ])
  expect(rows[1]!.draft).toMatchObject({ isAnonymous: true, note: 'Statement, line 3' })
})

test('reads commas, semicolons and tabs, Arabic headers, a BOM and any line endings alike', () => {
  const expected = read(`${head}\n${good}`)
  expect(read(`\ufeff${head}\r\n${good}\r\n`).hash).toBe(expected.hash)
  expect(read(`${head}\r${good}`).hash).toBe(expected.hash)
  for (const sign of [';', '\t'])
    expect(read(`${head}\n${good}`.replaceAll(',', sign)).rows[0]!.donation).toEqual(expected.rows[0]!.donation)
  expect(
    read('المبلغ,تاريخ الاستلام,المتبرع,الطريقة,الإثبات\n٥٠,2026-11-20,Hajji Karim,نقدا,Receipt 12').rows[0]!.donation,
  ).toEqual(expected.rows[0]!.donation)
})

test('reads amounts with the currency’s sign, and dates in the order that is chosen for the file', () => {
  const file = `${head}\n£5.00,01/11/2026,Hajji Karim,cash,Receipt 12`
  expect(read(file)).toMatchObject({ dates: { isAmbiguous: true }, rows: [{ faults: { receivedOn: {} } }] })
  const days = (['day-first', 'month-first'] as const).map(
    (dateOrder) => readCsv(file, { ...data, dateOrder }).rows[0]!.donation,
  )
  expect(days).toMatchObject([
    { amount: 500n, receivedOn: '2026-11-01' },
    { amount: 500n, receivedOn: '2026-01-11' },
  ])
  expect(read(file.replace('£', '$')).rows[0]!.faults).toHaveProperty('amount')
})

test('accepts the methods named by the error message, in both languages', () => {
  const named = (locale: Locale, split: RegExp) =>
    catalogueOf('organizers/faults', locale)['offline-method']!.split(': ')[1]!.replace('.', '').split(split)
  for (const ways of [named('en', /, | or /), named('ar', / أو /)]) {
    const { rows } = read([head, ...ways.map((way) => `50.00,2026-11-20,Hajji Karim,${way},Receipt 12`)].join('\n'))
    expect(rows.map(({ donation }) => donation?.method)).toEqual(['cash', 'bank', 'cheque', 'other'])
  }
})

test('empty lines between donations lose no row, and row numbers stay', () => {
  for (const nothing of ['', ' ', ',,,,', '"",""']) {
    const { rows } = read([head, ...Array.from({ length: 900 }, () => `${good}\n${nothing}`)].join('\n'))
    expect(rows.map(({ row }) => row)).toEqual(Array.from({ length: 900 }, (_, n) => 2 + 2 * n))
  }
  expect(read(`${head}${'\n'.repeat(1_000_000)}${good}`).rows.map(({ row }) => row)).toEqual([1_000_001])
})

describe('a file is refused as a whole when', () => {
  test.each([
    ['it is empty', '', 'csv-empty'],
    ['it has headings only', head, 'csv-empty'],
    ['a column is missing', 'amount,donor\n5,x', 'csv-columns'],
    ['a quote is never closed', `${head}\n"50,2026`, 'csv-unreadable'],
    [
      'its letters were written in another way than UTF-8',
      `${head}\n50.00,2026-11-20,Jos\ufffd,cash,Receipt 12`,
      'csv-unreadable',
    ],
    [
      'it has too many rows',
      [head, ...Array.from({ length: rowsMax + 1 }, () => good)].join('\n'),
      'csv-too-many-rows',
    ],
    [
      'it has too many among lines with nothing in them',
      [head, ...Array.from({ length: rowsMax + 1 }, () => `${good}\n`)].join('\n'),
      'csv-too-many-rows',
    ],
    ['a megabyte of it is blanks', `${head}${'\n '.repeat(500_000)}\n${good}`, 'csv-too-many-rows'],
    ['it is too large', `${head}\n${good}${'x'.repeat(1_100_000)}`, 'csv-too-large'],
  ])('%s', (_, text, code) => {
    expect(() => read(text)).toThrow(expect.objectContaining({ code }) as Error)
  })

  test('accepts a thousand rows', () => {
    expect(read([head, ...Array.from({ length: rowsMax }, () => good)].join('\n')).rows).toHaveLength(rowsMax)
  })
})
