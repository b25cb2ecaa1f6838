import { expect, test } from 'vitest'
import { paymentFilterOf, paymentGroups, statesOfGroup } from './payment-filter.ts'

const now = new Date('2026-11-29T12:00:00Z')

test('without a day the list covers the last thirty days, up to now', () => {
  expect(paymentFilterOf({}, now)).toEqual({
    states: null,
    currency: null,
    from: new Date('2026-10-30T12:00:00Z'),
    until: new Date('2026-11-30T12:00:00Z'),
  })
})

test('both days are included, in UTC', () => {
  expect(paymentFilterOf({ from: '2026-01-01', until: '2026-01-31' }, now)).toMatchObject({
    from: new Date('2026-01-01T00:00:00Z'),
    until: new Date('2026-02-01T00:00:00Z'),
  })
})

test('a day that does not exist is ignored', () => {
  expect(paymentFilterOf({ from: '2026-02-30', until: '2026-13-01' }, now)).toEqual(paymentFilterOf({}, now))
})

test('every state of a payment belongs to exactly one group', () => {
  const states = paymentGroups.flatMap((group) => statesOfGroup[group])
  expect(new Set(states).size).toBe(12)
  expect(states).toHaveLength(12)
})
