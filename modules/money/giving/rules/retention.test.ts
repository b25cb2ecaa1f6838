import { expect, test } from 'vitest'
import { localDate } from '#shared/calendar.ts'
import { retainedUntil } from './retention.ts'

test.each([
  ['uk', '2026-11-20', '2033-04-05'],
  ['uk', '2027-04-05', '2033-04-05'],
  ['uk', '2027-04-06', '2034-04-05'],
  ['ca', '2026-01-01', '2032-12-31'],
  ['ca', '2026-12-31', '2032-12-31'],
  ['us', '2026-11-20', '2033-12-31'],
  ['plain', '2026-11-20', '2033-12-31'],
] as const)(
  'the books of a charity under %s law keep the donor of a gift on %s until %s [privacy-5]',
  (law, givenOn, until) => {
    expect(retainedUntil(law, localDate(givenOn))).toBe(until)
  },
)
