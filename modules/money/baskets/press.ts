import { hash as digest } from 'node:crypto'
import { checkedKey } from '#shared/idempotency-key.ts'
import { Problem } from '#shared/problem.ts'
import type { Basket, Press } from './basket-queries.ts'

const hash = (...parts: readonly string[]): string => digest('sha256', parts.join('\n'), 'base64url')

/**
 * `asked`: as the contract parsed it, so that the same request is the same text. Undefined without a key: each is a
 * press of its own.
 */
export function pressOf(given: string | undefined, asked: object): Press | undefined {
  if (given === undefined) return undefined
  const key = checkedKey(given)
  return { key: hash(key), requestHash: hash(key, JSON.stringify(asked)) }
}

/**
 * Whether this very press has changed the basket before. Refuses a key that was used for something else (payments-2).
 */
export function wasPressed(basket: Basket, press: Press | undefined): boolean {
  const before = basket.added?.press
  if (!press || before?.key !== press.key) return false
  if (before.requestHash !== press.requestHash)
    throw new Problem('validation', 'idempotency-key-reused', { status: 422 })
  return true
}
