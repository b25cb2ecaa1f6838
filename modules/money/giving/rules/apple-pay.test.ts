import { expect, test } from 'vitest'
import { applePayGateway } from './apple-pay.ts'

test.each([
  'https://apple-pay-gateway.apple.com/paymentservices/startSession',
  'https://cn-apple-pay-gateway.apple.com/paymentservices/paymentSession',
  'https://apple-pay-gateway-nc-pod1.apple.com:443/paymentservices/startSession',
])('%s is one of Apple’s gateways', (url) => expect(applePayGateway(url)?.hostname).toMatch(/apple\.com$/))

test.each([
  'http://apple-pay-gateway.apple.com/paymentservices/startSession',
  'https://apple-pay-gateway.apple.com.evil.example/paymentservices/startSession',
  'https://evil.example/paymentservices/startSession',
  'https://apple-pay-gateway.apple.com@evil.example/paymentservices/startSession',
  'https://user@apple-pay-gateway.apple.com/paymentservices/startSession',
  'https://apple-pay-gateway.apple.com:8443/paymentservices/startSession',
  'https://apple-pay-gateway.apple.com/paymentservices/startSession?next=//evil',
  'https://apple-pay-gateway.apple.com/other',
  'https://127.0.0.1/paymentservices/startSession',
  'file:///etc/passwd',
  '',
])('%s is not, and is never contacted (payments-20)', (url) => expect(applePayGateway(url)).toBeUndefined())

test.each([
  'https://:secret@apple-pay-gateway.apple.com/paymentservices/startSession',
  'https://apple-pay-gateway.apple.com/paymentservices/startSession#fragment',
  'https://apple-pay-gateway-.apple.com/paymentservices/startSession',
  'https://x.apple-pay-gateway-nc-pod1.apple.com/paymentservices/startSession',
  'not an address',
])('%s is refused', (url) => expect(applePayGateway(url)).toBeUndefined())
