import { describe, expect, test } from 'vitest'
import { type CsvFormat, decodeCsv, readCsvTable } from './csv-file.ts'

const format: CsvFormat<'amount' | 'day' | 'note'> = {
  headings: {
    amount: { own: ['amount'], others: ['sum'] },
    day: { own: ['received on'], others: ['date'] },
    note: { own: ['note'], others: [] },
  },
  optional: ['note'],
  rowsMax: 2,
  charactersMax: 1000,
}
const read = (text: string) => readCsvTable(text, format)
const cellsOf = (row: number, amount: string, note = '') => ({ row, cells: { amount, day: '2026-11-20', note } })
const unreadable = (row: number) => ({ code: 'csv-unreadable', params: { row } })

describe('the encoding is known from the first two bytes (content-37)', () => {
  test.each<[string, readonly number[], string]>([
    ['nothing', [], ''],
    ['one letter', [0x41], 'A'],
    ['two letters', [0x41, 0x42], 'AB'],
    ['UTF-8 with its mark', [0xef, 0xbb, 0xbf, 0x41], 'A'],
    ['UTF-16, low byte first', [0x41, 0, 0x42, 0], 'AB'],
    ['UTF-16, high byte first', [0, 0x41, 0, 0x42], 'AB'],
    ['UTF-16 with its mark, low byte first', [0xff, 0xfe, 0x45, 0x06], 'م'],
    ['UTF-16 with its mark, high byte first', [0xfe, 0xff, 0x06, 0x45], 'م'],
    ['half a mark', [0xff, 0x41], '\ufffdA'],
    ['half a mark of the other order', [0xfe, 0x41], '\ufffdA'],
    ['the end of a mark', [0x41, 0xfe], 'A\ufffd'],
    ['the end of a mark of the other order', [0x41, 0xff], 'A\ufffd'],
    ['zeros', [0, 0], '\0\0'],
  ])('%s', (_, bytes, text) => expect(decodeCsv(Uint8Array.from(bytes))).toBe(text))
})

test('a file may have as many characters as the limit', () => {
  const file = 'amount,date\n5,2026-11-20'
  const readWith = (charactersMax: number) => readCsvTable(file, { ...format, charactersMax })
  expect(readWith(file.length)).toEqual({ rows: [cellsOf(2, '5')] })
  expect(readWith(file.length - 1)).toEqual({ fault: { code: 'csv-too-large' } })
})

describe('the row of a sign that can’t be read', () => {
  test.each([
    ['\ufffdamount,date\n5,2026-11-20', 1],
    ['amount,date\n5,2026-11-20\ufffd\n6,2026-11-20\n', 2],
    ['amount,date\r\n5,2026-11-20\r\n6,\0\r\n7,2026-11-20', 3],
  ])('%j has it in row %d', (text, row) => expect(read(text)).toEqual({ fault: unreadable(row) }))

  test('a quotation mark that spoils the headings refuses the file', () => {
    expect(read('amount,"date\n5,2026-11-20')).toEqual({ fault: unreadable(1) })
    expect(read('sep=,\namount,"date\n5,2026-11-20')).toEqual({ fault: unreadable(2) })
  })

  test('with a spoilt row all others are read, and blank ones are skipped', () => {
    expect(read('amount,date,note\n5,2026-11-20,"open\n\n , \n6,2026-11-20,good')).toEqual({
      rows: [{ row: 2, fault: unreadable(2) }, cellsOf(5, '6', 'good')],
    })
  })
})

describe('what is part of a cell', () => {
  test('spaces around it are not', () => {
    expect(read('amount,date,note\n 5 ,\t2026-11-20, two words ')).toEqual({ rows: [cellsOf(2, '5', 'two words')] })
  })

  test('a byte order mark inside the file is', () => {
    for (const mark of ['', '\ufeff'])
      expect(read(`${mark}amount,date,note\n5,2026-11-20,a\ufeffb`)).toEqual({ rows: [cellsOf(2, '5', 'a\ufeffb')] })
  })

  test('“sep=” after the first row is', () => {
    expect(read('amount,date,note\n5,2026-11-20,sep=|\n6,2026-11-20,x')).toEqual({
      rows: [cellsOf(2, '5', 'sep=|'), cellsOf(3, '6', 'x')],
    })
  })

  test('a row may be shorter than the headings, also beside a cell of several lines', () => {
    expect(read('amount,date,note\n5,2026-11-20\n6,2026-11-20,"two\nlines"')).toEqual({
      rows: [cellsOf(2, '5'), cellsOf(3, '6', 'two\nlines')],
    })
  })

  test('a row may be longer than the headings if the rest is blank', () => {
    expect(read('amount,date\n5,2026-11-20,, \n6,2026-11-20,,x')).toEqual({
      rows: [cellsOf(2, '5'), { row: 3, fault: { code: 'csv-row-too-long', params: { row: 3 } } }],
    })
  })
})

describe('blank rows', () => {
  test('rows of spaces are blank, and every blank row is counted', () => {
    expect(read('\n\namount,date\n , \n\n5,2026-11-20\n\t\n')).toEqual({ rows: [cellsOf(6, '5')] })
    expect(read(`amount,date${'\n'.repeat(50)}5,2026-11-20`)).toEqual({ rows: [cellsOf(51, '5')] })
  })

  test('they don’t hide the headings, whose separator is used', () => {
    expect(read('\n\n\namount;date\n5;2026-11-20')).toEqual({ rows: [cellsOf(5, '5')] })
    // With commas, the first column wouldn’t be known either.
    expect(read('\namount;a,b,c\n5;2026-11-20')).toEqual({
      fault: { code: 'csv-columns', params: { columns: 'received on' } },
    })
  })

  test('many blank rows of another length are too many, because each is costly', () => {
    const withBlank = (count: number) => `amount,date\n${',,\n'.repeat(count)}5,2026-11-20`
    expect(read(withBlank(20))).toEqual({ rows: [cellsOf(22, '5')] })
    expect(read(withBlank(21))).toEqual({ fault: { code: 'csv-too-many-rows', params: { max: 2 } } })
  })

  test('as many rows as the limit are read', () => {
    const rows = (count: number) => `amount,date${'\n5,2026-11-20'.repeat(count)}`
    expect(read(rows(2))).toEqual({ rows: [cellsOf(2, '5'), cellsOf(3, '5')] })
    expect(read(rows(3))).toEqual({ fault: { code: 'csv-too-many-rows', params: { max: 2 } } })
  })
})

describe('the separator is the one of the headings', () => {
  test.each([
    ['most cells of another separator', 'amount;date;a,b,c,d,e,f\n5;2026-11-20;x'],
    ['quotation marks around headings', '"amount";"date";"a,b,c,d,e,f"\n5;2026-11-20;x'],
    ['names of columns in a later row', 'amount;date;fee\n5;2026-11-20;the fee, sum, amount, date'],
  ])('it is found despite %s', (_, text) => expect(read(text)).toEqual({ rows: [cellsOf(2, '5')] }))

  test('of two with as many known headings, the one with more cells is used', () => {
    expect(read('sum,amount;date;x;y\n5;2026-11-20;1;2')).toEqual({
      fault: { code: 'csv-columns', params: { columns: 'amount' } },
    })
    expect(read('date;amount,sum,x,y\n5,2026-11-20,1,2')).toEqual({
      fault: { code: 'csv-columns', params: { columns: 'received on' } },
    })
  })
})

test('headings with several spaces or underscores between words are known', () => {
  for (const heading of ['Received  on', 'received__ON', ' received _ on '])
    expect(read(`amount,${heading}\n5,2026-11-20`)).toEqual({ rows: [cellsOf(2, '5')] })
})

test('without optional columns each one is required', () => {
  const { optional: _, ...strict } = format
  expect(readCsvTable('amount,date\n5,2026-11-20', strict)).toEqual({
    fault: { code: 'csv-columns', params: { columns: 'note' } },
  })
})
