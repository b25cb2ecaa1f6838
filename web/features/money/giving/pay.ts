import { call, Refused } from '../../../lib/api.ts'
import { pageLanguage } from './page-language.ts'
import { isEmbedded, keep, kept, visitCookie } from '../../../lib/storage.ts'
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
  /** Name of the payment provider that shows it. */
  readonly provider: string
  readonly url: string
  readonly token: string
  readonly clientSecret?: string | undefined
  /** What the bank asks about; decimal major units. */
  readonly amount: string
  readonly currency: Currency
}

/**
 * Whether it was paid is not known yet. Without `intentId` not even whether the request arrived: its key asks.
 * `message`: the server's sentence, in place of the page's own sentence.
 */
export type Unknown = { readonly kind: 'confirming'; readonly message?: string | undefined } & (
  | { readonly intentId: string; readonly token: string }
  | { readonly intentId?: undefined; readonly token?: undefined }
)

/** Where a press of the button led. */
export type Ending =
  | { readonly kind: 'paid'; readonly paid: Paid }
  | { readonly kind: 'challenge'; readonly challenge: Challenge }
  /** A bank account pays within days. */
  | ({ readonly kind: 'pending' } & ThanksRecord)
  | Unknown
  | { readonly kind: 'refused'; readonly refusal: Refused; readonly isFinal: boolean }

export type World = { readonly sleep: (ms: number) => Promise<void>; readonly random: () => number }
export const world: World = {
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  random: () => Math.random(),
}

/** Longest wait for anything else before a paid donor is thanked. */
export const atMost = () => world.sleep(4000)

const triesMax = 3
/** Proofs of work for one attempt: one that took long may be too easy by the time it is sent. */
const proofsMax = 3

/** A gift of its own. */
export const give = (
  input: DonateInput,
  ids: { key: string; sessionId: string },
  within: World = world,
): Promise<Ending> =>
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
 * One press, one key. What may pass by itself is tried again with the same key only (payments-14), so however often the
 * network fails the donor is charged once or not at all. `isFinal`: the key has had its answer, the next press needs a
 * new one.
 */
export async function sendPayment(
  send: (reCaptcha: string | undefined) => Promise<{ readonly result: DonateResult }>,
  { sleep, random }: World = world,
  inProgressTriesMax = 25,
): Promise<Ending> {
  let failures = 0
  let waits = 0
  let proofs = 0
  let reCaptcha: string | undefined
  for (;;) {
    try {
      keep(sentKey, Date.now())
      return endingOf((await send(reCaptcha)).result)
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      if (error.code === 'attempt-in-progress' && waits < inProgressTriesMax) {
        waits += 1
        await sleep(1000)
      } else if (error.code === 'human-check-required' && proofs < proofsMax) {
        proofs += 1
        const { solveProof } = await import('../../platform/identity/proof.ts')
        reCaptcha = await solveProof(error.body.proof as ProofChallenge)
      } else if (
        error.isRetryable &&
        error.code !== 'too-many-attempts' &&
        error.code !== 'human-check-required' &&
        failures < triesMax
      ) {
        failures += 1
        await sleep(Math.min(8000, 500 * 2 ** failures) * (0.5 + random() / 2))
      } else return unknownOf(error) ?? { kind: 'refused', refusal: error, isFinal: !leavesOpen(error) }
    }
  }
}

/**
 * Whether a response leaves the result of a payment open: none, one from another server, or "unknown".
 * Unknown is not failed. Our refusals have a code; one without comes from a proxy in between.
 */
const leavesOpen = (error: Refused): boolean => error.isRetryable || !error.code || error.code === 'attempt-in-progress'

/** The server cannot reach its records: the payment may have been made, so no form that would pay again is shown. */
export const unknownOf = (error: Refused): Unknown | undefined =>
  error.code === 'database-unavailable' ? { kind: 'confirming', message: error.message } : undefined

/** An answer that something in between has emptied is none. */
function heard<Result extends object>(result: Result, sign: keyof Result): Result {
  if (!result?.[sign]) throw new Refused('network', 0, {})
  return result
}

function endingOf(answer: DonateResult): Ending {
  const result = heard(answer, 'id')
  if ('challenge' in result) return { kind: 'challenge', challenge: { intentId: result.id, ...result.challenge } }
  if (result.status === 'succeeded') return { kind: 'paid', paid: result }
  if (result.pending) return { kind: 'pending', intentId: result.id, token: result.token }
  return { kind: 'confirming', intentId: result.id, token: result.token, message: result.message }
}

/** After the bank's question, however it went: the server asks the bank. */
export async function finishChallenge(challenge: Challenge): Promise<Ending> {
  try {
    const { result } = await call('POST /api/donate/challenge', { id: challenge.intentId, challenge: challenge.token })
    return endingOf(result)
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    if (leavesOpen(error))
      return { kind: 'confirming', intentId: challenge.intentId, token: challenge.token, ...messageOf(error) }
    return { kind: 'refused', refusal: error, isFinal: true }
  }
}

/**
 * What became of a gift that was begun here before: asked first, so that a reload never charges again (payments-14).
 */
export const resume = (ids: { intentId: string; token: string }) => standing('GET /v4/donations/:intentId', ids)

/** Cancels the 3-D Secure challenge; undefined: the payment can no longer be charged. */
export const stopChallenge = ({ intentId, token }: Challenge) =>
  standing('POST /v4/donations/:intentId/stop', { intentId, token })

async function standing(
  name: 'GET /v4/donations/:intentId' | 'POST /v4/donations/:intentId/stop',
  ids: { intentId: string; token: string },
): Promise<Ending | undefined> {
  try {
    const result = heard((await call(name, ids)).result, 'id')
    if (result.paid) return { kind: 'paid', paid: result.paid }
    if (result.challenge) return { kind: 'challenge', challenge: { intentId: ids.intentId, ...result.challenge } }
    if (result.pending) return { kind: 'pending', ...ids }
    return result.status === 'processing' || result.status === 'unknown' ? { kind: 'confirming', ...ids } : undefined
  } catch (error) {
    if (!(error instanceof Refused)) return { kind: 'confirming', ...ids }
    return leavesOpen(error) ? { kind: 'confirming', ...ids, ...messageOf(error) } : undefined
  }
}

const messageOf = (error: Refused): { readonly message?: string | undefined } => ({
  message: unknownOf(error)?.message,
})

/**
 * The gift of a press whose answer never arrived; undefined: the press never did either. Throws where that cannot be
 * known.
 */
async function findDonationByKey(key: string): Promise<{ intentId: string; token: string } | undefined> {
  for (;;) {
    try {
      return heard(
        (await call('GET /v4/payment-attempts/by-key/:key', { key }, { headers: { 'session-id': sessionId() } }))
          .result,
        'intentId',
      )
    } catch (error) {
      if (!(error instanceof Refused) || leavesOpen(error)) throw error
      // A recent request may not have been claimed yet. A clock change doesn't prolong the wait.
      if (Math.abs(Date.now() - (kept<number>(sentKey) ?? 0)) > claimDeadlineMs + transferMs) return undefined
      await world.sleep(1000)
    }
  }
}

/** What came of a press that this tab still keeps; undefined: nothing that could charge anybody. */
export async function readEnding(pendingRequest: PendingRequest): Promise<Ending | undefined> {
  const begun =
    pendingRequest.intentId && pendingRequest.token
      ? { intentId: pendingRequest.intentId, token: pendingRequest.token }
      : await findDonationByKey(pendingRequest.key)
  return begun && resume(begun)
}

/** When a press was last sent from this tab. */
const sentKey = 'sunbul.sent'
const pendingRequestKey = 'sunbul.pending-request'
/** A press that has not had its end: kept for this tab only, without a name or a card in it (payments-14). */
export type PendingRequest = {
  readonly key: string
  readonly slug: string
  readonly intentId?: string
  readonly token?: string
  /** Words of support, said once it is paid: a form that was loaded anew has lost them. */
  readonly words?: string | undefined
}

export const savePendingRequest = (pendingRequest: PendingRequest | undefined): void =>
  keep(pendingRequestKey, pendingRequest)
export function readPendingRequest(slug: string): PendingRequest | undefined {
  const pendingRequest = kept<PendingRequest>(pendingRequestKey)
  return pendingRequest?.slug === slug ? pendingRequest : undefined
}

const thanksKey = 'sunbul.thanks'
/** What the thank-you page needs and no more: an opaque token, no name, no card (payments-14). */
export type ThanksRecord = {
  readonly intentId: string
  readonly token: string
  readonly guest?: { readonly id: string; readonly token: string } | undefined
  /** Its bank has not paid yet. */
  readonly isPending?: boolean | undefined
}

export const keepThanks = ({ intentId, token, guest, isPending }: ThanksRecord): void =>
  keep(thanksKey, { intentId, token, guest, isPending })
export const keptThanks = (): ThanksRecord | undefined => kept(thanksKey)

const visitKey = 'sunbul.visit'
/**
 * This browser's visit, for the `session-id` header of S2 §7: one for all its tabs, so that a gift made in one that was
 * closed is known in the next. A tab stays in the visit that it first pressed in, whatever becomes of the cookie: under
 * another its press would not be found.
 */
export function sessionId(): string {
  const isFramed = isEmbedded()
  const known =
    kept<string>(visitKey) ??
    (isFramed ? undefined : new RegExp(`\\b${visitCookie}=([\\w-]+)`).exec(document.cookie)?.[1]) ??
    crypto.randomUUID()
  keep(visitKey, known)
  if (!isFramed)
    document.cookie = `${visitCookie}=${known}; Path=/; SameSite=Lax${location.protocol === 'https:' ? '; Secure' : ''}`
  return known
}
