import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { insertTeamMembers } from '#modules/causes/campaigns/index.ts'
import { anOrganization } from '#modules/causes/organizations/testing.ts'
import { addRefundedAmounts } from '#modules/money/giving/index.ts'
import { ask, aMemberOf } from '#modules/organizers/charities/testing.ts'
import { aSession } from '#modules/platform/identity/testing.ts'
import { mailLayout, type MailContent } from '#modules/platform/notifications/index.ts'
import { drainOutbox } from '#server/jobs/outbox.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { sendWeeklySummaries } from './weekly-summary.ts'

let installation: TestApp
let now = new Date('2026-11-24T12:00:00Z')
beforeAll(async () => {
  installation = await createTestApp({ withSandbox: true, clock: () => now })
})
afterAll(() => installation.close())

const donate = async (campaignId: bigint, amount: string, over: object = {}) => {
  const { status, body } = await ask(installation, '', 'POST', `/api/donate/donate/${campaignId}`, {
    amount,
    currency: 'GBP',
    tokens: [{ type: 'card', token: 'pm_card_visa' }],
    guest: { email: `${installation.app.newId()}@example.org`, name: 'Huda Saleh' },
    ...over,
  })
  expect(status).toBe(200)
  while ((await drainOutbox(installation.app)) > 0);
  return (body as unknown as { intentId: string }).intentId
}
const mailsOf = async (kind: string) =>
  (
    await installation.app.db
      .selectFrom('notifications.mail')
      .select(['to_address as to', 'subject', 'content'])
      .where('kind', '=', kind)
      .orderBy('to_address')
      .execute()
  ).map(({ to, subject, content }) => ({
    to,
    subject,
    text: mailLayout(content as unknown as MailContent).text,
    unsubscribeUrl: (content as unknown as MailContent).unsubscribe?.url ?? '',
  }))

/**
 * Creates a charity with a member of each role, one of whom turned the mail off, and a fundraiser with an organizer.
 */
async function aScene(off: object) {
  const charity = await anOrganization(installation.app, { name: 'Rahma Relief' })
  const id = String(charity.id)
  const [owner, finance, editor, quiet] = [
    await aMemberOf(installation, id, 'owner'),
    await aMemberOf(installation, id, 'finance'),
    await aMemberOf(installation, id, 'editor'),
    await aMemberOf(installation, id, 'admin'),
  ]
  expect((await ask(installation, quiet.token, 'POST', '/api/user/properties', off)).status).toBe(200)
  const campaign = await aCampaign(installation.app, { organization_id: charity.id, name: 'Wells for Tharparkar' })
  const organizer = await aSession(installation.app, { isConfirmed: true })
  await installation.app.write((tx) =>
    insertTeamMembers(tx, [
      {
        campaignId: campaign.id,
        accountId: organizer.viewer.accountId,
        role: 'organizer',
        publicName: 'S',
        at: now,
      },
    ]),
  )
  const address = ({ viewer }: { viewer: { email: string } }) => viewer.email
  return {
    charity,
    campaign,
    owner: address(owner),
    finance: address(finance),
    editor: address(editor),
    organizer: address(organizer),
  }
}

test('a fundraiser’s first donation is mailed once to its team and members, without the donor’s name (content-31)', async () => {
  const { campaign, owner, finance, organizer } = await aScene({ firstDonationMails: false })
  await donate(campaign.id, '25')
  const mails = await mailsOf('first-donation')
  expect(mails.map(({ to }) => to)).toEqual([owner, finance, organizer].toSorted())
  expect(mails[0]!.subject).toBe('\u2068Wells for Tharparkar\u2069 received its first donation')
  expect(mails[0]!.text).toContain('£25')
  expect(mails[0]!.text).toContain('/account/notifications')
  expect(mails[0]!.text).not.toContain('Huda')
  await donate(campaign.id, '30')
  expect(await mailsOf('first-donation')).toHaveLength(3)
})

test('the week’s donations are mailed once on Monday, less refunds, to those who see money (content-31)', async () => {
  now = new Date('2026-11-26T12:00:00Z')
  const { charity, campaign, owner, finance } = await aScene({ weeklySummaryMails: false })
  const other = await aCampaign(installation.app, { organization_id: charity.id, name: 'School books' })
  const elsewhere = await anOrganization(installation.app, { name: 'Nothing Given' })
  await aMemberOf(installation, String(elsewhere.id), 'owner')
  await donate(campaign.id, '25')
  await donate(campaign.id, '40')
  await donate(other.id, '10')
  const refunded = await donate(other.id, '15')
  const { id } = await installation.app.db
    .selectFrom('giving.donation')
    .select('id')
    .where('intent_id', '=', refunded)
    .executeTakeFirstOrThrow()
  await installation.app.write((tx) =>
    addRefundedAmounts(
      tx,
      [{ donationId: id, gift: 1500n, tip: 0n, coveredFee: 0n, feeRestored: 0n, zakatEligible: 0n }],
      now,
    ),
  )
  const summaries = async () => (await mailsOf('weekly-summary')).filter(({ to }) => [owner, finance].includes(to))
  now = new Date('2026-11-30T07:59:00Z')
  await sendWeeklySummaries(installation.app)
  expect(await summaries()).toEqual([])
  now = new Date('2026-11-30T08:00:00Z')
  await Promise.all([sendWeeklySummaries(installation.app), sendWeeklySummaries(installation.app)])
  now = new Date('2026-12-01T08:00:00Z')
  await sendWeeklySummaries(installation.app)
  const mails = await summaries()
  expect(mails.map(({ to }) => to)).toEqual([owner, finance].toSorted())
  expect(mails[0]!.subject).toBe('\u2068Rahma Relief\u2069: donations from 23 November 2026 to 29 November 2026')
  expect(mails[0]!.text).toContain('3 donations')
  expect(mails[0]!.text).toMatch(/Raised:? *\n?.*£75/)
  expect(mails[0]!.text).toMatch(/Wells for Tharparkar[\s\S]*£65[\s\S]*School books[\s\S]*£10/)
  // One click in the mail unsubscribes without a login; opening the link alone changes nothing.
  const link = `/v4${new URL(mails[0]!.unsubscribeUrl).pathname}`
  expect((await ask(installation, '', 'GET', link)).body).toMatchObject({ isUnsubscribed: false })
  expect((await ask(installation, '', 'POST', link)).body).toMatchObject({ isUnsubscribed: true })
  expect((await ask(installation, '', 'GET', link)).body).toMatchObject({ isUnsubscribed: true })
  expect((await ask(installation, '', 'POST', `${link}x`)).status).toBe(404)
  const account = await installation.app.db
    .selectFrom('identity.account')
    .select('preferences')
    .where('email', '=', mails[0]!.to)
    .executeTakeFirstOrThrow()
  expect(account.preferences).toMatchObject({ weeklySummaryMails: false })
  // The next week has no donations.
  now = new Date('2026-12-07T08:00:00Z')
  await sendWeeklySummaries(installation.app)
  expect(await summaries()).toHaveLength(2)
})
