import { expect, test } from 'vitest'
import { localDate } from '#shared/calendar.ts'
import { type HmrcDonor, hmrcRow, type HmrcRow } from './hmrc-row.ts'

const donor: HmrcDonor = {
  firstName: 'Amina',
  lastName: 'Yusuf',
  house: '12 Mosque Road',
  postcode: 'e1 1dt',
  country: 'GB',
}
const givenOn = localDate('2027-03-31')
const result = (over: Partial<HmrcDonor> = {}, pence = 1_234_50n) => hmrcRow({ ...donor, ...over }, givenOn, pence)
const row = (over: Partial<HmrcDonor> = {}, pence?: bigint): HmrcRow => {
  const written = result(over, pence)
  if (!('row' in written)) throw new Error(written.faults.join())
  return written.row
}
const faults = (over: Partial<HmrcDonor>) => {
  const written = result(over)
  return 'faults' in written ? written.faults : []
}

test('a donation is a row of nine columns [gift-aid-14]', () => {
  expect(row()).toEqual({
    title: '',
    firstName: 'Amina',
    lastName: 'Yusuf',
    house: '12 Mosque Road',
    postcode: 'E1 1DT',
    aggregatedDonations: '',
    sponsoredEvent: '',
    donationDate: '31/03/27',
    amount: '1234.50',
  })
})

test.each([
  ['Professor', ''],
  ['Sheikh', ''],
  ['Prof', 'Prof'],
  ['Mrs.', 'Mrs'],
  ['=A', ''],
])('the title %s is written as “%s” [gift-aid-14]', (title, written) => {
  expect(row({ title }).title).toBe(written)
})

test.each([
  [{ lastName: 'House-Martin' }, { lastName: 'House Martin' }],
  [{ lastName: 'O’Brien' }, { lastName: "O'Brien" }],
  [{ firstName: '  Abd   Allah ' }, { firstName: 'Abd Allah' }],
  [{ firstName: 'Anne-Marie' }, { firstName: 'Anne-Marie' }],
  [{ firstName: 'J.' }, { firstName: 'J.' }],
  [{ house: '007' }, { house: '007' }],
  [{ house: 'Flat 3/2, St. John’s (rear)' }, { house: "Flat 3/2, St. John's (rear)" }],
  [{ postcode: 's192bd' }, { postcode: 'S19 2BD' }],
  [{ postcode: 'EC1A1BB' }, { postcode: 'EC1A 1BB' }],
  [{ postcode: 'gir0aa' }, { postcode: 'GIR 0AA' }],
  [{ postcode: 'gy11aa', country: 'GG' }, { postcode: 'GY1 1AA' }],
  [{ house: '4 Mall Road, Lahore 54000, Pakistan', postcode: '54000', country: 'PK' }, { postcode: 'X' }],
])('%j is written as %j [gift-aid-14]', (over, written) => {
  expect(row(over)).toMatchObject(written)
})

test.each([
  [{ firstName: '' }, ['first-name-missing']],
  [{ lastName: ' ' }, ['last-name-missing']],
  [{ house: '' }, ['house-missing']],
  [{ postcode: '' }, ['postcode-missing']],
  [{ firstName: 'A'.repeat(36) }, ['first-name-too-long']],
  [{ lastName: 'A'.repeat(36) }, ['last-name-too-long']],
  [{ house: '1'.repeat(41) }, ['house-too-long']],
  [{ firstName: 'آمنة' }, ['first-name-characters']],
  [{ lastName: 'Yusuf2' }, ['last-name-characters']],
  [{ firstName: '=HYPERLINK("https://example.org")' }, ['first-name-characters']],
  [{ house: '@SUM(1)' }, ['house-characters']],
  [{ house: '-1' }, ['house-characters']],
  [{ postcode: 'S19 2B' }, ['postcode-invalid']],
  [{ postcode: 'S19 2BDD' }, ['postcode-invalid']],
  [{ postcode: '12345' }, ['postcode-invalid']],
  [{ postcode: 'AB1 2CI' }, ['postcode-invalid']],
  [{ postcode: 'GIR 0AAxyz' }, ['postcode-invalid']],
  [{ postcode: '=cmd|x S19 2BD' }, ['postcode-invalid']],
  [{ firstName: '', house: '', postcode: '' }, ['first-name-missing', 'house-missing', 'postcode-missing']],
])('%j is refused and not shortened [gift-aid-14]', (over, expected) => {
  expect(faults(over)).toEqual(expected)
})

test('a text of the longest length is written whole [gift-aid-14]', () => {
  const longest = { firstName: 'A'.repeat(35), lastName: 'B'.repeat(35), house: '1'.repeat(40) }
  expect(row(longest)).toMatchObject(longest)
})
