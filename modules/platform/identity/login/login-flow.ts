import { minuteMs } from '#shared/time.ts'
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { Ports } from '#shared/ports.ts'

/**
 * What a browser carries while its owner is at a provider: signed, HttpOnly, for ten minutes. The answer is believed
 * only in the browser that asked, for the provider it asked.
 */
export type LoginFlow = {
  readonly provider: string
  readonly state: string
  readonly nonce: string
  /** PKCE: only whoever began can redeem the code. */
  readonly verifier: string
  /** A safe path of ours. */
  readonly back: string
  /** Set: connects the provider to this account instead of logging in. */
  readonly linkTo?: string
  /** Set: whoever has this account shows again who they are; nobody else comes in by it. */
  readonly again?: string
  readonly endsAt: number
}

const minutes = 10

export const startFlow = (ports: Ports, of: Pick<LoginFlow, 'provider' | 'back' | 'linkTo' | 'again'>): LoginFlow => ({
  ...of,
  state: ports.newToken(32),
  nonce: ports.newToken(32),
  verifier: ports.newToken(32),
  endsAt: ports.clock().getTime() + minutes * minuteMs,
})

export const challengeOf = (flow: LoginFlow): string => createHash('sha256').update(flow.verifier).digest('base64url')

const macOf = (secret: string, body: string): Buffer =>
  createHmac('sha256', secret).update(`login-flow|${body}`).digest()

export function signFlow(secret: string, flow: LoginFlow): string {
  const body = Buffer.from(JSON.stringify(flow)).toString('base64url')
  return `${body}.${macOf(secret, body).toString('base64url')}`
}

/** Nothing when it is not ours, was altered, or has ended. */
export function openFlow(secret: string, signed: string, now: Date): LoginFlow | undefined {
  const [, body, mac] = /^([\w-]{1,3500})\.([\w-]{43})$/.exec(signed) ?? []
  if (!body || !mac) return undefined
  const expected = macOf(secret, body)
  const given = Buffer.from(mac, 'base64url')
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
  const flow = JSON.parse(Buffer.from(body, 'base64url').toString('utf8')) as LoginFlow
  return flow.endsAt > now.getTime() ? flow : undefined
}

/** Compared in the same time wherever they differ. */
export function isSameText(given: string, expected: string): boolean {
  const [one, other] = [given, expected].map((text) => createHash('sha256').update(text).digest()) as [Buffer, Buffer]
  return timingSafeEqual(one, other)
}
