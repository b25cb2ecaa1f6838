import type { ProductContract } from '#modules/contract.ts'
import type { ProofChallenge } from '#modules/money/payments/rules/proof-of-work.ts'
import type { InputOf, OutputOf } from '#shared/endpoint.ts'
import type { Wallet } from '#modules/money/payments/rules/wallets.ts'
import type { PublicConfiguration } from '#modules/money/payments/rules/card-fields.ts'
import { api, ApiError } from '#web/lib/api.ts'
import { pageLanguage } from '#web/features/money/giving/page-language.ts'
import { type OwnCard, ownCard, useCardSetup } from '#web/features/money/cards/use-new-card.tsx'

type Started = OutputOf<ProductContract, 'POST /v4/subscriptions'>
type Asked = Extract<Started, { status: 'challenge' }>
type GuestSaved = Extract<Started, { status: 'saved' }>
/** The request that starts a plan without an account, and its idempotency key. */
export type GuestRequest = {
  readonly body: InputOf<ProductContract, 'POST /v4/subscriptions'>
  readonly key: string
  /** What created the token: the card fields or a wallet. */
  readonly method: 'card' | Wallet
}

/** A proof of work may expire while the donor is on the page. */
const proofsMax = 3

async function send({ body, key }: GuestRequest): Promise<GuestSaved | Asked> {
  let reCaptcha: string | undefined
  for (let proofs = 0; ; proofs += 1) {
    try {
      const started = await api(
        'POST /v4/subscriptions',
        { ...body, ...(reCaptcha === undefined ? {} : { reCaptcha }) },
        { headers: { 'idempotency-key': key, ...pageLanguage() } },
      )
      // The donor logged in in another tab, so the plan needs one of the account's saved cards.
      if ('id' in started) throw new ApiError('network', 0, {})
      return started
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'human-check-required' || proofs >= proofsMax) throw error
      const { solveProof } = await import('#web/features/platform/identity/proof.ts')
      reCaptcha = await solveProof(error.body.proof as ProofChallenge)
    }
  }
}

/**
 * The requests that save a guest's card and start the plan with it. `requestOf` is called when the form is submitted.
 */
const guestCalls = (requestOf: () => GuestRequest) => ({
  add: ({ id, provider }: { readonly id: string; readonly provider: string }) => {
    const request = requestOf()
    return send({ ...request, body: { ...request.body, tokens: [{ type: request.method, token: id }], provider } })
  },
  finish: (setupId: string) => {
    const request = requestOf()
    return send({ ...request, body: { ...request.body, setupId } })
  },
})

/**
 * Runs the card part of the last step: saves the card to the account, or starts a guest's plan with it. `requestOf`:
 * returns the guest's request; undefined for an account.
 */
export const usePlanCard = (
  payments: PublicConfiguration,
  isWanted: boolean,
  requestOf: (() => GuestRequest) | undefined,
) => useCardSetup<OwnCard | GuestSaved>(payments, isWanted, requestOf ? guestCalls(requestOf) : ownCard)
