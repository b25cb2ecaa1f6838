import { aSession } from '#modules/platform/identity/testing.ts'
import { drainOutbox } from '#server/jobs/outbox.ts'
import type { TestApp } from '#tests/support/app.ts'

type Answered<T> = { readonly status: number; readonly body: T & { readonly code?: string; readonly message?: string } }

/** Creates helpers for tests of refunds: donations that the sandbox bank charged, and staff who may refund them. */
export function refundHelpers(installation: TestApp) {
  const { app, fastify, sandbox } = installation
  let keys = 0

  const ask = async <T = Record<string, never>>(
    token: string,
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    url: string,
    payload: object = {},
    key?: string,
  ): Promise<Answered<T>> => {
    const answer = await fastify.inject({
      method,
      url,
      headers: {
        authorization: `Bearer ${token}`,
        ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
      ...(method === 'GET' ? {} : { payload }),
    })
    return { status: answer.statusCode, body: answer.json() as never }
  }

  /**
   * Creates a paid donation with its receipt and totals, by default 20.00 with a tip of 3.20; `donor` is a token.
   * Confirms a duplicate.
   */
  async function donation(
    campaignId: bigint | string,
    over: object = {},
    donor?: string,
  ): Promise<{ donationId: string; intentId: string }> {
    const nth = (keys += 1)
    const answer = await fastify.inject({
      method: 'POST',
      url: `/api/donate/donate/${campaignId}`,
      headers: {
        'content-type': 'application/json',
        'idempotency-key': `donation-${nth}`,
        'session-id': `visit-${nth}`,
        ...(donor ? { authorization: `Bearer ${donor}` } : {}),
      },
      payload: {
        amount: '20',
        feeAmount: '3.20',
        currency: 'GBP',
        tokens: [{ type: 'card', token: 'pm_card_visa' }],
        ...(donor ? {} : { guest: { email: `guest-${nth}@example.org`, name: 'Bilal Khan' } }),
        ...over,
      },
    })
    const { result } = answer.json() as {
      result: { id: string; intentId: string; status: string; duplicateOf?: string } | null
    }
    if (result?.duplicateOf) return donation(campaignId, { ...over, repeatOf: result.duplicateOf }, donor)
    if (result?.status !== 'succeeded') throw new Error(`the gift was not paid: ${answer.body}`)
    await drainOutbox(app)
    return { donationId: result.id, intentId: result.intentId }
  }

  /** Pays for a donation to each campaign with a tip in one basket; amounts are in minor units. */
  async function basketDonation(
    campaignIds: readonly bigint[],
    {
      currency,
      amount,
      tip,
      cardToken = 'pm_card_visa',
    }: { readonly currency: string; readonly amount: number; readonly tip: number; readonly cardToken?: string },
  ): Promise<{ intentId: string }> {
    const { token, viewer } = await aSession(app)
    const baskets = `/v4/checkout/${viewer.accountId}/baskets`
    const basket = (await ask<{ id: string }>(token, 'POST', baskets, { currency })).body.id
    for (const id of campaignIds)
      await ask(token, 'POST', `${baskets}/${basket}/items`, {
        item: { projectId: String(id), amount, currency },
        basketTip: tip,
      })
    const tokens = [{ type: 'card', token: cardToken }]
    const response = await ask<{ intentId: string }>(
      token,
      'POST',
      `${baskets}/${basket}/checkout`,
      { tokens },
      `basket-${basket}`,
    )
    if (response.status !== 200) throw new Error(`the basket was not paid: ${JSON.stringify(response.body)}`)
    await drainOutbox(app)
    return { intentId: response.body.intentId }
  }

  const staff = async (...roles: string[]) =>
    (await aSession(app, { roles: roles.length > 0 ? roles : ['finance'], firstName: 'Farah', lastName: 'Finance' }))
      .token

  /** Refunds a payment, by default everything. */
  const refund = (token: string, intentId: string, over: object = {}, key = `refund-${(keys += 1)}`) =>
    ask<{ id: string; state: string; amount: number }>(
      token,
      'POST',
      `/v4/staff/donations/${intentId}/refunds`,
      { everything: true, reason: 'mistake', ...over },
      key,
    )

  const paymentOf = (intentId: string) =>
    app.db
      .selectFrom('payments.intent')
      .select(['state', 'provider_intent_id as providerId'])
      .where('id', '=', intentId)
      .executeTakeFirstOrThrow()
  const stateOf = async (intentId: string) => (await paymentOf(intentId)).state
  const providerIdOf = async (intentId: string) => (await paymentOf(intentId)).providerId
  /** Returns the bank's id of the charge. */
  const chargeOf = async (intentId: string) =>
    sandbox!.gateway.intent(await providerIdOf(intentId)).object.latest_charge as string

  /** Returns the amount that the bank itself has refunded of a payment. */
  async function truth(intentId: string) {
    const id = await providerIdOf(intentId)
    return [...sandbox!.gateway.store.truth.values()].find((row) => row.payment_intent === id)!.refunded
  }

  /** Makes the next refund fail. */
  const breakNext = (fault: string) =>
    fetch(`${sandbox!.url}/admin/faults`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${app.config.SANDBOX_SECRET_KEY}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: `match=next_refund&fault=${fault}`,
    })

  return {
    ask,
    donation,
    basketDonation,
    staff,
    refund,
    stateOf,
    providerIdOf,
    chargeOf,
    truth,
    breakNext,
    drain: () => drainOutbox(app),
  }
}
