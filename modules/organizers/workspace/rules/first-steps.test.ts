import { expect, test } from 'vitest'
import { localDate } from '#shared/calendar.ts'
import { listFirstSteps, type StartOfCharity } from './first-steps.ts'

const start: StartOfCharity = {
  isVerified: true,
  verifiedOn: localDate('2026-11-01'),
  today: localDate('2026-11-29'),
  firstDonationOn: null,
  hasFundraiser: false,
  hasPage: false,
  hasBankDetails: false,
  hasPayouts: true,
}
const marks = (over: Partial<StartOfCharity>) =>
  listFirstSteps({ ...start, ...over }).map(({ step, isDone }) => `${step}${isDone ? ' ✓' : ''}`)

test('a newly verified charity has four steps, and what is done is ticked (content-40)', () => {
  expect(marks({})).toEqual(['fundraiser', 'page', 'bank', 'share'])
  expect(marks({ hasFundraiser: true, firstDonationOn: localDate('2026-11-20') })).toEqual([
    'fundraiser ✓',
    'page',
    'bank',
    'share ✓',
  ])
  expect(marks({ hasPayouts: false })).toEqual(['fundraiser', 'page', 'share'])
})

test.each([
  [
    'all are done',
    { hasFundraiser: true, hasPage: true, hasBankDetails: true, firstDonationOn: localDate('2026-11-02') },
  ],
  ['the charity isn’t verified', { isVerified: false }],
  ['60 days have passed', { today: localDate('2027-01-01') }],
  ['it had donations before this verification', { firstDonationOn: localDate('2025-03-01') }],
])('there are no steps if %s', (_, over: Partial<StartOfCharity>) => {
  expect(marks(over)).toEqual([])
})
