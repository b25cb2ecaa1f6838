import { afterAll, beforeAll, expect, test } from 'vitest'
import { aSession } from '#modules/platform/identity/testing.ts'
import { aSignedUpCharity, aCompleteForm, ask, completeForm } from '#modules/organizers/charities/testing.ts'
import { hourMs } from '#shared/time.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { moderationServer } from '../index-server.ts'

let installation: TestApp
let now = new Date('2026-11-24T12:00:00Z')
beforeAll(async () => {
  installation = await createTestApp({ clock: () => now })
})
afterAll(() => installation.close())

test('staff whose work it is are mailed once of a case that waits over 24 hours (security-18)', async () => {
  const charity = await aSignedUpCharity(installation, { name: 'Waiting Relief' })
  await completeForm(installation, charity, aCompleteForm({ legalName: 'Waiting Relief' }))
  await ask(installation, charity.token, 'POST', `${charity.path}/verification/requests`)
  await moderationServer.jobs.syncCases(installation.app)
  const reviewer = await aSession(installation.app, { roles: ['reviewer'] })
  await aSession(installation.app, { roles: ['finance'] })
  const { remindStaff } = moderationServer.jobs
  expect(await remindStaff(installation.app)).toBe(0)
  now = new Date(now.getTime() + 25 * hourMs)
  await remindStaff(installation.app)
  await remindStaff(installation.app)
  const mails = await installation.app.db
    .selectFrom('notifications.mail')
    .select(['to_address'])
    .where('kind', '=', 'case-waits')
    .execute()
  expect(mails).toEqual([{ to_address: reviewer.viewer.email }])
})
