import { expect, test } from 'vitest'
import { subscriptionStates } from '#modules/recurring/plans/rules/states.ts'
import { levelStateOf, levelStates } from './level-state.ts'

test('the giving level of a plan waits for the first donation, and is returned when the plan stops before it', () => {
  expect(subscriptionStates.map((state) => levelStateOf({ state, hasGiven: false }))).toEqual([
    'waits',
    'waits',
    'waits',
    'returned',
    'returned',
  ])
  expect(subscriptionStates.map((state) => levelStateOf({ state, hasGiven: true }))).toEqual([
    'brought',
    'brought',
    'brought',
    'brought',
    'brought',
  ])
  expect(levelStates).toEqual(['waits', 'brought', 'returned'])
})
