import { expect, test } from 'vitest'
import { subscriptionStates } from '#modules/recurring/plans/rules/states.ts'
import { levelStateOf, levelStates } from './level-state.ts'

test('a plan’s level waits for the first donation and is released if the plan ends before it', () => {
  expect(subscriptionStates.map((state) => levelStateOf({ state, hasGiven: false }))).toEqual([
    'reserved',
    'reserved',
    'reserved',
    'released',
    'released',
  ])
  expect(subscriptionStates.map((state) => levelStateOf({ state, hasGiven: true }))).toEqual([
    'fulfilled',
    'fulfilled',
    'fulfilled',
    'fulfilled',
    'fulfilled',
  ])
  expect(levelStates).toEqual(['reserved', 'fulfilled', 'released'])
})
