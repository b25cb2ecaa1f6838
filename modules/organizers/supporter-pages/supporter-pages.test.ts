import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ask } from '#modules/organizers/charities/testing.ts'
import { addToTotals } from '#modules/causes/campaigns/queries/totals.ts'
import {
  pauseCampaign,
  resumeCampaignPausedByStaff,
  setZakatVerified,
  changeStatus,
  updateEdited,
} from '#modules/causes/campaigns/index.ts'
import { entriesAbout } from '#modules/platform/audit/index.ts'
import { aSession } from '#modules/platform/identity/testing.ts'
import { offerFrequencies } from '#modules/recurring/plans/index.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { aDonation } from '#modules/organizers/organizing/testing.ts'
import { eraseSupporterPages } from './erase-pages.ts'
import { aParent, open, pageInput } from './testing.ts'

let installation: TestApp
beforeAll(async () => {
  installation = await createTestApp()
})
afterAll(() => installation.close())

const campaignOf = (id: bigint) =>
  installation.app.db.selectFrom('campaigns.campaign').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const statusOf = async (path: string, token = '') => (await ask(installation, token, 'GET', path)).status
const given = (campaignId: bigint, gift: bigint, donor: string, instant = installation.app.clock()) =>
  installation.app.write((tx) =>
    addToTotals(tx, [{ campaignId, gift, count: 1, donorKeys: [Buffer.from(donor)], lastDonationAt: instant }]),
  )
type List = {
  supporters: { slug: string }[]
  total: number
  teams: { members: number; raised: number }[]
  leaderboard: { slug: string }[] | null
}
const listOf = async (id: bigint) =>
  (await ask(installation, '', 'GET', `/v4/campaigns/${id}/supporters`)).body as unknown as List

describe('opening', () => {
  test('gives a page its charity, currency and everything else of its parent [supporters-2]', async () => {
    const parent = await aParent(installation, {
      tips_enabled: false,
      gift_aid: true,
      minimum_donation: 500n,
      country: 'YE',
    })
    await installation.app.write((tx) => offerFrequencies(installation.app, tx, parent.id, ['month']))
    const { status, page, id } = await open(installation, parent.id, { goal: 50_000 })
    expect([status, page]).toMatchObject([
      200,
      {
        state: 'live',
        isPublic: true,
        slug: 'amina-runs-for-water',
        goal: 50_000,
        currency: 'GBP',
        story: pageInput.story,
      },
    ])
    expect(await campaignOf(id)).toMatchObject({
      kind: 'supporter',
      parent_id: parent.id,
      organization_id: parent.organization_id,
      status: 1,
      tips_enabled: false,
      gift_aid: true,
      minimum_donation: 500n,
      country: 'YE',
      ends_at: parent.ends_at,
      story: '<p>Ten kilometres.</p><p>And back.</p>',
    })
    const plans = installation.app.db
      .selectFrom('plans.plan')
      .select(['frequency', 'is_enabled'])
      .where('campaign_id', '=', id)
    expect((await plans.execute()).filter((plan) => plan.is_enabled)).toEqual([
      { frequency: 'month', is_enabled: true },
    ])
    expect(await entriesAbout(installation.app.db, `campaign:${id}`, 10)).toMatchObject([
      { act: 'supporter-pages.opened' },
    ])
    const { body } = await ask(installation, '', 'GET', `/v4/campaign-pages/${page.slug}`)
    expect(body).toMatchObject({ parents: [{ slug: parent.slug, kind: 'fundraiser' }], organizer: { name: 'Amina' } })
  })

  test('draws markup as text [supporters-2]', async () => {
    const parent = await aParent(installation)
    const { page, id } = await open(installation, parent.id, { story: '<script>alert(1)</script> & <b>bold</b>' })
    expect((await campaignOf(id)).story).toBe(
      '<p>&lt;script&gt;alert(1)&lt;/script&gt; &amp; &lt;b&gt;bold&lt;/b&gt;</p>',
    )
    expect(page.story).toBe('<script>alert(1)</script> & <b>bold</b>')
  })

  test('is for accounts with a proven email, once, below campaigns that take pages [supporters-2]', async () => {
    const parent = await aParent(installation)
    const off = await aParent(installation, { takes_supporters: false })
    const closed = await aParent(installation, { status: 3 })
    const unproven = await aSession(installation.app, { isConfirmed: false })
    expect((await open(installation, parent.id, {}, unproven.token)).page.code).toBe('confirm-email-first')
    expect((await open(installation, off.id)).page.code).toBe('supporters-off')
    expect((await open(installation, closed.id)).page.code).toBe('supporters-off')
    expect((await open(installation, 999_999n)).status).toBe(404)
    expect(
      (await ask(installation, '', 'POST', '/v4/supporter-pages', { ...pageInput, parentId: String(parent.id) }))
        .status,
    ).toBe(401)
    const { token } = await aSession(installation.app, { isConfirmed: true })
    const answers = await Promise.all([1, 2, 3].map(() => open(installation, parent.id, {}, token)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
  })

  test('refuses fields with a sentence each', async () => {
    const parent = await aParent(installation)
    const { status, page } = await open(installation, parent.id, {
      title: 'No',
      supporterName: '=1',
      goal: 150,
      picture: 'x',
    })
    expect(status).toBe(400)
    expect(Object.keys((page as unknown as { fields: object }).fields).toSorted()).toEqual([
      'goal',
      'picture',
      'pictureAlt',
      'supporterName',
      'title',
    ])
  })
})

describe('editing in two windows [content-47]', () => {
  test('keeps both changes, and refuses a field that both changed with what is saved', async () => {
    const parent = await aParent(installation)
    const { page, token } = await open(installation, parent.id, { goal: 50_000 })
    const path = `/v4/account/supporter-pages/${page.id}`
    const loaded = { ...pageInput, goal: 50_000 }
    const save = async (over: object) => {
      const { status, body } = await ask(installation, token, 'PUT', path, { ...loaded, ...over, loaded })
      return { status, ...(body as { title?: string; goal?: number; code?: string; fields?: Record<string, string> }) }
    }
    expect(await save({ story: 'Twenty kilometres.', goal: 80_000 })).toMatchObject({ status: 200, goal: 80_000 })
    expect(await save({ title: 'Amina walks for water' })).toMatchObject({
      status: 200,
      title: 'Amina walks for water',
      story: 'Twenty kilometres.',
      goal: 80_000,
    })
    const refused = await save({ goal: 90_000, title: 'Amina walks for water', supporterName: 'Amina K.' })
    expect(refused).toMatchObject({ status: 409, code: 'edited-meanwhile' })
    expect(refused.fields).toEqual({ goal: expect.stringContaining('\u2068800\u2069') })
    expect((await ask(installation, token, 'GET', path)).body).toMatchObject({ goal: 80_000, supporterName: 'Amina' })
  })
})

describe('states', () => {
  test('a page waits for approval, can be hidden, and its words stay its supporter’s [supporters-3]', async () => {
    const parent = await aParent(installation, { approves_supporters: true })
    const { page, id, token } = await open(installation, parent.id)
    const path = `${parent.path}/supporters/${page.id}/state`
    expect(page.state).toBe('waiting')
    expect(await statusOf(`/v4/campaign-pages/${page.slug}`)).toBe(404)
    expect((await listOf(parent.id)).total).toBe(0)
    expect((await ask(installation, token, 'POST', path, { state: 'live' })).status).toBe(404)
    expect((await ask(installation, parent.token, 'POST', path, { state: 'live' })).body).toMatchObject({
      isPublic: true,
    })
    expect(await statusOf(`/v4/campaign-pages/${page.slug}`)).toBe(200)
    expect((await ask(installation, parent.token, 'POST', path, { state: 'hidden' })).status).toBe(200)
    expect(await statusOf(`/v4/campaign-pages/${page.slug}`)).toBe(404)
    const own = `/v4/account/supporter-pages/${page.id}`
    expect((await ask(installation, token, 'POST', `${own}/state`, { state: 'live' })).status).toBe(409)
    expect((await ask(installation, parent.token, 'PUT', own, pageInput)).status).toBe(404)
    expect((await ask(installation, parent.token, 'GET', `/v4/campaigns/${id}/running`)).status).toBe(404)
    expect((await ask(installation, token, 'PUT', own, { ...pageInput, title: 'Another title' })).body).toMatchObject({
      title: 'Another title',
      state: 'hidden',
    })
  })

  test('a page follows its parent: paused, ended, Zakat, end date [supporters-3]', async () => {
    const { app } = installation
    const parent = await aParent(installation)
    const team = await open(installation, parent.id, { kind: 'team', title: 'The team' })
    const member = await open(installation, parent.id, { teamId: team.page.id })
    const both = async () => [await campaignOf(team.id), await campaignOf(member.id)]
    expect(await both()).toMatchObject([{ parent_id: parent.id }, { parent_id: team.id, parent_kind: 'team' }])
    await app.write((tx) => changeStatus(tx, parent.id, { from: 1, to: 2, at: app.clock() }))
    expect(await both()).toMatchObject([{ status: 2 }, { status: 2 }])
    expect(await statusOf(`/v4/campaign-pages/${member.page.slug}`)).toBe(404)
    await app.write((tx) => changeStatus(tx, parent.id, { from: 2, to: 1, at: app.clock() }))
    const as = { categories: ['poor'], schools: [], until: new Date('2030-01-01') } as const
    await app.write((tx) => setZakatVerified(tx, parent.id, as, app.clock()))
    expect(await both()).toMatchObject([
      { status: 1, zakat_verified: true },
      { status: 1, zakat_categories: ['poor'] },
    ])
    await app.write((tx) => setZakatVerified(tx, parent.id, null, app.clock()))
    await app.write((tx) => updateEdited(tx, parent.id, { ends_at: new Date('2029-01-01') }))
    expect(await both()).toMatchObject([
      { zakat_verified: false },
      { ends_at: new Date('2029-01-01'), zakat_verified: false },
    ])
    await app.write((tx) => changeStatus(tx, parent.id, { from: 1, to: 3, at: app.clock() }))
    expect(await both()).toMatchObject([{ status: 3 }, { status: 3 }])
    expect(await statusOf(`/v4/campaign-pages/${member.page.slug}`)).toBe(200)
  })

  test('one that staff pauses stays paused until staff resumes it [supporters-3]', async () => {
    const { app } = installation
    const parent = await aParent(installation)
    const { page, id, token } = await open(installation, parent.id)
    await app.write((tx) => pauseCampaign(tx, id, app.clock()))
    const own = `/v4/account/supporter-pages/${page.id}/state`
    expect((await ask(installation, token, 'POST', own, { state: 'ended' })).status).toBe(200)
    expect(await campaignOf(id)).toMatchObject({ status: 2 })
    await app.write((tx) => resumeCampaignPausedByStaff(tx, id, app.clock()))
    expect(await campaignOf(id)).toMatchObject({ status: 3 })
    expect((await ask(installation, token, 'POST', own, { state: 'live' })).body).toMatchObject({ isPublic: true })
  })
})

describe('teams', () => {
  test('a page joins and leaves until the first donation [supporters-4]', async () => {
    const parent = await aParent(installation)
    const team = await open(installation, parent.id, { kind: 'team', title: 'The team' })
    const { page, id, token } = await open(installation, parent.id)
    const save = (teamId: string | null) =>
      ask(installation, token, 'PUT', `/v4/account/supporter-pages/${page.id}`, { ...pageInput, teamId })
    expect((await save(team.page.id)).body).toMatchObject({ teamId: team.page.id })
    expect((await listOf(team.id)).supporters).toMatchObject([{ slug: page.slug }])
    expect((await listOf(parent.id)).teams).toMatchObject([{ members: 1 }])
    expect((await save(null)).body).toMatchObject({ teamId: null, mayMove: true })
    await aDonation(installation.app, id)
    expect((await save(team.page.id)).status).toBe(409)
    await expect(
      installation.app.write((tx) => updateEdited(tx, id, { parent_id: team.id, parent_kind: 'team' })),
    ).rejects.toMatchObject({ constraint: 'parent_fixed_by_donation' })
  })

  test('another parent’s team, a third level, and another charity or currency are refused [supporters-1]', async () => {
    const [parent, other] = [await aParent(installation), await aParent(installation)]
    const foreign = await open(installation, other.id, { kind: 'team', title: 'Another team' })
    expect((await open(installation, parent.id, { teamId: foreign.page.id })).status).toBe(400)
    const team = await open(installation, parent.id, { kind: 'team', title: 'The team' })
    const member = await open(installation, parent.id, { teamId: team.page.id })
    const move = (id: bigint, set: object) => installation.app.write((tx) => updateEdited(tx, id, set))
    await expect(move(team.id, { parent_id: member.id, parent_kind: 'supporter' })).rejects.toThrow(
      /campaign_depth|below its root/,
    )
    await expect(move(member.id, { parent_id: team.id, parent_kind: 'fundraiser' })).rejects.toThrow(/campaign_parent/)
    await expect(move(member.id, { parent_id: other.id, parent_kind: 'fundraiser' })).rejects.toThrow(
      /stays below its root/,
    )
    await expect(move(member.id, { currency: 'USD' })).rejects.toThrow(/campaign_parent/)
    await expect(move(parent.id, { parent_id: other.id, parent_kind: 'fundraiser' })).rejects.toThrow(/campaign_depth/)
    await expect(move(team.id, { takes_supporters: true })).rejects.toThrow(/supporters_below_public_pages/)
  })
})

test('mails those who approve a page, and its supporter what they decided [supporters-3]', async () => {
  const parent = await aParent(installation, { approves_supporters: true })
  const { page } = await open(installation, parent.id, { title: 'A page to approve' })
  const path = `${parent.path}/supporters/${page.id}/state`
  await ask(installation, parent.token, 'POST', path, { state: 'live' })
  await ask(installation, parent.token, 'POST', path, { state: 'hidden' })
  const mails = await installation.app.db
    .selectFrom('notifications.mail')
    .select(['kind', 'subject'])
    .where('message_id', 'like', `%supporter-page.${page.id}.%`)
    .orderBy('id')
    .execute()
  expect(mails.map(({ kind }) => kind)).toEqual([
    'supporter-page-waiting',
    'supporter-page-live',
    'supporter-page-hidden',
  ])
  expect(mails[1]!.subject).toContain('A page to approve')
})

test('lists supporters by newest, and a leaderboard of those who agreed, ties by time [supporters-5]', async () => {
  const parent = await aParent(installation, { has_leaderboard: true })
  const pages = []
  for (const isOnLeaderboard of [true, true, false, true])
    pages.push(await open(installation, parent.id, { isOnLeaderboard }))
  const [first, second, shy] = pages
  await given(first!.id, 2_000n, 'a', new Date('2026-11-02'))
  await given(second!.id, 2_000n, 'b', new Date('2026-11-01'))
  await given(shy!.id, 9_000n, 'c')
  const list = await listOf(parent.id)
  expect(list.supporters.map(({ slug }) => slug)).toEqual(pages.map(({ page }) => page.slug).toReversed())
  expect(list.leaderboard?.map(({ slug }) => slug)).toEqual([second!.page.slug, first!.page.slug])
  const community = { eventId: `campaign-${parent.id}`, limit: 2 }
  const { body } = await ask(installation, '', 'POST', '/api/communitypage/communityListByEventId', community)
  expect(body).toMatchObject({ Event: { ID: `campaign-${parent.id}`, Slug: parent.slug }, total: 4 })
  expect((body as unknown as { results: { Slug: string }[] }).results.map((card) => card.Slug)).toEqual(
    [pages[3], shy].map((item) => item!.page.slug),
  )
  await ask(installation, parent.token, 'PUT', `${parent.path}/supporter-settings`, {
    isOn: false,
    needsApproval: true,
    hasLeaderboard: false,
  })
  expect((await listOf(parent.id)).leaderboard).toBeNull()
  expect((await open(installation, parent.id)).page.code).toBe('supporters-off')
})

test('people of the charity read figures of a page, and change nothing in it [supporters-3]', async () => {
  const { insertMembers } = await import('#modules/causes/organizations/index.ts')
  const parent = await aParent(installation)
  const { id } = await open(installation, parent.id)
  const { token, viewer } = await aSession(installation.app, { isConfirmed: true })
  const instant = installation.app.clock()
  const organizationId = parent.organization_id as bigint
  await installation.app.write((tx) =>
    insertMembers(tx, [{ organizationId, accountId: viewer.accountId, role: 'admin', at: instant }]),
  )
  expect((await ask(installation, token, 'GET', `/v4/campaigns/${id}/running`)).body).toMatchObject({
    acts: ['look', 'figures', 'offline', 'donors', 'claims'],
  })
  for (const path of [`/v4/campaigns/${id}/draft`, `/v4/campaigns/${id}/supporter-settings`])
    expect(await statusOf(path, token)).toBe(404)
})

test('an erased supporter’s page becomes "A supporter" and keeps its total [supporters-8]', async () => {
  const parent = await aParent(installation)
  const { token, viewer } = await aSession(installation.app, { isConfirmed: true })
  const { page, id } = await open(installation, parent.id, { isOnLeaderboard: true }, token)
  await given(id, 4_000n, 'donor')
  await installation.app.write((tx) =>
    eraseSupporterPages(installation.app, tx, { accountId: viewer.accountId, at: installation.app.clock() }),
  )
  const { slug, ...campaign } = await campaignOf(id)
  expect(campaign).toMatchObject({
    name: 'A supporter',
    organizer_name: 'A supporter',
    story: '',
    cover_id: null,
    status: 1,
  })
  expect(await statusOf(`/v4/campaign-pages/${page.slug}`)).toBe(404)
  expect((await ask(installation, '', 'GET', `/v4/campaign-pages/${slug}`)).body).toMatchObject({
    totals: { raised: 4_000 },
  })
  expect((await ask(installation, '', 'GET', `/v4/campaign-pages/${parent.slug}`)).body).toMatchObject({
    totals: { raised: 4_000, donorCount: 1 },
  })
  expect((await ask(installation, token, 'GET', '/v4/account/supporter-pages')).body).toMatchObject({ pages: [] })
})
