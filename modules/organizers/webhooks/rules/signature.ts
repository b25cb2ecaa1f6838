import { createHmac } from 'node:crypto'

/** Random bytes of a secret; Standard Webhooks asks for 24 to 64. */
export const secretBytes = 32
const prefix = 'whsec_'

/** Returns the secret as receivers enter it: `whsec_` and its bytes in base64 (Standard Webhooks). */
export const formatSecret = (bytes: Buffer): string => `${prefix}${bytes.toString('base64')}`

type Message = {
  /** The event's id, which is the same in each attempt. */
  readonly id: string
  /** The time of this attempt. */
  readonly sentAt: Date
  /** The exact text of the request's body. */
  readonly body: string
}

/** Returns one signature of a message: HMAC-SHA-256 of id, time in seconds and body, by a secret of `secretBytes`. */
const sign = (secret: Buffer, message: Message, seconds: number): string =>
  `v1,${createHmac('sha256', secret).update(`${message.id}.${seconds}.${message.body}`).digest('base64')}`

/**
 * Returns the headers of Standard Webhooks for a message. There is one signature for each secret, so that a receiver
 * can verify with either of them while its secret is being replaced (webhooks-2).
 */
export function signatureHeaders(secrets: readonly Buffer[], message: Message): Readonly<Record<string, string>> {
  const seconds = Math.floor(message.sentAt.getTime() / 1000)
  return {
    'webhook-id': message.id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': secrets.map((secret) => sign(secret, message, seconds)).join(' '),
  }
}
