import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertTeamMembers } from '#modules/causes/campaigns/index.ts'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { aSession } from '#modules/platform/identity/testing.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'

let installation: TestApp
beforeAll(async () => {
  installation = await createTestApp()
})
afterAll(() => installation.close())

const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Version/18.5 Mobile/15E148 Safari/604.1'
const computer = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0.0.0 Safari/537.36'
let visitors = 0

/** A visitor on a network of their own views a fundraiser's page. */
async function view(slug: string, { agent = computer, query = '', from = '' } = {}): Promise<void> {
  visitors += 1
  const { statusCode } = await installation.fastify.inject({
    method: 'POST',
    url: '/api/projectapi/view',
    remoteAddress: `10.1.${Math.floor(visitors / 250)}.${visitors % 250}`,
    headers: { 'content-type': 'application/json', 'user-agent': agent },
    payload: { slug, query, from },
  })
  expect(statusCode).toBe(200)
}

async function aTeam(role: 'organizer' | 'editor') {
  const { id, slug } = await aCampaign(installation.app)
  const { token, viewer } = await aSession(installation.app)
  const member = { campaignId: id, accountId: viewer.accountId, role, publicName: '', at: installation.app.clock() }
  await installation.app.write((tx) => insertTeamMembers(tx, [member]))
  const read = async (bearer = token) => {
    const response = await installation.fastify.inject({
      url: `/v4/campaigns/${id}/page-views?period=7`,
      headers: { authorization: `Bearer ${bearer}` },
    })
    return { status: response.statusCode, body: response.json<Record<string, unknown>>() }
  }
  return { slug, read }
}

test('a team sees views by source, device and day, and a stranger nothing [content-45]', async () => {
  const { slug, read } = await aTeam('organizer')
  await view(slug, { agent: phone, query: '?src=mosque-board&amount=20' })
  await view(slug, { agent: phone, from: 'https://www.google.com/' })
  await view(slug, { from: 'https://duckduckgo.com/' })
  await view(slug)
  const { status, body } = await read()
  expect(status).toBe(200)
  expect(body).toMatchObject({
    views: 4,
    days: [{ day: installation.app.clock().toISOString().slice(0, 10), views: 4 }],
    sources: [
      { name: 'search', views: 2, percentage: 50 },
      { name: 'direct', views: 1, percentage: 25 },
      { name: 'mosque-board', views: 1, percentage: 25 },
    ],
    devices: [
      { name: 'computer', views: 2, percentage: 50 },
      { name: 'phone', views: 2, percentage: 50 },
    ],
    unrecorded: 0,
  })
  const stranger = await aSession(installation.app)
  expect((await read(stranger.token)).status).toBe(404)
})

test('links that name ever new sources add at most fifty a day [content-45]', async () => {
  const { slug, read } = await aTeam('organizer')
  for (let nth = 0; nth < 55; nth += 1) await view(slug, { query: `?src=link-${nth}` })
  const counted = await installation.app.db
    .selectFrom('campaigns.view_source as v')
    .innerJoin('campaigns.campaign as c', 'c.id', 'v.campaign_id')
    .select(['v.source', 'v.views'])
    .where('c.slug', '=', slug)
    .execute()
  expect(counted).toHaveLength(51)
  expect(counted.find(({ source }) => source === 'other')?.views).toBe(5n)
  const { body } = await read()
  expect(body).toMatchObject({ views: 55 })
  expect(body.sources).toHaveLength(16)
})
