import { expect, test } from 'vitest'
import { openApplePaySession } from './apple-pay.ts'

const gateway = 'https://apple-pay-gateway-nowhere.apple.com/paymentservices/startSession'
const warnings: object[] = []
const log = { debug: () => {}, info: () => {}, error: () => {}, warn: (fields: object) => void warnings.push(fields) }
const installation = (openSession: () => Promise<Record<string, unknown>>) => ({ log, applePay: { openSession } })

test('an unreachable or invalid Apple gateway isn’t our error, and the donor pays by card [payments-20]', async () => {
  const away = installation(() => Promise.reject(new Error('getaddrinfo ENOTFOUND')))
  await expect(openApplePaySession(away, gateway)).rejects.toMatchObject({
    tag: 'problem',
    code: 'apple-pay-unavailable',
    status: 503,
  })
  expect(warnings).toMatchObject([{ gateway: 'apple-pay-gateway-nowhere.apple.com' }])
  expect(
    await openApplePaySession(
      installation(() => Promise.resolve({ nonce: 'x' })),
      gateway,
    ),
  ).toEqual({ nonce: 'x' })
})
