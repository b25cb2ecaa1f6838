import { hash as digest } from 'node:crypto'
import { checkedKey } from '#shared/idempotency-key.ts'
import { Problem } from '#shared/problem.ts'
import type { Basket, RequestKey } from './basket-queries.ts'

const hash = (...parts: readonly string[]): string => digest('sha256', parts.join('\n'), 'base64url')

/**
 * Returns the hashes of a request's key and of its parsed body, which is equal for equal requests. Undefined without
 * a key: each request is then a new one.
 */
export function basketRequestKeyOf(given: string | undefined, request: object): RequestKey | undefined {
  if (given === undefined) return undefined
  const key = checkedKey(given)
  return { key: hash(key), requestHash: hash(key, JSON.stringify(request)) }
}

/**
 * Returns whether this request changed the basket before. Refuses a key that was used for another request
 * (payments-2).
 */
export function isRepeatedRequest(basket: Basket, requestKey: RequestKey | undefined): boolean {
  const before = basket.added?.requestKey
  if (!requestKey || before?.key !== requestKey.key) return false
  if (before.requestHash !== requestKey.requestHash)
    throw new Problem('validation', 'idempotency-key-reused', { status: 422 })
  return true
}
