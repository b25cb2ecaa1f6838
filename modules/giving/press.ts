import { hash as digest } from 'node:crypto'
import type { RequestFacts } from '#shared/endpoint.ts'
import { checkedKey } from '#shared/idempotency-key.ts'
import type { Money } from '#shared/money.ts'
import { scopeOf, type Viewer, visitOf } from '#modules/identity/index.ts'
import { findAttemptByKey, type Presser } from '#modules/payments/index.ts'
import { type GivingPorts, later, waits } from './ports.ts'

const hash = (...parts: readonly string[]): string => digest('sha256', parts.join('\n'), 'base64url')

/** Keys sorted at every depth, so that the same request is the same text. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  return `{${Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`)
    .join(',')}}`
}

/** What a press sends: what is asked for, and how it is paid. */
type Pressed = { readonly reCaptcha?: string | undefined; readonly tokens: unknown; readonly browserInfo?: unknown }

/** What must be equal for two requests to be one (trust.md R3). A proof of work is spent by being sent, so it is left out. */
export const requestHashOf = ({ reCaptcha: _, ...payload }: Pressed): string => hash(canonical(payload))

/**
 * The key of one press. Without an Idempotency-Key it is made from whose visit it is and what is asked, without the card's token, and
 * means the same press for 15 minutes; after a decline the next press is a new one (decisions.md, payments 3).
 */
export async function keyOf(ports: GivingPorts, of: { presser: Presser; given: string | undefined; payload: Pressed; now: Date }): Promise<string> {
  if (of.given !== undefined) return givenKey(checkedKey(of.given))
  const { reCaptcha: _, tokens: __, browserInfo: ___, ...rest } = of.payload
  let key = `derived:${hash(canonical(rest))}`
  for (let seen = await findAttemptByKey(ports, of.presser, key); seen; seen = await findAttemptByKey(ports, of.presser, key)) {
    if (seen.state !== 'DECLINED' && seen.submittedAt > later(of.now, { minutes: -waits.derivedKeyMinutes })) break
    key = `derived:${hash(key, seen.id)}`
  }
  return key
}

/** Whose a press is. What was pressed before logging in, or before logging out, is the same browser's. */
export const presserOf = (viewer: Viewer, facts: Pick<RequestFacts, 'sessionId' | 'ip' | 'userAgent'>): Presser => ({
  scope: scopeOf(viewer, facts),
  visit: visitOf(facts),
})

/** Nothing is known of a visit but its address, which a whole mosque may share. */
export const isOnlyAnAddress = (viewer: Viewer, { sessionId }: Pick<RequestFacts, 'sessionId'>): boolean => viewer.kind === 'anonymous' && !sessionId

/**
 * Whether two requests under one key may be two gifts: under a key that was given, and under one made of nothing but an address. Otherwise a key
 * that was made names one visit's gift, whichever card was typed.
 */
export const mayMeetAnother = (viewer: Viewer, facts: Pick<RequestFacts, 'idempotencyKey' | 'sessionId'>): boolean =>
  facts.idempotencyKey !== undefined || isOnlyAnAddress(viewer, facts)

/** A key as the browser gave it. */
export const givenKey = (key: string): string => `given:${hash(key)}`

/**
 * The provider's key for making an intent: the same press asks for the same intent. `made` is all that the provider is told of it, because a provider
 * refuses a key that it knows with other words: what came to cost or be called otherwise between two presses is another intent.
 */
export const intentKeyOf = (scope: string, key: string, requestHash: string, { amount: { amount, currency }, ...made }: IntentMade): string =>
  `pi:${hash(scope, key, requestHash, String(amount), currency, canonical(made))}`

type IntentMade = {
  readonly amount: Money
  readonly description: string
  readonly metadata: Readonly<Record<string, string>>
  readonly customerId?: string | undefined
  readonly isBankDebit?: boolean
}
