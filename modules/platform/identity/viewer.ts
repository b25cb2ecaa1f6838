import { dayMs, hourMs, minuteMs } from '#shared/time.ts'
import { hash } from 'node:crypto'
import type { RequestFacts } from '#shared/endpoint.ts'
import type { Ports } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'
import { findSession, touchSession } from './queries.ts'
import { type Preferences, readPreferences } from './rules/properties.ts'
import { verifyToken } from './tokens.ts'

/**
 * Whoever asks. A guest holds the token of what they gave, or of a basket and nothing but it; a gift's own token makes
 * nobody of its holder.
 */
export type Viewer =
  | { readonly kind: 'anonymous' }
  | { readonly kind: 'guest'; readonly guestId: string }
  | { readonly kind: 'basket'; readonly basketId: string }
  /** Shown by password, link or login provider, while the account needs a code as well: may do nothing but enter it. */
  | { readonly kind: 'first-factor'; readonly accountId: string; readonly tokenHash: Buffer; readonly provenAt: Date }
  | {
      readonly kind: 'account'
      readonly accountId: string
      readonly email: string
      readonly firstName: string
      readonly lastName: string
      readonly roles: readonly string[]
      readonly tokenHash: Buffer
      /** When they last showed who they are: by logging in, or by their password again. */
      readonly provenAt: Date
      /** Whether this session has shown two factors: a passkey, or a password and a code (accounts-11). */
      readonly hasSecondFactor: boolean
      /** Whether they have shown that their e-mail is theirs. */
      readonly isEmailConfirmed: boolean
      /**
       * What the account chose for itself; null: it chose to have none. It holds in every session (accounts-7).
       */
      readonly preferences: Preferences
    }

/** Somebody who is signed in. */
export type AccountViewer = Extract<Viewer, { kind: 'account' }>

/** The viewer's account; refuses everybody else with 401 `authentication` (S2 §8). */
export function accountOf(viewer: Viewer): AccountViewer {
  if (viewer.kind !== 'account') throw new Problem('authentication', 'authentication')
  return viewer
}

export type IdentityPorts = Ports & { readonly tokenSecret: string }

/** Donors may stay away for 14 days and logged in for 30 (accounts-1). */
export const sessionDays = { idle: 14, absolute: 30 } as const
/** Staff may stay away for 15 minutes and logged in for 12 hours (accounts-1, security-1). */
const staffLimits = { idleMs: 15 * minuteMs, absoluteMs: 12 * hourMs } as const
const donorLimits = { idleMs: sessionDays.idle * dayMs, absoluteMs: sessionDays.absolute * dayMs } as const

/** Sessions unused since the one, or opened no later than the other, have ended. */
export function sessionEnds(
  roles: readonly string[],
  now: Date,
): { readonly idleSince: Date; readonly openedBefore: Date } {
  const { idleMs, absoluteMs } = roles.length > 0 ? staffLimits : donorLimits
  return { idleSince: new Date(now.getTime() - idleMs), openedBefore: new Date(now.getTime() - absoluteMs) }
}

/** After this time without use a session shows its second factor again (accounts-11). */
const secondFactorIdleMs = 12 * hourMs

export const hashOfToken = (token: string): Buffer => hash('sha256', token, 'buffer')

/** The account of a browser's session, if it still stands. Its last use is written down once a minute at most. */
export async function findViewerBySession(ports: IdentityPorts, token: string): Promise<Viewer | undefined> {
  if (token.length < 40 || token.length > 64) return undefined
  const tokenHash = hashOfToken(token)
  const session = await findSession(ports, tokenHash)
  if (!session) return undefined
  const now = ports.clock()
  const { idleSince, openedBefore } = sessionEnds(session.roles, now)
  if (session.expiresAt <= now || session.seenAt < idleSince || session.openedAt <= openedBefore) return undefined
  const idleMs = now.getTime() - session.seenAt.getTime()
  const hasSecondFactor = session.secondFactorAt !== null && idleMs <= secondFactorIdleMs
  if (idleMs > 60_000) await touchSession(ports, tokenHash, { at: now, hasSecondFactor })
  if (session.hasAuthenticator && !hasSecondFactor)
    return { kind: 'first-factor', accountId: session.accountId, tokenHash, provenAt: session.provenAt }
  return {
    kind: 'account',
    accountId: session.accountId,
    email: session.email,
    firstName: session.firstName,
    lastName: session.lastName,
    roles: session.roles,
    tokenHash,
    provenAt: session.provenAt,
    hasSecondFactor,
    isEmailConfirmed: session.isEmailConfirmed,
    preferences: readPreferences(session.preferences),
  }
}

/** API clients send their session as a bearer token, guests the token they were given. */
export async function findViewerByBearer(ports: IdentityPorts, token: string): Promise<Viewer | undefined> {
  const held = verifyToken(ports.tokenSecret, token, ports.clock())
  if (held?.kind === 'guest') return { kind: 'guest', guestId: held.subject }
  if (held) return held.kind === 'basket' ? { kind: 'basket', basketId: held.subject } : undefined
  return findViewerBySession(ports, token)
}

/**
 * Whose a press, a count or an order is. Without an account or a session id it is the address and browser it came from;
 * the two are hashed apart, so that no session id can be chosen that names somebody else's address.
 */
export function scopeOf(viewer: Viewer, facts: Pick<RequestFacts, 'sessionId' | 'ip' | 'userAgent'>): string {
  if (viewer.kind === 'account') return `account:${viewer.accountId}`
  if (viewer.kind === 'guest') return `guest:${viewer.guestId}`
  if (viewer.kind === 'basket') return `basket:${viewer.basketId}`
  return visitOf(facts) ?? visitScope(`address|${facts.ip}|${facts.userAgent}`)
}

/** The browser's visit as a scope of its own, which logging in or out does not change; null: it named none. */
export const visitOf = ({ sessionId }: Pick<RequestFacts, 'sessionId'>): string | null =>
  sessionId ? visitScope(`session|${sessionId}`) : null

const visitScope = (text: string): string => `visit:${hash('sha256', text, 'base64url')}`
