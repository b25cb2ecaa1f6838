import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { refundHelpers } from '#modules/money/refunds/testing.ts'
import { recordChanges } from '#modules/organizers/change-feed/record-changes.ts'
import { aMemberOf } from '#modules/organizers/charities/testing.ts'
import { type MailContent, mailLayout } from '#modules/platform/notifications/index.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { manualClock } from '#tests/support/ports.ts'
import { insertLetter } from './queries/letters.ts'
import { sendLetter } from './mails/send-letter.ts'
import { nextLetterFrom } from './rules/letter.ts'

let installation: TestApp
let helpers: ReturnType<typeof refundHelpers>
let organizationId: bigint
let wells: bigint
let owner: string
const clock = manualClock(new Date('2026-11-02T12:00:00Z'))
beforeAll(async () => {
  installation = await createTestApp({ withSandbox: true, clock: clock.now })
  helpers = refundHelpers(installation)
})
afterAll(() => installation.close())
beforeEach(async () => {
  clock.move({ minutes: 1 })
  const campaign = await aCampaign(installation.app, { ends_at: null })
  organizationId = campaign.organization_id
  wells = campaign.id
  owner = (await aMemberOf(installation, String(organizationId), 'owner')).token
})

const path = () => `/v4/organizations/${organizationId}/letters`
const letter = (over: object = {}) => ({
  segment: 'first-time',
  fundraiser: String(wells),
  subject: 'The well is open',
  body: 'Salam. Water runs since Friday.',
  ...over,
})
const give = async (email: string, over: object = {}) => {
  const given = await helpers.donation(wells, { guest: { email, name: 'Huda Saleh' }, receiveUpdates: true, ...over })
  while ((await recordChanges(installation.app)) > 0);
  return given
}
const anEmail = () => `${installation.app.newId()}@example.org`
const lettersIn = async () =>
  (
    await installation.app.db
      .selectFrom('notifications.mail')
      .select(['to_address as to', 'subject', 'content'])
      .where('kind', '=', 'charity-letter')
      .execute()
  ).map(({ content, ...mail }) => ({ ...mail, content: content as unknown as MailContent }))
const send = async (over: object = {}) => {
  const { status, body } = await helpers.ask(owner, 'POST', path(), letter(over))
  const [newest] = await installation.app.db
    .selectFrom('charity_donors.letter')
    .select('id')
    .where('organization_id', '=', organizationId)
    .orderBy('queued_at', 'desc')
    .execute()
  // Twice, as a worker does that lost its lease.
  for (const _ of [1, 2]) if (newest) await sendLetter(installation.app, { letterId: newest.id })
  return { status, body }
}

test('mails those of a segment who asked for updates once, and no anonymous donor [content-44]', async () => {
  const [wanting, silent, hidden, twice] = [anEmail(), anEmail(), anEmail(), anEmail()]
  await give(wanting)
  await give(silent, { receiveUpdates: false })
  await give(hidden, { anonymous: true })
  await give(twice)
  await give(twice)
  const count = await helpers.ask<{ recipients: number }>(owner, 'POST', `${path()}/recipients`, letter())
  expect(count.body.recipients).toBe(1)
  expect((await send()).status).toBe(200)
  const mails = (await lettersIn()).filter(({ to }) => [wanting, silent, hidden, twice].includes(to))
  expect(mails.map(({ to }) => to)).toEqual([wanting])
  expect(mails[0]!.subject).toBe('The well is open')
  expect(mailLayout(mails[0]!.content).text).toContain('Water runs since Friday.')
  const { body } = await helpers.ask<{ letters: object[]; nextOn: string }>(owner, 'GET', path())
  expect(body).toMatchObject({ nextOn: '2026-11-09', letters: [{ mailed: 1, isSending: false }] })
  expect(JSON.stringify(body)).not.toContain('@')
})

test('sends at most one letter in 7 days, also if two people send at the same time', async () => {
  await give(anEmail())
  expect((await send()).status).toBe(200)
  expect((await helpers.ask(owner, 'POST', path(), letter())).body).toMatchObject({ code: 'letter-too-soon' })
  const row = {
    id: installation.app.newId(),
    organizationId,
    campaignId: wells,
    segment: 'lapsed' as const,
    subject: 'Again',
    body: 'Again',
    by: (await aMemberOf(installation, String(organizationId), 'admin')).viewer.accountId,
    donorKeys: [],
  }
  const instant = clock.now()
  const second = installation.app.write((tx) =>
    insertLetter(tx, { ...row, at: instant, nextFrom: nextLetterFrom(instant) }),
  )
  await expect(second).rejects.toMatchObject({ constraint: 'one_letter_a_week' })
  clock.move({ days: 7 })
  expect((await send()).status).toBe(200)
})

test('an address that unsubscribed from the charity gets no more letters', async () => {
  const email = anEmail()
  await give(email)
  await send()
  const url = (await lettersIn()).find(({ to }) => to === email)?.content.unsubscribe?.url ?? ''
  await installation.fastify.inject({
    method: 'POST',
    url: `/v4/unsubscribe/charity/${url.split('/').at(-1)}`,
    payload: {},
  })
  clock.move({ days: 8 })
  await send()
  expect((await lettersIn()).filter(({ to }) => to === email)).toHaveLength(1)
})

test('refuses an empty subject and foreign links at their fields, and another charity’s fundraiser', async () => {
  await give(anEmail())
  const refused = await helpers.ask(owner, 'POST', path(), letter({ subject: ' ', body: 'https://elsewhere.org' }))
  expect(refused.body).toMatchObject({ fields: { subject: expect.any(String), body: expect.any(String) } })
  const other = await aCampaign(installation.app)
  expect((await helpers.ask(owner, 'POST', path(), letter({ fundraiser: String(other.id) }))).status).toBe(404)
})
