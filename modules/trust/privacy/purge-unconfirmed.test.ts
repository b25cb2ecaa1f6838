import { purgeUnconfirmed } from './purge-unconfirmed.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { settle } from '#modules/money/giving/payment/settle.ts'
import { aClaimedAttempt, aLine, anOrder } from '#modules/money/giving/testing.ts'
import { aSavedAddress } from '#modules/platform/addresses/testing.ts'
import { aGuest, anAccount } from '#modules/platform/identity/testing.ts'
import { taskList } from '#server/jobs/jobs.ts'
import { drainOutbox } from '#server/jobs/outbox.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { manualClock } from '#tests/support/ports.ts'
import { queuedJobs } from '#tests/support/queued-jobs.ts'

let installation: TestApp
const clock = manualClock()
beforeAll(async () => {
  installation = await createTestApp({ clock: clock.now })
})
afterAll(() => installation.close())

const emailOf = async (id: string) =>
  (
    await installation.app.db
      .selectFrom('identity.account')
      .select('email')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).email
const isForgotten = async ({ id }: { id: string }) => (await emailOf(id)) === `erased-${id}@erased.invalid`

test('purges an account unproven for thirty days; a proven one, or one with donations, stays', async () => {
  const { app } = installation
  const never = await anAccount(app, { isConfirmed: false })
  await aSavedAddress(app, never.id)
  const proven = await anAccount(app)
  const gave = await anAccount(app, { isConfirmed: false })
  const line = aLine(app, (await aCampaign(app)).id)
  const attempt = await aClaimedAttempt(app, anOrder([line], { accountId: gave.id, email: gave.email }))
  await settle(app, attempt, { kind: 'succeeded', chargeId: 'ch_1', amount: attempt.amount, currency: 'GBP' })
  const paying = await anAccount(app, { isConfirmed: false })
  await aClaimedAttempt(app, anOrder([aLine(app, 1n)], { accountId: paying.id }), { scope: `account:${paying.id}` })
  const staff = await anAccount(app, { isConfirmed: false, roles: ['support'] })
  clock.move({ days: 29 })
  const later = await anAccount(app, { isConfirmed: false })
  await purgeUnconfirmed(app)
  expect(await isForgotten(never)).toBe(false)
  clock.move({ days: 1, minutes: 1 })
  await Promise.all([purgeUnconfirmed(app), purgeUnconfirmed(app)])
  expect(await isForgotten(never)).toBe(true)
  for (const item of [proven, gave, paying, staff, later]) expect(await isForgotten(item)).toBe(false)
  expect(
    await app.db.selectFrom('addresses.address').select('id').where('account_id', '=', never.id).execute(),
  ).toEqual([])
  const rows = await app.db
    .selectFrom('audit.entry')
    .select('object')
    .where('act', '=', 'privacy.unconfirmed-purged')
    .execute()
  expect(rows).toEqual([{ object: `account:${never.id}` }])
  expect(
    await app.db
      .selectFrom('notifications.mail')
      .select('id')
      .where('to_address', 'in', [never.email, await emailOf(never.id)])
      .execute(),
  ).toEqual([])
})

test('purges a guest after thirty days; their donations stay in the books', async () => {
  const { app } = installation
  const guest = await aGuest(app, { email: 'forgotten.guest@example.org' })
  const line = aLine(app, (await aCampaign(app)).id)
  const attempt = await aClaimedAttempt(
    app,
    anOrder([line], { guestId: guest.id, email: 'forgotten.guest@example.org' }),
  )
  await settle(app, attempt, { kind: 'succeeded', chargeId: 'ch_2', amount: attempt.amount, currency: 'GBP' })
  await drainOutbox(app)
  const kept = () => app.db.selectFrom('identity.guest').select('email').where('id', '=', guest.id).execute()
  const tidyUp = taskList(app)['identity:purge_old_rows']
  clock.move({ days: 30 })
  await tidyUp()
  expect(await kept()).toEqual([{ email: 'forgotten.guest@example.org' }])
  clock.move({ seconds: 1 })
  await tidyUp()
  expect(await kept()).toEqual([])
  const donations = await app.db
    .selectFrom('giving.donation')
    .select(['guest_id', 'email'])
    .where('id', '=', line.donationId)
    .execute()
  expect(donations).toEqual([{ guest_id: guest.id, email: 'forgotten.guest@example.org' }])
})

test('keeps the mail or picture of a failed job for a week; other kinds stay for the operator', async () => {
  const { app } = installation
  const payload = { accountId: app.newId(), url: 'https://pictures.example.org/amina' }
  for (const task of ['identity:fetch_picture', 'cards:detach']) await app.write((tx) => app.enqueue(tx, task, payload))
  await app.write((tx) =>
    app.enqueue(tx, 'identity:fetch_picture', { ...payload, url: 'https://pictures.example.org/later' }),
  )
  const jobs = async () =>
    (await queuedJobs<typeof payload>(app.db)).filter((job) => job.payload.accountId === payload.accountId)
  const remaining = async () => (await jobs()).map(({ task }) => task)
  const givenUp = (await jobs()).filter((job) => job.payload.url === payload.url).map(({ id }) => id)
  await sql`select graphile_worker.reschedule_jobs(${givenUp}::bigint[], run_at => ${clock.now()}, attempts => 10)`.execute(
    app.db,
  )
  const tidyUp = taskList(app)['identity:purge_old_rows']
  clock.move({ days: 7 })
  await tidyUp()
  expect(await remaining()).toEqual(['identity:fetch_picture', 'cards:detach', 'identity:fetch_picture'])
  clock.move({ seconds: 1 })
  await tidyUp()
  expect(await remaining()).toEqual(['cards:detach', 'identity:fetch_picture'])
})
