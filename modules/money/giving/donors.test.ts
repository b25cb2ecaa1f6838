import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { manualClock } from '#tests/support/ports.ts'
import type { GivingPorts } from './ports.ts'
import { settle } from './payment/settle.ts'
import { aClaimedAttempt, aLine, anOrder } from './testing.ts'

let installation: TestApp
const clock = manualClock()
beforeAll(async () => {
  installation = await createTestApp({ clock: clock.now })
})
afterAll(() => installation.close())

async function given(campaignId: bigint, gift: number, over: Parameters<typeof aLine>[2] = {}) {
  const line = aLine(installation.app, campaignId, {
    gift: String(gift),
    tip: '0',
    customName: `Donor ${gift}`,
    ...over,
  })
  const attempt = await aClaimedAttempt(installation.app, anOrder([line]))
  await settle(installation.app as GivingPorts, attempt, {
    kind: 'succeeded',
    chargeId: `ch_${line.donationId}`,
    amount: attempt.amount,
    currency: 'GBP',
  })
  return line.donationId
}

type Donor = { readonly name: string | null; readonly amount: string }
type Page = { readonly donors: readonly Donor[]; readonly lastId: string | null }
async function pageOf(campaignId: bigint, order: 'newest' | 'top', lastId: string | null): Promise<Page> {
  const answer = await installation.fastify.inject({
    method: 'POST',
    url: '/api/projectapi/donors',
    payload: { id: String(campaignId), order, lastId },
  })
  return answer.json<{ result: Page }>().result
}
async function all(campaignId: bigint, order: 'newest' | 'top'): Promise<Donor[]> {
  const donors: Donor[] = []
  let lastId: string | null = null
  do {
    const page = await pageOf(campaignId, order, lastId)
    donors.push(...page.donors)
    lastId = page.lastId
  } while (lastId !== null)
  return donors
}

test('donors are listed newest or largest first, page by page without gaps or repetitions [S2 §7]', async () => {
  const { id } = await aCampaign(installation.app)
  const gifts: number[] = []
  // Many donations share amount and time, so the id decides the order.
  for (let count = 0; count < 27; count++) {
    if (count % 3 === 0) clock.move({ seconds: 1 })
    gifts.push(100 * (1 + (count % 4)))
    await given(id, gifts.at(-1)!, { customName: `Donor ${count}` })
  }
  const newest = await all(id, 'newest')
  expect(new Set(newest.map(({ name }) => name)).size).toBe(27)
  expect(newest[0]!.name).toMatch(/Donor 2[456]/)
  const top = await all(id, 'top')
  expect(new Set(top.map(({ name }) => name)).size).toBe(27)
  expect(top.map(({ amount }) => amount)).toEqual(gifts.sort((a, b) => b - a).map((gift) => (gift / 100).toFixed(2)))
})

test('a donor has exactly these fields, and an invalid cursor starts from the beginning', async () => {
  const { id } = await aCampaign(installation.app)
  await given(id, 2550, { location: 'Leicester', isZakat: true })
  const answer = await installation.fastify.inject({
    method: 'POST',
    url: '/api/projectapi/donors',
    payload: { id: Number(id), lastId: 'nonsense' },
  })
  expect(answer.json()).toEqual({
    success: true,
    message: '',
    result: {
      donors: [
        {
          name: 'Donor 2550',
          location: 'Leicester',
          amount: '25.50',
          currency: 'GBP',
          zakah: true,
          createdAt: clock.now().toISOString(),
        },
      ],
      lastId: null,
    },
  })
})

test('an anonymous donor has neither name nor place in either order [privacy-1]', async () => {
  const { id } = await aCampaign(installation.app)
  await given(id, 9900, { isAnonymous: true, customName: 'Amina', location: 'Leicester' })
  for (const order of ['newest', 'top'] as const) {
    const answer = await installation.fastify.inject({ url: `/v4/campaigns/${id}/donors?order=${order}` })
    expect(answer.json<{ donors: object[] }>().donors).toMatchObject([{ name: null, place: null, gift: 9900 }])
    expect(answer.body).not.toMatch(/Amina|Leicester/)
  }
})

test('concurrent requests for several campaigns each get their own list at the requested length', async () => {
  const [many, one, none] = [
    await aCampaign(installation.app),
    await aCampaign(installation.app),
    await aCampaign(installation.app),
  ]
  for (const gift of [100, 200, 300]) {
    clock.move({ seconds: 1 })
    await given(many.id, gift)
  }
  await given(one.id, 400)
  const names = async (campaignId: bigint, limit: number) =>
    (await installation.fastify.inject({ url: `/v4/campaigns/${campaignId}/donors?limit=${limit}` })).json<{
      donors: Donor[]
      next: string | null
    }>()
  const lists = await Promise.all([
    names(many.id, 10),
    names(one.id, 10),
    names(none.id, 10),
    names(many.id, 2),
    names(many.id, 10),
  ])
  expect(lists.map(({ donors }) => donors.map(({ name }) => name))).toEqual([
    ['Donor 300', 'Donor 200', 'Donor 100'],
    ['Donor 400'],
    [],
    ['Donor 300', 'Donor 200'],
    ['Donor 300', 'Donor 200', 'Donor 100'],
  ])
  expect(lists.map(({ next }) => next !== null)).toEqual([false, false, false, true, false])
})
