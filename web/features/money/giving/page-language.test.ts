import { afterEach, expect, test, vi } from 'vitest'
import { headersOf } from './pay.ts'

afterEach(() => vi.unstubAllGlobals())

test('a donation is sent with the language of its page [contract-12]', () => {
  const of = { key: 'key', sessionId: 'visit' }
  expect(headersOf(of)).toEqual({ 'idempotency-key': 'key', 'session-id': 'visit', 'content-language': '' })
  vi.stubGlobal('document', { documentElement: { lang: 'ar' } })
  expect(headersOf(of)).toMatchObject({ 'content-language': 'ar' })
})
