import { hash as digest } from 'node:crypto'
import type { RequestFacts } from '#shared/endpoint.ts'
import { checkedKey } from '#shared/idempotency-key.ts'
import type { Money } from '#shared/money.ts'
import { scopeOf, type Viewer, visitOf } from '#modules/platform/identity/index.ts'
import { findAttemptByKey, type Requester } from '#modules/money/payments/index.ts'
import type { GiftLine } from '../order.ts'
import { type GivingPorts, later, waits } from '../ports.ts'

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

/** What a request says: what is asked for, and how it is paid. */
type Request = { readonly reCaptcha?: string | undefined; readonly tokens: unknown; readonly browserInfo?: unknown }

/**
 * Hash of the request body; two requests with the same key must match (trust.md R3). A proof of work is spent by being
 * sent, so it is left out.
 */
export const hashRequest = ({ reCaptcha: _, ...payload }: Request): string => hash(canonical(payload))

/**
 * Hash of what makes two donations the same beside their frequency: campaign, level, amount, currency and flags,
 * whatever the tip (decision 55).
 */
export const hashDonation = (
  { campaignId, levelId, quantity, gift, isZakat, maximizeZakat, giftAid, taxReceipt }: GiftLine,
  currency: string,
): string =>
  hash(canonical([campaignId, levelId, quantity, gift, currency, isZakat, maximizeZakat, giftAid, taxReceipt])).slice(
    0,
    22,
  )

/**
 * The key of one request. Without an Idempotency-Key it is made from whose visit it is and what is asked, without the
 * card's token, and means the same request for 15 minutes; after a decline the next one is new (decisions.md, payments
 * 3).
 */
export async function keyOf(
  ports: GivingPorts,
  of: { requester: Requester; given: string | undefined; payload: Request; now: Date },
): Promise<string> {
  if (of.given !== undefined) return givenKey(checkedKey(of.given))
  const { reCaptcha: _, tokens: __, browserInfo: ___, ...rest } = of.payload
  let key = `derived:${hash(canonical(rest))}`
  for (
    let seen = await findAttemptByKey(ports, of.requester, key);
    seen;
    seen = await findAttemptByKey(ports, of.requester, key)
  ) {
    if (seen.state !== 'DECLINED' && seen.submittedAt > later(of.now, { minutes: -waits.derivedKeyMinutes })) break
    key = `derived:${hash(key, seen.id)}`
  }
  return key
}

/** Identifies the requester by account and browser, so that a key survives login and logout. */
export const identifyRequester = (
  viewer: Viewer,
  facts: Pick<RequestFacts, 'sessionId' | 'ip' | 'userAgent'>,
): Requester => ({
  scope: scopeOf(viewer, facts),
  visit: visitOf(facts),
})

/** Nothing is known of the visit but its address, which a whole mosque may share. */
export const isIpOnlyVisitor = (viewer: Viewer, { sessionId }: Pick<RequestFacts, 'sessionId'>): boolean =>
  viewer.kind === 'anonymous' && !sessionId

/**
 * Whether two requests under one key may be two donations: under a key that was given, and under one made of nothing
 * but an address. Otherwise a key that was made names one visit's donation, whichever card was typed.
 */
export const mayCollide = (viewer: Viewer, facts: Pick<RequestFacts, 'idempotencyKey' | 'sessionId'>): boolean =>
  facts.idempotencyKey !== undefined || isIpOnlyVisitor(viewer, facts)

/** A key as the browser gave it. */
export const givenKey = (key: string): string => `given:${hash(key)}`

/**
 * The provider's key for making an intent: the same request asks for the same intent. `made` is all that the provider
 * is told of it, because a provider refuses a key that it knows with other words: what came to cost or be called
 * otherwise between two requests is another intent.
 */
export const intentKeyOf = (
  scope: string,
  key: string,
  requestHash: string,
  { amount: { amount, currency }, ...made }: IntentMade,
): string => `pi:${hash(scope, key, requestHash, String(amount), currency, canonical(made))}`

type IntentMade = {
  readonly amount: Money
  readonly description: string
  readonly metadata: Readonly<Record<string, string>>
  readonly customerId?: string | undefined
  readonly isBankDebit?: boolean
}
