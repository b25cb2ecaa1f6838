import { syncCases } from './sync-cases.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { entriesAbout } from '#modules/platform/audit/index.ts'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { aDraft } from '#modules/organizers/fundraising/testing.ts'
import { aSession } from '#modules/platform/identity/testing.ts'
import { refundHelpers } from '#modules/money/refunds/testing.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { aRuling, aStaffSession, anOrganizedCampaign } from './testing.ts'

let installation: TestApp
let desk: ReturnType<typeof refundHelpers>
let reviewer: Awaited<ReturnType<typeof aStaffSession>>
beforeAll(async () => {
  installation = await createTestApp({ withSandbox: true })
  desk = refundHelpers(installation)
  reviewer = await aStaffSession(installation.app, 'reviewer')
})
afterAll(() => installation.close())

type Row = { id: string; kind: string; campaign: string; state: string; reasons: { code: string }[] }
const cases = async (token: string, query: string) =>
  (await desk.ask<{ cases: Row[] }>(token, 'GET', `/v4/staff/cases?${query}`)).body.cases
const decide = async (token: string, caseId: string, input: object) => {
  const { seen } = (await desk.ask<{ seen: string }>(token, 'GET', `/v4/staff/cases/${caseId}`)).body
  return desk.ask(token, 'POST', `/v4/staff/cases/${caseId}/decision`, { reason: 'Reviewed.', seen, ...input })
}

async function sent(name: string) {
  const { token, viewer } = await aSession(installation.app)
  await installation.app.db
    .updateTable('identity.account')
    .set({ email_confirmed_at: installation.app.clock() })
    .where('id', '=', viewer.accountId)
    .execute()
  const campaign = await aDraft(installation.app, viewer, { name })
  const move = (state: string) =>
    desk.ask(token, 'POST', '/api/projectadmin/changeProjectState', { id: String(campaign.id), state })
  expect((await move('review')).status).toBe(200)
  const page = () => installation.fastify.inject({ method: 'GET', url: `/v4/campaign-pages/${campaign.slug}` })
  return { campaign, viewer, move, page }
}
const mailsTo = (email: string) =>
  installation.app.db
    .selectFrom('notifications.mail')
    .select(['kind', 'content'])
    .where('to_address', '=', email)
    .execute()

test('a submitted fundraiser is one case, however often it is gathered, and published by its decision', async () => {
  const { campaign, page } = await sent('A well for Kasbo')
  await Promise.all([syncCases(installation.app), syncCases(installation.app)])
  const [found, ...others] = (await cases(reviewer.token, 'kind=fundraiser')).filter(
    (item) => item.campaign === 'A well for Kasbo',
  )
  expect([found!.reasons[0]!.code, others]).toEqual(['submitted', []])
  expect((await page()).statusCode).toBe(404)
  expect((await decide(reviewer.token, found!.id, { decision: 'publish' })).status).toBe(200)
  expect((await page()).json()).toMatchObject({ title: 'A well for Kasbo', status: 1 })
  const approved = (await entriesAbout(installation.app.db, `campaign:${campaign.id}`, 10)).find(
    ({ act }) => act === 'fundraising.approved',
  )
  expect(approved).toMatchObject({ ip: expect.stringMatching(/^[\d.]+$/) })
  expect((await decide(reviewer.token, found!.id, { decision: 'publish' })).body).toMatchObject({
    code: 'case-decided',
  })
  await syncCases(installation.app)
  expect((await cases(reviewer.token, 'kind=fundraiser')).filter((item) => item.campaign === campaign.name)).toEqual([])
})

test('its case shows the page, its charity, and what became of the organizer’s earlier submissions', async () => {
  const { campaign, viewer, move } = await sent('A well for Sanuk')
  const caseId = async () =>
    (await cases(reviewer.token, 'kind=fundraiser')).find((item) => item.campaign === campaign.name)!.id
  await decide(reviewer.token, await caseId(), { decision: 'send-back', message: 'Please name the village.' })
  await move('review')
  type Page = { seen: string; fundraiser: object }
  const { fundraiser } = (await desk.ask<Page>(reviewer.token, 'GET', `/v4/staff/cases/${await caseId()}`)).body
  expect(fundraiser).toMatchObject({
    draft: { campaignId: String(campaign.id), content: { title: 'A well for Sanuk' } },
    charity: { isVerified: true },
    submitter: { email: viewer.email, isEmailConfirmed: true, published: 0, sentBack: 1, paused: 0, sentBackOfThis: 1 },
  })
})

test('a rejected one tells its organizer why, and never without text', async () => {
  const { viewer, page } = await sent('A school van')
  const [found] = (await cases(reviewer.token, 'kind=fundraiser')).filter((item) => item.campaign === 'A school van')
  expect((await decide(reviewer.token, found!.id, { decision: 'send-back' })).body).toMatchObject({
    fields: { message: expect.anything() },
  })
  await decide(reviewer.token, found!.id, { decision: 'send-back', message: 'Please name the driver.' })
  const mails = await mailsTo(viewer.email)
  expect(mails.map(({ kind }) => kind)).toContain('fundraiser-rejected')
  expect(JSON.stringify(mails)).toContain('Please name the driver.')
  expect(JSON.stringify(mails)).not.toContain('Reviewed.')
  expect((await page()).statusCode).toBe(404)
})

test('a rejection by a reviewer of another language is in the organizer’s, as the case showed it', async () => {
  const { viewer } = await sent('A van for the clinic')
  await installation.app.db
    .updateTable('identity.account')
    .set({ locale: 'ar' })
    .where('id', '=', viewer.accountId)
    .execute()
  const [found] = (await cases(reviewer.token, 'kind=fundraiser')).filter(
    (item) => item.campaign === 'A van for the clinic',
  )
  type Page = { lettersIn: string; decisions: { templates: { key: string; text: string }[] }[] }
  const { lettersIn, decisions } = (await desk.ask<Page>(reviewer.token, 'GET', `/v4/staff/cases/${found!.id}`)).body
  const { text } = decisions.flatMap(({ templates }) => templates).find(({ key }) => key === 'story')!
  expect([lettersIn, text]).toEqual(['ar', expect.stringMatching(/\p{Script=Arabic}/u)])
  expect((await decide(reviewer.token, found!.id, { decision: 'send-back', template: 'story' })).status).toBe(200)
  expect(JSON.stringify(await mailsTo(viewer.email))).toContain(text)
})

test('closes a case by itself when its request is withdrawn', async () => {
  const { move } = await sent('Second thoughts')
  const [found] = (await cases(reviewer.token, 'kind=fundraiser')).filter((item) => item.campaign === 'Second thoughts')
  await move('draft')
  await syncCases(installation.app)
  const after = await installation.app.db
    .selectFrom('moderation.case')
    .select(['state', 'decision', 'decided_by_account_id as by'])
    .where('id', '=', found!.id)
    .executeTakeFirst()
  expect(after).toEqual({ state: 'decided', decision: 'resolved-elsewhere', by: null })
})

test('a refund request is granted in the queue, once, and only by finance (refunds-1)', async () => {
  const campaign = await aCampaign(installation.app, { name: 'Refund wanted' })
  const donor = await aSession(installation.app)
  const { donationId, intentId } = await desk.donation(campaign.id, {}, donor.token)
  await desk.ask(donor.token, 'POST', `/v4/account/donations/${donationId}/refund-request`, { reason: 'I gave twice.' })
  await syncCases(installation.app)
  expect(await cases(reviewer.token, 'kind=refund')).toEqual([])
  const finance = await desk.staff('finance')
  const [found] = await cases(finance, 'kind=refund')
  expect(found).toMatchObject({ campaign: 'Refund wanted', reasons: [{ code: 'donor-requested' }] })
  const answers = await Promise.all([1, 2, 3].map(() => decide(finance, found!.id, { decision: 'grant' })))
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(1)
  expect(await desk.truth(intentId)).toBe(2320)
  expect(
    (
      await installation.app.db.selectFrom('refunds.refund').select('state').where('intent_id', '=', intentId).execute()
    ).map(({ state }) => state),
  ).toEqual(['succeeded'])
  expect((await cases(finance, 'kind=refund&state=decided')).map(({ id }) => id)).toContain(found!.id)
})

test('only staff can reopen a fundraiser that staff paused', async () => {
  const { id, token } = await (async () => {
    const organized = await anOrganizedCampaign(installation.app)
    return { id: organized.campaign.id, token: organized.organizer.token }
  })()
  await desk.ask('', 'POST', '/v4/reports', { campaignId: String(id), reason: 'fraud', text: 'It is not theirs.' })
  const row = (await installation.app.db
    .selectFrom('moderation.case')
    .select('id')
    .where('campaign_id', '=', id)
    .where('kind', '=', 'report')
    .executeTakeFirst())!
  await decide(reviewer.token, row.id, { decision: 'pause' })
  const open = () =>
    desk.ask(token, 'POST', '/api/projectadmin/changeProjectState', { id: String(id), state: 'active' })
  expect((await open()).body).toMatchObject({ message: expect.stringContaining('We’ve paused this fundraiser') })
  expect((await desk.ask(reviewer.token, 'POST', `/v4/staff/cases/${row.id}/resume`)).status).toBe(200)
  expect(
    (await installation.app.db
      .selectFrom('campaigns.campaign')
      .select('status')
      .where('id', '=', id)
      .executeTakeFirst())!.status,
  ).toBe(1)
  expect((await desk.ask(reviewer.token, 'POST', `/v4/staff/cases/${row.id}/resume`)).status).toBe(409)
})

test('staff can pause one that its organizer paused; resuming returns it to the organizer', async () => {
  const { campaign, organizer } = await anOrganizedCampaign(installation.app)
  const move = (state: string) =>
    desk.ask(organizer.token, 'POST', '/api/projectadmin/changeProjectState', { id: String(campaign.id), state })
  expect((await move('paused')).status).toBe(200)
  await desk.ask('', 'POST', '/v4/reports', {
    campaignId: String(campaign.id),
    reason: 'fraud',
    text: 'It is not theirs.',
  })
  const row = (await installation.app.db
    .selectFrom('moderation.case')
    .select('id')
    .where('campaign_id', '=', campaign.id)
    .executeTakeFirst())!
  expect((await decide(reviewer.token, row.id, { decision: 'pause' })).status).toBe(200)
  expect((await move('active')).body).toMatchObject({
    message: expect.stringContaining('We’ve paused this fundraiser'),
  })
  expect((await desk.ask(reviewer.token, 'POST', `/v4/staff/cases/${row.id}/resume`)).status).toBe(200)
  const status = async () =>
    (await installation.app.db
      .selectFrom('campaigns.campaign')
      .select('status')
      .where('id', '=', campaign.id)
      .executeTakeFirst())!.status
  expect(await status()).toBe(2)
  expect((await move('active')).status).toBe(200)
  expect(await status()).toBe(1)
})

test('reviews changed texts of a fundraiser verified for zakat once, before beside now', async () => {
  const { campaign, organizer } = await anOrganizedCampaign(installation.app)
  const url = `/v4/campaigns/${campaign.id}`
  const caseOf = async (kind: string) =>
    (await cases(reviewer.token, `kind=${kind}`)).filter((item) => item.campaign.startsWith(campaign.name))
  const say = async (version: number, over: object) => {
    expect((await desk.ask(organizer.token, 'PATCH', `${url}/draft`, { version, ...over })).status).toBe(200)
    expect((await desk.ask(organizer.token, 'POST', `${url}/draft/publish`, { version: version + 1 })).status).toBe(200)
  }
  await say(0, { title: `${campaign.name} and wide` })
  expect(await caseOf('edit')).toEqual([])
  await desk.ask(organizer.token, 'POST', `${url}/zakat-requests`, {
    categories: ['poor'],
    note: 'Food for the poor.',
    links: ['https://umeed.example/report'],
  })
  const [request] = await caseOf('zakat')
  const expiresOn = new Date(Date.now() + 200 * 86_400_000).toISOString().slice(0, 10)
  expect((await decide(reviewer.token, request!.id, { decision: 'approve', expiresOn, ruling: aRuling })).status).toBe(
    200,
  )

  await say(2, { location: 'Sindh' })
  expect(await caseOf('edit')).toEqual([])
  await say(4, { title: `${campaign.name} and deep`, goal: '9000' })
  await Promise.all([syncCases(installation.app), syncCases(installation.app)])
  const [found, ...others] = await caseOf('edit')
  expect([found!.reasons[0]!.code, others]).toEqual(['edited', []])
  const body = (await desk.ask<{ texts: object[] }>(reviewer.token, 'GET', `/v4/staff/cases/${found!.id}`)).body
  expect(body.texts).toHaveLength(2)
  expect(body.texts).toContainEqual({
    name: 'name',
    before: `${campaign.name} and wide`,
    now: `${campaign.name} and deep`,
  })
  expect(body.texts).toContainEqual({ name: 'goal', before: expect.any(String), now: '9000' })
  expect((await decide(reviewer.token, found!.id, { decision: 'warn', template: 'claims' })).status).toBe(200)
  expect((await mailsTo(organizer.viewer.email)).map(({ kind }) => kind)).toContain('moderation-edit-warn')
  await syncCases(installation.app)
  expect(await caseOf('edit')).toEqual([])
  const finance = await desk.staff('finance')
  expect((await desk.ask(finance, 'GET', `/v4/staff/cases/${found!.id}`)).status).toBe(404)
})
