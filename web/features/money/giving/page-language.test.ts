import { afterEach, expect, test, vi } from 'vitest'
import { headersOf } from './pay.ts'

afterEach(() => vi.unstubAllGlobals())

test('a donation is sent with the language of its page [contract-12]', () => {
  const ids = { key: 'key', sessionId: 'visit' }
  expect(headersOf(ids)).toEqual({ 'idempotency-key': 'key', 'session-id': 'visit', 'content-language': '' })
  vi.stubGlobal('document', { documentElement: { lang: 'ar' } })
  expect(headersOf(ids)).toMatchObject({ 'content-language': 'ar' })
})
