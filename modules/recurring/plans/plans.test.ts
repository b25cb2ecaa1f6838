import { afterAll, beforeAll, expect, test } from 'vitest'
import { entriesAbout } from '#modules/platform/audit/index.ts'
import { insertTeamMembers } from '#modules/causes/campaigns/index.ts'
import { aCampaign, aLevel } from '#modules/causes/campaigns/testing.ts'
import { aSession } from '#modules/platform/identity/testing.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { calendarGroupOf } from '#modules/platform/addresses/rules/calendar-group.ts'

let installation: TestApp
const now = new Date('2026-11-21T12:00:00Z')
beforeAll(async () => {
  installation = await createTestApp({ clock: () => now })
})
afterAll(() => installation.close())

async function call(method: 'GET' | 'PUT' | 'POST', url: string, input: { token?: string; body?: object } = {}) {
  const headers = {
    ...(input.token ? { authorization: `Bearer ${input.token}` } : {}),
    ...(input.body ? { 'content-type': 'application/json' } : {}),
  }
  const answer = await installation.fastify.inject({
    method,
    url,
    headers,
    ...(input.body ? { payload: input.body } : {}),
  })
  return { status: answer.statusCode, body: answer.json() }
}

/** Creates a fundraiser with its organizer. */
async function organized(over: Parameters<typeof aCampaign>[1] = {}) {
  const campaign = await aCampaign(installation.app, over)
  const { token, viewer } = await aSession(installation.app)
  await installation.app.write((tx) =>
    insertTeamMembers(tx, [
      { campaignId: campaign.id, accountId: viewer.accountId, role: 'organizer', publicName: 'Sana', at: now },
    ]),
  )
  const offer = (frequency: string, body: object) =>
    call('PUT', `/v4/campaigns/${campaign.id}/plans/${frequency}`, { token, body })
  return { campaign, token, offer }
}

test('the four programmes exist from the start [S1 §3]', async () => {
  const { body } = await call('GET', '/v4/plans?type=INTERNAL')
  expect(body.plans.map((plan: { programme: string }) => plan.programme).toSorted()).toEqual([
    'DailyGivers',
    'DhulHijjah',
    'FridayGivers',
    'Ramadan30Nights',
  ])
  const [first] = body.plans
  expect((await call('GET', `/v4/plans/${first.givingPlanId}`)).body).toEqual(first)
  expect(first.metadata).toBeNull()
})

test('an organizer offers plans, found by fundraiser, page and id [S2 §7]', async () => {
  const { campaign, offer } = await organized({ tags: ['water'], zakat_verified: true })
  await aLevel(installation.app, campaign.id, { title: 'A well' })
  await offer('month', { enabled: true, enabledOnCampaignPage: true })
  await offer('week', { enabled: true, enabledOnCampaignPage: true, requestPhoneNumber: true })
  await offer('day', { enabled: false })
  const { body } = await call('GET', `/v4/plans/by-campaign/${campaign.id}`)
  expect(body.plans).toMatchObject([
    {
      frequency: 'week',
      enabled: true,
      campaignId: String(campaign.id),
      preferences: { enabledOnCampaignPage: true, requestPhoneNumber: true },
    },
    { frequency: 'month', preferences: { requestPhoneNumber: false } },
    { frequency: 'year', enabled: true, preferences: { requestPhoneNumber: false } },
  ])
  const weekly = (await call('GET', `/v4/plans/by-slug/${campaign.slug}`)).body
  expect(weekly).toMatchObject({
    id: body.plans[0].id,
    type: 'CHARITY',
    metadata: {
      campaignName: campaign.name,
      slug: campaign.slug,
      tags: ['water'],
      zakatEligible: true,
      nonprofitType: 'UK registered charity',
      authenticityVerified: true,
    },
  })
  expect(weekly.metadata.rewards).toMatchObject([{ Title: 'A well', ChallengeAmount: 2500 }])
  expect((await call('GET', `/v4/plans/by-slug/${campaign.slug}?frequencyType=month`)).body.frequency).toBe('month')
  expect((await call('GET', `/v4/plans/by-slug/${campaign.slug}?frequencyType=day`)).status).toBe(404)
  expect((await call('GET', '/v4/plans?type=CHARITY')).body.plans.map((plan: { id: string }) => plan.id)).toEqual(
    expect.arrayContaining(body.plans.map((plan: { id: string }) => plan.id)),
  )
  expect((await call('GET', `/v4/campaigns/${campaign.id}/basics`)).body).toMatchObject({
    slug: campaign.slug,
    currencyCode: 'GBP',
    zakatVerified: true,
  })
})

test('choosing again changes the offer and never adds a second one', async () => {
  const { campaign, offer } = await organized()
  const first = (await offer('week', { enabled: true })).body.plans[0].id
  await Promise.all([1, 2, 3].map(() => offer('week', { enabled: true, enabledOnCampaignPage: true })))
  const ended = (await offer('week', { enabled: false })).body.plans
  expect(ended).toMatchObject([{ id: first, enabled: false }])
  expect((await call('GET', `/v4/plans/by-campaign/${campaign.id}`)).body.plans).toEqual([])
  expect((await call('GET', `/v4/plans/${first}`)).status).toBe(404)
})

test('only the organizer sees the settings of an ended offer', async () => {
  const { campaign, token, offer } = await organized()
  await offer('week', { enabled: true, enabledOnCampaignPage: false, requestPhoneNumber: true })
  await offer('week', { enabled: false, enabledOnCampaignPage: false, requestPhoneNumber: true })
  const url = `/v4/campaigns/${campaign.id}/plans`
  expect((await call('GET', url, { token })).body.plans).toMatchObject([
    { frequency: 'week', enabled: false, preferences: { enabledOnCampaignPage: false, requestPhoneNumber: true } },
  ])
  expect((await call('GET', url, { token: (await aSession(installation.app)).token })).status).toBe(404)
  expect((await call('GET', url)).status).toBe(401)
})

test('offers need an own fundraiser that is not a draft (security-3)', async () => {
  const { campaign } = await organized()
  const { token } = await aSession(installation.app)
  expect(
    (await call('PUT', `/v4/campaigns/${campaign.id}/plans/week`, { token, body: { enabled: true } })).status,
  ).toBe(404)
  expect((await call('PUT', `/v4/campaigns/${campaign.id}/plans/week`, { body: { enabled: true } })).status).toBe(401)
  const draft = await organized({ status: 0 })
  const offered = (await draft.offer('week', { enabled: true })).body.plans[0]
  for (const url of [
    `/v4/plans/by-campaign/${draft.campaign.id}`,
    `/v4/plans/by-slug/${draft.campaign.slug}`,
    `/v4/plans/${offered.id}`,
  ])
    expect((await call('GET', url)).status).toBe(404)
  expect((await call('GET', '/v4/plans/nothing')).status).toBe(404)
})

test('a month is as announced for the countries, otherwise by the calendar (calendar-2)', async () => {
  const admin = await aSession(installation.app, { roles: ['admin'] })
  const announce = (body: object, token = admin.token) => call('PUT', '/v4/staff/hijri/months', { token, body })
  const ramadan = {
    calendar: 'SOUTH_ASIA',
    year: 1448,
    month: 9,
    startsOn: '2027-02-09',
    source: 'Central Ruet-e-Hilal Committee',
  }
  // One person proposes it, also twice; another one announces it.
  expect((await announce(ramadan)).body.isAnnounced).toBe(false)
  const proposed = await announce(ramadan)
  expect([proposed.body.isAnnounced, proposed.body.months[8].isAnnounced]).toEqual([false, false])
  const second = await aSession(installation.app, { roles: ['admin'] })
  const proposals = async () =>
    (await call('GET', '/v4/staff/hijri/proposals?calendar=SOUTH_ASIA', { token: second.token })).body.proposals
  expect(await proposals()).toMatchObject([{ year: 1448, month: 9, startsOn: '2027-02-09', isOwn: false }])
  const announced = await announce(ramadan, second.token)
  expect([announced.body.isAnnounced, await proposals()]).toEqual([true, []])
  expect(announced.body.months[8]).toEqual({
    year: 1448,
    month: 9,
    startsOn: '2027-02-09',
    days: 29,
    isAnnounced: true,
    source: 'Central Ruet-e-Hilal Committee',
  })
  const year = async (calendar: string) =>
    (await call('GET', `/v4/hijri/months?calendar=${calendar}&year=1448`)).body.months
  expect((await year('SOUTH_ASIA'))[9]).toMatchObject({ startsOn: '2027-03-10', isAnnounced: false })
  expect((await year('SA'))[8]).toMatchObject({ startsOn: '2027-02-08', isAnnounced: false, source: null })
  expect(await entriesAbout(installation.app.db, 'hijri:SOUTH_ASIA:1448-9', 10)).toMatchObject([
    { act: 'plans.month-announced', actorId: second.viewer.accountId, ip: '127.0.0.1' },
    { act: 'plans.month-proposed', actorId: admin.viewer.accountId },
    { act: 'plans.month-proposed', actorId: admin.viewer.accountId },
  ])
})

test('an undone announcement leaves months of 29 or 30 days (calendar-2)', async () => {
  const [first, second] = [
    await aSession(installation.app, { roles: ['admin'] }),
    await aSession(installation.app, { roles: ['admin'] }),
  ]
  const month = (nth: number) => ({ calendar: 'OM', year: 1448, month: nth })
  const post = (token: string, nth: number) => call('POST', '/v4/staff/hijri/months/undo', { token, body: month(nth) })
  const announce = async (nth: number, startsOn: string) => {
    for (const { token } of [first, second])
      await call('PUT', '/v4/staff/hijri/months', { token, body: { ...month(nth), startsOn, source: 'Muscat' } })
  }
  expect((await post(first.token, 9)).status).toBe(404)
  await announce(9, '2027-02-09')
  const undone = await post(first.token, 9)
  expect(undone.body.months[8]).toMatchObject({ startsOn: '2027-02-08', isAnnounced: false })
  // Between two announced months, the month that is calculated again has a day that fits both.
  await announce(9, '2027-02-09')
  await announce(10, '2027-03-11')
  const between = await post(second.token, 9)
  expect(between.body.months.slice(8, 10)).toMatchObject([
    { startsOn: '2027-02-09', days: 30, isAnnounced: false },
    { startsOn: '2027-03-11', isAnnounced: true },
  ])
  expect((await post(second.token, 10)).status).toBe(200)
})

test('refuses impossible announcements and months that have begun (calendar-2)', async () => {
  const { token } = await aSession(installation.app, { roles: ['admin'] })
  const respond = async (over: object) =>
    (
      await call('PUT', '/v4/staff/hijri/months', {
        token,
        body: { calendar: 'MABIMS', year: 1448, month: 9, startsOn: '2027-02-09', source: 'Isbat', ...over },
      })
    ).body
  expect(await respond({ startsOn: '2027-02-12' })).toMatchObject({ code: 'announced-too-far' })
  expect(await respond({ startsOn: '2027-02-30' })).toMatchObject({ code: 'invalid-input' })
  expect(await respond({ month: 1, startsOn: '2026-06-16' })).toMatchObject({ code: 'announced-too-late' })
  const finance = await aSession(installation.app, { roles: ['finance'] })
  expect((await call('PUT', '/v4/staff/hijri/months', { token: finance.token, body: {} })).status).toBe(403)
})

test('uses the calendar of the donor’s country, or the Saudi one if unknown', () => {
  expect(['PK', 'TR', 'MY', 'GB', 'SA', undefined, 'toString'].map(calendarGroupOf)).toEqual([
    'SOUTH_ASIA',
    'CALC',
    'MABIMS',
    'SA',
    'SA',
    'SA',
    'SA',
  ])
})
