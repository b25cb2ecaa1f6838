import { expect, test } from 'vitest'
import { stateAction } from './state-action.ts'

test.each([
  ['LOGGED_OUT', null, 'log-in'],
  ['NOT_CALCULATED', null, 'calculate'],
  ['CALCULATED', '25000', 'give'],
  ['CALCULATED', '0', 'view'],
  ['DONATED', '1', 'give'],
  ['DONATED', '0', 'view'],
  ['DONATED', null, 'calculate'],
] as const)('a donor who is %s with %s left is asked to %s', (state, remaining, action) => {
  expect(stateAction({ state, remaining })).toBe(action)
})
