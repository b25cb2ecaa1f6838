import { call, ApiError } from '#web/lib/api.ts'
import { pageLanguage } from './page-language.ts'
import { isEmbedded, storeInTab, readFromTab, visitCookie } from '#web/lib/storage.ts'
import type { ProductContract } from '#modules/contract.ts'
import type { InputOf, OutputOf } from '#shared/endpoint.ts'
import type { Currency } from '#shared/money.ts'
import { claimDeadlineMs, transferMs } from '#modules/money/giving/rules/claim-deadline.ts'
import type { ProofChallenge } from '#modules/money/payments/rules/proof-of-work.ts'

export type DonateInput = InputOf<ProductContract, 'POST /api/donate/donate/:campaignId'>
export type DonateResult = OutputOf<ProductContract, 'POST /api/donate/donate/:campaignId'>
export type Paid = Extract<DonateResult, { status: 'succeeded' }>
export type Challenge = {
  readonly intentId: string
  /** The payment provider that issued the challenge. */
  readonly provider: string
  readonly url: string
  readonly token: string
  readonly clientSecret?: string | undefined
  /** The amount shown in the challenge; decimal major units. */
  readonly amount: string
  readonly currency: Currency
}

/**
 * The payment's outcome isn't known yet. Without `intentId`, the request may not have arrived; its idempotency key
 * tells. `message`: the server's text, if it sent one.
 */
export type UnknownOutcome = { readonly kind: 'confirming'; readonly message?: string | undefined } & (
  | { readonly intentId: string; readonly token: string }
  | { readonly intentId?: undefined; readonly token?: undefined }
)

/** The outcome of a payment request. */
export type PaymentOutcome =
  | { readonly kind: 'paid'; readonly paid: Paid }
  | { readonly kind: 'challenge'; readonly challenge: Challenge }
  /** A bank debit was submitted and settles within days. */
  | ({ readonly kind: 'pending' } & ThanksRecord)
  | UnknownOutcome
  | { readonly kind: 'refused'; readonly refusal: ApiError; readonly isFinal: boolean }

export type Environment = { readonly sleep: (ms: number) => Promise<void>; readonly random: () => number }
export const environment: Environment = {
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  random: () => Math.random(),
}

/** Resolves after the longest time that a paid donor waits for other requests before the thank-you page. */
export const thanksTimeout = () => environment.sleep(4000)

const triesMax = 3
/** Limit per payment request: a proof of work that took long may be too easy when it arrives. */
const proofsMax = 3

/** Pays for a single donation. */
export const donate = (
  input: DonateInput,
  ids: { key: string; sessionId: string },
  within: Environment = environment,
): Promise<PaymentOutcome> =>
  sendPayment(
    (reCaptcha) =>
      call('POST /api/donate/donate/:campaignId', reCaptcha === undefined ? input : { ...input, reCaptcha }, {
        headers: headersOf(ids),
      }),
    within,
  )

export const headersOf = (ids: { key: string; sessionId: string }) => ({
  'idempotency-key': ids.key,
  'session-id': ids.sessionId,
  ...pageLanguage(),
})

/**
 * Sends one payment request and retries transient errors with the same idempotency key only (payments-14), so the donor
 * is charged at most once however often the network fails. `isFinal`: the key has its response, so the next request
 * needs a new key.
 */
export async function sendPayment(
  send: (reCaptcha: string | undefined) => Promise<{ readonly result: DonateResult }>,
  { sleep, random }: Environment = environment,
  inProgressTriesMax = 25,
): Promise<PaymentOutcome> {
  let failures = 0
  let waits = 0
  let proofs = 0
  let reCaptcha: string | undefined
  for (;;) {
    try {
      storeInTab(sentAtKey, Date.now())
      return toOutcome((await send(reCaptcha)).result)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.code === 'attempt-in-progress' && waits < inProgressTriesMax) {
        waits += 1
        await sleep(1000)
      } else if (error.code === 'human-check-required' && proofs < proofsMax) {
        proofs += 1
        const { solveProof } = await import('#web/features/platform/identity/proof.ts')
        reCaptcha = await solveProof(error.body.proof as ProofChallenge)
      } else if (
        error.isRetryable &&
        error.code !== 'too-many-attempts' &&
        error.code !== 'human-check-required' &&
        failures < triesMax
      ) {
        failures += 1
        await sleep(Math.min(8000, 500 * 2 ** failures) * (0.5 + random() / 2))
      } else return unknownOutcomeOf(error) ?? { kind: 'refused', refusal: error, isFinal: !isOutcomeUnknown(error) }
    }
  }
}

/**
 * Returns whether the payment may still succeed after this error: there was no response, or the server couldn't tell.
 * Errors without a code come from a proxy, not from this server.
 */
const isOutcomeUnknown = (error: ApiError): boolean =>
  error.isRetryable || !error.code || error.code === 'attempt-in-progress'

/**
 * Returns the unknown outcome if the server can't reach its database: the payment may have been made, so the page must
 * not offer to pay again.
 */
export const unknownOutcomeOf = (error: ApiError): UnknownOutcome | undefined =>
  error.code === 'database-unavailable' ? { kind: 'confirming', message: error.message } : undefined

/** Returns the result if it has the given field. Throws if a proxy emptied the response. */
function requireField<Result extends object>(result: Result, sign: keyof Result): Result {
  if (!result?.[sign]) throw new ApiError('network', 0, {})
  return result
}

function toOutcome(answer: DonateResult): PaymentOutcome {
  const result = requireField(answer, 'id')
  if ('challenge' in result) return { kind: 'challenge', challenge: { intentId: result.id, ...result.challenge } }
  if (result.status === 'succeeded') return { kind: 'paid', paid: result }
  if (result.pending) return { kind: 'pending', intentId: result.id, token: result.token }
  return { kind: 'confirming', intentId: result.id, token: result.token, message: result.message }
}

/** Fetches the outcome after a 3-D Secure challenge; the server verifies it with the provider. */
export async function finishChallenge(challenge: Challenge): Promise<PaymentOutcome> {
  try {
    const { result } = await call('POST /api/donate/challenge', { id: challenge.intentId, challenge: challenge.token })
    return toOutcome(result)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (isOutcomeUnknown(error))
      return { kind: 'confirming', intentId: challenge.intentId, token: challenge.token, ...messageOf(error) }
    return { kind: 'refused', refusal: error, isFinal: true }
  }
}

/**
 * Returns the status of a payment that started in this tab. Call it before paying again, so that a reload never charges
 * twice (payments-14).
 */
export const fetchPaymentStatus = (ids: { intentId: string; token: string }) =>
  requestStatus('GET /v4/donations/:intentId', ids)

/** Cancels the 3-D Secure challenge. Returns undefined if the payment can no longer be charged. */
export const postCancelChallenge = ({ intentId, token }: Challenge) =>
  requestStatus('POST /v4/donations/:intentId/stop', { intentId, token })

async function requestStatus(
  name: 'GET /v4/donations/:intentId' | 'POST /v4/donations/:intentId/stop',
  ids: { intentId: string; token: string },
): Promise<PaymentOutcome | undefined> {
  try {
    const result = requireField((await call(name, ids)).result, 'id')
    if (result.paid) return { kind: 'paid', paid: result.paid }
    if (result.challenge) return { kind: 'challenge', challenge: { intentId: ids.intentId, ...result.challenge } }
    if (result.pending) return { kind: 'pending', ...ids }
    return result.status === 'processing' || result.status === 'unknown' ? { kind: 'confirming', ...ids } : undefined
  } catch (error) {
    if (!(error instanceof ApiError)) return { kind: 'confirming', ...ids }
    return isOutcomeUnknown(error) ? { kind: 'confirming', ...ids, ...messageOf(error) } : undefined
  }
}

const messageOf = (error: ApiError): { readonly message?: string | undefined } => ({
  message: unknownOutcomeOf(error)?.message,
})

/**
 * Finds the donation by the idempotency key of a request whose response never arrived. Returns undefined if the request
 * didn't arrive either; throws if the server can't tell.
 */
async function findDonationByKey(key: string): Promise<{ intentId: string; token: string } | undefined> {
  for (;;) {
    try {
      return requireField(
        (await call('GET /v4/payment-attempts/by-key/:key', { key }, { headers: { 'session-id': sessionId() } }))
          .result,
        'intentId',
      )
    } catch (error) {
      if (!(error instanceof ApiError) || isOutcomeUnknown(error)) throw error
      // A recent request may not have been claimed yet. A clock change doesn't prolong the wait.
      if (Math.abs(Date.now() - (readFromTab<number>(sentAtKey) ?? 0)) > claimDeadlineMs + transferMs) return undefined
      await environment.sleep(1000)
    }
  }
}

/** Returns the outcome of the pending request in this tab; undefined if nothing was or will be charged. */
export async function fetchPendingOutcome(pendingRequest: PendingRequest): Promise<PaymentOutcome | undefined> {
  const ids =
    pendingRequest.intentId && pendingRequest.token
      ? { intentId: pendingRequest.intentId, token: pendingRequest.token }
      : await findDonationByKey(pendingRequest.key)
  return ids && fetchPaymentStatus(ids)
}

/** Storage key of the time at which this tab last sent a payment request. */
const sentAtKey = 'sunbul.sent'
const pendingRequestKey = 'sunbul.pending-request'
/** A payment request without a final outcome, stored in this tab only. Contains no name and no card (payments-14). */
export type PendingRequest = {
  readonly key: string
  readonly slug: string
  readonly intentId?: string
  readonly token?: string
  /** Words of support, posted after the payment; a reload would lose them. */
  readonly words?: string | undefined
}

export const savePendingRequest = (pendingRequest: PendingRequest | undefined): void =>
  storeInTab(pendingRequestKey, pendingRequest)
export function readPendingRequest(slug: string): PendingRequest | undefined {
  const pendingRequest = readFromTab<PendingRequest>(pendingRequestKey)
  return pendingRequest?.slug === slug ? pendingRequest : undefined
}

const thanksKey = 'sunbul.thanks'
/** The data that the thank-you page needs: an opaque token, no name and no card (payments-14). */
export type ThanksRecord = {
  readonly intentId: string
  readonly token: string
  readonly guest?: { readonly id: string; readonly token: string } | undefined
  /** Whether the bank debit hasn't settled yet. */
  readonly isPending?: boolean | undefined
}

export const storeThanksRecord = ({ intentId, token, guest, isPending }: ThanksRecord): void =>
  storeInTab(thanksKey, { intentId, token, guest, isPending })
export const readThanksRecord = (): ThanksRecord | undefined => readFromTab(thanksKey)

const visitKey = 'sunbul.visit'
/**
 * Returns this browser's visit id for the `session-id` header (S2 §7). All tabs share it through a cookie, so a
 * donation made in a closed tab is found from another. A tab keeps its first id even if the cookie changes, because its
 * pending request is stored under that id.
 */
export function sessionId(): string {
  const isFramed = isEmbedded()
  const known =
    readFromTab<string>(visitKey) ??
    (isFramed ? undefined : new RegExp(`\\b${visitCookie}=([\\w-]+)`).exec(document.cookie)?.[1]) ??
    crypto.randomUUID()
  storeInTab(visitKey, known)
  if (!isFramed)
    document.cookie = `${visitCookie}=${known}; Path=/; SameSite=Lax${location.protocol === 'https:' ? '; Secure' : ''}`
  return known
}
