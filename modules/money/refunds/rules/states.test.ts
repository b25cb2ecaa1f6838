import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { money } from '#shared/money.ts'
import { needsSecondApproval, readReviewAbove } from './approval.ts'
import { isAmountReserved, refundAfter, refundTransitions, refundStates } from './states.ts'

test('old, repeated or impossible reports change nothing', () => {
  expect(refundAfter('requested', 'succeeded')).toBe('succeeded')
  expect(refundAfter('succeeded', 'pending')).toBe('succeeded')
  expect(refundAfter('succeeded', 'failed')).toBe('failed')
  expect(refundAfter('failed', 'succeeded')).toBe('failed')
  expect(refundAfter('canceled', 'succeeded')).toBe('canceled')
  // It isn't approved yet, so the provider's report is about another refund.
  expect(refundAfter('proposed', 'succeeded')).toBe('proposed')
  expect(refundAfter('proposed', 'canceled')).toBe('proposed')
})

test('a refund holds its amount until it failed or was cancelled', () => {
  expect(refundStates.filter(isAmountReserved)).toEqual([
    'proposed',
    'requested',
    'pending',
    'requires_action',
    'succeeded',
  ])
})

test('the database permits the same transitions and no others', () => {
  const sql = readFileSync(new URL('../../../../database/schema.sql', import.meta.url), 'utf8')
  const body = /REPLACE FUNCTION refunds\.refuse_illegal_transition\(\)[\s\S]*?\$function\$;/.exec(sql)![0]
  const edges = new Map(
    [...body.matchAll(/old\.state = '(\w+)'\s+and new\.state in \(([^)]*)\)/g)].map(([, from, to]) => [
      from,
      to!.match(/\w+/g)!.toSorted(),
    ]),
  )
  expect(edges).toEqual(
    new Map(
      refundStates
        .filter((state) => refundTransitions[state].length > 0)
        .map((state) => [state as string, [...refundTransitions[state]].map(String).toSorted()]),
    ),
  )
})

test('above its limit a refund waits for a second person, and in a currency without one always', () => {
  const limits = readReviewAbove('GBP 500, JPY 80000')!
  expect(limits).toEqual(
    new Map([
      ['GBP', money(50_000n, 'GBP').amount],
      ['JPY', 80_000n],
    ]),
  )
  expect(needsSecondApproval(limits, 50_000n, 'GBP')).toBe(false)
  expect(needsSecondApproval(limits, 50_001n, 'GBP')).toBe(true)
  expect(needsSecondApproval(limits, 1n, 'USD')).toBe(true)
  expect(needsSecondApproval(undefined, 10n ** 9n, 'GBP')).toBe(false)
  for (const wrong of ['', '500', 'GBP 500 USD 500', 'GBP', 'XXX 5', 'GBP 1.234', 'GBP 500; USD 500'])
    expect(readReviewAbove(wrong)).toBeUndefined()
})
