import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type CsvFormat, decodeCsv, readCsvTable } from './csv-file.ts'

const format: CsvFormat<'amount' | 'day' | 'note'> = {
  headings: {
    amount: { own: ['amount', 'المبلغ'], others: ['sum'] },
    day: { own: ['received on', 'التاريخ'], others: ['date'] },
    note: { own: ['note'], others: [] },
  },
  optional: ['note'],
  rowsMax: 1000,
  charactersMax: 1_000_000,
}
const read = (text: string) => readCsvTable(text, format)
const expected = {
  rows: [
    { row: 2, cells: { amount: '50', day: '2026-11-20', note: 'Yusuf, and “Amina”' } },
    { row: 4, cells: { amount: '1,250.50', day: '2026-11-21', note: 'two\nlines' } },
  ],
}
/** The same table as spreadsheets save it. */
const write = (delimiter: string, lineEnd: string, quotesAll = false) =>
  [
    ['amount', 'received on', 'note'],
    ['50', '2026-11-20', 'Yusuf, and “Amina”'],
    ['', '', ''],
    ['1,250.50', '2026-11-21', `two${lineEnd}lines`],
  ]
    .map((cells) =>
      cells
        .map((cell) =>
          quotesAll || /["\r\n]/.test(cell) || cell.includes(delimiter) ? `"${cell.replaceAll('"', '""')}"` : cell,
        )
        .join(delimiter),
    )
    .join(lineEnd)

const utf16 = (text: string, isBigEndian: boolean, hasMark: boolean): Uint8Array => {
  const bytes = Buffer.from((hasMark ? '\ufeff' : '') + text, 'utf16le')
  return isBigEndian ? bytes.swap16() : bytes
}

describe('every spelling of one table is read alike (content-37)', () => {
  for (const delimiter of [',', ';', '\t', '|'])
    for (const lineEnd of ['\n', '\r\n', '\r'])
      for (const quotesAll of [false, true])
        test(`${JSON.stringify(delimiter)} with ${JSON.stringify(lineEnd)}${quotesAll ? ' in quotation marks' : ''}`, () => {
          const text = write(delimiter, lineEnd, quotesAll)
          for (const file of [
            text,
            `${text}${lineEnd}`,
            `\ufeff${text}`,
            `${text}${lineEnd}${delimiter.repeat(2)}${lineEnd}${lineEnd}`,
          ])
            expect(read(file)).toEqual(expected)
          const shifted = { rows: expected.rows.map(({ row, cells }) => ({ row: row + 1, cells })) }
          for (const file of [`sep=${delimiter}${lineEnd}${text}`, `\ufeff"sep=${delimiter}"${lineEnd}${text}`])
            expect(read(file)).toEqual(shifted)
          for (const isBigEndian of [false, true])
            for (const hasMark of [false, true])
              expect(read(decodeCsv(utf16(text, isBigEndian, hasMark)))).toEqual(expected)
          expect(read(decodeCsv(Buffer.from(text)))).toEqual(expected)
          expect(read(decodeCsv(Buffer.from(`\ufeff${text}`)))).toEqual(expected)
        })
})

test('empty columns at the end and headings with capitals, spaces and marks are read', () => {
  const wide = ' Amount ;\u200fReceived_On\u200f;;\n50;2026-11-20;;\n;;;\n'
  expect(read(wide)).toEqual({ rows: [{ row: 2, cells: { amount: '50', day: '2026-11-20', note: '' } }] })
  expect(read('المبلغ;التاريخ\n٥٠;٢٠٢٦-١١-٢٠')).toEqual({
    rows: [{ row: 2, cells: { amount: '٥٠', day: '٢٠٢٦-١١-٢٠', note: '' } }],
  })
})

test('a file in Windows-1256, Windows-1252 or a workbook is refused with its line, which says how to save it', () => {
  const arabic = Buffer.concat([Buffer.from('amount,date,note\n5,2026-11-20,'), Buffer.from([0xc7, 0xe1, 0xe3, 0xc8])])
  const latin = Buffer.concat([Buffer.from('amount,date,note\n5,2026-11-20,Jos'), Buffer.from([0xe9])])
  for (const bytes of [arabic, latin])
    expect(read(decodeCsv(bytes))).toEqual({ fault: { code: 'csv-unreadable', params: { row: 2 } } })
  const workbook = Buffer.from([0x50, 0x4b, 3, 4, 20, 0, 6, 0, 8, 0, 0, 0, 0x21, 0, 0xb5])
  expect(read(decodeCsv(workbook))).toEqual({ fault: { code: 'csv-unreadable', params: { row: 1 } } })
})

describe('two columns for one field (content-37)', () => {
  test.each([
    ['amount,fee,amount,date', 'amount, amount'],
    ['Amount,fee,AMOUNT ,date', 'Amount, AMOUNT'],
    ['amount,المبلغ,date', 'amount, المبلغ'],
    ['sum,sum,date', 'sum, sum'],
    ['amount,received on,Received On', 'received on, Received On'],
    ['amount,amount,date,date', 'amount, amount, date, date'],
  ])('%s is refused, and both are named', (head, columns) => {
    expect(read(`${head}\n1,2,3,4`)).toEqual({ fault: { code: 'csv-columns-twice', params: { columns } } })
  })
  test('the template’s own heading is preferred to another name for the same', () => {
    for (const [head, row] of [
      ['date,received on,amount', '2026-01-01,2026-11-20,50'],
      ['received on,date,amount', '2026-11-20,2026-01-01,50'],
      ['amount,sum,date', '50,60,2026-11-20'],
      ['sum,amount,date', '60,50,2026-11-20'],
    ])
      expect(read(`${head}\n${row}`)).toEqual({
        rows: [{ row: 2, cells: { amount: '50', day: '2026-11-20', note: '' } }],
      })
  })
})

test('missing columns are named by the template’s heading, and a file without rows is empty', () => {
  expect(read('note\nx')).toEqual({ fault: { code: 'csv-columns', params: { columns: 'amount, received on' } } })
  for (const text of ['', ' \n\n', 'amount,date', 'amount,date\n,,\n'])
    expect(read(text)).toEqual({ fault: { code: 'csv-empty' } })
})

test('a group separator outside quotation marks refuses its row, so that no amount is cut', () => {
  expect(read('amount,date\n1,250.50,2026-11-20\n5,2026-11-20')).toEqual({
    rows: [
      { row: 2, fault: { code: 'csv-row-too-long', params: { row: 2 } } },
      { row: 3, cells: { amount: '5', day: '2026-11-20', note: '' } },
    ],
  })
})

test('a quotation mark that is never closed refuses its own row only', () => {
  expect(read('amount,date,note\n5,2026-11-20,"open\n7,2026-11-20,good')).toEqual({
    rows: [
      { row: 2, fault: { code: 'csv-unreadable', params: { row: 2 } } },
      { row: 3, cells: { amount: '7', day: '2026-11-20', note: 'good' } },
    ],
  })
})

test('too many rows and characters are refused, however many are blank', () => {
  const many = Array.from({ length: 1001 }, () => '5,2026-11-20')
  expect(read(['amount,date', ...many].join('\n'))).toEqual({
    fault: { code: 'csv-too-many-rows', params: { max: 1000 } },
  })
  expect(read(['amount,date', '"', ...many].join('\n'))).toEqual({
    fault: { code: 'csv-too-many-rows', params: { max: 1000 } },
  })
  expect(read(['amount,date', ...many.slice(1)].join('\n\n'))).toMatchObject({ rows: { length: 1000 } })
  expect(read(`amount,date\n${'x'.repeat(1_000_000)}`)).toEqual({ fault: { code: 'csv-too-large' } })
})

test('any table is read back as it was written, with every separator', () => {
  const cell = fc.string({ unit: fc.constantFrom(...'5٥.,;\t|" \nxé') }).map((text) => text.trim())
  const rows = fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 8 })
  fc.assert(
    fc.property(rows, fc.constantFrom(',', ';', '\t', '|'), (cells, delimiter) => {
      const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
      const text = [['amount', 'date'], ...cells].map((row) => row.map(quoted).join(delimiter)).join('\r\n')
      const kept = cells.flatMap(([amount, day], index) =>
        amount === '' && day === '' ? [] : [{ row: index + 2, cells: { amount, day, note: '' } }],
      )
      expect(read(text)).toEqual(kept.length === 0 ? { fault: { code: 'csv-empty' } } : { rows: kept })
    }),
  )
})

test('no file throws', () => {
  const texts = fc.string({ unit: fc.constantFrom(...'amount,date\n;\t|"sep= 5\ufeff\ufffd\0') })
  fc.assert(fc.property(texts, fc.boolean(), (text, hasHead) => void read(hasHead ? `amount,date\n${text}` : text)))
  fc.assert(fc.property(fc.uint8Array(), (bytes) => void read(decodeCsv(bytes))))
})
