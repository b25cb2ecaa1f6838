import { afterAll, beforeAll, expect, test } from 'vitest'
import { campaignsToChoose } from '#modules/causes/campaigns/index.ts'
import { anOrganization } from '#modules/causes/organizations/testing.ts'
import { aMemberOf, ask } from '#modules/organizers/charities/testing.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'

let installation: TestApp
beforeAll(async () => {
  installation = await createTestApp({ withSandbox: true })
})
afterAll(() => installation.close())

/** Creates a published page; returns its campaign and functions to change and publish it again. */
async function aPage(fields: object) {
  const charity = await anOrganization(installation.app)
  const { token } = await aMemberOf(installation, charity.id.toString(), 'owner')
  const path = `/v4/organizations/${charity.slug}/hosted-pages`
  const { body } = await ask(installation, token, 'POST', path, {
    title: 'Winter appeal',
    description: '<p>Coats.</p>',
    category: 'community',
    goalCurrency: 'GBP',
    ...fields,
  })
  const page = body as unknown as { slug: string; legacyCampaignId: string; legacyCampaignSlug: string }
  const published = await ask(installation, token, 'POST', `${path}/${page.slug}/state`, { state: 'published' })
  expect(published.status, published.text).toBe(200)
  return { ...page, token, path: `${path}/${page.slug}`, charity }
}

const card = [{ type: 'card', token: 'pm_card_visa' }]
const donate = (campaignId: string, over: object = {}) =>
  ask(installation, '', 'POST', `/api/donate/donate/${campaignId}`, {
    amount: '20',
    currency: 'GBP',
    tokens: card,
    ...over,
  })
const refusalOf = ({ status, body }: Awaited<ReturnType<typeof ask>>) => [status, body.code]

test('a page takes one-time donations by default, by every method and with tips (pages-9)', async () => {
  const page = await aPage({})
  expect((await donate(page.legacyCampaignId, { feeAmount: '3' })).body).toMatchObject({ status: 'succeeded' })
  const month = await donate(page.legacyCampaignId, { frequency: 'month' })
  expect(refusalOf(month)).toEqual([400, 'frequency-not-offered'])
})

test('refuses frequencies, methods and tips that are off, and nothing is charged (pages-9)', async () => {
  const page = await aPage({
    frequencies: { oneTime: false, monthly: true },
    paymentMethods: { creditCard: false },
    tipsEnabled: false,
  })
  const charges = installation.sandbox!.gateway.store.truth.size
  const once = await donate(page.legacyCampaignId, { paymentMethod: 'applepay' })
  expect(refusalOf(once)).toEqual([400, 'frequency-not-offered'])
  const byCard = await donate(page.legacyCampaignId, { frequency: 'month' })
  expect(refusalOf(byCard)).toEqual([400, 'payment-method-not-offered'])
  const tipped = await donate(page.legacyCampaignId, { frequency: 'month', paymentMethod: 'applepay', feeAmount: '3' })
  expect([tipped.status, Object.keys(tipped.body.fields ?? {})]).toEqual([400, ['feeAmount']])
  expect(installation.sandbox!.gateway.store.truth.size).toBe(charges)
})

test('offers plans at its frequencies, yearly with monthly, and ends them when they are turned off (pages-9)', async () => {
  const page = await aPage({ frequencies: { monthly: true, daily: true } })
  const offered = async () => {
    const { body } = await ask(installation, '', 'GET', `/v4/plans/by-campaign/${page.legacyCampaignId}`)
    return (body as unknown as { plans: { frequency: string }[] }).plans.map(({ frequency }) => frequency)
  }
  expect(await offered()).toEqual(['day', 'month', 'year'])
  await ask(installation, page.token, 'PATCH', page.path, { frequencies: { monthly: false } })
  await ask(installation, page.token, 'POST', `${page.path}/state`, { state: 'published' })
  expect(await offered()).toEqual(['day'])
})

test('a level is for its frequency only (pages-9)', async () => {
  const page = await aPage({
    frequencies: { monthly: true },
    givingLevels: [{ amount: 2500, title: 'A coat a month', frequency: 'monthly' }],
  })
  const { body } = await ask(installation, '', 'GET', `/v4/campaign-pages/${page.legacyCampaignSlug}`)
  const [level] = (body as unknown as { levels: { id: string; frequency: string }[] }).levels
  expect(level).toMatchObject({ frequency: 'month' })
  const once = await donate(page.legacyCampaignId, { rewardID: level!.id, amount: '25' })
  expect([once.status, Object.keys(once.body.fields ?? {})]).toEqual([400, ['rewardID']])
})

test('a page without cards or one-time donations cannot be added to a basket (pages-9)', async () => {
  const page = await aPage({ paymentMethods: { creditCard: false } })
  const { body } = await ask(installation, '', 'POST', '/v4/checkout/guest/baskets', { basketCurrency: 'GBP' })
  const basket = body as unknown as { id: string; token: string }
  const item = { projectId: page.legacyCampaignId, amount: 2000, currency: 'GBP' }
  const added = await ask(installation, basket.token, 'POST', `/v4/checkout/guest/baskets/${basket.id}/items`, { item })
  expect(refusalOf(added)).toEqual([400, 'payment-method-not-offered'])
})

test('is listed unless that is turned off (pages-10)', async () => {
  const [listed, unlisted] = [
    await aPage({ title: 'Zamzam listed' }),
    await aPage({ title: 'Zamzam unlisted', listed: false }),
  ]
  const { text } = await ask(installation, '', 'GET', '/v4/discovery/cards?search=Zamzam&sort=newest&limit=20')
  expect([text.includes(listed.legacyCampaignSlug), text.includes(unlisted.legacyCampaignSlug)]).toEqual([true, false])
})

test('an unlisted page is in no list, search or suggestion, and is found again once it is listed (pages-10)', async () => {
  const page = await aPage({ title: 'Quillfeather orchard', listed: false })
  const id = BigInt(page.legacyCampaignId)
  await installation.app.db
    .updateTable('campaigns.campaign')
    .set({ featured_rank: 1, zakat_verified: true })
    .where('id', '=', id)
    .execute()
  const lists = [
    '/v4/discovery/cards?search=Quillfeather&limit=20',
    '/v4/discovery/cards?search=Quilfeather+orchard&limit=20',
    '/v4/discovery/cards?q=Quillfeather&limit=20',
    '/v4/discovery/cards?limit=20',
    '/v4/discovery/suggestions?q=Quillfeather',
    '/v4/discovery/suggestions?q=Quill',
    '/v4/campaigns?featured=true',
    '/v4/campaigns?featured=false',
    `/cards/campaigns/by-id-list?id_list=${page.legacyCampaignId}`,
    '/v4/discovery/featured?limit=40',
    '/sitemaps/0.xml',
  ]
  const finding = async () => {
    const found = []
    for (const url of lists)
      if ((await installation.fastify.inject(url)).body.includes(page.legacyCampaignSlug)) found.push(url)
    return found
  }
  expect(await finding()).toEqual([])
  const choose = () =>
    campaignsToChoose(installation.app, { currency: 'GBP', isZakat: false, now: installation.app.clock() })
  expect(await choose()).not.toContain(id)
  await installation.app.db.updateTable('campaigns.campaign').set({ listed: true }).where('id', '=', id).execute()
  expect(await finding()).toEqual(expect.arrayContaining(['/v4/discovery/cards?search=Quillfeather&limit=20']))
  expect(await choose()).toContain(id)
})
