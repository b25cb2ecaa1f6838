import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertTeamMembers } from '#modules/causes/campaigns/index.ts'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { anOrganization } from '#modules/causes/organizations/testing.ts'
import { ask, aMemberOf } from '#modules/organizers/charities/testing.ts'
import { aSession } from '#modules/platform/identity/testing.ts'
import { type MailContent, mailLayout } from '#modules/platform/notifications/index.ts'
import { cancelForCharity } from '#modules/recurring/subscriptions/index.ts'
import { guestPlans } from '#modules/recurring/subscriptions/agreement/donor/testing.ts'
import { drainOutbox } from '#server/jobs/outbox.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { queuedJobs } from '#tests/support/queued-jobs.ts'
import { mailLostPlan, mailPublished } from './team-events.ts'

let installation: TestApp
beforeAll(async () => {
  installation = await createTestApp({ withSandbox: true })
})
afterAll(() => installation.close())

const drain = async () => {
  while ((await drainOutbox(installation.app)) > 0);
}
const donate = async (campaignId: bigint, amount: string, over: object = {}) => {
  const { status, body } = await ask(installation, '', 'POST', `/api/donate/donate/${campaignId}`, {
    amount,
    currency: 'GBP',
    tokens: [{ type: 'card', token: 'pm_card_visa' }],
    guest: { email: `${installation.app.newId()}@example.org`, name: 'Huda Saleh' },
    ...over,
  })
  expect(status).toBe(200)
  await drain()
  return (body as unknown as { intentId: string }).intentId
}
const mailsOf = async (kind: string, to: readonly string[]) =>
  (
    await installation.app.db
      .selectFrom('notifications.mail')
      .select(['to_address as to', 'subject', 'content'])
      .where('kind', '=', kind)
      .where('to_address', 'in', [...to])
      .orderBy('to_address')
      .execute()
  ).map(({ to: address, subject, content }) => ({
    to: address,
    subject,
    text: mailLayout(content as unknown as MailContent).text,
  }))

/** Creates members of a charity: an owner, an editor, and an admin who turned off a mail. */
async function aTeam(organizationId: bigint, off: object) {
  const id = String(organizationId)
  const [owner, editor, quiet] = [
    await aMemberOf(installation, id, 'owner'),
    await aMemberOf(installation, id, 'editor'),
    await aMemberOf(installation, id, 'admin'),
  ]
  expect((await ask(installation, quiet.token, 'POST', '/api/user/properties', off)).status).toBe(200)
  return { owner, emails: [owner, editor, quiet].map(({ viewer }) => viewer.email) }
}

test('a donation from the charity’s amount on is mailed to its team, without the donor’s name (content-31)', async () => {
  const { id: organizationId } = await anOrganization(installation.app, { name: 'Rahma Relief' })
  await aCampaign(installation.app, { organization_id: organizationId, kind: 'general-fund', goal: null })
  const campaign = await aCampaign(installation.app, { organization_id: organizationId, name: 'Wells' })
  const { owner, emails } = await aTeam(organizationId, { largeDonationMails: false })
  const settings = `/v4/organizations/${organizationId}`
  await donate(campaign.id, '5000')
  expect(await mailsOf('team-large-donation', emails)).toEqual([])
  const wrong = await ask(installation, owner.token, 'PATCH', settings, { largeDonationFrom: 'many' })
  expect(wrong.body).toMatchObject({ fields: { largeDonationFrom: expect.stringContaining('Enter a number') } })
  const changed = await ask(installation, owner.token, 'PATCH', settings, { largeDonationFrom: '١٬٠٠٠' })
  expect(changed.body).toMatchObject({ largeDonationFrom: 100_000, currency: 'GBP' })
  await donate(campaign.id, '999.99')
  await donate(campaign.id, '1000')
  const mails = await mailsOf('team-large-donation', emails)
  expect(mails.map(({ to }) => to)).toEqual([owner.viewer.email])
  expect(mails[0]!.subject).toBe('\u2068Wells\u2069 received \u2068£1,000\u2069')
  expect(mails[0]!.text).toContain(`/organize/charities/${organizationId}/donations`)
  expect(mails[0]!.text).not.toContain('Huda')
  const cleared = await ask(installation, owner.token, 'PATCH', settings, { largeDonationFrom: '' })
  expect(cleared.body).toMatchObject({ largeDonationFrom: null })
})

test('a refund is mailed to the charity’s team once, with its amount (content-31)', async () => {
  const { id: organizationId } = await anOrganization(installation.app, { name: 'Refund Relief' })
  const campaign = await aCampaign(installation.app, { organization_id: organizationId, name: 'Wells' })
  const { owner, emails } = await aTeam(organizationId, { refundMails: false })
  const intentId = await donate(campaign.id, '25')
  const finance = await aSession(installation.app, { isConfirmed: true, roles: ['finance'] })
  const { status } = await ask(installation, finance.token, 'POST', `/v4/staff/donations/${intentId}/refunds`, {
    everything: true,
    reason: 'mistake',
  })
  expect(status).toBe(200)
  await drain()
  const mails = await mailsOf('team-refund', emails)
  expect(mails.map(({ to }) => to)).toEqual([owner.viewer.email])
  expect(mails[0]!.text).toContain('£25')
  const path = /\/organize\/\S+\?search=\w{10}/
    .exec(mails[0]!.text)?.[0]
    .replace('/organize/charities/', '/v4/organizations/')
  expect(await ask(installation, owner.token, 'GET', String(path))).toMatchObject({
    status: 200,
    body: { donations: [{ fundraiser: { name: 'Wells' }, gift: 2500, state: 'refunded' }] },
  })
  expect(mails[0]!.text).not.toContain('Huda')
})

test('a plan that its donor cancels is mailed to the charity’s team once (content-31)', async () => {
  const plans = await guestPlans(installation)
  const plan = await plans.begin()
  const { causes } = await plan.read()
  const { organizationId } = await installation.app.db
    .selectFrom('campaigns.campaign')
    .select('organization_id as organizationId')
    .where('id', '=', BigInt(causes[0]!.campaignId))
    .executeTakeFirstOrThrow()
  const { owner, emails } = await aTeam(organizationId, { lostPlanMails: false })
  const mailLost = async () => {
    const jobs = await queuedJobs<{ subscriptionId: string }>(installation.app.db, 'subscriptions:plan_ended')
    for (const { payload } of jobs) await mailLostPlan(installation.app, payload)
    return mailsOf('team-lost-plan', emails)
  }
  expect(await mailLost()).toEqual([])
  await cancelForCharity(installation.app, {
    subscriptionId: plan.id,
    charity: 'Rahma Relief',
    words: 'You asked us on the phone.',
    by: owner.viewer.accountId,
    ip: '192.0.2.1',
  })
  await mailLost()
  expect(await mailsOf('team-lost-plan', emails)).toEqual([])
  const other = await plans.begin()
  const cancelled = await plans.post('/v4/subscription-links/cancel', { token: await other.manage() })
  expect(cancelled.status).toBe(200)
  await mailLost()
  const mails = await mailLost()
  expect(mails.map(({ to }) => to)).toEqual([owner.viewer.email])
  expect(mails[0]!.text).toContain('£10')
  expect(mails[0]!.text).not.toContain('Amina')
})

test('a published fundraiser of someone outside the team is mailed to the charity’s team (content-31)', async () => {
  const { id: organizationId } = await anOrganization(installation.app, { name: 'Noor Relief' })
  const { owner, emails } = await aTeam(organizationId, { fundraiserMails: false })
  const [theirs, own] = [
    await aCampaign(installation.app, { organization_id: organizationId, name: 'A run for Noor' }),
    await aCampaign(installation.app, { organization_id: organizationId, name: 'Our own' }),
  ]
  const outsider = await aSession(installation.app, { isConfirmed: true })
  await installation.app.write((tx) =>
    insertTeamMembers(
      tx,
      [
        { campaignId: theirs.id, accountId: outsider.viewer.accountId },
        { campaignId: own.id, accountId: owner.viewer.accountId },
      ].map((member) => ({ ...member, role: 'organizer' as const, publicName: 'S', at: installation.app.clock() })),
    ),
  )
  for (const { id } of [theirs, theirs, own]) await mailPublished(installation.app, { campaignId: String(id) })
  const mails = await mailsOf('team-published', emails)
  expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
    [owner.viewer.email, '\u2068A run for Noor\u2069 is collecting donations for \u2068Noor Relief\u2069'],
  ])
})
