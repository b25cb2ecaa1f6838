import fc from 'fast-check'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { formatSecret, secretBytes, signatureHeaders } from './signature.ts'

const secret = fc.uint8Array({ minLength: secretBytes, maxLength: secretBytes }).map((bytes) => Buffer.from(bytes))
const body = fc.json()

test('the library of Standard Webhooks accepts each signature, with either secret [webhooks-2]', () => {
  fc.assert(
    fc.property(secret, secret, fc.uuid(), body, (current, former, id, text) => {
      const headers = signatureHeaders([current, former], { id, sentAt: new Date(), body: text })
      for (const one of [current, former])
        expect(new Webhook(formatSecret(one)).verify(text, { ...headers })).toEqual(JSON.parse(text))
    }),
  )
})

test('a changed body, id or time, and another secret, are refused [webhooks-2]', () => {
  fc.assert(
    fc.property(secret, secret, fc.uuid(), body, (current, other, id, text) => {
      fc.pre(!current.equals(other))
      const headers = { ...signatureHeaders([current], { id, sentAt: new Date(), body: text }) }
      const verify = (by: Buffer, payload: string, over: object = {}) =>
        new Webhook(formatSecret(by)).verify(payload, { ...headers, ...over })
      expect(() => verify(other, text)).toThrow()
      expect(() => verify(current, `${text} `)).toThrow()
      expect(() => verify(current, text, { 'webhook-id': `${id}0` })).toThrow()
      const later = String(Number(headers['webhook-timestamp']) + 1)
      expect(() => verify(current, text, { 'webhook-timestamp': later })).toThrow()
    }),
  )
})
