import { flagsServer } from '#modules/platform/flags/index-server.ts'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { entriesAbout } from '#modules/platform/audit/index.ts'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { aSession } from '#modules/platform/identity/testing.ts'
import { programmePlans } from '#modules/recurring/subscriptions/testing.ts'
import { referralCodeOf } from '#modules/recurring/subscriptions/rules/referral-code.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import type { RefererView, ReferralStats, ReferralView } from './contract.ts'
import { referralHelpers } from './testing.ts'

let installation: TestApp
let now = new Date('2026-11-20T12:00:00Z')
let request: ReturnType<typeof referralHelpers>
let campaign: Awaited<ReturnType<typeof aCampaign>>
let leader: Awaited<ReturnType<ReturnType<typeof referralHelpers>['aLeader']>>
beforeAll(async () => {
  installation = await createTestApp({ clock: () => now })
  request = referralHelpers(installation)
})
beforeEach(async () => {
  campaign = await aCampaign(installation.app, { ends_at: null })
  leader = await request.aLeader(campaign.id)
})
afterAll(() => installation.close())

type Page = { scope: string; referrals: ReferralView[]; page: number; pages: number; total: number }
const list = async (token: string, query = '') =>
  (await request.ask<Page>(token, 'GET', `/v4/referers/${campaign.id}/referrals${query}`)).body
const names = async (query: string) => (await list(leader.token, query)).referrals.map(({ donorName }) => donorName)
const csvOf = async (token: string) =>
  (await request.ask<string>(token, 'GET', `/v4/referers/${campaign.id}/referrals/download/csv`))
    .body as unknown as string
const cells = (csv: string) => parse(csv, { bom: true, columns: true }) as Record<string, string>[]

describe('a link', () => {
  test('has a valid code, leads to the fundraiser, and is the same when requested again', async () => {
    expect(referralCodeOf(leader.code)).toBe(leader.code)
    expect(leader.referer).toMatchObject({
      campaignId: String(campaign.id),
      link: `${installation.app.origin}/campaign/${campaign.slug}?code=${leader.code}`,
    })
    const again = await Promise.all(
      [1, 2, 3].map(() =>
        request.ask<RefererView>(leader.token, 'POST', '/v4/referers', { campaignId: String(campaign.id) }),
      ),
    )
    expect(new Set(again.map(({ body }) => body.code))).toEqual(new Set([leader.code]))
    expect((await request.ask(leader.token, 'GET', `/v4/referers/${campaign.id}`)).body).toEqual(again[0]!.body)
  })

  test('is not created for missing, hidden, closed or unrelated fundraisers', async () => {
    const draft = await aCampaign(installation.app, { status: 0 })
    const closed = await aCampaign(installation.app, { status: 3 })
    const plan = installation.app.newId()
    const instant = now
    await installation.app.write((tx) =>
      tx
        .insertInto('plans.plan')
        .values({
          id: plan,
          type: 'CHARITY',
          programme: null,
          campaign_id: closed.id,
          frequency: 'week',
          requests_phone: false,
          created_at: instant,
          changed_at: instant,
        } as never)
        .execute(),
    )
    const refusals = await Promise.all(
      [
        { campaignId: '999999' },
        { campaignId: String(draft.id) },
        { campaignId: String(closed.id) },
        { campaignId: String(campaign.id), givingPlanId: plan },
        { campaignId: '0', givingPlanId: installation.app.newId() },
        {},
        { campaignId: '0', givingPlanId: 'nonsense' },
      ].map(async (body) => {
        const { status, body: link } = await request.ask(leader.token, 'POST', '/v4/referers', body)
        return [status, link.code]
      }),
    )
    expect(refusals).toEqual([
      [404, 'campaign-not-found'],
      [404, 'campaign-not-found'],
      [409, 'campaign-closed'],
      [404, 'plan-not-found'],
      [404, 'plan-not-found'],
      [400, 'nothing-to-refer'],
      [400, 'invalid-input'],
    ])
  })

  test('for Dhul Hijjah requires the operator’s option; other programmes always have one [contract-5]', async () => {
    const ask = (plan: string) =>
      request.ask<RefererView>(leader.token, 'POST', '/v4/referers', { campaignId: '0', givingPlanId: plan })
    const offered = async () =>
      (
        await request.ask<{ programmes: { programme: string }[] }>(leader.token, 'GET', '/v4/account/referrals')
      ).body.programmes.map(({ programme }) => programme)
    expect((await ask(programmePlans.DhulHijjah)).status).toBe(404)
    expect(await offered()).not.toContain('DhulHijjah')
    expect((await ask(programmePlans.FridayGivers)).body.givingPlans).toMatchObject([{ programme: 'FridayGivers' }])
    await flagsServer.setFlag(installation.app, 'dhul-hijjah-referrals', 'on')
    expect(await offered()).toContain('DhulHijjah')
    const { body } = await ask(programmePlans.DhulHijjah)
    expect(body).toMatchObject({ campaignId: null, campaign: null, link: null })
    expect(body.givingPlans.map(({ link }) => link)).toEqual([
      `${installation.app.origin}/scheduled-giving/friday-givers/choose-causes?code=${body.code}`,
      `${installation.app.origin}/scheduled-giving/dhc?code=${body.code}`,
    ])
    const about = () =>
      request.ask(leader.token, 'GET', `/v4/referers/by-code/${body.code}/${programmePlans.DhulHijjah}`)
    const plan = () =>
      request.ask<{ takesCodes: boolean }>(leader.token, 'GET', `/v4/plans/${programmePlans.DhulHijjah}`)
    expect([(await about()).status, (await plan()).body.takesCodes]).toEqual([200, true])
    await flagsServer.setFlag(installation.app, 'dhul-hijjah-referrals', 'off')
    expect([(await about()).status, (await plan()).body.takesCodes]).toEqual([404, false])
    expect(
      (await request.ask<RefererView>(leader.token, 'GET', '/v4/referers/0')).body.givingPlans.map(
        ({ link }) => link !== null,
      ),
    ).toEqual([true, false])
  })

  test('shows its owner’s first name to donors, for plans that it counts for', async () => {
    const donor = await aSession(installation.app)
    const byCode = (code: string, plan: string) =>
      request.ask(donor.token, 'GET', `/v4/referers/by-code/${code}/${plan}`)
    expect((await byCode(leader.code, programmePlans.FridayGivers)).body).toEqual({
      code: leader.code,
      name: 'Sana',
      campaignId: String(campaign.id),
      givingPlanId: programmePlans.FridayGivers,
    })
    for (const [code, plan] of [
      [leader.code, installation.app.newId()],
      [leader.code, 'nonsense'],
      ['TeamUnknown', programmePlans.FridayGivers],
      [leader.code.toUpperCase(), programmePlans.FridayGivers],
      [encodeURIComponent("Team' or true--"), programmePlans.FridayGivers],
    ] as const)
      expect([code, (await byCode(code, plan)).status]).toEqual([code, 404])
    const programme = await request.aLeader(0n, programmePlans.FridayGivers)
    expect((await byCode(programme.code, programmePlans.FridayGivers)).status).toBe(200)
    expect((await byCode(programme.code, programmePlans.DailyGivers)).status).toBe(404)
    expect(
      (await request.ask(programme.token, 'GET', `/v4/referers/0?givingPlanId=${programmePlans.FridayGivers}`)).status,
    ).toBe(200)
    expect(
      (await request.ask(programme.token, 'GET', `/v4/referers/0?givingPlanId=${programmePlans.DailyGivers}`)).status,
    ).toBe(404)
  })

  test('is a QR code for its owner only', async () => {
    const url = `/v4/account/referrals/${campaign.id}/qr.svg`
    expect((await request.ask<string>(leader.token, 'GET', url)).body as unknown as string).toContain(
      `<title>${leader.referer.link}</title>`,
    )
    expect((await request.ask((await aSession(installation.app)).token, 'GET', url)).status).toBe(404)
  })
})

describe('referrals', () => {
  test('are paged, newest first, and a page after the last is empty', async () => {
    for (let n = 1; n <= 23; n++) {
      now = new Date(now.getTime() + 1000)
      await request.aReferral(campaign.id, leader.code, { customName: `Donor ${n}` })
    }
    const [first, second, after] = [
      await list(leader.token),
      await list(leader.token, '?page=2'),
      await list(leader.token, '?page=3'),
    ]
    expect([first.total, first.pages, first.referrals.length, second.referrals.length, after.referrals]).toEqual([
      23,
      2,
      20,
      3,
      [],
    ])
    expect([...first.referrals, ...second.referrals].map(({ donorName }) => donorName)).toEqual(
      Array.from({ length: 23 }, (_, index) => `Donor ${23 - index}`),
    )
    for (const page of ['0', '-1', 'x', '1.5', '100001'])
      expect(
        (await request.ask(leader.token, 'GET', `/v4/referers/${campaign.id}/referrals?page=${page}`)).status,
      ).toBe(400)
  })

  test('sort by day, amount or donor both ways; anonymous donors come last, in neutral order', async () => {
    for (const [customName, gift, isAnonymous] of [
      ['Bilal', '900', false],
      ['aisha', '300', false],
      ['Aaron', '500', true],
      ['Zayd', '700', true],
    ] as const) {
      now = new Date(now.getTime() + 1000)
      await request.aReferral(campaign.id, leader.code, { customName, gift, isAnonymous })
    }
    expect(await names('')).toEqual([null, null, 'aisha', 'Bilal'])
    expect(await names('?sortField=date&sortDirection=asc')).toEqual(['Bilal', 'aisha', null, null])
    expect(await names('?sortField=amount')).toEqual(['Bilal', null, null, 'aisha'])
    expect(await names('?sortField=amount&sortDirection=asc')).toEqual(['aisha', null, null, 'Bilal'])
    const byDonor = await list(leader.token, '?sortField=donor')
    expect(byDonor.referrals.map(({ donorName, amount }) => [donorName, amount])).toEqual([
      ['aisha', 300],
      ['Bilal', 900],
      [null, 700],
      [null, 500],
    ])
    // Anonymous donors are sorted by day in both directions, so Aaron and Zayd don't swap.
    const turned = await list(leader.token, '?sortField=donor&sortDirection=desc')
    expect(turned.referrals.map(({ amount }) => amount)).toEqual([900, 300, 700, 500])
    for (const wrong of ['sortField=email', 'sortField=date;drop', 'sortDirection=up', 'givingPlanId=x'])
      expect([
        wrong,
        (await request.ask(leader.token, 'GET', `/v4/referers/${campaign.id}/referrals?${wrong}`)).status,
      ]).toEqual([wrong, 400])
  })

  test('reveal no more of a donor than the fundraiser’s page', async () => {
    const secret = { name: 'Amina Yusuf', email: 'amina.secret@example.org' }
    await request.aReferral(
      campaign.id,
      leader.code,
      { customName: 'Umm Yusuf', location: 'Leicester', note: 'for my mother' },
      secret,
    )
    await request.aReferral(campaign.id, leader.code, { customName: 'Umm Yusuf', isAnonymous: true }, secret)
    const owner = await request.ofCharity(campaign.organization_id as bigint, 'owner')
    for (const token of [leader.token, owner]) {
      const { referrals } = await list(token)
      expect(referrals.map(({ donorName, isAnonymous }) => [donorName, isAnonymous])).toEqual([
        [null, true],
        ['Umm Yusuf', false],
      ])
      for (const output of [JSON.stringify(referrals), await csvOf(token)])
        expect(output).not.toMatch(/Amina|secret|Leicester|mother/)
    }
  })
})

describe('the file', () => {
  test('has every donation, runs nothing in a spreadsheet, and is audited', async () => {
    const attacks = [
      '=HYPERLINK("http://evil.example","x")',
      '+1+cmd|A1',
      '-2+3',
      '@SUM(1)',
      '\t=1+1',
      '＝1+1',
      'a,b"c\r\nd',
    ]
    for (const customName of attacks) await request.aReferral(campaign.id, leader.code, { customName })
    await request.aReferral(campaign.id, leader.code, { customName: 'Aaron', isAnonymous: true })
    const rows = cells(await csvOf(leader.token))
    expect(rows).toHaveLength(attacks.length + 1)
    for (const row of rows) expect(row.Donor).not.toMatch(/^[\s]*[=+\-@＝]/)
    expect(new Set(rows.map(({ Donor }) => Donor))).toEqual(
      new Set([...attacks.map((name) => (name.startsWith('a') ? name : `'${name}`)), 'Anonymous']),
    )
    expect(rows[0]).toMatchObject({
      Amount: '20.00',
      Currency: 'GBP',
      'How often': 'Once',
      'Referral code': leader.code,
    })
    expect((await entriesAbout(installation.app.db, `campaign:${campaign.id}`, 5)).map(({ act }) => act)).toContain(
      'referrals.exported',
    )
  })

  test('is a download that no cache stores', async () => {
    const answer = await installation.fastify.inject({
      url: `/v4/referers/${campaign.id}/referrals/download/csv`,
      headers: { authorization: `Bearer ${leader.token}` },
    })
    expect([answer.statusCode, answer.headers['content-type'], answer.headers['cache-control']]).toEqual([
      200,
      'text/csv; charset=utf-8',
      'no-store',
    ])
    expect(answer.headers['content-disposition']).toMatch(
      new RegExp(`^attachment; filename="referrals-${campaign.slug}-2026-11-\\d\\d\\.csv"$`),
    )
  })
})

describe('permissions [accounts-8]', () => {
  const paths = ['referrals', 'referrals/stats', 'referrals/download/csv']
  const statuses = (token: string | undefined) =>
    Promise.all(
      paths.map(async (path) => (await request.ask(token, 'GET', `/v4/referers/${campaign.id}/${path}`)).status),
    )

  test('a link’s owner and the charity’s owners and admins see its donations; others find nothing', async () => {
    await request.aReferral(campaign.id, leader.code)
    const charity = campaign.organization_id as bigint
    expect(await statuses(leader.token)).toEqual([200, 200, 200])
    for (const role of ['owner', 'admin'] as const)
      expect([role, await statuses(await request.ofCharity(charity, role))]).toEqual([role, [200, 200, 200]])
    for (const role of ['finance', 'editor'] as const)
      expect([role, await statuses(await request.ofCharity(charity, role))]).toEqual([role, [404, 404, 404]])
    expect(await statuses((await aSession(installation.app)).token)).toEqual([404, 404, 404])
    expect(await statuses(undefined)).toEqual([401, 401, 401])
  })

  test('a leader never sees another’s link; the charity sees both by code', async () => {
    const other = await request.aLeader(campaign.id)
    await request.aReferral(campaign.id, leader.code, { gift: '500' })
    await request.aReferral(campaign.id, other.code, { gift: '700' })
    expect((await list(leader.token)).referrals.map(({ amount }) => amount)).toEqual([500])
    expect((await list(other.token)).referrals.map(({ amount }) => amount)).toEqual([700])
    const admin = await request.ofCharity(campaign.organization_id as bigint, 'admin')
    const page = await list(admin)
    expect(page.scope).toBe('fundraiser')
    expect(new Map(page.referrals.map(({ code, amount }) => [code, amount]))).toEqual(
      new Map([
        [leader.code, 500],
        [other.code, 700],
      ]),
    )
  })

  test('a revoked permission is gone at once', async () => {
    const { token, viewer } = await aSession(installation.app)
    const charity = campaign.organization_id as bigint
    await installation.app.write((tx) =>
      tx
        .insertInto('organizations.member')
        .values({ organization_id: charity, account_id: viewer.accountId, role: 'admin', added_at: now })
        .execute(),
    )
    expect(await statuses(token)).toEqual([200, 200, 200])
    await installation.app.write((tx) =>
      tx.deleteFrom('organizations.member').where('account_id', '=', viewer.accountId).execute(),
    )
    expect(await statuses(token)).toEqual([404, 404, 404])
  })

  test('the own page lists the viewer’s links with their figures', async () => {
    await request.aReferral(campaign.id, leader.code)
    const own = async (token: string) =>
      (
        await request.ask<{ referers: (RefererView & { stats: ReferralStats })[] }>(
          token,
          'GET',
          '/v4/account/referrals',
        )
      ).body.referers
    expect(await own(leader.token)).toMatchObject([
      { code: leader.code, stats: { count: 1, donations: 1, amounts: [{ amount: 2000 }] } },
    ])
    expect(await own((await aSession(installation.app)).token)).toEqual([])
  })
})
