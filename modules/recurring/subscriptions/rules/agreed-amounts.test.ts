import { describe, expect, test } from 'vitest'
import { asAgreedNow } from './agreed-amounts.ts'

type Row = Parameters<typeof asAgreedNow>[0][number]

const row = (key: string, state: Row['state'], gift: bigint): Row => ({
  key,
  number: null,
  state,
  gift,
  tip: 0n,
  refunded: 0n,
})
const planOf = (gift: number, total: bigint | null) => ({
  portions: { each: { gift: String(gift), tip: '0' } },
  total,
  currency: 'USD' as const,
})
const giftsOf = (rows: readonly Row[]) => rows.map(({ gift }) => gift)

describe('donations that are paid together', () => {
  const paid = row('paid', 'SUCCEEDED', 7500n)
  const due = [row('one', 'ACTION_REQUIRED', 1000n), row('two', 'ACTION_REQUIRED', 1000n)]

  test('get the amount agreed now', () => {
    expect(giftsOf(asAgreedNow(due, planOf(2000, null), [paid, ...due]))).toEqual([2000n, 2000n])
  })

  test('are together at most the rest of a total [recurring-31]', () => {
    expect(giftsOf(asAgreedNow(due, planOf(2000, 10_000n), [paid, ...due]))).toEqual([2000n, 500n])
  })

  test('keep their amounts if the rest is not enough for each', () => {
    expect(giftsOf(asAgreedNow(due, planOf(2500, 10_000n), [paid, ...due]))).toEqual([1000n, 1000n])
  })
})

test('a scheduled donation has its agreed amount already', () => {
  const scheduled = row('one', 'SCHEDULED', 1000n)
  expect(asAgreedNow([scheduled], planOf(2000, null), [scheduled])).toEqual([scheduled])
})

test('a failed donation gets the gift and the tip agreed now, and keeps everything else', () => {
  const failed = { ...row('one', 'FAILED', 5800n), tip: 580n }
  const plan = { portions: { each: { gift: '1000', tip: '100' } }, total: null, currency: 'USD' as const }
  expect(asAgreedNow([failed], plan, [failed])).toEqual([{ ...failed, gift: 1000n, tip: 100n }])
})

test('a donation without a portion keeps its amounts', () => {
  const night = { ...row('night-2', 'FAILED', 500n), number: 2, tip: 50n }
  const plan = { portions: { byNumber: { 1: { gift: '900', tip: '0' } } }, total: null, currency: 'USD' as const }
  expect(asAgreedNow([night], plan, [night])).toEqual([night])
})

test('a scheduled donation uses the rest of a total before a failed one', () => {
  const due = [{ ...row('one', 'SCHEDULED', 1000n), tip: 70n }, row('two', 'FAILED', 1000n)]
  expect(asAgreedNow(due, planOf(2000, 2500n), due)).toEqual([due[0], { ...due[1], gift: 1500n }])
})
