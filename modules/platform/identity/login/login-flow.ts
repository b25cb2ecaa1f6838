import { minuteMs } from '#shared/time.ts'
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { Ports } from '#shared/ports.ts'
import { isSignedBy, signingSecretOf, type TokenSecret } from '../rules/token-secrets.ts'

/**
 * State that a browser carries during a login at a provider: signed, HttpOnly, valid for ten minutes. A response is
 * accepted only in the browser that started the login, and from the same provider.
 */
export type LoginFlow = {
  readonly provider: string
  readonly state: string
  readonly nonce: string
  /** PKCE verifier: only the browser that started the login can redeem the code. */
  readonly verifier: string
  /** A safe path on our origin. */
  readonly back: string
  /** If set, connects the provider to this account instead of logging in. */
  readonly linkTo?: string
  /** If set, the owner of this account authenticates again, and no other account is accepted. */
  readonly reauthenticates?: string
  readonly endsAt: number
}

const minutes = 10

export const startFlow = (
  ports: Ports,
  loginFlow: Pick<LoginFlow, 'provider' | 'back' | 'linkTo' | 'reauthenticates'>,
): LoginFlow => ({
  ...loginFlow,
  state: ports.newToken(32),
  nonce: ports.newToken(32),
  verifier: ports.newToken(32),
  endsAt: ports.clock().getTime() + minutes * minuteMs,
})

export const codeChallengeOf = (flow: LoginFlow): string =>
  createHash('sha256').update(flow.verifier).digest('base64url')

const macOf = (secret: string, body: string): Buffer =>
  createHmac('sha256', secret).update(`login-flow|${body}`).digest()

export function signFlow(secret: TokenSecret, flow: LoginFlow): string {
  const body = Buffer.from(JSON.stringify(flow)).toString('base64url')
  return `${body}.${macOf(signingSecretOf(secret), body).toString('base64url')}`
}

/** Returns undefined if the value isn't ours, was altered, or has expired. */
export function openFlow(secret: TokenSecret, signed: string, now: Date): LoginFlow | undefined {
  const [, body, mac] = /^([\w-]{1,3500})\.([\w-]{43})$/.exec(signed) ?? []
  if (!body || !mac) return undefined
  if (!isSignedBy(secret, Buffer.from(mac, 'base64url'), (one) => macOf(one, body))) return undefined
  const flow = JSON.parse(Buffer.from(body, 'base64url').toString('utf8')) as LoginFlow
  return flow.endsAt > now.getTime() ? flow : undefined
}

/** Compares in constant time. */
export function isSameText(given: string, expected: string): boolean {
  const [one, other] = [given, expected].map((text) => createHash('sha256').update(text).digest()) as [Buffer, Buffer]
  return timingSafeEqual(one, other)
}
