import { sendNews } from './send-news.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { entriesAbout } from '#modules/platform/audit/index.ts'
import { setConfirmedEmail } from '#modules/platform/identity/email/email-queries.ts'
import { anAccount, aSession } from '#modules/platform/identity/testing.ts'
import { mailLayout, type MailContent } from '#modules/platform/notifications/index.ts'
import { settle } from '#modules/money/giving/payment/settle.ts'
import { aClaimedAttempt, aLine, anOrder } from '#modules/money/giving/testing.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { aDraft } from '../testing.ts'

let installation: TestApp
beforeAll(async () => {
  installation = await createTestApp()
})
afterAll(() => installation.close())

async function organizer(status: 0 | 1 = 1) {
  const { token, viewer } = await aSession(installation.app)
  const campaign = await aDraft(installation.app, viewer, { status })
  const ask = async (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path = '', payload: object = {}, key?: string) => {
    const headers = {
      authorization: `Bearer ${token}`,
      ...(key ? { 'idempotency-key': key } : {}),
      ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
    }
    const answer = await installation.fastify.inject({
      method,
      url: `/v4/campaigns/${campaign.id}/news${path}`,
      headers,
      ...(method === 'GET' ? {} : { payload }),
    })
    return { status: answer.statusCode, body: answer.json() }
  }
  return { campaign, ask }
}

async function aDonation(campaignId: bigint, email: string, receiveUpdates: boolean, locale: 'en' | 'ar' = 'en') {
  const attempt = await aClaimedAttempt(
    installation.app,
    anOrder([aLine(installation.app, campaignId, { receiveUpdates })], {
      guestId: installation.app.newId(),
      email,
      locale,
    }),
  )
  await settle(installation.app, attempt, {
    kind: 'succeeded',
    chargeId: `ch_${installation.app.newId()}`,
    amount: attempt.amount,
    currency: 'GBP',
  })
}
const newsMails = (campaignName: string) =>
  installation.app.db
    .selectFrom('notifications.mail')
    .select(['to_address as to', 'subject', 'locale', 'content'])
    .where('kind', '=', 'fundraiser-news')
    .where('subject', 'like', `%${campaignName}%`)
    .orderBy('to_address')
    .execute()
const written = { title: 'The drill is here', body: '<p>Thank you!<img src=x onerror=alert(1)></p>' }

test('a repeated form publishes once and mails each donor once', async () => {
  const { campaign, ask } = await organizer()
  await aDonation(campaign.id, 'twice@example.org', true)
  const update = { ...written, mailDonors: true }
  const twice = await Promise.all([ask('POST', '', update, 'press'), ask('POST', '', update, 'press')])
  expect(twice.map(({ status }) => status)).toEqual([200, 200])
  expect(twice[0]!.body.id).toBe(twice[1]!.body.id)
  await sendNews(installation.app, { newsId: twice[0]!.body.id, after: '' })
  expect(await newsMails(campaign.name)).toHaveLength(1)
  await ask('POST', '', { ...update, title: 'And a second one' }, 'press')
  expect((await ask('GET')).body.news.map(({ title }: { title: string }) => title)).toEqual([
    'And a second one',
    written.title,
  ])
})

test('news are written, corrected and deleted, without unsafe content (security-5)', async () => {
  const { campaign, ask } = await organizer()
  const { body } = await ask('POST', '', written)
  expect(body).toMatchObject({
    title: 'The drill is here',
    body: '<p>Thank you!</p>',
    nodes: [{ tag: 'p', children: ['Thank you!'] }],
  })
  expect((await ask('PATCH', `/${body.id}`, { ...written, title: 'The drill came' })).body).toMatchObject({
    title: 'The drill came',
    changedAt: expect.any(String),
  })
  expect((await ask('POST', '', { title: ' ', body: '<p> </p>' })).body.fields).toMatchObject({
    title: 'Give the update a title.',
    body: 'Write the update first.',
  })
  const other = await organizer()
  expect((await other.ask('PATCH', `/${body.id}`, written)).status).toBe(404)
  expect((await other.ask('DELETE', `/${body.id}`)).status).toBe(404)
  expect((await ask('DELETE', `/${body.id}`)).status).toBe(200)
  expect((await ask('GET')).body.news).toEqual([])
  expect(await entriesAbout(installation.app.db, `campaign:${campaign.id}`, 2)).toMatchObject([
    { act: 'fundraising.news-removed', ip: '127.0.0.1' },
    { act: 'fundraising.news-published', ip: '127.0.0.1' },
  ])
  expect((await (await organizer(0)).ask('POST', '', written)).body.code).toBe('fundraiser-not-public')
})

test('mails subscribed donors once in their language; one click unsubscribes without logging in', async () => {
  const { campaign, ask } = await organizer()
  for (const [email, wants, locale] of [
    ['A@example.org', true, 'en'],
    ['a@example.org', true, 'en'],
    ['b@example.org', false, 'en'],
    ['c@example.org', true, 'ar'],
  ] as const)
    await aDonation(campaign.id, email, wants, locale)
  const first = (await ask('POST', '', { ...written, title: 'First of two', mailDonors: true })).body
  for (let run = 0; run < 2; run++) await sendNews(installation.app, { newsId: first.id, after: '' })
  const mails = await newsMails('First of two')
  expect(mails.map(({ to, locale }) => [to.toLowerCase(), locale])).toEqual([
    ['a@example.org', 'en'],
    ['c@example.org', 'ar'],
  ])
  expect((await ask('GET')).body.news[0]).toMatchObject({ title: 'First of two', mailed: 2 })

  const content = mails[0]!.content as MailContent
  const path = new URL(content.unsubscribe!.url).pathname
  expect(
    [mailLayout(content).html, mailLayout(content).text].every((form) => form.includes(content.unsubscribe!.url)),
  ).toBe(true)
  const token = path.replace('/unsubscribe/', '')
  const look = async (url = token) =>
    (await installation.fastify.inject({ method: 'GET', url: `/v4/unsubscribe/${url}` })).json()
  expect(await look()).toMatchObject({ title: campaign.name, isUnsubscribed: false })
  expect(await look()).toMatchObject({ isUnsubscribed: false })
  expect((await look(`${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`)).code).toBe('code-not-valid')
  const submit = () =>
    installation.fastify.inject({
      method: 'POST',
      url: `/v4/unsubscribe/${token}`,
      headers: { 'content-type': 'application/json' },
      payload: {},
    })
  expect([(await submit()).statusCode, (await submit()).statusCode, (await look()).isUnsubscribed]).toEqual([
    200,
    200,
    true,
  ])

  const second = (await ask('POST', '', { ...written, title: 'Second of two', mailDonors: true })).body
  await sendNews(installation.app, { newsId: second.id, after: '' })
  expect((await newsMails('Second of two')).map(({ to }) => to)).toEqual(['c@example.org'])
  // The token of the link gives no other access.
  expect(
    (
      await installation.fastify.inject({
        method: 'GET',
        url: '/api/user/current',
        headers: { authorization: `Bearer ${token}` },
      })
    ).statusCode,
  ).toBe(401)
})

test('mails a changed address once; an unsubscribe at the old one applies to it', async () => {
  const { campaign, ask } = await organizer()
  const [moved, quiet] = [await anAccount(installation.app), await anAccount(installation.app)]
  for (const { email } of [moved, quiet]) await aDonation(campaign.id, email, true)
  const first = (await ask('POST', '', { ...written, title: 'Before they moved', mailDonors: true })).body
  await sendNews(installation.app, { newsId: first.id, after: '' })
  const toQuiet = (await newsMails('Before they moved')).find(({ to }) => to === quiet.email)!
  const { pathname } = new URL((toQuiet.content as MailContent).unsubscribe!.url)
  await installation.fastify.inject({
    method: 'POST',
    url: `/v4${pathname}`,
    headers: { 'content-type': 'application/json' },
    payload: {},
  })
  for (const { id, email } of [moved, quiet])
    await installation.app.write((tx) =>
      setConfirmedEmail(tx, {
        accountId: id,
        email: `new.${email}`,
        at: new Date(installation.app.clock().getTime() + 1000),
      }),
    )
  await aDonation(campaign.id, `new.${moved.email}`, true)
  const second = (await ask('POST', '', { ...written, title: 'After they moved', mailDonors: true })).body
  for (let run = 0; run < 2; run++) await sendNews(installation.app, { newsId: second.id, after: '' })
  expect((await newsMails('After they moved')).map(({ to }) => to)).toEqual([`new.${moved.email}`])
})

const hold = (campaignId: bigint, instant: Date | null) =>
  installation.app.db
    .updateTable('campaigns.campaign')
    .set({ status: instant ? 2 : 1, paused_by_staff_at: instant } as never)
    .where('id', '=', campaignId)
    .execute()

test('a fundraiser paused by staff can’t mail its donors, not even news already queued', async () => {
  const { campaign, ask } = await organizer()
  await aDonation(campaign.id, 'e@example.org', true)
  const before = (await ask('POST', '', { ...written, title: 'Before the hold', mailDonors: true })).body
  await hold(campaign.id, installation.app.clock())
  expect(await ask('POST', '', { ...written, title: 'Send it to me instead', mailDonors: true })).toMatchObject({
    status: 409,
    body: { code: 'fundraiser-paused-by-staff' },
  })
  await sendNews(installation.app, { newsId: before.id, after: '' })
  expect(await newsMails('Before the hold')).toEqual([])
  await hold(campaign.id, null)
  expect((await ask('POST', '', { ...written, title: 'Rebuilding\u202e' })).body.title).toBe('Rebuilding')
})

test('mails no deleted news, and none without the option', async () => {
  const { campaign, ask } = await organizer()
  await aDonation(campaign.id, 'd@example.org', true)
  const gone = (await ask('POST', '', { ...written, title: 'Taken back', mailDonors: true })).body
  await ask('DELETE', `/${gone.id}`)
  await sendNews(installation.app, { newsId: gone.id, after: '' })
  await ask('POST', '', { ...written, title: 'Page only' })
  const queued = await installation.app.db
    .selectFrom('notifications.mail')
    .select('id')
    .where('subject', 'like', '%Taken back%')
    .execute()
  expect(queued).toEqual([])
})
