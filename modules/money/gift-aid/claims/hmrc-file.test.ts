import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { localDate } from '#shared/calendar.ts'
import { type HmrcDonor, hmrcRow, type HmrcRow } from '../rules/hmrc-row.ts'
import { fileCount, hmrcCsv, rowsPerFile } from './hmrc-file.ts'

const donor: HmrcDonor = { firstName: 'Amina', lastName: 'Yusuf', house: '12', postcode: 'E1 1DT', country: 'GB' }
const result = (over: Partial<HmrcDonor>, pence: bigint) =>
  hmrcRow({ ...donor, ...over }, localDate('2027-03-31'), pence)
const row = (over: Partial<HmrcDonor>, pence: bigint): HmrcRow => {
  const written = result(over, pence)
  if (!('row' in written)) throw new Error(written.faults.join())
  return written.row
}

/** Reads a CSV as a spreadsheet does that takes quoted cells as text. */
const readFile = (file: string): string[][] => parse(file, { bom: true })

test('the file keeps leading zeros, dates and amounts [gift-aid-14]', () => {
  const file = hmrcCsv([row({ house: '007' }, 5n)], 1)
  expect(file).toBe(
    '\uFEFF"Title","First name","Last name","House name or number","Postcode","Aggregated donations","Sponsored event","Donation date","Amount"\r\n' +
      ',"Amina","Yusuf","007","E1 1DT",,,"31/03/27",0.05\r\n',
  )
  expect(readFile(file)[1]).toEqual(['', 'Amina', 'Yusuf', '007', 'E1 1DT', '', '', '31/03/27', '0.05'])
})

test('each row is in one file of at most 1,000 [gift-aid-14]', () => {
  const rows = Array.from({ length: 2_001 }, (_, index) => row({}, BigInt(index + 1)))
  const files = Array.from({ length: fileCount(rows.length) }, (_, index) =>
    readFile(hmrcCsv(rows, index + 1)).slice(1),
  )
  expect(files.map((file) => file.length)).toEqual([rowsPerFile, rowsPerFile, 1])
  expect(files.flat().map((cells) => cells[8])).toEqual(rows.map(({ amount }) => amount))
})

test('no text becomes a formula, and every written row reads back as it was [gift-aid-14]', () => {
  const unit = fc.constantFrom('a', 'B', ' ', "'", '’', '-', '.', '=', '+', '@', ',', '"', '\t')
  const name = fc
    .tuple(fc.constantFrom('A', '', '=', ' ', "'"), fc.string({ unit, maxLength: 6 }))
    .map(([first, rest]) => first + rest)
  fc.assert(
    fc.property(
      fc.constantFrom('firstName', 'lastName', 'house'),
      name,
      fc.bigInt(1n, 100_000_000n),
      (field, text, pence) => {
        const written = result({ [field]: text }, pence)
        fc.pre('row' in written)
        if (!('row' in written)) return
        const cells = Object.values(written.row)
        expect(readFile(hmrcCsv([written.row], 1))[1]).toEqual(cells)
        for (const cell of cells) expect(cell).toMatch(/^(?:[A-Za-z0-9].*)?$/)
      },
    ),
  )
})
