import { expect, test } from 'vitest'
import { ApiError } from '#web/lib/api.ts'
import { findDuplicate } from './duplicate.ts'

const refused = (body: Record<string, unknown>) => new ApiError('conflict', 409, { message: 'Refused', ...body })

test('asks about the payment or the plan that a refusal names, and about nothing else (payments-12, recurring-33)', () => {
  expect(findDuplicate(refused({ code: 'duplicate-donation', duplicateOf: 'paid', isConfirming: true }))).toEqual({
    id: 'paid',
    isPlan: false,
    isConfirming: true,
  })
  expect(findDuplicate(refused({ code: 'duplicate-plan', duplicateOf: 'plan' }))).toEqual({
    id: 'plan',
    isPlan: true,
    isConfirming: false,
  })
  expect(findDuplicate(refused({ code: 'quote-changed' }))).toBeUndefined()
})
