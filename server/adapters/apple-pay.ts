import { minuteMs } from '#shared/time.ts'
import { createHmac, randomBytes } from 'node:crypto'
import { request } from 'node:https'

const timeoutMs = 5000
const responseBytesMax = 64 * 1024

/**
 * Requests Apple Pay merchant sessions: mutual TLS with the merchant certificate, a timeout of five seconds, no
 * redirects (payments-20).
 */
export const applePay = (input: {
  merchantId: string
  displayName: string
  domain: string
  certificate: string
  key: string
}) => ({
  openSession: (gateway: URL): Promise<Record<string, unknown>> =>
    new Promise((resolve, reject) => {
      const body = JSON.stringify({
        merchantIdentifier: input.merchantId,
        displayName: input.displayName,
        initiative: 'web',
        initiativeContext: input.domain,
      })
      const clientRequest = request(
        gateway,
        {
          method: 'POST',
          cert: input.certificate,
          key: input.key,
          timeout: timeoutMs,
          headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
        },
        (response) => {
          const chunks: Buffer[] = []
          let size = 0
          response.on('data', (chunk: Buffer) => {
            size += chunk.length
            if (size > responseBytesMax) clientRequest.destroy(new Error('Apple Pay’s response is too large'))
            else chunks.push(chunk)
          })
          response.on('end', () => {
            if (response.statusCode !== 200) return reject(new Error(`Apple Pay responded with ${response.statusCode}`))
            try {
              resolve(JSON.parse(Buffer.concat(chunks).toString('utf8')) as Record<string, unknown>)
            } catch (error) {
              reject(error as Error)
            }
          })
        },
      )
      clientRequest.on('timeout', () => clientRequest.destroy(new Error('the request to Apple Pay timed out')))
      clientRequest.on('error', reject)
      clientRequest.end(body)
    }),
})

/** Returns a session in Apple's format for the sandbox, signed with our own key; no real device accepts it. */
export const sandboxApplePay = (input: { displayName: string; domain: string; secret: string; clock: () => Date }) => ({
  openSession: async (_gateway: URL): Promise<Record<string, unknown>> => {
    const epochTimestamp = input.clock().getTime()
    const session = {
      epochTimestamp,
      expiresAt: epochTimestamp + 5 * minuteMs,
      merchantSessionIdentifier: `SANDBOX${randomBytes(16).toString('hex').toUpperCase()}`,
      nonce: randomBytes(4).toString('hex'),
      merchantIdentifier: 'merchant.sandbox',
      domainName: input.domain,
      displayName: input.displayName,
    }
    return { ...session, signature: createHmac('sha256', input.secret).update(JSON.stringify(session)).digest('hex') }
  },
})
