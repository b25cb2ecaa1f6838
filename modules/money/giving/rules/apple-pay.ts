/** Apple's published gateways. The URL comes from the browser, so an attacker can choose it (payments-20). */
const exact = new Set(['apple-pay-gateway.apple.com', 'cn-apple-pay-gateway.apple.com'])
const regional = /^apple-pay-gateway-[a-z0-9-]{2,24}\.apple\.com$/
const paths = new Set(['/paymentservices/startSession', '/paymentservices/paymentSession'])

/** Returns the URL for requesting a merchant session; undefined if it isn't Apple's. */
export function applePayGateway(text: string): URL | undefined {
  if (!URL.canParse(text)) return undefined
  const url = new URL(text)
  const isApple = exact.has(url.hostname) || regional.test(url.hostname)
  const isPlain =
    url.protocol === 'https:' &&
    (url.port === '' || url.port === '443') &&
    url.username === '' &&
    url.password === '' &&
    url.search === '' &&
    url.hash === ''
  return isApple && isPlain && paths.has(url.pathname) ? url : undefined
}
