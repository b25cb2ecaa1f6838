import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aCampaign, aLevel } from '#modules/causes/campaigns/testing.ts'
import { refundHelpers } from '#modules/money/refunds/testing.ts'
import { aMemberOf } from '#modules/organizers/charities/testing.ts'
import { type MailContent, mailLayout } from '#modules/platform/notifications/index.ts'
import { drainOutbox } from '#server/jobs/outbox.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { thankAutomatically } from './mails/thank-automatically.ts'

let installation: TestApp
let helpers: ReturnType<typeof refundHelpers>
let wells: bigint
let level: bigint
let path: string
let owner: string
beforeAll(async () => {
  installation = await createTestApp({ withSandbox: true })
  helpers = refundHelpers(installation)
})
afterAll(() => installation.close())
beforeEach(async () => {
  const campaign = await aCampaign(installation.app)
  wells = campaign.id
  level = (await aLevel(installation.app, wells, { amount: 2_000n })).id
  path = `/v4/organizations/${campaign.organization_id}/thank-you-texts`
  owner = (await aMemberOf(installation, String(campaign.organization_id), 'owner')).token
})

const save = ({ level: ofLevel = '', ...texts }: Record<string, string>, token = owner) =>
  installation.fastify.inject({
    method: 'PUT',
    url: path,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    payload: { level: ofLevel, texts },
  })
const guest = (name = 'Huda Saleh') => ({ guest: { email: `${installation.app.newId()}@example.org`, name } })
const thanksTo = async ({ guest: { email } }: ReturnType<typeof guest>) =>
  (
    await installation.app.db
      .selectFrom('notifications.mail')
      .select('content')
      .where('kind', '=', 'thanks')
      .where('to_address', '=', email)
      .execute()
  ).map(({ content }) => content as unknown as MailContent)

test('thanks a donor’s first donation to the charity once, in their language only [content-42]', async () => {
  expect((await save({ en: 'Welcome to our family.' })).statusCode).toBe(200)
  const donor = guest()
  const { intentId } = await helpers.donation(wells, donor)
  await helpers.donation(wells, donor)
  const arabic = guest()
  await installation.fastify.inject({
    method: 'POST',
    url: `/api/donate/donate/${wells}`,
    headers: { 'content-type': 'application/json', 'accept-language': 'ar' },
    payload: { amount: '20', currency: 'GBP', tokens: [{ type: 'card', token: 'pm_card_visa' }], ...arabic },
  })
  while ((await drainOutbox(installation.app)) > 0);
  await installation.app.write((tx) => thankAutomatically(installation.app, tx, [intentId]))
  const mails = await thanksTo(donor)
  expect(mails).toHaveLength(1)
  expect(mailLayout(mails[0]!).text).toContain('Welcome to our family.')
  expect(await thanksTo(arabic)).toEqual([])
})

test('thanks each donation with a level, also an anonymous one, whose donor’s first donation isn’t revealed', async () => {
  await save({ en: 'Welcome to our family.' })
  await save({ level: String(level), en: 'A family eats for a month.' })
  const [named, hidden] = [guest(), guest()]
  await helpers.donation(wells, { ...named, rewardID: String(level) })
  await helpers.donation(wells, { ...named, rewardID: String(level) })
  await helpers.donation(wells, { ...hidden, anonymous: true })
  expect(await thanksTo(hidden)).toEqual([])
  await helpers.donation(wells, { ...hidden, anonymous: true, rewardID: String(level) })
  const texts = async (donor: ReturnType<typeof guest>) =>
    (await thanksTo(donor)).map((content) => mailLayout(content).text.includes('A family eats for a month.'))
  expect(await texts(named)).toEqual([true, true])
  expect(await texts(hidden)).toEqual([true])
})

test('a donor who was thanked automatically is thanked once more by hand, and never automatically again', async () => {
  await save({ en: 'Welcome to our family.' })
  const donor = guest()
  const { donationId, intentId } = await helpers.donation(wells, donor)
  const donations = path.replace('thank-you-texts', 'donations')
  const thank = () =>
    helpers.ask(owner, 'POST', `${donations}/thanks`, { donationIds: [donationId], message: 'See you at the well.' })
  const [listed] = (await helpers.ask<{ donations: object[] }>(owner, 'GET', donations)).body.donations
  expect(listed).toMatchObject({ isThanked: true, canBeThanked: true })
  expect((await thank()).body).toEqual({ done: 1, skipped: 0 })
  expect((await thank()).body).toEqual({ done: 0, skipped: 1 })
  await installation.app.write((tx) => thankAutomatically(installation.app, tx, [intentId]))
  const texts = (await thanksTo(donor)).map((content) => mailLayout(content).text)
  expect(texts.filter((text) => text.includes('See you at the well.'))).toHaveLength(1)
  expect(texts).toHaveLength(2)
})

test('an address that unsubscribed by the mail’s link gets no more thanks of this charity', async () => {
  await save({ level: String(level), en: 'Thank you.' })
  const donor = guest()
  await helpers.donation(wells, { ...donor, rewardID: String(level) })
  const token = (await thanksTo(donor))[0]?.unsubscribe?.url.split('/').at(-1)
  const url = `/v4/unsubscribe/charity/${token}`
  expect((await installation.fastify.inject({ url })).json()).toMatchObject({ isUnsubscribed: false })
  expect((await installation.fastify.inject({ method: 'POST', url, payload: {} })).json()).toMatchObject({
    isUnsubscribed: true,
  })
  await helpers.donation(wells, { ...donor, rewardID: String(level) })
  expect(await thanksTo(donor)).toHaveLength(1)
  expect((await installation.fastify.inject({ url: '/v4/unsubscribe/charity/nonsense' })).statusCode).toBe(404)
})

test('refuses foreign links at their field and another charity’s level, and removes an empty text', async () => {
  const refused = await save({ en: 'See https://elsewhere.org', ar: 'شكرًا' })
  expect(refused.json()).toMatchObject({ fields: { en: expect.any(String) } })
  const other = await aLevel(installation.app, (await aCampaign(installation.app)).id)
  expect((await save({ level: String(other.id), en: 'Thanks' })).statusCode).toBe(404)
  await save({ en: 'Thanks', ar: 'شكرًا' })
  await save({ ar: 'شكرًا لك' })
  expect((await helpers.ask(owner, 'GET', path)).body).toMatchObject({
    firstDonation: { ar: 'شكرًا لك' },
    levels: [{ id: String(level), texts: {} }],
  })
})
