import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { deliverMails } from '#modules/platform/notifications/deliver-mails.ts'
import { endUnresumed } from '../../notices/end-unresumed.ts'
import { readMailPreferences, saveMailPreferences, unsubscribeLink } from '../../notices/mail-preferences.ts'
import { sendNotice } from '../../notices/send-notice.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { guestPlans } from '../donor/testing.ts'
import { notMeLink } from '../managing/links.ts'
import { pauseUndeliverable } from './reject-mailbox.ts'

let installation: TestApp
let guests: Awaited<ReturnType<typeof guestPlans>>
let now = new Date('2026-11-20T12:00:00Z')
beforeAll(async () => {
  installation = await createTestApp({ withSandbox: true, clock: () => now })
  guests = await guestPlans(installation)
})
afterAll(() => installation.close())
beforeEach(() => void (now = new Date('2026-11-20T12:00:00Z')))

type Plan = Awaited<ReturnType<typeof guests.begin>>
const correct = ({ intentId, token }: Plan, email: string) =>
  guests.post(`/v4/thank-yous/${intentId}/plan-email`, { token, email })
const shown = ({ intentId, token }: Plan) =>
  installation.fastify
    .inject({ url: `/v4/thank-yous/${intentId}/plan-email?token=${encodeURIComponent(token)}` })
    .then((answer) => ({ status: answer.statusCode, body: answer.json<{ email?: string }>() }))
const look = (token: string) =>
  installation.fastify.inject({ url: `/v4/subscription-links?token=${encodeURIComponent(token)}` })
const notMe = async (plan: Plan) => new URL(notMeLink(installation.app, await plan.read())).searchParams.get('token')!
const refuse = (token: string) => guests.post('/v4/subscription-links/not-me', { token })
/** Runs the job that sends the notice. */
async function sendNotices(plan: Plan, kind: 'confirmed' | 'resumed' | 'paused') {
  await sendNotice(installation.app, { kind, subscriptionId: plan.id }, async () => new Map())
}

test('the thank-you page corrects a mistyped address: old links are void, and the new one is mailed (recurring-28)', async () => {
  const plan = await guests.begin()
  const before = await plan.manage()
  expect((await shown(plan)).body).toEqual({ email: plan.email })
  expect((await correct(plan, 'no address')).body).toMatchObject({ fields: { email: expect.any(String) } })
  const right = `right-${plan.email}`
  expect((await correct(plan, right)).body).toEqual({ email: right })
  expect((await look(before)).statusCode).toBe(404)
  expect(await plan.read()).toMatchObject({ guestEmail: right, linkNumber: 2, state: 'active' })
  await sendNotices(plan, 'confirmed')
  expect(await guests.mailsTo(right)).toContain('plan-confirmed')
  // Repeating the correction changes nothing; the token of another donation opens nothing.
  expect((await correct(plan, right)).status).toBe(200)
  expect((await plan.read()).linkNumber).toBe(2)
  const other = await guests.begin()
  expect((await correct({ ...plan, token: other.token }, 'a@example.org')).status).toBe(404)
  now = new Date('2026-11-21T12:01:00Z')
  expect((await shown(plan)).status).toBe(404)
  expect((await correct(plan, 'late@example.org')).status).toBe(404)
})

test('the thank-you page of a plan tells the next date and amount, also to its account', async () => {
  const plan = await guests.begin()
  const read = (token: string) =>
    installation.fastify
      .inject({ url: `/v4/thank-yous/${plan.intentId}/plan?token=${encodeURIComponent(token)}` })
      .then((answer) => ({ status: answer.statusCode, body: answer.json<{ next?: { on: string; total: number } }>() }))
  expect((await read(plan.token)).body.next).toMatchObject({ on: '2026-12-20', total: 1100 })
  expect((await read((await guests.begin()).token)).status).toBe(404)
})

test('an address is corrected five times at most, for each change mails someone', async () => {
  const plan = await guests.begin()
  for (const nth of [1, 2, 3, 4, 5]) expect((await correct(plan, `nth-${nth}-${plan.email}`)).status).toBe(200)
  expect((await correct(plan, `sixth-${plan.email}`)).body).toMatchObject({ code: 'too-many-attempts' })
})

test('"This isn’t me" pauses the plan, voids its links and ends its mails; the thank-you page resumes it', async () => {
  const plan = await guests.begin()
  const [manage, token] = [await plan.manage(), await notMe(plan)]
  expect(await refuse(token)).toMatchObject({ status: 200, body: {} })
  expect(await plan.read()).toMatchObject({ state: 'paused', reason: 'email-refused' })
  expect((await look(manage)).statusCode).toBe(404)
  const mails = await guests.mailsTo(plan.email)
  await sendNotices(plan, 'paused')
  await guests.post('/v4/subscription-links/requests', { email: plan.email })
  expect(await guests.mailsTo(plan.email)).toEqual(mails)
  // An invalid link gets the same response, and this link opens no page that manages the plan.
  expect(await refuse('nonsense')).toMatchObject({ status: 200, body: {} })
  expect((await look(token)).statusCode).toBe(404)
  const right = `mine-${plan.email}`
  expect((await correct(plan, right)).status).toBe(200)
  expect(await plan.read()).toMatchObject({ state: 'active', reason: null, guestEmail: right })
  expect(await refuse(token)).toMatchObject({ status: 200 })
  expect((await plan.read()).state).toBe('active')
})

test('"This isn’t me" pauses every guest plan of that address only; each is resumed by itself', async () => {
  const first = await guests.begin()
  const [second, other] = [await guests.begin(first.email.toUpperCase()), await guests.begin()]
  const [manage, token] = [await second.manage(), await notMe(first)]
  expect((await refuse(token)).status).toBe(200)
  for (const plan of [first, second])
    expect(await plan.read()).toMatchObject({ state: 'paused', reason: 'email-refused' })
  expect((await look(manage)).statusCode).toBe(404)
  expect((await other.read()).state).toBe('active')
  const mails = await guests.mailsTo(first.email)
  await sendNotices(second, 'paused')
  expect(await guests.mailsTo(first.email)).toEqual(mails)
  const right = `mine-${first.email}`
  expect((await correct(second, right)).status).toBe(200)
  expect(await second.read()).toMatchObject({ state: 'active', guestEmail: right })
  expect((await first.read()).reason).toBe('email-refused')
  // The old link says nothing about the address that was entered since.
  await refuse(token)
  expect((await second.read()).state).toBe('active')
})

test('a plan that its mailbox refused ends after 90 days without another mail', async () => {
  const plan = await guests.begin()
  await refuse(await notMe(plan))
  const mails = await guests.mailsTo(plan.email)
  now = new Date('2027-02-17T12:00:00Z')
  await endUnresumed(installation.app)
  expect((await plan.read()).state).toBe('paused')
  now = new Date('2027-02-19T12:00:00Z')
  await endUnresumed(installation.app)
  expect((await plan.read()).state).toBe('ended')
  await guests.work()
  expect(await guests.mailsTo(plan.email)).toEqual(mails)
})

test('two permanent bounces pause the plan before its next charge; another mailbox resumes it', async () => {
  const plan = await guests.begin()
  await sendNotices(plan, 'confirmed')
  const { mailer } = installation.app
  const replies = [
    { command: 'RCPT TO', responseCode: 450, response: '450 4.2.1 later' },
    { command: 'RCPT TO', responseCode: 550, response: '550 5.7.1 relay denied' },
    { command: 'RCPT TO', responseCode: 550, response: '550 5.1.1 user unknown' },
    { command: 'RCPT TO', responseCode: 550, response: '550 5.1.1 user unknown' },
  ]
  await installation.app.db
    .updateTable('notifications.mail')
    .set({ state: 'sent' })
    .where('kind', '<>', 'plan-confirmed')
    .execute()
  await installation.app.db
    .updateTable('notifications.mail')
    .set({ state: 'sent' })
    .where('to_address', '<>', plan.email)
    .execute()
  for (const [nth, reply] of replies.entries()) {
    expect([nth, await pauseUndeliverable(installation.app)]).toEqual([nth, 0])
    Object.assign(installation.app, {
      mailer: { kind: 'smtp', send: () => Promise.reject(Object.assign(new Error('refused'), reply)) },
    })
    now = new Date(now.getTime() + 31 * 60_000)
    expect(await deliverMails(installation.app)).toBe(1)
  }
  Object.assign(installation.app, { mailer })
  expect(await pauseUndeliverable(installation.app)).toBe(1)
  expect(await plan.read()).toMatchObject({ state: 'paused', reason: 'email-undeliverable', linkNumber: 1 })
  expect(await pauseUndeliverable(installation.app)).toBe(0)
  expect((await correct(plan, `other-${plan.email}`)).status).toBe(200)
  expect((await plan.read()).state).toBe('active')
  expect(await pauseUndeliverable(installation.app)).toBe(0)
})

test('one click ends summaries without a login, and the donations continue (recurring-29)', async () => {
  const plan = await guests.begin()
  const url = new URL(unsubscribeLink(installation.app, await plan.read(), 'upcoming'))
  const oneClick = await installation.fastify.inject({
    method: 'POST',
    url: `/v4${url.pathname}`,
    headers: { 'content-type': 'application/json' },
    payload: {},
  })
  expect(oneClick.json()).toMatchObject({
    kind: 'upcoming',
    remindBefore: false,
    cancelUrl: expect.stringContaining('&cancel=yes'),
  })
  expect((await plan.read()).state).toBe('active')
  const token = url.pathname.split('/').at(-1)!
  expect(await readMailPreferences(installation.app, 'en', token)).toMatchObject({ kind: 'upcoming' })
  // Invalid together with the plan's other links.
  await correct(plan, `moved-${plan.email}`)
  await expect(saveMailPreferences(installation.app, 'en', { token })).rejects.toMatchObject({ code: 'code-not-valid' })
})
