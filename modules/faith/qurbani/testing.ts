import { insertTeamMembers } from '#modules/causes/campaigns/index.ts'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { aSession } from '#modules/platform/identity/testing.ts'
import type { TestApp } from '#tests/support/app.ts'
import type { manualClock } from '#tests/support/ports.ts'
import type { QurbaniItemView } from './contract.ts'

type Answered<T> = T & {
  readonly status: number
  readonly code?: string
  readonly message?: string
  readonly fields?: Readonly<Record<string, string>>
}
type Called = { readonly token?: string; readonly payload?: object; readonly visit?: string }
type Paid = { id: string; intentId: string; challenge?: { url: string; token: string } }

/** The form of an item: shares of ten cows in Pakistan, £375 a cow. */
export const sharesOfCow = {
  title: 'A share of a cow in Pakistan',
  hijriYear: 1448,
  country: 'PK',
  animal: 'cow',
  unit: 'share',
  animalPrice: '375',
  capacity: '10',
  partner: 'Khidmat Welfare',
  opensOn: '2026-06-20',
}

/** A fundraiser in pounds with Qurbani items, its organizer, and donors who order. Needs the sandbox bank. */
export async function aQurbaniFundraiser(server: TestApp, clock: ReturnType<typeof manualClock>) {
  const { id: campaignId } = await aCampaign(server.app, { zakat_verified: true, gift_aid: true, ends_at: null })
  const organizer = await aSession(server.app)
  const { accountId } = organizer.viewer
  await server.app.write((tx) =>
    insertTeamMembers(tx, [{ campaignId, accountId, role: 'organizer', publicName: '', at: clock.now() }]),
  )
  let keys = 0
  let partners = 0

  async function call<T = Record<string, never>>(
    method: 'GET' | 'POST' | 'PATCH',
    url: string,
    { token, payload = {}, visit = `visit ${keys}` }: Called = {},
  ): Promise<Answered<T>> {
    const answer = await server.fastify.inject({
      method,
      url,
      headers: {
        'idempotency-key': `key ${(keys += 1)}`,
        'session-id': visit,
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
      },
      ...(method === 'GET' ? {} : { payload }),
    })
    const body = answer.json() as Record<string, unknown> & { result?: object }
    return { ...body, ...body.result, status: answer.statusCode } as unknown as Answered<T>
  }

  /**
   * Creates an item with shares of one cow, £54 each and £375 for the animal, unless the test says otherwise. Moves the
   * clock by a minute, so that its pieces are read again.
   */
  async function anItem(over: object = {}): Promise<QurbaniItemView> {
    const payload = {
      ...sharesOfCow,
      capacity: '1',
      partner: `Partner ${(partners += 1)}`,
      ...over,
    }
    const url = `/v4/campaigns/${campaignId}/qurbani-items`
    const item = await call<QurbaniItemView>('POST', url, { token: organizer.token, payload })
    if (item.status !== 200) throw new Error(`the item was not added: ${JSON.stringify(item)}`)
    clock.move({ minutes: 1 })
    return item
  }

  /** Orders one piece as a guest with a card that succeeds, unless the test says otherwise. */
  const order = (item: QurbaniItemView, over: object = {}, card = 'pm_card_visa', as: Called = {}) =>
    call<Paid>('POST', `/api/donate/donate/${campaignId}`, {
      ...as,
      payload: {
        amount: '54',
        currency: 'GBP',
        rewardID: item.id,
        tokens: [{ type: 'card', token: card }],
        ...(as.token ? {} : { guest: { email: `guest-${keys}@example.org`, name: 'Amina Yusuf' } }),
        ...over,
      },
    })

  return { campaignId, organizer, call, anItem, order }
}
