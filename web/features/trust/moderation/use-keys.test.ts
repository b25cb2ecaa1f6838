import { expect, test } from 'vitest'
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

test('other keys choose nothing', () => {
  expect(['0', '4', 'x', '12', 'enter'].map((key) => decisionOfKey(decisions, key))).toEqual(Array(5).fill(undefined))
})
