import { afterAll, beforeAll, expect, test } from 'vitest'
import { aSession } from '#modules/platform/identity/testing.ts'
import { localDate } from '#shared/calendar.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { manualClock } from '#tests/support/ports.ts'
import { insertProfile } from '../profile-queries.ts'
import { sendZakatReminders } from './send-reminders.ts'

let it: TestApp
const clock = manualClock(new Date('2026-11-20T12:00:00Z'))
beforeAll(async () => {
  it = await createTestApp({ clock: clock.now })
})
afterAll(() => it.close())

async function aDonorWithYear(anniversary: string, timeZone = 'UTC', over: object = {}) {
  const { viewer } = await aSession(it.app, { isEmailConfirmed: true, ...over } as never)
  await it.app.db
    .updateTable('identity.account')
    .set({ email_confirmed_at: clock.now() })
    .where('id', '=', viewer.accountId)
    .execute()
  await saveYear(viewer.accountId, '1448', anniversary, timeZone)
  return viewer
}
const saveYear = (accountId: string, period: string, anniversary: string, timeZone: string) =>
  it.app.write((tx) =>
    insertProfile(tx, accountId, {
      id: it.app.newId(),
      period,
      zakatDue: { amount: 12_345n, currency: 'GBP' },
      status: 'DUE',
      zakatStartDate: localDate('2026-01-01'),
      zakatAnniversary: localDate(anniversary),
      anchor: { year: 'lunar', month: 1, day: 1 },
      timeZone,
      ruleSetId: 'cautious-1',
      prices: { gold: { perGram: '100' }, silver: { perGram: '1' } },
      createdAt: clock.now(),
      encrypted: Buffer.from('nothing'),
    }),
  )
const mailsTo = (email: string) =>
  it.app.db
    .selectFrom('notifications.mail')
    .select(['subject', 'content'])
    .where('to_address', '=', email)
    .where('kind', '=', 'zakat-reminder')
    .orderBy('id')
    .execute()

test('a donor is reminded 30 days and 1 day before their zakat date, once each, without any amount', async () => {
  const viewer = await aDonorWithYear('2026-12-20')
  await sendZakatReminders(it.app)
  await sendZakatReminders(it.app)
  const [first, ...more] = await mailsTo(viewer.email)
  expect(more).toEqual([])
  expect(first!.subject.replace(/[\u2066-\u2069]/g, '')).toBe('Your zakat date is 11 Rajab 1448 AH')
  expect(JSON.stringify(first)).toContain('20 December 2026')
  expect(JSON.stringify(first)).not.toMatch(/123|cautious/)
  clock.move({ days: 10 })
  await sendZakatReminders(it.app)
  expect(await mailsTo(viewer.email)).toHaveLength(1)
  clock.move({ days: 19 })
  await sendZakatReminders(it.app)
  await sendZakatReminders(it.app)
  expect((await mailsTo(viewer.email)).map(({ subject }) => subject)).toEqual([
    first!.subject,
    'Your zakat year ends tomorrow',
  ])
  clock.move({ days: -29 })
})

test('a donor who turned reminders off is not written to, nor of a year that a later one has replaced', async () => {
  const off = await aDonorWithYear('2026-12-20')
  await it.app.db
    .updateTable('identity.account')
    .set({ preferences: JSON.stringify({ zakatReminders: false }) })
    .where('id', '=', off.accountId)
    .execute()
  const replaced = await aDonorWithYear('2026-12-20')
  await saveYear(replaced.accountId, '1449', '2027-06-01', 'UTC')
  await sendZakatReminders(it.app)
  expect([await mailsTo(off.email), await mailsTo(replaced.email)]).toEqual([[], []])
})

test('the mail is in the donor’s language and on their own day', async () => {
  const arabic = await aDonorWithYear('2026-11-21')
  await it.app.db.updateTable('identity.account').set({ locale: 'ar' }).where('id', '=', arabic.accountId).execute()
  // In Kiritimati it is already the 21st.
  const ahead = await aDonorWithYear('2026-11-21', 'Pacific/Kiritimati')
  await sendZakatReminders(it.app)
  expect((await mailsTo(arabic.email)).map(({ subject }) => subject)).toEqual(['ينتهي حول زكاتك غدًا'])
  expect(await mailsTo(ahead.email)).toEqual([])
})
