import fc from 'fast-check'
import { expect, test } from 'vitest'
import { localDate } from '#shared/calendar.ts'
import { readPerformances, type RecordedShare } from './read-performances.ts'
import { readAnimalNumbers, shareNumber } from './share-numbers.ts'

const days = { from: localDate('2027-05-16'), to: localDate('2027-05-20') }
const open: RecordedShare = { hasAnimal: true, performance: null, isSettled: false }
const performed = { performedOn: localDate('2027-05-16'), place: 'Thatta' }
const shares = new Map<number, RecordedShare>([
  [1, open],
  [2, { ...open, performance: performed }],
  [3, { ...open, isSettled: true }],
  [4, { ...open, hasAnimal: false }],
  [8, open],
])
const read = (text: string, within = days) => readPerformances(text, shares, within)
const faultsOf = (text: string, within = days) => {
  const found = read(text, within)
  if ('fault' in found) return found.fault.code
  return found.rows.map((row) => ('faults' in row ? Object.values(row.faults).map(({ code }) => code) : row.effect))
}

test('a filled list is read by its columns; rows without date and place are left out [qurbani-11]', () => {
  const list =
    '\ufeffAnimal,Number,Name,Performed on,Place\r\n1,1,Amina,2027-05-17,Thatta\r\n1,2,Yusuf,2027-05-16,Thatta\r\n2,8,Sara,,\r\n'
  expect(read(list)).toMatchObject({
    rows: [
      { row: 2, number: 1, performance: { performedOn: '2027-05-17', place: 'Thatta' }, effect: 'new' },
      { row: 3, number: 2, effect: 'same' },
    ],
  })
  expect(faultsOf('number;date;place\n2;2027-05-18;Thatta')).toEqual(['changed'])
  expect(faultsOf('الرقم,التاريخ,المكان\n١,٢٠٢٧-٠٥-١٧,ثتا')).toEqual(['new'])
})

test('each fault is at its row and field, and a share is confirmed once in a file [qurbani-11]', () => {
  expect(
    faultsOf(
      'number,date,place\n99,2027-05-17,Thatta\n1,2027-05-15,\n1,2027-05-17,Thatta\n3,2027-05-17,Thatta\n4,soon,Thatta\n8,,=cmd',
    ),
  ).toEqual([
    ['qurbani-share-unknown'],
    ['qurbani-date-outside', 'qurbani-place-missing'],
    ['qurbani-share-repeated'],
    ['qurbani-share-settled'],
    ['qurbani-share-without-animal', 'date-invalid'],
    ['qurbani-date-missing', 'name-invalid'],
  ])
})

test('a file without what is needed is refused as a whole', () => {
  expect(faultsOf('')).toBe('qurbani-csv-empty')
  expect(faultsOf('number,place\n1,Thatta')).toBe('csv-columns')
  expect(faultsOf('number,date,place\n1,,')).toBe('qurbani-csv-without-dates')
  expect(faultsOf(`number,date,place\n${'1,2027-05-17,Thatta\n'.repeat(10_001)}`)).toBe('csv-too-many-rows')
})

test('a day as a spreadsheet writes it counts if only one reading is possible', () => {
  const dayOf = (text: string, to = days.to) => faultsOf(`number,date,place\n1,${text},Thatta`, { from: days.from, to })
  expect(['17/05/2027', '5/17/2027', '17.5.2027'].map((day) => dayOf(day))).toEqual([['new'], ['new'], ['new']])
  expect(dayOf('06/07/2027')).toEqual([['qurbani-date-outside']])
  expect(dayOf('06/07/2027', localDate('2027-08-01'))).toEqual([['qurbani-date-ambiguous']])
  expect(dayOf('07/07/2027', localDate('2027-08-01'))).toEqual(['new'])
})

test('the places of all animals are counted through, each number once [qurbani-10]', () => {
  expect([shareNumber({ animal: 1, position: 1 }, 7), shareNumber({ animal: 12, position: 3 }, 7)]).toEqual([1, 80])
  const places = fc.record({ animal: fc.integer({ min: 1, max: 1000 }), position: fc.integer({ min: 1, max: 7 }) })
  fc.assert(
    fc.property(places, places, (a, b) => {
      const isSame = a.animal === b.animal && a.position === b.position
      expect(shareNumber(a, 7) === shareNumber(b, 7)).toBe(isSame)
    }),
  )
})

test('animals are typed as numbers and ranges, in any digits', () => {
  const known = new Set([1, 2, 4, 5, 9])
  expect(readAnimalNumbers('4 - 9, 1 ٢، 4', known)).toEqual({ animals: [1, 2, 4, 5, 9] })
  expect(readAnimalNumbers(' ', known)).toEqual({ fault: { code: 'qurbani-animals-missing' } })
  expect(readAnimalNumbers('1, all', known)).toEqual({ fault: { code: 'qurbani-animals-unreadable' } })
  expect(readAnimalNumbers('1, 6-8', known)).toEqual({
    fault: { code: 'qurbani-animals-unknown', params: { animals: '6-8' } },
  })
})

test('any file is read without an error, and no valid row is of an unknown or settled share', () => {
  const cell = fc.oneof(
    fc.constantFrom('1', '2', '3', '4', '8', '2027-05-17', 'Thatta', ''),
    fc.string({ maxLength: 12 }),
  )
  fc.assert(
    fc.property(fc.array(fc.tuple(cell, cell, cell), { maxLength: 12 }), (rows) => {
      const found = read(['number,date,place', ...rows.map((cells) => cells.join(','))].join('\n'))
      if ('fault' in found) return
      for (const row of found.rows) if (!('faults' in row)) expect([1, 2, 8]).toContain(row.number)
    }),
  )
})
