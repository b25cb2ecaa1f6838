import { purgeVisitEvents } from './purge-events.ts'
import { purgeMailTexts } from './purge-mails.ts'
import { deliverMails } from './deliver-mails.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aRequestContext } from '#modules/platform/identity/testing.ts'
import type { Log } from '#shared/ports.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { manualClock, testPorts } from '#tests/support/ports.ts'
import { notificationsContract } from './contract.ts'
import { notificationsHandlers } from './http.ts'
import { type NotificationPorts } from './mailer.ts'
import { queueMails } from './queries.ts'
import { aQueuedMail, mailbox, notificationPorts } from './testing.ts'

let database: TestDatabase
let clock: ReturnType<typeof manualClock>
beforeAll(async () => {
  database = await createTestDatabase()
})
beforeEach(async () => {
  clock = manualClock()
  await database.database.write((tx) => tx.deleteFrom('notifications.mail').execute())
})
afterAll(() => database.drop())

const portsWith = (over: Partial<NotificationPorts> = {}) =>
  notificationPorts(testPorts(database.database, clock.now), over)
const stateOf = (id: string) =>
  database.database.db
    .selectFrom('notifications.mail')
    .select(['state', 'attempts', 'last_error', 'next_attempt_at', 'sent_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
const request = { viewer: { kind: 'anonymous' }, context: aRequestContext() } as const

test('a mail is sent once, from the platform’s address, and marked sent', async () => {
  const mailer = mailbox()
  const ports = portsWith({ mailer })
  const mail = await aQueuedMail(ports)
  expect(await deliverMails(ports)).toBe(1)
  expect(await deliverMails(ports)).toBe(0)
  expect(mailer.arrived).toMatchObject([
    { messageId: mail.messageId, to: mail.to, from: 'Sunbul <giving@sunbul.example>', subject: mail.subject },
  ])
  expect(await stateOf(mail.id)).toMatchObject({ state: 'sent', sent_at: clock.now() })
})

test('a mail exists if and only if its change was committed', async () => {
  const ports = portsWith()
  const id = ports.newId()
  const lost = ports.write(async (tx) => {
    await queueMails(
      tx,
      [
        {
          id,
          messageId: `<${id}>`,
          kind: 'receipt',
          to: 'a@example.org',
          locale: 'en',
          subject: '',
          html: '',
          plain: '',
        },
      ],
      clock.now(),
    )
    throw new Error('rolled back')
  })
  await expect(lost).rejects.toThrow('rolled back')
  expect(await deliverMails(ports)).toBe(0)
})

test('the same notice queued twice is one mail', async () => {
  const ports = portsWith()
  const first = await aQueuedMail(ports)
  await aQueuedMail(ports, { messageId: first.messageId })
  expect(await deliverMails(ports)).toBe(1)
})

test('a crash between sending and recording sends the same Message-ID again, after its lease [receipts-13]', async () => {
  const mailer = mailbox()
  const ports = portsWith({ mailer })
  const { messageId } = await aQueuedMail(ports)
  const crashing: NotificationPorts = {
    ...ports,
    statement: (name, text, values) =>
      name === 'notifications.sent' ? Promise.reject(new Error('killed')) : ports.statement(name, text, values),
  }
  await expect(deliverMails(crashing)).rejects.toThrow('killed')
  clock.move({ minutes: 4 })
  expect(await deliverMails(ports)).toBe(0)
  clock.move({ minutes: 1 })
  expect(await deliverMails(ports)).toBe(1)
  expect(mailer.arrived.map((mail) => mail.messageId)).toEqual([messageId, messageId])
})

test('concurrent workers share the mails and send each once', async () => {
  const mailer = mailbox()
  const ports = portsWith({ mailer })
  for (let count = 0; count < 30; count++) await aQueuedMail(ports)
  const taken = await Promise.all([1, 2, 3, 4].map(() => deliverMails(ports, 10)))
  while ((await deliverMails(ports, 10)) > 0);
  expect(Math.max(...taken)).toBeLessThanOrEqual(10)
  expect(new Set(mailer.arrived.map((mail) => mail.messageId)).size).toBe(30)
  expect(mailer.arrived).toHaveLength(30)
})

test('a refused mail is retried eight times with growing delays, then marked failed', async () => {
  const ports = portsWith({ mailer: mailbox(() => new Error('mailbox full')) })
  const { id } = await aQueuedMail(ports)
  for (const minutes of [1, 5, 30, 120, 360, 720, 1440]) {
    expect(await deliverMails(ports)).toBe(1)
    const { next_attempt_at: nextAttemptAt } = await stateOf(id)
    expect((nextAttemptAt.getTime() - clock.now().getTime()) / 60_000).toBe(minutes)
    clock.move({ minutes })
  }
  expect(await deliverMails(ports)).toBe(1)
  expect(await stateOf(id)).toMatchObject({ state: 'failed', attempts: 8, last_error: 'Error: mailbox full' })
  clock.move({ days: 30 })
  expect(await deliverMails(ports)).toBe(0)
})

test('one refused mail delays no other, and no address is logged', async () => {
  const texts: unknown[] = []
  const log: Log = {
    debug: () => undefined,
    info: () => undefined,
    error: () => undefined,
    warn: (...words) => void texts.push(words),
  }
  const mailer = mailbox((mail) =>
    mail.to === 'unknown@example.org'
      ? Object.assign(new Error('no such user unknown@example.org'), { responseCode: 550 })
      : undefined,
  )
  const ports = portsWith({ mailer, log })
  const refused = await aQueuedMail(ports, { to: 'unknown@example.org' })
  const sent = await aQueuedMail(ports)
  await deliverMails(ports)
  expect(await stateOf(sent.id)).toMatchObject({ state: 'sent' })
  expect(await stateOf(refused.id)).toMatchObject({ state: 'queued', attempts: 1 })
  expect(JSON.stringify(texts)).toContain('550')
  expect(JSON.stringify(texts)).not.toContain('unknown@')
})

test('mails are listed newest first and once, in pages', async () => {
  const ports = portsWith()
  const ids: string[] = []
  for (let count = 0; count < 5; count++) {
    ids.unshift((await aQueuedMail(ports)).id)
    if (count % 2 === 1) clock.move({ seconds: 1 })
  }
  const read: string[] = []
  let before: string | undefined
  do {
    const page = await readMails(ports, { limit: 2, before })
    read.push(...page.mails.map((mail) => mail.id))
    before = page.next ?? undefined
  } while (before)
  expect(read).toHaveLength(5)
  expect([...read].sort()).toEqual([...ids].sort())
  expect(read[0]).toBe(ids[0])
})

test('in production mails can’t be read', async () => {
  const ports = portsWith({ isProduction: true })
  const { id } = await aQueuedMail(ports)
  await expect(readMails(ports, { limit: 10 })).rejects.toMatchObject({ status: 404 })
  await expect(
    notificationsHandlers['GET /v4/dev/mails/:mailId']({ ...request, app: ports, input: { mailId: id } }),
  ).rejects.toMatchObject({ status: 404 })
})

test('a mail is returned complete, and an unknown one is not found', async () => {
  const ports = portsWith()
  const mail = await aQueuedMail(ports)
  const open = (mailId: string) =>
    notificationsHandlers['GET /v4/dev/mails/:mailId']({ ...request, app: ports, input: { mailId } })
  expect(await open(mail.id)).toMatchObject({
    id: mail.id,
    messageId: mail.messageId,
    html: '<p>Thank you</p>',
    plain: 'Thank you',
    state: 'queued',
  })
  await expect(open(ports.newId())).rejects.toMatchObject({ status: 404 })
})

test('a mail loses its text after 90 days, but not while it is queued [privacy-5]', async () => {
  const ports = portsWith()
  const sent = await aQueuedMail(ports)
  await deliverMails(ports)
  const queued = await aQueuedMail(ports)
  const textOf = async ({ id }: { id: string }) =>
    ports.db
      .selectFrom('notifications.mail')
      .select(['subject', 'content', 'html', 'plain'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  clock.move({ days: 90 })
  expect(await purgeMailTexts(ports)).toBe(0)
  clock.move({ seconds: 1 })
  expect(await purgeMailTexts(ports)).toBe(1)
  expect(await purgeMailTexts(ports)).toBe(0)
  expect(await textOf(sent)).toEqual({ subject: sent.subject, content: null, html: null, plain: null })
  expect((await textOf(queued)).plain).toBe('Thank you')
  await expect(
    ports.db.updateTable('notifications.mail').set({ html: null }).where('id', '=', queued.id).execute(),
  ).rejects.toThrow('queued_mail_has_content')
})

test('an event is counted with its properties and purged after 90 days', async () => {
  const ports = portsWith()
  const count = () =>
    notificationsHandlers['POST /v4/events']({
      ...request,
      app: ports,
      input: { name: 'page-viewed', properties: { width: 320 } },
    })
  expect(await count()).toEqual({ ok: true })
  clock.move({ days: 90 })
  await count()
  expect(await purgeVisitEvents(ports)).toBe(0)
  clock.move({ seconds: 1 })
  expect(await purgeVisitEvents(ports)).toBe(1)
  expect(await ports.db.selectFrom('notifications.visit_event').select(['name', 'properties']).execute()).toEqual([
    { name: 'page-viewed', properties: { width: 320 } },
  ])
})

test('an event has a known name, a few short properties and no address [privacy-7]', () => {
  const takes = (name: string, properties?: unknown) =>
    notificationsContract['POST /v4/events'].input.safeParse({ name, properties }).success
  expect(
    takes('purchase', {
      id: '0193f2a0-0000-7000-8000-000000000001',
      'from-page': '/v4/campaign/wells',
      width: 640,
      first: true,
    }),
  ).toBe(true)
  expect(takes('page-viewed')).toBe(true)
  expect(takes('anything-else')).toBe(false)
  expect(takes('shared', { by: 'amina@example.org' })).toBe(false)
  expect(takes('shared', { page: '/thankyou/wells?token=dn_1' })).toBe(false)
  expect(takes('shared', { page: 'a\u0000' })).toBe(false)
  expect(takes('shared', { page: 'a'.repeat(121) })).toBe(false)
  expect(takes('shared', { nested: { deep: 1 } })).toBe(false)
  const planted = notificationsContract['POST /v4/events'].input.parse({
    name: 'shared',
    properties: JSON.parse('{"__proto__":{"a":"b"},"by":"x"}') as object,
  })
  expect(JSON.stringify(planted.properties)).toBe('{"by":"x"}')
  expect(takes('shared', { constructor: { name: 'x' } })).toBe(false)
  expect(takes('shared', Object.fromEntries(Array.from({ length: 13 }, (_, n) => [`p${n}`, n])))).toBe(false)
})

const readMails = async (app: NotificationPorts, input: { limit: number; before?: string | undefined }) => {
  const page = await notificationsHandlers['GET /v4/dev/mails']({ ...request, app, input })
  if ('answer' in page) throw new Error('a plain answer is expected')
  return page
}
