import { expect, test } from 'vitest'
import { localDate } from '#shared/calendar.ts'
import { effectOf, readPerformance, readPerformances, type RecordedShare } from './read-performances.ts'

const days = { from: localDate('2027-05-16'), to: localDate('2027-05-20') }
const open: RecordedShare = { hasAnimal: true, performance: null, isSettled: false }
const shares = new Map([1, 8, 10, 80, 100].map((number) => [number, open]))
const rowsOf = (...lines: string[]) => {
  const read = readPerformances(['number,date,place', ...lines].join('\n'), shares, days)
  return 'rows' in read ? read.rows : read
}

test('a share is performed from the first day of slaughter up to today [qurbani-11]', () => {
  for (const performedOn of ['2027-05-16', '2027-05-20'])
    expect(readPerformance({ performedOn, place: ' Thatta,\n Sindh ' }, days)).toEqual({
      performance: { performedOn, place: 'Thatta, Sindh' },
    })
  for (const performedOn of ['2027-05-15', '2027-05-21'])
    expect(readPerformance({ performedOn, place: 'Thatta' }, days)).toEqual({
      faults: { performedOn: { code: 'qurbani-date-outside', params: days } },
    })
})

test('only the fields with a fault are named', () => {
  expect(readPerformance({ performedOn: '2027-05-17', place: ' ' }, days)).toEqual({
    faults: { place: { code: 'qurbani-place-missing' } },
  })
  expect(readPerformance({ performedOn: ' ', place: 'x'.repeat(120) }, days)).toEqual({
    faults: { performedOn: { code: 'qurbani-date-missing' } },
  })
  expect(readPerformance({ performedOn: '', place: 'x'.repeat(121) }, days)).toEqual({
    faults: {
      performedOn: { code: 'qurbani-date-missing' },
      place: { code: 'text-too-long', params: { max: 120 } },
    },
  })
})

test('a number is read whole, in any digits and without direction marks [amounts-17]', () => {
  expect(rowsOf('80,2027-05-17,Thatta', '\u200e ٨,2027-05-17,Thatta')).toMatchObject([
    { row: 2, number: 80, effect: 'new' },
    { row: 3, number: 8, typed: { number: '8' }, effect: 'new' },
  ])
  const others = ['x8', '8x', '-8', '+8', '0x8', '8e0', '8.0']
  expect(rowsOf(...others.map((number) => `${number},2027-05-17,Thatta`))).toEqual(
    others.map((number, index) => ({
      row: index + 2,
      typed: { number, performedOn: '2027-05-17', place: 'Thatta' },
      faults: { number: { code: 'qurbani-share-unknown' } },
    })),
  )
})

test('a share is confirmed once in a file, also if its number is padded with zeros [qurbani-11]', () => {
  const repeated = { faults: { number: { code: 'qurbani-share-repeated' } } }
  expect(rowsOf('1,2027-05-17,Thatta', '01,2027-05-18,Karachi', '٠٠١,2027-05-18,Karachi')).toMatchObject([
    { number: 1, effect: 'new' },
    repeated,
    repeated,
  ])
  expect(rowsOf(...['008', '80', '010', '100'].map((number) => `${number},2027-05-17,Thatta`))).toMatchObject([
    { number: 8 },
    { number: 80 },
    { number: 10 },
    { number: 100 },
  ])
})

test('only the apostrophe with which a spreadsheet marks a text is left out of a place', () => {
  expect(rowsOf("1,2027-05-17,'Thatta", "8,2027-05-17,Sheikh's farm")).toMatchObject([
    { performance: { place: 'Thatta' } },
    { performance: { place: "Sheikh's farm" } },
  ])
})

test('a row that cannot be read is refused at its number, and the others are read', () => {
  expect(rowsOf('1,2027-05-17,Thatta,Sindh', '8,2027-05-17,Thatta')).toMatchObject([
    {
      row: 2,
      typed: { number: '', performedOn: '', place: '' },
      faults: { number: { code: 'csv-row-too-long', params: { row: 2 } } },
    },
    { row: 3, number: 8 },
  ])
})

test('another day or another place corrects a record, the same ones change nothing [qurbani-11]', () => {
  const known = { performedOn: localDate('2027-05-17'), place: 'Thatta' }
  expect(effectOf(null, known)).toBe('new')
  expect(effectOf(known, { ...known })).toBe('same')
  expect(effectOf(known, { ...known, place: 'Karachi' })).toBe('changed')
  expect(effectOf(known, { ...known, performedOn: localDate('2027-05-18') })).toBe('changed')
})
