import { expect, test } from 'vitest'
import { decisionsOf } from '#modules/trust/moderation/rules/decisions.ts'
import { decisionOfKey } from './use-keys.ts'

const decisions = [
  { key: 'dismiss', effect: 'approve' },
  { key: 'warn', effect: 'reject' },
  { key: 'pause', effect: 'reject' },
] as const

test('letters choose the first decision of an effect, digits the one at that place', () => {
  expect(['a', 'r', '1', '3'].map((key) => decisionOfKey(decisions, key)?.key)).toEqual([
    'dismiss',
    'warn',
    'dismiss',
    'pause',
  ])
})

test('the key to approve keeps a payment with a warning, it never refunds it', () => {
  expect(['a', '1', 'r'].map((key) => decisionOfKey(decisionsOf.payment, key)?.key)).toEqual([
    'keep-payment',
    'keep-payment',
    'refund-payment',
  ])
})

test('other keys choose nothing', () => {
  expect(['0', '4', 'x', '12', 'enter'].map((key) => decisionOfKey(decisions, key))).toEqual(Array(5).fill(undefined))
})
