import { one } from '#shared/collections.ts'
import { hash as digest } from 'node:crypto'
import { checkedKey } from '#shared/idempotency-key.ts'
import type { Currency, Money } from '#shared/money.ts'
import { addressKey } from '#shared/network.ts'
import { findAttemptByKey, type Requester } from '#modules/money/payments/index.ts'
import type { DonationLine } from '../order/order.ts'
import { type GivingPorts, addTime, timeouts } from '../ports.ts'
import type { IdentifiedRequest, Payer, PaymentPayload, PayRequest } from './pay-request.ts'
import { identifyRequester, isIpOnlyVisitor } from './requester.ts'

const hash = (...parts: readonly string[]): string => digest('sha256', parts.join('\n'), 'base64url')

/** Serializes a value with sorted keys at every depth, so that equal requests give equal texts. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  return `{${Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`)
    .join(',')}}`
}

/**
 * Hashes the request body; two requests with the same key must match (payments-2). The proof of work is left out,
 * because each proof works only once.
 */
const hashRequest = ({ reCaptcha: _, ...payload }: PaymentPayload): string => hash(canonical(payload))

/**
 * Hashes campaign, level, amount, currency and flags. Donations with the same hash and frequency are the same,
 * whatever the tip (payments-12).
 */
const hashDonation = (
  { campaignId, levelId, quantity, gift, isZakat, maximizeZakat, giftAid, taxReceipt }: DonationLine,
  currency: Currency,
): string =>
  hash(canonical([campaignId, levelId, quantity, gift, currency, isZakat, maximizeZakat, giftAid, taxReceipt])).slice(
    0,
    22,
  )

/**
 * Derives the key of a request without an Idempotency-Key from the payload without card token and browser data; the
 * requester's earlier attempts decide which key of the chain is free.
 * The key identifies the request for 15 minutes; after a decline the next request is a new one (payments-1).
 */
async function deriveKey(ports: GivingPorts, requester: Requester, payload: object, now: Date): Promise<string> {
  let key = `derived:${hash(canonical(payload))}`
  for (;;) {
    const earlier = await findAttemptByKey(ports, requester, key)
    const expiresBefore = addTime(now, { minutes: -timeouts.derivedKeyMinutes })
    if (!earlier || (earlier.state !== 'DECLINED' && earlier.submittedAt > expiresBefore)) return key
    key = `derived:${hash(key, earlier.id)}`
  }
}

/** Returns the scope of one charge of a plan; no requester's key can collide with it. */
export const scopeOfCharge = (chargeId: string): string => `plan:${chargeId}`
/** The only key in the scope of a plan's charge. */
export const keyOfCharge = 'charge'

/** Adds the requester, the key, a hash of the body and a hash of the donation to a request. */
export async function identifyPayRequest(ports: GivingPorts, request: PayRequest): Promise<IdentifiedRequest> {
  const { payer, payload, donation, once } = request
  const now = ports.clock()
  if (payer.kind === 'plan')
    return {
      ...request,
      requester: { scope: scopeOfCharge(payer.chargeId), visit: null },
      key: keyOfCharge,
      requestHash: '',
      // An off-session decline must not count against the donor's network.
      network: addressKey(payer.isOffSession ? '' : payer.ip),
      isOffSession: payer.isOffSession,
      donationHash: undefined,
      detectsDuplicates: false,
      now,
    }
  const { viewer, context } = payer
  const requester = identifyRequester(viewer, context)
  const { reCaptcha: _, tokens: __, browserInfo: ___, ...content } = payload
  const donationHash =
    once || 'problem' in donation ? undefined : hashDonation(one(donation.order.lines), donation.currency)
  return {
    ...request,
    requester,
    key:
      context.idempotencyKey === undefined
        ? await deriveKey(ports, requester, once ? { ...content, reference: once.reference } : content, now)
        : hashKey(checkedKey(context.idempotencyKey)),
    requestHash: hashRequest(payload),
    network: addressKey(context.ip),
    isOffSession: false,
    donationHash,
    // If only the IP address is known, the donor could be asked about a stranger's donation.
    detectsDuplicates: donationHash !== undefined && !isIpOnlyVisitor(viewer, context),
    now,
  }
}

/**
 * Returns whether two different requests may have the same key. This applies to keys that clients send and to keys
 * that are derived from an IP address only. Any other derived key identifies one donation of one visit, whichever
 * card was typed.
 */
export const mayCollide = (payer: Payer): boolean =>
  payer.kind === 'donor' && (payer.context.idempotencyKey !== undefined || isIpOnlyVisitor(payer.viewer, payer.context))

/** Returns the stored form of an Idempotency-Key. */
export const hashKey = (key: string): string => `given:${hash(key)}`

/**
 * Returns the provider's idempotency key for creating an intent. It covers the whole content, because a provider
 * refuses a known key with other content: if the price or a name changes between two requests, they get two intents.
 */
export const intentKeyOf = (
  scope: string,
  key: string,
  requestHash: string,
  { amount: { amount, currency }, ...content }: IntentContent,
): string => `pi:${hash(scope, key, requestHash, String(amount), currency, canonical(content))}`

type IntentContent = {
  readonly amount: Money
  readonly description: string
  readonly metadata: Readonly<Record<string, string>>
  readonly customerId?: string | undefined
  readonly isBankDebit?: boolean
}
