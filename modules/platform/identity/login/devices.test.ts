import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from 'kysely'
import type { Locale } from '#shared/text.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { manualClock, testPorts } from '#tests/support/ports.ts'
import { queuedJobs } from '#tests/support/queued-jobs.ts'
import { browserIdOf, devicesOf, endDevice, endOtherDevices } from './devices.ts'
import { openSession } from './log-in.ts'
import { type NewBrowser, newBrowserMail, notifyOfNewBrowser } from './new-browser-mail.ts'
import { anAccount, aRequestContext } from '../testing.ts'
import { findViewerBySession, type IdentityPorts, type Viewer } from '../viewer.ts'

let database: TestDatabase
let clock: ReturnType<typeof manualClock>
let ports: IdentityPorts
beforeAll(async () => {
  database = await createTestDatabase()
})
beforeEach(() => {
  clock = manualClock()
  ports = { ...testPorts(database.database, clock.now), tokenSecret: 'a secret of at least thirty-two characters' }
})
afterAll(() => database.drop())

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'
const phone =
  'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36'

/** Logs an account in with a browser; returns its session and the browser's id. */
async function logInFrom(accountId: string, over: Parameters<typeof aRequestContext>[0] = {}) {
  const { token } = await openSession(ports, aRequestContext(over), accountId)
  return {
    token,
    browserId: browserIdOf(over?.browserId, token),
    viewer: (await findViewerBySession(ports, token)) as Extract<Viewer, { kind: 'account' }>,
  }
}

const newBrowsersOf = async (accountId: string): Promise<NewBrowser[]> =>
  (await queuedJobs<NewBrowser>(ports.db, 'identity:notify_new_browser'))
    .map(({ payload }) => payload)
    .filter((payload) => payload.accountId === accountId)

test('the list has every logged-in device, the current one first', async () => {
  const { id } = await anAccount(ports)
  await logInFrom(id, { userAgent: 'a browser that stays away' })
  clock.move({ days: 15 })
  const laptop = await logInFrom(id, { userAgent: firefox, country: 'GB', ip: '192.0.2.5' })
  clock.move({ minutes: 5 })
  const mobile = await logInFrom(id, { userAgent: phone, country: 'AE' })
  expect(await devicesOf(ports, laptop.viewer)).toMatchObject([
    { isThis: true, userAgent: firefox, country: 'GB', ip: '192.0.2.5' },
    { isThis: false, userAgent: phone, country: 'AE' },
  ])
  expect((await devicesOf(ports, mobile.viewer)).map(({ isThis }) => isThis)).toEqual([true, false])
})

test('a device is logged out from another one, and only by its owner', async () => {
  const { id } = await anAccount(ports)
  const [laptop, mobile] = [await logInFrom(id), await logInFrom(id)]
  const stranger = await logInFrom((await anAccount(ports)).id)
  const target = (await devicesOf(ports, laptop.viewer)).find(({ isThis }) => !isThis)!
  await expect(endDevice(ports, stranger.viewer, aRequestContext(), target.id)).rejects.toMatchObject({ status: 404 })
  expect(await findViewerBySession(ports, mobile.token)).toBeDefined()
  await endDevice(ports, laptop.viewer, aRequestContext(), target.id)
  expect(await findViewerBySession(ports, mobile.token)).toBeUndefined()
  await expect(endDevice(ports, laptop.viewer, aRequestContext(), target.id)).rejects.toMatchObject({ status: 404 })
})

test('all other devices are logged out at once, and other accounts’ devices are not', async () => {
  const { id } = await anAccount(ports)
  const [here, there, phone2] = [await logInFrom(id), await logInFrom(id), await logInFrom(id)]
  const stranger = await logInFrom((await anAccount(ports)).id)
  expect(await endOtherDevices(ports, here.viewer, aRequestContext())).toBe(2)
  expect(await findViewerBySession(ports, here.token)).toBeDefined()
  for (const { token } of [there, phone2]) expect(await findViewerBySession(ports, token)).toBeUndefined()
  expect(await findViewerBySession(ports, stranger.token)).toBeDefined()
})

test('a login with a new browser is mailed to the owner, the first or a known one is not', async () => {
  const { id } = await anAccount(ports)
  const first = await logInFrom(id, { userAgent: firefox })
  await logInFrom(id, { userAgent: firefox, browserId: first.browserId })
  expect(await newBrowsersOf(id)).toEqual([])
  const second = await logInFrom(id, { userAgent: firefox, country: 'AE', ip: '192.0.2.9' })
  await logInFrom(id, { userAgent: firefox, browserId: second.browserId })
  expect(await newBrowsersOf(id)).toEqual([
    { accountId: id, userAgent: firefox, country: 'AE', ip: '192.0.2.9', at: clock.now().toISOString() },
  ])
})

test('a browser known to one account is new to another', async () => {
  const shared = await logInFrom((await anAccount(ports)).id)
  const { id } = await anAccount(ports)
  await logInFrom(id)
  await logInFrom(id, { browserId: shared.browserId })
  expect(await newBrowsersOf(id)).toHaveLength(1)
})

test('a browser’s id grants no access, and only its hash is stored', async () => {
  const { id } = await anAccount(ports)
  const { browserId } = await logInFrom(id)
  expect(browserId).toMatch(/^[\w-]{43}$/)
  expect(await findViewerBySession(ports, browserId)).toBeUndefined()
  const rows = await ports.db.selectFrom('identity.known_browser').selectAll().where('account_id', '=', id).execute()
  expect(rows).toHaveLength(1)
  expect(rows[0]!.browser_hash.toString('base64url')).not.toBe(browserId)
})

const login: NewBrowser = {
  accountId: '',
  userAgent: phone,
  country: 'AE',
  ip: '192.0.2.9',
  at: '2026-11-20T12:34:00.000Z',
}
const mailIn = (locale: Locale, over: Partial<NewBrowser> = {}, firstName = 'Amina') =>
  newBrowserMail(
    { ...login, ...over },
    { locale, firstName, productName: 'Sunbul', origin: 'https://give.example.org' },
  )

test('the mail names browser, place and time in both parts and links to the devices', () => {
  const mail = mailIn('en')
  expect(mail.subject).toBe('New login to your Sunbul account')
  for (const words of [
    'Salam Amina',
    'Chrome on Android',
    'United Arab Emirates',
    '192.0.2.9',
    '20 November 2026',
    'https://give.example.org/account/security',
  ])
    for (const form of [mail.html, mail.plain]) expect(form).toContain(words)
  expect(mailIn('en', { userAgent: 'curl/8', country: null }, '').plain).toMatch(
    /Salam\. [\s\S]*Browser: Unknown browser\nLocation: Unknown/,
  )
})

test('the Arabic mail is right to left', () => {
  const mail = mailIn('ar')
  expect(mail.html).toContain('<html lang="ar" dir="rtl">')
  for (const words of ['السلام عليكم Amina', '\u200fChrome على Android', 'الإمارات العربية المتحدة', '192.0.2.9'])
    expect(mail.plain).toContain(words)
  expect(mail.plain).not.toMatch(/\{\w+\}/)
})

const withMail = () => ({
  ...ports,
  mailer: { kind: 'mailbox' as const, send: () => Promise.resolve() },
  mailFrom: 'Sunbul <giving@example.org>',
  productName: 'Sunbul',
  origin: 'https://give.example.org',
  isProduction: false,
})

test('an unconfirmed address receives no mail about logins', async () => {
  const account = await anAccount(ports, { isConfirmed: false })
  await notifyOfNewBrowser(withMail(), { ...login, accountId: account.id })
  expect(
    await ports.db.selectFrom('notifications.mail').select('kind').where('to_address', '=', account.email).execute(),
  ).toEqual([])
})

test('the mail is queued once for each login, in the account’s language', async () => {
  const account = await anAccount(ports)
  await ports.write((tx) => sql`update identity.account set locale = 'ar' where id = ${account.id}`.execute(tx))
  for (let time = 0; time < 2; time++) await notifyOfNewBrowser(withMail(), { ...login, accountId: account.id })
  const mails = await ports.db
    .selectFrom('notifications.mail')
    .select(['kind', 'locale'])
    .where('to_address', '=', account.email)
    .execute()
  expect(mails).toEqual([{ kind: 'new-device', locale: 'ar' }])
})
