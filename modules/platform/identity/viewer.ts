import { dayMs, hourMs } from '#shared/time.ts'
import { hash } from 'node:crypto'
import type { RequestContext } from '#shared/endpoint.ts'
import type { Ports } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'
import { isScope, type Scope } from '#shared/api-keys/scopes.ts'
import { findValidApiKey } from './api-keys/find-valid-key.ts'
import { hasApiKeyPrefix } from './rules/api-key.ts'
import { findSession, hasGuestEnded, touchSession } from './queries.ts'
import { type Preferences, readPreferences } from './rules/preferences.ts'
import { staffIdleMs } from './rules/staff-session.ts'
import type { TokenSecret } from './rules/token-secrets.ts'
import { verifyToken } from './tokens.ts'

/**
 * The requester. A guest holds the token of their donations, or of only one basket; the token of a single donation
 * doesn't make its holder a guest.
 */
export type Viewer =
  | { readonly kind: 'anonymous' }
  | { readonly kind: 'guest'; readonly guestId: string }
  | { readonly kind: 'basket'; readonly basketId: string }
  /** Authenticated with the first factor while the account needs a code as well: may only enter it. */
  | {
      readonly kind: 'first-factor'
      readonly accountId: string
      readonly tokenHash: Buffer
      readonly authenticatedAt: Date
    }
  | {
      readonly kind: 'account'
      readonly accountId: string
      readonly email: string
      readonly firstName: string
      readonly lastName: string
      readonly roles: readonly string[]
      readonly tokenHash: Buffer
      /** Time of the last authentication: a login, or a repeated proof of identity. */
      readonly authenticatedAt: Date
      /** Whether this session has used two factors: a passkey, or a password and a code (accounts-11). */
      readonly hasSecondFactor: boolean
      /** Whether the account's email is confirmed. */
      readonly isEmailConfirmed: boolean
      /** The account's preferences, which apply in every session (accounts-7); null: the account cleared its choice. */
      readonly preferences: Preferences
      /** The API key of the request, and what it may be used for (security-21); missing: a person's session. */
      readonly apiKeyId?: string
      readonly scopes?: readonly Scope[]
    }

/** A signed-in account. */
export type AccountViewer = Extract<Viewer, { kind: 'account' }>

/** A logged-in caller and the context of the request. */
export type AccountRequest = { readonly viewer: AccountViewer; readonly context: RequestContext }

/** Returns the viewer's account; throws 401 `authentication` for any other viewer (S2 §8). */
export function accountOf(viewer: Viewer): AccountViewer {
  if (viewer.kind !== 'account') throw new Problem('authentication', 'authentication')
  return viewer
}

export type IdentityPorts = Ports & { readonly tokenSecret: TokenSecret }

/** Donors' sessions end after 14 idle days, 30 at most (accounts-1). */
export const sessionDays = { idle: 14, absolute: 30 } as const
/** Staff sessions end after 15 idle minutes, 12 hours at most (accounts-1, security-1). */
const staffLimits = { idleMs: staffIdleMs, absoluteMs: 12 * hourMs } as const
const donorLimits = { idleMs: sessionDays.idle * dayMs, absoluteMs: sessionDays.absolute * dayMs } as const

/**
 * Returns the limits of sessions: those unused since the first instant, or opened no later than the second, have ended.
 */
export function sessionEnds(
  roles: readonly string[],
  now: Date,
): { readonly idleSince: Date; readonly openedBefore: Date } {
  const { idleMs, absoluteMs } = roles.length > 0 ? staffLimits : donorLimits
  return { idleSince: new Date(now.getTime() - idleMs), openedBefore: new Date(now.getTime() - absoluteMs) }
}

/** After this time without use, a session needs its second factor again (accounts-11). */
const secondFactorIdleMs = 12 * hourMs

export const hashOfToken = (token: string): Buffer => hash('sha256', token, 'buffer')

/**
 * Finds the account of a browser's session, unless the session has ended. Its last use is written at most once a
 * minute.
 */
export async function findViewerBySession(ports: IdentityPorts, token: string): Promise<Viewer | undefined> {
  if (token.length < 40 || token.length > 64) return undefined
  const tokenHash = hashOfToken(token)
  const session = await findSession(ports, tokenHash)
  if (!session) return undefined
  const now = ports.clock()
  const { idleSince, openedBefore } = sessionEnds(session.roles, now)
  if (session.expiresAt <= now || session.lastSeenAt < idleSince || session.openedAt <= openedBefore) return undefined
  const idleMs = now.getTime() - session.lastSeenAt.getTime()
  const hasSecondFactor = session.secondFactorAt !== null && idleMs <= secondFactorIdleMs
  if (idleMs > 60_000) await touchSession(ports, tokenHash, { at: now, hasSecondFactor })
  if (session.hasAuthenticator && !hasSecondFactor)
    return { kind: 'first-factor', accountId: session.accountId, tokenHash, authenticatedAt: session.authenticatedAt }
  return {
    kind: 'account',
    accountId: session.accountId,
    email: session.email,
    firstName: session.firstName,
    lastName: session.lastName,
    roles: session.roles,
    tokenHash,
    authenticatedAt: session.authenticatedAt,
    hasSecondFactor,
    isEmailConfirmed: session.isEmailConfirmed,
    preferences: readPreferences(session.preferences),
  }
}

/** Returns the viewer of an API key: its account with the key's scopes, without staff roles or recent authentication. */
async function findViewerByApiKey(ports: IdentityPorts, key: string, ip: string): Promise<AccountViewer> {
  const tokenHash = hashOfToken(key)
  const { id, accountId, email, firstName, lastName, hasSecondFactor, isEmailConfirmed, scopes, preferences } =
    await findValidApiKey(ports, { key, hash: tokenHash, ip })
  return {
    kind: 'account',
    accountId,
    email,
    firstName,
    lastName,
    roles: [],
    tokenHash,
    authenticatedAt: new Date(0),
    hasSecondFactor,
    isEmailConfirmed,
    preferences: readPreferences(preferences),
    apiKeyId: id,
    scopes: scopes.filter(isScope),
  }
}

/**
 * Finds the viewer of a bearer token: programs send an API key or their session, guests the token they received. `ip`:
 * the requester's address, which a key may restrict; without it, no key is accepted.
 */
export async function findViewerByBearer(
  ports: IdentityPorts,
  token: string,
  ip?: string,
): Promise<Viewer | undefined> {
  if (ip !== undefined && hasApiKeyPrefix(token)) return findViewerByApiKey(ports, token, ip)
  const held = verifyToken(ports.tokenSecret, token, ports.clock())
  if (held?.kind === 'guest')
    return (await hasGuestEnded(ports, held.subject)) ? undefined : { kind: 'guest', guestId: held.subject }
  if (held) return held.kind === 'basket' ? { kind: 'basket', basketId: held.subject } : undefined
  return findViewerBySession(ports, token)
}

/**
 * Identifies the owner of an idempotency key, a counter or an order. Without an account or a session id it is the
 * request's address and browser; the two are hashed separately, so that no session id can match another visitor's
 * address.
 */
export function toRequesterScope(
  viewer: Viewer,
  context: Pick<RequestContext, 'sessionId' | 'ip' | 'userAgent'>,
): string {
  if (viewer.kind === 'account') return `account:${viewer.accountId}`
  if (viewer.kind === 'guest') return `guest:${viewer.guestId}`
  if (viewer.kind === 'basket') return `basket:${viewer.basketId}`
  return visitOf(context) ?? visitScope(`address|${context.ip}|${context.userAgent}`)
}

/** Returns the browser's visit as a separate scope that login and logout don't change; null if the request has none. */
export const visitOf = ({ sessionId }: Pick<RequestContext, 'sessionId'>): string | null =>
  sessionId ? visitScope(`session|${sessionId}`) : null

const visitScope = (text: string): string => `visit:${hash('sha256', text, 'base64url')}`
