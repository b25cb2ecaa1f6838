import { flagsServer } from '#modules/platform/flags/index-server.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anOrganization } from '#modules/causes/organizations/testing.ts'
import { anAccount } from '#modules/platform/identity/testing.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { manualClock } from '#tests/support/ports.ts'
import { addToTotals } from './queries/totals.ts'
import { insertTeamMembers } from './queries/team.ts'
import { insertNewsRows } from './queries/written.ts'
import { aCampaign, aLevel } from './testing.ts'

type Answer<Result> = { readonly success: boolean; readonly message: string; readonly result: Result }
let installation: TestApp
const clock = manualClock()
beforeAll(async () => {
  installation = await createTestApp({ clock: clock.now })
})
afterAll(() => installation.close())

const browser = { 'user-agent': 'Mozilla/5.0 (X11; Linux x64) Gecko/20100101 Firefox/140.0' }
async function ask<Result = Record<string, unknown>>(
  call: string,
  payload: object = {},
  headers: Record<string, string> = browser,
) {
  const [method, url] = call.split(' ') as ['GET' | 'POST', string]
  const answer = await installation.fastify.inject({
    method,
    url: method === 'GET' ? `${url}?${new URLSearchParams(payload as Record<string, string>)}` : url,
    headers,
    ...(method === 'GET' ? {} : { payload }),
  })
  return { status: answer.statusCode, headers: answer.headers, ...answer.json<Answer<Result>>() }
}
const news = (campaignId: bigint, over: { title?: string; body?: string; at?: Date; author?: string } = {}) =>
  installation.app.write((tx) =>
    insertNewsRows(tx, [
      {
        id: installation.app.newId(),
        campaign_id: campaignId,
        author_id: over.author ?? null,
        title: over.title ?? 'Water',
        body: over.body ?? '<p>It is <strong>sweet</strong>.</p>',
        published_at: over.at ?? clock.now(),
        changed_at: null,
      },
    ]),
  )
const given = (campaignId: bigint, gift: bigint, count = 1) =>
  installation.app.write((tx) =>
    addToTotals(tx, [
      { campaignId, gift, count, donorKeys: [Buffer.from(installation.app.newId())], lastDonationAt: clock.now() },
    ]),
  )
const inDays = (days: number) => new Date(clock.now().getTime() + days * 86_400_000)

test('a view returns the public fundraiser in the specification’s terms [S1 §3]', async () => {
  const { id, slug } = await aCampaign(installation.app, {
    zakat_verified: true,
    gift_aid: true,
    tax_receipt_countries: ['US'],
    currency: 'JPY',
    goal: 1000n,
  })
  await given(id, 250n)
  const { status, result } = await ask('POST /api/projectapi/view', { slug })
  expect(status).toBe(200)
  expect(result).toMatchObject({
    ID: String(id),
    Slug: slug,
    CurrencyCode: 'JPY',
    Goal: '1000',
    PledgeAmount: '250',
    FundedPercentage: 25,
    ZakatVerified: true,
    GiftAid: true,
    TaxDeductible: true,
    Team: [{ DisplayName: 'Sana Qureshi', Role: '' }],
  })
})

test('returns a fundraiser by slug in the envelope, without counting a view [S1 §3] [S1 §7]', async () => {
  const { id, slug } = await aCampaign(installation.app, {
    zakat_verified: true,
    gift_aid: true,
    tax_receipt_countries: ['US'],
  })
  expect(await ask('GET /api/projectapi/campaign', { slug })).toMatchObject({
    status: 200,
    success: true,
    message: '',
    result: {
      ID: String(id),
      Slug: slug,
      CurrencyCode: 'GBP',
      ZakatVerified: true,
      GiftAid: true,
      TaxDeductible: true,
      Team: [{ DisplayName: 'Sana Qureshi' }],
    },
  })
  expect((await ask('POST /api/projectapi/statsPanel', { id: String(id) })).result).toMatchObject({ views: 0 })
  expect(await ask('GET /api/projectapi/campaign', { slug: 'nothing' })).toMatchObject({ status: 404, success: false })
})

test('a reward has the specification’s flags and questions, and decimal amounts [S2 §3]', async () => {
  const { id } = await aCampaign(installation.app)
  const level = await aLevel(installation.app, id, {
    flags: 1,
    include_note: true,
    require_shipping: true,
    require_medical: true,
  })
  const { result } = await ask<{ Rewards: object[] }>('POST /api/projectapi/rewards', { id: String(id) })
  expect(result.Rewards).toEqual([
    {
      ID: String(level.id),
      ProjectID: String(id),
      Flags: 1,
      Status: 1,
      Title: 'A family for a month',
      Description: '',
      ChallengeAmount: '25.00',
      Limit: 0,
      PrizeAwarded: 0,
      Remaining: null,
      SoldOut: false,
      IncludeNote: true,
      RequireNote: false,
      NoteDescription: '',
      IncludeEmailNote: false,
      RequireEmail: false,
      NoteEmail: '',
      IncludeShipping: true,
      RequireShipping: true,
      IncludeEmergencyContact: false,
      RequireEmergencyContact: false,
      IncludeMedicalInfo: true,
      RequireMedicalInfo: true,
    },
  ])
})

test('counts a view once an hour per visitor, and none by a robot [S2 §7]', async () => {
  const { id, slug } = await aCampaign(installation.app)
  const views = async () =>
    (await ask<{ views: number; viewsInSevenDays: number }>('POST /api/projectapi/statsPanel', { id: String(id) }))
      .result
  for (let times = 0; times < 3; times++) await ask('POST /api/projectapi/view', { slug })
  expect((await views()).views).toBe(1)
  await ask(
    'POST /api/projectapi/view',
    { slug },
    { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' },
  )
  expect((await views()).views).toBe(1)
  await Promise.all(
    ['a', 'b', 'c'].map((name) =>
      ask('POST /api/projectapi/view', { slug }, { 'user-agent': `${browser['user-agent']} ${name}` }),
    ),
  )
  expect((await views()).views).toBe(4)
  clock.move({ minutes: 61 })
  await ask('POST /api/projectapi/view', { slug })
  expect((await views()).views).toBe(5)
  clock.move({ days: 9 })
  await ask('POST /api/projectapi/view', { slug })
  expect(await views()).toMatchObject({ views: 6, viewsInSevenDays: 1 })
  await expect(
    installation.app.db.selectFrom('campaigns.view_count').selectAll().where('campaign_id', '=', id).execute(),
  ).resolves.toHaveLength(2)
})

test('link previews have title, description, image and URL [content-20]', async () => {
  const { slug } = await aCampaign(installation.app, { name: 'آبار <b>', tagline: 'Wells', category: 'water' })
  const { result } = await ask('POST /api/projectapi/projectSocialMedia', { slug, agent: 'WhatsApp/2' })
  expect(result).toEqual({
    title: 'آبار <b>',
    description: 'Wells',
    image: expect.stringMatching(new RegExp(`^${installation.app.origin}/share/${slug}/link\\.png\\?v=\\w+$`)),
    url: `${installation.app.origin}/campaign/${slug}`,
  })
  const image = await installation.fastify.inject({
    url: (result as { image: string }).image.slice(installation.app.origin.length),
  })
  expect([image.headers['content-type'], image.rawPayload.readUInt32BE(16), image.rawPayload.readUInt32BE(20)]).toEqual(
    ['image/png', 1200, 630],
  )
})

test('the stats panel has the figures in decimal major units', async () => {
  const { id } = await aCampaign(installation.app, { goal: 100_000n, ends_at: inDays(3) })
  expect((await ask('POST /api/projectapi/statsPanel', { id: Number(id) })).result).toMatchObject({
    raised: '0.00',
    averageDonation: null,
    lastDonationAt: null,
    open: true,
  })
  await given(id, 2001n, 2)
  expect((await ask('POST /api/projectapi/statsPanel', { id: String(id) })).result).toMatchObject({
    currency: 'GBP',
    raised: '20.01',
    goal: '1000.00',
    fundedPercentage: 2,
    donationCount: 2,
    averageDonation: '10.01',
    daysLeft: 3,
  })
})

test('the timeline begins with the newest and ends with the start, without future entries', async () => {
  const account = await anAccount(installation.app)
  const { id, slug } = await aCampaign(installation.app, { created_at: inDays(-30), ends_at: inDays(-1) })
  await installation.app.write((tx) =>
    insertTeamMembers(tx, [
      {
        campaignId: id,
        accountId: account.id,
        role: 'editor',
        publicName: 'Bilal',
        publicRole: 'Hydrologist',
        at: clock.now(),
      },
    ]),
  )
  await news(id, { title: 'First', at: inDays(-20), author: account.id })
  await news(id, { title: 'Second', at: inDays(-10) })
  await news(id, { title: 'Tomorrow', at: inDays(1) })
  const { result } = await ask<{ timeline: { kind: string; title: string; author: string | null; body: unknown[] }[] }>(
    'POST /api/projectapi/timeline',
    {
      slug,
    },
  )
  expect(result.timeline.map(({ kind, title, author }) => [kind, title, author])).toEqual([
    ['ended', '', null],
    ['news', 'Second', null],
    ['news', 'First', 'Bilal'],
    ['started', '', null],
  ])
  expect(result.timeline[1]!.body).toEqual([
    { tag: 'p', children: ['It is ', { tag: 'strong', children: ['sweet'] }, '.'] },
  ])
  expect(JSON.stringify(result)).not.toContain(account.id)
})

test('share information names what a share could raise only if the operator has a source [S1 §9]', async () => {
  const { id, slug } = await aCampaign(installation.app, { name: 'Wells & wheat' })
  const { result } = await ask('POST /api/projectapi/shareInfo', { id: String(id) })
  const url = encodeURIComponent(`${installation.app.origin}/campaign/${slug}`)
  expect(result).toMatchObject({
    url: `${installation.app.origin}/campaign/${slug}`,
    title: 'Wells & wheat',
    links: {
      whatsapp: `https://wa.me/?text=Wells%20%26%20wheat%20${url}`,
      facebook: `https://www.facebook.com/sharer/sharer.php?u=${url}`,
    },
    couldRaise: null,
  })
  await flagsServer.setFlag(installation.app, 'share-could-raise', '77 USD')
  expect((await ask('POST /api/projectapi/shareInfo', { id: String(id) })).result).toMatchObject({ couldRaise: null })
  await flagsServer.setFlag(installation.app, 'share-could-raise', '77 USD | Average of our shares in 1447')
  expect((await ask('POST /api/projectapi/shareInfo', { id: String(id) })).result).toMatchObject({
    couldRaise: { amount: '77.00', currency: 'USD', source: 'Average of our shares in 1447' },
  })
})

test('the images to share are two PNGs of their sizes, with Arabic too [S1 §2.3]', async () => {
  const { slug } = await aCampaign(installation.app, { name: 'مياه نظيفة & <b>Wells</b>' })
  const { result } = await ask<{ story: string; post: string }>('GET /api/projectapi/instagramShare', { slug })
  for (const [address, height] of [
    [result.story, 1920],
    [result.post, 1080],
  ] as const) {
    const image = await installation.fastify.inject({ url: address })
    expect(image.headers['content-type']).toBe('image/png')
    expect([image.rawPayload.readUInt32BE(16), image.rawPayload.readUInt32BE(20)]).toEqual([1080, height])
  }
  expect((await installation.fastify.inject({ url: `/share/${slug}/other.png` })).statusCode).toBe(404)
  expect((await installation.fastify.inject({ url: '/share/nothing/story.png' })).statusCode).toBe(404)
})

test('browsers cache the zakat status for two minutes [S2 §9]', async () => {
  const { slug } = await aCampaign(installation.app, { zakat_verified: true, zakat_categories: ['poor', 'debt'] })
  const { result, headers } = await ask('GET /api/projectapi/zakat', { slug })
  expect(headers['cache-control']).toBe('private, max-age=120')
  expect(result).toEqual({ zakatVerified: true, categories: ['poor', 'debt'], policyUrl: '/zakat-policy' })
  await flagsServer.setFlag(installation.app, 'zakat-policy-url', 'javascript:alert(1)')
  expect((await ask('GET /api/projectapi/zakat', { slug })).result).toMatchObject({ policyUrl: '/zakat-policy' })
  await flagsServer.setFlag(installation.app, 'zakat-policy-url', 'https://example.org/zakat')
  expect((await ask('GET /api/projectapi/zakat', { slug })).result).toMatchObject({
    policyUrl: 'https://example.org/zakat',
  })
  const other = await aCampaign(installation.app, { zakat_categories: ['poor'] })
  expect((await ask('GET /api/projectapi/zakat', { slug: other.slug })).result).toMatchObject({
    zakatVerified: false,
    categories: [],
  })
})

test('donation details by a campaign’s id have its giving levels [S1 §7]', async () => {
  const { id, slug } = await aCampaign(installation.app)
  await aLevel(installation.app, id, { title: 'A tap', require_email: true })
  const { result } = await ask(`GET /api/projectapi/donationDetails/${id}`)
  expect(result).toMatchObject({
    id: String(id),
    slug,
    currencyCode: 'GBP',
    Rewards: [{ Title: 'A tap', RequireEmail: true }],
  })
})

test('a page has the visible team, the newest three news, and similar open fundraisers', async () => {
  const organization_id = (await aCampaign(installation.app)).organization_id
  const { id, slug } = await aCampaign(installation.app, { organization_id, category: 'creative' })
  const sister = await aCampaign(installation.app, { organization_id, category: 'health' })
  await aCampaign(installation.app, { organization_id, status: 2 })
  await aCampaign(installation.app, { organization_id, ends_at: inDays(-1) })
  const cousin = await aCampaign(installation.app, { category: 'creative' })
  await installation.app.db
    .updateTable('campaigns.campaign')
    .set({ status: 3 })
    .where('organization_id', '=', organization_id)
    .where('category', '=', 'water')
    .execute()
  for (const [name, position] of [
    ['Second', 2],
    ['First', 1],
    ['', 0],
  ] as const) {
    const account = await anAccount(installation.app)
    await installation.app.write((tx) =>
      insertTeamMembers(tx, [
        { campaignId: id, accountId: account.id, role: 'viewer', publicName: name, position, at: clock.now() },
      ]),
    )
  }
  for (let count = 0; count < 5; count++) await news(id, { title: `News ${count}`, at: inDays(count - 6) })
  const page = (await installation.fastify.inject({ url: `/v4/campaign-pages/${slug}` })).json<{
    team: { name: string }[]
    news: { total: number; items: { title: string }[] }
    related: { id: string }[]
  }>()
  expect(page.team.map(({ name }) => name)).toEqual(['First', 'Second'])
  expect(page.news).toMatchObject({ total: 5, items: [{ title: 'News 4' }, { title: 'News 3' }, { title: 'News 2' }] })
  expect(page.related.map((card) => card.id)).toEqual([String(sister.id), String(cousin.id)])
})

test('shows three others: first of the charity, then of the cause', async () => {
  const { slug, organization_id } = await aCampaign(installation.app, { category: 'orphans' })
  const ofCause = []
  for (let count = 0; count < 4; count++)
    ofCause.push(await aCampaign(installation.app, { category: 'orphans', created_at: inDays(-10 + count) }))
  const related = async () =>
    (await installation.fastify.inject({ url: `/v4/campaign-pages/${slug}` }))
      .json<{ related: { id: string }[] }>()
      .related.map(({ id }) => Number(id))
  const newestFirst = ofCause.toReversed().map(({ id }) => Number(id))
  expect(await related()).toEqual(newestFirst.slice(0, 3))
  const own = []
  for (let count = 0; count < 4; count++) {
    own.unshift(
      Number(
        (await aCampaign(installation.app, { organization_id, category: 'orphans', created_at: inDays(-100 + count) }))
          .id,
      ),
    )
    const shown = own.slice(0, 3)
    expect(await related()).toEqual([...shown, ...newestFirst.slice(0, 3 - shown.length)])
  }
})

test('batched pages get their own data, and a missing page stays missing', async () => {
  const some = [
    await aCampaign(installation.app, {}),
    await aCampaign(installation.app, {}),
    await aCampaign(installation.app, { status: 0 }),
  ]
  const requests = [...some.map(({ slug }) => slug), 'nothing-of-that-name', some[0]!.slug]
  const answers = await Promise.all(
    requests.map((slug) => installation.fastify.inject({ url: `/v4/campaign-pages/${slug}` })),
  )
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 404, 404, 200])
  expect(
    answers.filter(({ statusCode }) => statusCode === 200).map((answer) => answer.json<{ slug: string }>().slug),
  ).toEqual([requests[0], requests[1], requests[0]])
})

test('drafts and unknown fundraisers are not found', async () => {
  const { id, slug } = await aCampaign(installation.app, { status: 0 })
  for (const id of [slug, 'nothing-of-that-name'])
    for (const call of ['POST view', 'POST projectSocialMedia', 'POST timeline', 'GET instagramShare', 'GET zakat'])
      expect((await ask(call.replace(' ', ' /api/projectapi/'), { slug: id })).status, call).toBe(404)
  for (const idInput of [String(id), '999999'])
    for (const call of ['POST statsPanel', 'POST shareInfo'])
      expect((await ask(call.replace(' ', ' /api/projectapi/'), { id: idInput })).status, call).toBe(404)
  expect((await ask('GET /api/projectapi/donationDetails/999999')).status).toBe(404)
  expect((await installation.fastify.inject({ url: `/share/${slug}/story.png` })).statusCode).toBe(404)
})

test('a call by id finds no more than the page: rejected, closed, draft, unpublished (content-27) [pages-7]', async () => {
  const callsOf = (id: bigint): [string, object?][] => [
    ['POST /api/projectapi/rewards', { id: String(id) }],
    ['POST /api/projectapi/statsPanel', { id: String(id) }],
    ['POST /api/projectapi/shareInfo', { id: String(id) }],
    [`GET /api/donate/minimumProjectForDonation/${id}`],
    [`GET /api/projectapi/donationDetails/${id}`],
    [`GET /v4/campaigns/${id}/donors`],
    [`GET /v4/campaigns/${id}/donors`, { order: 'top' }],
    [`GET /v4/campaigns/${id}/comments`],
    [`GET /v4/plans/by-campaign/${id}`],
    [`GET /v4/campaigns/${id}/zakat-verification`],
  ]
  const statusesOf = async (id: bigint) =>
    Promise.all(callsOf(id).map(async ([call, payload]) => [call, (await ask(call, payload)).status]))
  const page = {
    kind: 'hosted-page' as const,
    organizer_account_id: null,
    frequencies: ['onetime' as const],
    payment_methods: ['card' as const],
  }
  const expired = await anOrganization(installation.app, { verified_until: inDays(-1) })
  const rejected = await anOrganization(installation.app, { verification_state: 'rejected' })
  const closed = await anOrganization(installation.app, { verification_state: 'none', closed_at: clock.now() })
  const shown = [
    await aCampaign(installation.app, { status: 2 }),
    await aCampaign(installation.app, { status: 3 }),
    await aCampaign(installation.app, { organization_id: expired.id }),
    await aCampaign(installation.app, { ...page, status: 3 }),
  ]
  const hidden = [
    await aCampaign(installation.app, { status: 0 }),
    await aCampaign(installation.app, { organization_id: rejected.id }),
    await aCampaign(installation.app, { organization_id: closed.id }),
    await aCampaign(installation.app, { ...page, status: 2 }),
  ]
  for (const [campaigns, status] of [
    [shown, 200],
    [hidden, 404],
  ] as const)
    for (const { id, slug } of campaigns) {
      expect(await statusesOf(id)).toEqual(callsOf(id).map(([call]) => [call, status]))
      expect((await ask('POST /api/projectapi/timeline', { slug })).status).toBe(status)
      expect((await ask('GET /api/projectapi/campaign', { slug })).status).toBe(status)
    }
})
