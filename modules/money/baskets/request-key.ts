import { hash as digest } from 'node:crypto'
import { checkedKey } from '#shared/idempotency-key.ts'
import { Problem } from '#shared/problem.ts'
import type { Basket, RequestKey } from './basket-queries.ts'

const hash = (...parts: readonly string[]): string => digest('sha256', parts.join('\n'), 'base64url')

/**
 * Returns the request key; `asked`: as the contract parsed it, so that the same request is the same text. Undefined
 * without a key: each is a new request.
 */
export function requestKeyOf(given: string | undefined, request: object): RequestKey | undefined {
  if (given === undefined) return undefined
  const key = checkedKey(given)
  return { key: hash(key), requestHash: hash(key, JSON.stringify(request)) }
}

/** Whether this request has changed the basket before. Refuses a key that was used for another request (payments-2). */
export function isRepeatedRequest(basket: Basket, requestKey: RequestKey | undefined): boolean {
  const before = basket.added?.requestKey
  if (!requestKey || before?.key !== requestKey.key) return false
  if (before.requestHash !== requestKey.requestHash)
    throw new Problem('validation', 'idempotency-key-reused', { status: 422 })
  return true
}
