import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { spreadsheet, writeSpreadsheet } from './spreadsheet.ts'

const read = (csv: string) => parse(csv, { bom: true, relax_column_count: true }) as string[][]

/** Known formula injections for spreadsheets (security-12), and ways to hide them from filters. */
const formulas = [
  '=1+1',
  '=HYPERLINK("https://evil.example","click")',
  "=cmd|' /C calc'!A0",
  '+44123',
  '-5',
  '-2+3+cmd|"/C calc"!A0',
  '@SUM(1+1)*cmd|"/C calc"!A0',
  '\t=1',
  '\r=1',
  '\n=1',
  ' =1',
  '\u00a0=1',
  '\u200b=1',
  '\ufeff=1',
  '＝1+1',
  '＋1',
  '－1',
  '＠SUM',
  '\u202e=1',
]

describe('a cell that begins like a formula', () => {
  test.each(formulas)('%j is text to a spreadsheet [security-12]', (evil) => {
    const csv = spreadsheet(['a'], [[evil]])
    expect(read(csv)[1]![0]).toBe(`'${evil}`)
    expect(csv).toContain(`"'`)
  })

  test('an apostrophe in a name stays, and an amount stays a number [security-12]', () => {
    expect(spreadsheet(['a', 'b'], [["O'Brien", { plain: '-5.00' }]])).toBe("\ufeffa,b\r\nO'Brien,-5.00\r\n")
  })
})

test('reads back what was written, cell by cell, for any text', () => {
  const cell = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom(...formulas),
    fc.constantFrom('"', '""', ',', ';', '\r\n', "'", 'عيون, "ماء"'),
  )
  fc.assert(
    fc.property(fc.array(fc.tuple(cell, cell, cell), { minLength: 1 }), (rows) => {
      const back = read(spreadsheet(['one', 'two', 'three'], rows)).slice(1)
      const safe = rows.map((row) =>
        row.map((text) =>
          /^[\s\p{Cf}\p{Cc}]*[=+\-@＝＋－＠]/u.test(text) || /^[\t\r\n]/.test(text) ? `'${text}` : text,
        ),
      )
      expect(back).toEqual(safe)
    }),
  )
})

/** Rows as a database returns them, and a function that writes them to a file. */
const aFileOf = (count: number, most?: number) =>
  writeSpreadsheet<number>({
    locale: 'ar',
    head: ['Number', 'Name'],
    page: async (last, limit) =>
      Array.from({ length: count }, (_, n) => n)
        .filter((n) => last === undefined || n > last)
        .slice(0, limit),
    cells: async (rows) => rows.map((n) => [{ plain: String(n) }, `=${n}`]),
    most,
  })

test('writes a long file page by page, every row once and in order', async () => {
  for (const count of [0, 1, 999, 1000, 1001, 2500]) {
    const file = await aFileOf(count)
    expect(file).toMatchObject({ rows: count, isComplete: true })
    expect(read(file.csv)).toEqual([
      ['Number', 'Name'],
      ...Array.from({ length: count }, (_, n) => [String(n), `'=${n}`]),
    ])
  }
})

test('an incomplete file ends with a line that says so in the reader’s language', async () => {
  const file = await aFileOf(1502, 1500)
  expect(file).toMatchObject({ rows: 1500, isComplete: false })
  expect(read(file.csv).slice(-2)).toEqual([
    ['1499', "'=1499"],
    ['يضم هذا الملف أحدث الصفوف فقط (عددها 1,500)، وهناك غيرها.', ''],
  ])
  expect(read((await aFileOf(1500, 1500)).csv)).toHaveLength(1501)
})
