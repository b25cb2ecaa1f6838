import { afterAll, beforeAll, expect, test } from 'vitest'
import { anOrganization } from '#modules/causes/organizations/testing.ts'
import { listOpenSubmissions } from '#modules/organizers/fundraising/index.ts'
import { aDraft } from '#modules/organizers/fundraising/testing.ts'
import { mailAskedCharity } from '#modules/organizers/organizing/mails/team-events.ts'
import { aSession } from '#modules/platform/identity/testing.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { manualClock } from '#tests/support/ports.ts'
import { queuedJobs } from '#tests/support/queued-jobs.ts'
import { aMemberOf, ask } from './testing.ts'

let installation: TestApp
const clock = manualClock(new Date('2026-11-02T12:00:00Z'))
beforeAll(async () => {
  installation = await createTestApp({ clock: clock.now })
})
afterAll(() => installation.close())

type Requests = { readonly requests: readonly { readonly id: string; readonly title: string }[] }

/** Creates a charity with a member of each role, and a complete draft of an organizer from outside, who submits it. */
async function aSubmission() {
  const charity = await anOrganization(installation.app, { name: 'Rahma Relief' })
  const id = String(charity.id)
  const admin = await aMemberOf(installation, id, 'admin')
  const finance = await aMemberOf(installation, id, 'finance')
  const organizer = await aSession(installation.app, { isConfirmed: true })
  const campaign = await aDraft(installation.app, organizer.viewer, {
    organization_id: charity.id,
    name: 'A run for Rahma',
  })
  const submit = (token: string) =>
    ask(installation, token, 'POST', '/api/projectadmin/changeProjectState', {
      id: String(campaign.id),
      state: 'review',
    })
  return {
    campaign,
    admin,
    finance,
    organizer,
    path: `/v4/organizations/${id}/fundraiser-requests`,
    submit,
    requests: async () =>
      (await ask(installation, admin.token, 'GET', `/v4/organizations/${id}/fundraiser-requests`))
        .body as unknown as Requests,
    tasks: async () =>
      JSON.stringify((await ask(installation, admin.token, 'GET', `/v4/organizations/${id}/tasks`)).body),
  }
}
const forStaff = async (campaignId: bigint) =>
  (
    await listOpenSubmissions(installation.app.db, {
      limit: 100,
      askedBefore: new Date(clock.now().getTime() - 7 * 86_400_000),
    })
  ).filter((submission) => submission.campaignId === campaignId).length

test('someone else’s fundraiser waits for the charity; once accepted, it waits for staff (content-4)', async () => {
  const { campaign, admin, finance, organizer, path, submit, requests, tasks } = await aSubmission()
  expect(await submit(organizer.token)).toMatchObject({ status: 200 })
  expect(await forStaff(campaign.id)).toBe(0)
  expect(await tasks()).toContain('"fundraisers-asked"')
  const jobs = await queuedJobs<{ submissionId: string }>(installation.app.db, 'fundraising:charity_asked')
  for (const { payload } of jobs) await mailAskedCharity(installation.app, payload)
  const mails = await installation.app.db
    .selectFrom('notifications.mail')
    .select('subject')
    .where('kind', '=', 'team-asked')
    .where('to_address', '=', admin.viewer.email)
    .execute()
  expect(mails).toHaveLength(1)
  const [request] = (await requests()).requests
  expect(request).toMatchObject({ title: 'A run for Rahma', decidedWithoutAt: '2026-11-09T12:00:00.000Z' })
  const draft = `/v4/campaigns/${campaign.id}/draft`
  expect((await ask(installation, organizer.token, 'GET', draft)).body).toMatchObject({ isCharityAsked: true })
  const decide = (token: string) =>
    ask(installation, token, 'POST', `${path}/${request!.id}/decision`, { decision: 'accept' })
  expect((await decide(finance.token)).status).toBe(403)
  expect((await decide(organizer.token)).status).toBe(404)
  expect((await decide(admin.token)).status).toBe(200)
  expect((await decide(admin.token)).status).toBe(404)
  expect(await forStaff(campaign.id)).toBe(1)
  expect((await requests()).requests).toEqual([])
  expect((await ask(installation, organizer.token, 'GET', draft)).body).toMatchObject({ isCharityAsked: false })
})

test('a refusal needs a reason, which the organizer is mailed, and makes a draft of the fundraiser (content-4)', async () => {
  const { campaign, admin, organizer, path, submit, requests } = await aSubmission()
  await submit(organizer.token)
  const { id } = (await requests()).requests[0]!
  const refuse = (reason: string) =>
    ask(installation, admin.token, 'POST', `${path}/${id}/decision`, { decision: 'refuse', reason })
  expect((await refuse(' ')).body).toMatchObject({ fields: { reason: expect.any(String) } })
  expect((await refuse('We already run this appeal.')).status).toBe(200)
  expect((await ask(installation, organizer.token, 'GET', `/v4/campaigns/${campaign.id}/draft`)).body).toMatchObject({
    state: 'draft',
    review: { decision: 'refused', reason: 'We already run this appeal.' },
  })
  const mail = await installation.app.db
    .selectFrom('notifications.mail')
    .select(['subject', 'content'])
    .where('kind', '=', 'fundraiser-refused')
    .where('to_address', '=', organizer.viewer.email)
    .executeTakeFirstOrThrow()
  expect(mail.subject).toContain('Rahma Relief')
  expect(JSON.stringify(mail.content)).toContain('We already run this appeal.')
})

test('after seven days staff decide without the charity, and members’ own fundraisers don’t wait (content-4)', async () => {
  const { campaign, organizer, submit } = await aSubmission()
  await submit(organizer.token)
  clock.move({ days: 7 })
  expect(await forStaff(campaign.id)).toBe(1)
  const own = await aSubmission()
  expect(await own.submit(own.admin.token)).toMatchObject({ status: 200 })
  expect([await forStaff(own.campaign.id), (await own.requests()).requests]).toEqual([1, []])
})
