import { expect, test } from 'vitest'
import { planUrl } from './offered.ts'

test('carries a checkout’s parameters into the plan wizard, except those of one-time donations', () => {
  const query = new URLSearchParams(
    'amount=12&tip=3&src=friend&code=TeamSalma&level=7&givingPlan=monthly&redirectURL=%2Fthankyou%2Fa-well&type=rebuild',
  )
  expect(planUrl('a-well', query)).toBe(
    '/scheduled-giving/plans/a-well?code=TeamSalma&src=friend&amount=12&tip=3&level=7&givingPlan=monthly',
  )
})
