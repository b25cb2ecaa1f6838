import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { artworkUrl } from '#modules/causes/campaigns/rules/category.ts'
import { addToTotals } from '#modules/causes/campaigns/queries/totals.ts'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { createAccount, openSession } from '#modules/platform/identity/login/log-in.ts'
import { insertRates } from '#modules/platform/currencies/queries.ts'
import { anOrganization } from '#modules/causes/organizations/testing.ts'
import { createTestApp } from '#tests/support/app.ts'

let installation: Awaited<ReturnType<typeof createTestApp>>
let donor: string
let staff: string
let now = new Date('2026-11-20T12:00:00Z')
const warnings: string[] = []
const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000)
const ids: Record<string, string> = {}

/** Creates one, a minute after the previous one. */
async function begin(name: string, over: Parameters<typeof aCampaign>[1] = {}): Promise<void> {
  const row = await aCampaign(installation.app, {
    name,
    story: '',
    tagline: '',
    slug: name.toLowerCase().replaceAll(' ', '-'),
    created_at: new Date(now.getTime() - Object.keys(ids).length * 60_000),
    ...over,
  })
  ids[name] = String(row.id)
}
const give = (name: string, gift: bigint) =>
  installation.app.write((tx) =>
    addToTotals(tx, [
      { campaignId: BigInt(ids[name]!), gift, count: 1, donorKeys: [Buffer.from(name + gift)], lastDonationAt: now },
    ]),
  )

type Answer = { status: number; body: any } // eslint-disable-line @typescript-eslint/no-explicit-any
async function ask(
  method: 'GET' | 'POST' | 'PUT',
  url: string,
  { as, body }: { as?: string; body?: object } = {},
): Promise<Answer> {
  const answer = await installation.fastify.inject({
    method,
    url,
    headers: {
      ...(as ? { authorization: `Bearer ${as}` } : {}),
      ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
    },
    ...(method === 'GET' ? {} : { payload: JSON.stringify(body ?? {}) }),
  })
  return { status: answer.statusCode, body: answer.json() as unknown }
}
const slugs = (answer: Answer): string[] =>
  (answer.body.results ?? answer.body.result.results).map(
    (card: { slug?: string; Slug?: string }) => card.slug ?? card.Slug,
  )
const search = async (query: string) => slugs(await ask('GET', `/v4/discovery/cards?${query}`))

beforeAll(async () => {
  const warn = (_: object, text: string) => void warnings.push(text)
  const log = { debug: () => undefined, info: () => undefined, warn, error: () => undefined }
  installation = await createTestApp({
    clock: () => now,
    log,
    environment: { CARD_OVERRIDES: '[{"id":"1","tagline":"Said by the operator"}]' },
  })
  const organization_id = (
    await anOrganization(installation.app, { slug: 'sabeel', name: 'Sabeel', name_ar: 'مؤسسة سبيل' })
  ).id
  await begin('Wells for Thar', {
    zakat_verified: true,
    zakat_schools: ['hanafi', 'maliki'],
    zakat_categories: ['poor', 'debt'],
    ends_at: inDays(5),
    goal: 10_000n,
    organization_id,
    tags: ['solar'],
    featured_rank: 2,
  })
  await begin('Lamps for Sindh', {
    category: 'education',
    ends_at: inDays(60),
    gift_aid: true,
    created_at: inDays(-100),
    organization_id,
  })
  await begin('Bread in Gaza', {
    category: 'food',
    country: 'PS',
    zakat_verified: true,
    zakat_schools: ['hanafi'],
    zakat_categories: ['poor'],
    ends_at: null,
    goal: null,
    featured_rank: 1,
  })
  await begin('Boats of Kelantan', {
    category: 'emergency',
    country: 'MY',
    ends_at: inDays(20),
    currency: 'JPY',
    goal: 1000n,
  })
  await begin('Ended orchard', { ends_at: inDays(-1) })
  await begin('Paused orchard', { status: 2 })
  await begin('Closed orchard', { status: 3 })
  await begin('Secret orchard', { status: 0 })
  await begin('Sabeel', { kind: 'general-fund', slug: 'sabeel', organization_id, ends_at: null, goal: null })
  await give('Wells for Thar', 8_000n)
  await give('Boats of Kelantan', 1_100n)
  for (const [name, roles] of [
    ['donor', []],
    ['staff', ['support']],
  ] as const) {
    const account = await createAccount(installation.app, {
      email: `${name}@example.org`,
      password: null,
      firstName: name,
      lastName: '',
      roles: [...roles],
    })
    const { token } = await openSession(installation.app, { ip: '127.0.0.1', userAgent: 'test' }, account!)
    if (name === 'donor') donor = token
    else staff = token
  }
})
afterAll(() => installation.close())

describe('suggestions', () => {
  const labels = async (q: string) =>
    (
      (await ask('GET', `/v4/discovery/suggestions?q=${encodeURIComponent(q)}`)).body.suggestions as {
        kind: string
        label: string
      }[]
    ).map(({ kind, label }) => `${kind} ${label}`)
  test('are causes, countries, campaigns and charities that accept donations and begin as it was typed', async () => {
    expect((await labels('we'))[0]).toBe('campaign Wells for Thar')
    expect((await labels('wells thar'))[0]).toBe('campaign Wells for Thar')
    expect(await labels('educatio')).toEqual(['cause Education', 'campaign Lamps for Sindh'])
    expect(await labels('Mala')).toEqual(['country Malaysia', 'campaign Boats of Kelantan'])
    expect(await labels('sab')).toContain('charity Sabeel')
    expect(await labels('orch')).toEqual([])
  })
  test('need two characters, and no text is a mistake', async () => {
    for (const text of ['', 'w', ' ', "'", '%%', "w' | 'x", '\\', ':*', 'ي'.repeat(200)])
      expect(await labels(text), text).toEqual([])
  })
})

test('the figures of the platform add up what was raised in one currency, where all rates are known', async () => {
  const request = async () => (await ask('GET', '/v4/discovery/figures?currency=USD')).body
  expect(await request()).toMatchObject({ campaigns: 7, donations: 2, currency: 'USD', raised: null })
  const rate = { day: '2026-11-19', source: 'bundled' } as const
  await insertRates(installation.app, [
    { ...rate, currency: 'GBP', perEuro: 8_500_000_000n },
    { ...rate, currency: 'USD', perEuro: 11_000_000_000n },
    { ...rate, currency: 'JPY', perEuro: 1_650_000_000_000n },
  ])
  now = new Date(now.getTime() + 700_000)
  // 80.00 GBP and 1,100 JPY
  expect(await request()).toMatchObject({ raised: 11_086 })
})

describe('the search', () => {
  test('without words shows open fundraisers, newest first, with their number', async () => {
    const answer = await ask('GET', '/v4/discovery/cards')
    expect(slugs(answer)).toEqual(['wells-for-thar', 'bread-in-gaza', 'boats-of-kelantan', 'lamps-for-sindh'])
    expect(answer.body).toMatchObject({ total: 4, isMore: false, next: null, corrected: null, anyWord: false })
  })
  test('narrows by each filter; several values of a group are alternatives', async () => {
    expect(await search('category=food,education')).toEqual(['bread-in-gaza', 'lamps-for-sindh'])
    expect(await search('category=food&category=education')).toEqual(['bread-in-gaza', 'lamps-for-sindh'])
    expect(await search('country=MY,PS')).toEqual(['bread-in-gaza', 'boats-of-kelantan'])
    expect(await search('charity=sabeel')).toEqual(['wells-for-thar', 'lamps-for-sindh'])
    expect(await search('zakat=1')).toEqual(['wells-for-thar', 'bread-in-gaza'])
    expect(await search('school=hanafi')).toEqual(['wells-for-thar', 'bread-in-gaza'])
    expect(await search('school=maliki,shafii')).toEqual(['wells-for-thar'])
    expect(await search('school=hanafi&recipients=debt')).toEqual(['wells-for-thar'])
    expect(await search('giftAid=1')).toEqual(['lamps-for-sindh'])
    expect(await search('nearGoal=1')).toEqual(['wells-for-thar'])
    expect(await search('endingSoon=1')).toEqual(['wells-for-thar'])
    expect(await search('new=1')).not.toContain('lamps-for-sindh')
    expect(await search('zakat=1&country=PS&category=food')).toEqual(['bread-in-gaza'])
  })
  test('sorts, with missing goals or ends last', async () => {
    expect(await search('sort=ending')).toEqual([
      'wells-for-thar',
      'boats-of-kelantan',
      'lamps-for-sindh',
      'bread-in-gaza',
    ])
    expect(await search('sort=funded')).toEqual([
      'boats-of-kelantan',
      'wells-for-thar',
      'lamps-for-sindh',
      'bread-in-gaza',
    ])
    expect(await search('sort=near-goal')).toEqual([
      'wells-for-thar',
      'lamps-for-sindh',
      'boats-of-kelantan',
      'bread-in-gaza',
    ])
  })
  test('pages without gaps or repetitions', async () => {
    const first = await ask('GET', '/v4/discovery/cards?limit=3')
    expect(first.body).toMatchObject({ total: 4, next: 3 })
    const second = await ask('GET', '/v4/discovery/cards?limit=3&offset=3')
    expect([...slugs(first), ...slugs(second)]).toHaveLength(4)
    expect(second.body.next).toBeNull()
  })
  test('finds charities by name, in Arabic too, with their general fund first', async () => {
    expect((await search('q=sabeel'))[0]).toBe('sabeel')
    expect((await search(`q=${encodeURIComponent('سبيل')}`)).toSorted()).toEqual([
      'lamps-for-sindh',
      'sabeel',
      'wells-for-thar',
    ])
  })
  test('returns how it read the query', async () => {
    expect((await ask('GET', '/v4/discovery/cards?q=wels+thar')).body).toMatchObject({
      total: 1,
      corrected: 'wells thar',
      anyWord: false,
    })
    expect((await ask('GET', '/v4/discovery/cards?q=kelantan+bread')).body).toMatchObject({
      total: 2,
      corrected: null,
      anyWord: true,
    })
    expect((await ask('GET', '/v4/discovery/cards?q=zzzz')).body).toMatchObject({
      results: [],
      total: 0,
      corrected: null,
      anyWord: false,
    })
  })
  test('never shows or finds a draft', async () => {
    expect(await search('q=orchard')).toEqual([])
    const { rows } = await sql<{
      status: number
    }>`select status from discovery.document where campaign_id = ${ids['Secret orchard']}`.execute(installation.app.db)
    expect(rows).toEqual([])
  })
  test('treats special characters as words, not as operators', async () => {
    for (const q of ["'; drop table x", '!!! & | ( ) :*', '\\', "wells' | 'x", '<b>wells</b>', '%_%'])
      expect((await ask('GET', `/v4/discovery/cards?q=${encodeURIComponent(q)}`)).status).toBe(200)
  })
  test('refuses unknown parameters', async () => {
    for (const query of ['category=gold', 'country=pk', 'sort=random', 'limit=101', 'offset=-1', 'charity=..%2Fetc'])
      expect((await ask('GET', `/v4/discovery/cards?${query}`)).status).toBe(400)
  })
  test('responds in the older spelling, with decimal amounts [S1 §3] [S2 §7]', async () => {
    const answer = await ask('GET', '/api/cards/card?q=wells+thar')
    expect(answer.body).toMatchObject({ success: true, result: { total: 1 } })
    expect(answer.body.result.results[0]).toMatchObject({
      ID: ids['Wells for Thar'],
      Name: 'Wells for Thar',
      Tags: ['solar'],
      PledgeAmount: '80.00',
      Goal: '100.00',
      CurrencyCode: 'GBP',
      CurrencySymbol: '£',
      Status: 1,
      FundingOption: 1,
      FundedPercentage: 80,
      DaysLeft: 5,
      IsFeatured: true,
      IsSponsored: false,
      ZakatApproved: true,
      Seed: 0,
      IsFavorite: false,
    })
    expect(slugs(await ask('GET', '/api/cards/card?query=wells+thar'))).toEqual(['wells-for-thar'])
    expect((await ask('GET', '/api/cards/card?q=boats')).body.result.results[0]).toMatchObject({
      PledgeAmount: '1100',
      Goal: '1000',
      CurrencyCode: 'JPY',
    })
  })
  test('returns the country and the organizer with their picture [S1 §3]', async () => {
    const id = await createAccount(installation.app, {
      email: 'amina@example.org',
      password: null,
      firstName: 'Amina',
      lastName: '',
      roles: [],
    })
    await begin('Goats of Amina', { organizer_account_id: id!, organizer_name: 'Amina', country: null })
    const older = async (q: string) => (await ask('GET', `/api/cards/card?q=${q}`)).body.result.results[0]
    const charity = await installation.app.db
      .selectFrom('organizations.organization')
      .select('id')
      .where('slug', '=', 'sabeel')
      .executeTakeFirstOrThrow()
    const sabeel = artworkUrl('sabeel', 'water')
    expect(await older('wells')).toMatchObject({
      UserID: String(charity.id),
      UserImageURL: sabeel,
      Latitude: 29.9,
      Longitude: 69.2,
    })
    expect((await ask('GET', '/v4/discovery/cards?q=wells')).body.results[0]).toMatchObject({ userImageUrl: sabeel })
    expect(await older('goats')).toMatchObject({
      UserID: id,
      UserName: 'Amina',
      UserImageURL: null,
      Latitude: null,
      Longitude: null,
    })
    await installation.app.write((tx) =>
      sql`update campaigns.campaign set status = 0 where slug = 'goats-of-amina'`.execute(tx),
    )
  })
  test('counts filter values at most once a minute', async () => {
    const { body } = await ask('GET', '/v4/discovery/choices')
    expect(body.countries).toEqual([
      { code: 'PK', count: 2 },
      { code: 'MY', count: 1 },
      { code: 'PS', count: 1 },
    ])
    expect(body.charities).toContainEqual({ slug: 'sabeel', name: 'Sabeel', nameAr: 'مؤسسة سبيل', count: 2 })
    expect(body.categories).toContainEqual({ code: 'food', count: 1 })
  })
})

describe('a document', () => {
  const titles = async () => search('q=marmalade')
  test('follows its fundraiser and its charity in the same transaction', async () => {
    const write = (statement: ReturnType<typeof sql>) => installation.app.write((tx) => statement.execute(tx))
    const id = BigInt(ids['Lamps for Sindh']!)
    await write(
      sql`update campaigns.campaign set story = '<p>With <strong>marmalade</strong> &amp; tea.</p>' where id = ${id}`,
    )
    expect(await titles()).toEqual(['lamps-for-sindh'])
    expect(await search('q=strong')).toEqual([])
    await write(sql`update campaigns.campaign set status = 0 where id = ${id}`)
    expect(await titles()).toEqual([])
    await write(sql`update campaigns.campaign set status = 1, story = '' where id = ${id}`)
    await write(sql`update organizations.organization set name = 'Marmalade House' where slug = 'sabeel'`)
    expect(await titles()).toHaveLength(3)
    await write(sql`update organizations.organization set name = 'Sabeel' where slug = 'sabeel'`)
    await expect(
      write(sql`insert into campaigns.campaign (organization_id, slug, name, category, status, currency, organizer_name, created_at, changed_at)
      select organization_id, 'marmalade', 'Marmalade', 'food', 1, 'GBP', 'x', now(), now() from campaigns.campaign where id = ${id} returning 1 / (id - id)`),
    ).rejects.toThrow()
    expect(await titles()).toEqual([])
  })
  test('is not rewritten by a donation that doesn’t change the percentage', async () => {
    const version = async () =>
      (
        await sql<{
          at: string
          percent: number
        }>`select xmin::text as at, percent from discovery.document where campaign_id = ${ids['Boats of Kelantan']}`.execute(
          installation.app.db,
        )
      ).rows[0]!
    const before = await version()
    await give('Boats of Kelantan', 1n)
    expect(await version()).toEqual(before)
    await give('Boats of Kelantan', 90_000_000_000n)
    expect((await version()).percent).toBe(1_000_000)
    await give('Boats of Kelantan', -90_000_000_001n)
    expect((await version()).percent).toBe(110)
  })
})

describe('featured cards', () => {
  test('come in the operator’s order, then newest; closed ones only on request [S1 §7]', async () => {
    const open = ['bread-in-gaza', 'wells-for-thar', 'boats-of-kelantan', 'lamps-for-sindh']
    expect(slugs(await ask('GET', '/v4/discovery/featured'))).toEqual(open)
    const all = slugs(await ask('GET', '/v4/discovery/featured?closed=1'))
    expect(all.toSorted()).toEqual([...open, 'closed-orchard', 'ended-orchard'].toSorted())
    expect(slugs(await ask('GET', '/v4/discovery/featured?zakatVerified=true&countries=PK'))).toEqual([
      'wells-for-thar',
    ])
    expect(slugs(await ask('GET', '/v4/discovery/featured?limit=1&offset=1&docType=campaign'))).toEqual([
      'wells-for-thar',
    ])
    expect(slugs(await ask('GET', '/v4/discovery/featured?sort=ending&limit=1'))).toEqual(['wells-for-thar'])
  })
  test('respond in the older spelling, charities too [S1 §3]', async () => {
    expect(slugs(await ask('GET', '/api/cards/featured?type=campaign'))[0]).toBe('bread-in-gaza')
    for (const name of ['type', 'docType']) {
      const { body } = await ask('GET', `/api/cards/featured?${name}=organization`)
      expect(Object.keys(body.result.results[0]).toSorted()).toEqual(['ID', 'ImageURL', 'Name', 'Slug'])
      expect(body.result.results[0]).toMatchObject({ Slug: 'sabeel', Name: 'Sabeel' })
    }
    expect((await ask('GET', '/v4/discovery/organizations')).body.results[0]).toMatchObject({
      slug: 'sabeel',
      nameAr: 'مؤسسة سبيل',
    })
  })
  test('show the operator’s overrides', async () => {
    const { body } = await ask('GET', '/v4/discovery/featured')
    expect(body.results.find((card: { id: string }) => card.id === '1')).toMatchObject({
      tagline: 'Said by the operator',
      name: 'Wells for Thar',
    })
  })
  test('invalid overrides are logged once and ignored [S1 §8]', async () => {
    const warnings: string[] = []
    const log = {
      debug: () => undefined,
      info: () => undefined,
      warn: (_: object, text: string) => void warnings.push(text),
      error: () => undefined,
    }
    const other = await createTestApp({ log, environment: { CARD_OVERRIDES: '[{"id":' } })
    await aCampaign(other.app, { slug: 'as-it-is' })
    for (let count = 0; count < 2; count++)
      expect((await other.fastify.inject('/v4/discovery/featured')).json()).toMatchObject({
        results: [{ slug: 'as-it-is' }],
      })
    expect(warnings.filter((text) => text.includes('CARD_OVERRIDES'))).toHaveLength(1)
    await other.close()
  })
})

describe('listing calls', () => {
  test('need a session: Invalid authorization', async () => {
    const bare = await ask('GET', '/cards/campaigns/by-id-list?id_list=1')
    expect(bare).toMatchObject({ status: 401, body: { class: 'authentication', message: 'Invalid authorization' } })
    const enveloped = await ask('GET', '/api/projectapi/fetchProjectListItems?listId=1')
    expect(enveloped).toMatchObject({ status: 401, body: { success: false, message: 'Invalid authorization' } })
  })
  test('cards by ids come bare, in the requested order and number, without drafts [S2 §7]', async () => {
    const requestText = [
      ids['Boats of Kelantan'],
      ids['Secret orchard'],
      ids['Wells for Thar'],
      '999999',
      ids['Closed orchard'],
      ids['Boats of Kelantan'],
    ].join(',')
    expect(slugs(await ask('GET', `/cards/campaigns/by-id-list?id_list=${requestText}`, { as: donor }))).toEqual([
      'boats-of-kelantan',
      'wells-for-thar',
      'closed-orchard',
    ])
    expect(
      slugs(await ask('GET', `/cards/campaigns/by-id-list?id_list=${requestText}&limit=1`, { as: donor })),
    ).toEqual(['boats-of-kelantan'])
    for (const wrong of ['', 'x', Array(101).fill('1').join(',')])
      expect((await ask('GET', `/cards/campaigns/by-id-list?id_list=${wrong}`, { as: donor })).status).toBe(400)
    expect((await ask('GET', '/cards/campaigns/by-id-list?id_list=1&limit=101', { as: donor })).status).toBe(400)
  })
  test('only staff create and change a list, with audit entries', async () => {
    const body = {
      title: 'For the winter',
      campaignIds: [ids['Lamps for Sindh'], ids['Secret orchard'], ids['Bread in Gaza']],
    }
    expect((await ask('POST', '/v4/discovery/lists', { as: donor, body })).status).toBe(403)
    const { id } = (await ask('POST', '/v4/discovery/lists', { as: staff, body })).body
    const items = async () =>
      (await ask('GET', `/api/projectapi/fetchProjectListItems?listId=${id}`, { as: donor })).body.result
    expect(await items()).toMatchObject({ ID: id, Title: 'For the winter' })
    expect((await items()).Items.map((card: { Slug: string }) => card.Slug)).toEqual([
      'lamps-for-sindh',
      'bread-in-gaza',
    ])
    await ask('PUT', `/v4/discovery/lists/${id}`, {
      as: staff,
      body: { title: 'For the spring', campaignIds: [ids['Bread in Gaza']] },
    })
    expect((await items()).Items).toHaveLength(1)
    expect((await ask('PUT', '/v4/discovery/lists/999999', { as: staff, body })).status).toBe(404)
    expect(
      (await ask('POST', '/v4/discovery/lists', { as: staff, body: { title: 'x', campaignIds: ['999999'] } })).body,
    ).toMatchObject({
      code: 'campaign-not-found',
    })
    expect((await ask('GET', '/api/projectapi/fetchProjectListItems?listId=999999', { as: donor })).status).toBe(404)
    const { rows } = await sql<{
      object: string
    }>`select object from audit.entry where act = 'discovery.list-saved'`.execute(installation.app.db)
    expect(rows.map(({ object }) => object)).toEqual([`list:${id}`, `list:${id}`])
  })
})

test('an event shows its fundraisers by id and by slug [S2 §7]', async () => {
  const body = {
    title: 'Ramadan',
    titleAr: 'رمضان',
    startsOn: '2027-02-08',
    endsOn: '2027-03-09',
    campaignIds: [ids['Bread in Gaza'], ids['Wells for Thar'], ids['Secret orchard']],
  }
  const saved = await ask('PUT', '/v4/discovery/events/ramadan-1448', { as: staff, body })
  expect(saved.status).toBe(200)
  const list = await ask('POST', '/api/communitypage/communityListByEventId', {
    body: { eventId: saved.body.id, limit: 1, offset: 1 },
  })
  expect(list.body.result).toMatchObject({
    Event: { Slug: 'ramadan-1448', Title: 'Ramadan', StartDate: '2027-02-08', EndDate: '2027-03-09' },
    total: 2,
  })
  expect(slugs(list)).toEqual(['wells-for-thar'])
  const page = await ask('GET', '/v4/events/by-slug/ramadan-1448')
  expect(page.body).toMatchObject({
    title: 'Ramadan',
    titleAr: 'رمضان',
    campaigns: [{ slug: 'bread-in-gaza' }, { slug: 'wells-for-thar' }],
  })
  const again = await ask('PUT', '/v4/discovery/events/ramadan-1448', {
    as: staff,
    body: { ...body, campaignIds: [ids['Bread in Gaza']] },
  })
  expect(again.body.id).toBe(saved.body.id)
  expect((await ask('GET', '/v4/events/by-slug/ramadan-1448')).body.campaigns).toHaveLength(1)
  expect(
    (await ask('PUT', '/v4/discovery/events/backwards', { as: staff, body: { ...body, endsOn: '2027-01-01' } })).body
      .fields,
  ).toEqual({
    endsOn: 'The last day can’t be before the first.',
  })
  // Visible to visitors until it ends, if it has fundraisers.
  await ask('PUT', '/v4/discovery/events/over', {
    as: staff,
    body: { ...body, startsOn: '2020-01-01', endsOn: '2020-01-02' },
  })
  await ask('PUT', '/v4/discovery/events/empty', { as: staff, body: { ...body, campaignIds: [ids['Secret orchard']] } })
  const { events } = (await ask('GET', '/v4/discovery/events')).body
  expect(events).toEqual([
    { slug: 'ramadan-1448', title: 'Ramadan', titleAr: 'رمضان', startsOn: '2027-02-08', endsOn: '2027-03-09' },
  ])
  expect((await ask('GET', '/v4/events/by-slug/nothing')).status).toBe(404)
  expect((await ask('POST', '/api/communitypage/communityListByEventId', { body: { eventId: 999_999 } })).status).toBe(
    404,
  )
})

test('ad variants appear only in their spot and link only here or over https [S1 §3]', async () => {
  const path = `/v4/discovery/ad-variants/${ids['Bread in Gaza']}`
  const put = (variants: object[], adSpotType = 'home') =>
    ask('PUT', path, { as: staff, body: { adSpotType, variants } })
  const image = { creativeType: 'image', creativeUrl: '/art/bread-in-gaza.webp?c=food' }
  expect((await put([image, { creativeType: 'video', creativeUrl: 'https://media.example/film.mp4' }])).status).toBe(
    200,
  )
  const variantsIn = async (spot: string) =>
    (await ask('GET', `/v4/discovery/featured?adSpotType=${spot}`)).body.results[0].adVariants
  expect(await variantsIn('home')).toHaveLength(2)
  expect((await variantsIn('home'))[0]).toEqual(image)
  expect(await variantsIn('general')).toEqual([])
  const older = (await ask('GET', '/api/cards/featured?adSpotType=home')).body.result.results[0]
  expect(older).toMatchObject({
    IsSponsored: true,
    AdVariants: [{ CreativeType: 'image', CreativeURL: image.creativeUrl }, { CreativeType: 'video' }],
  })
  for (const creativeUrl of [
    'http://media.example/a.png',
    'javascript:alert(1)',
    '//evil.example/a.png',
    '/login',
    'data:image/png;base64,AAAA',
  ])
    expect((await put([{ creativeType: 'image', creativeUrl }])).status).toBe(400)
  await put([])
  expect(await variantsIn('home')).toEqual([])
})

test('lists, finds and counts no fundraisers of charities that can’t receive donations', async () => {
  const before = await ask('GET', '/v4/discovery/cards?limit=1')
  const charity = await anOrganization(installation.app, {
    slug: 'not-verified',
    verification_state: 'requested',
    verified_until: null,
  })
  await begin('Second stove for Marseille', { organization_id: charity.id })
  expect(slugs(await ask('GET', '/v4/discovery/cards?limit=60'))).not.toContain('second-stove-for-marseille')
  expect(await search('q=second+stove')).toEqual([])
  expect((await ask('GET', '/v4/discovery/cards?limit=1')).body.total).toBe(before.body.total)
  expect(slugs(await ask('GET', '/api/cards/card?limit=60'))).not.toContain('second-stove-for-marseille')
})
