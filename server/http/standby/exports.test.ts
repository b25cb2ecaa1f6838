import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { payoutHelpers } from '#modules/money/payouts/testing.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { manualClock } from '#tests/support/ports.ts'
import { readOnlyStandby } from '#tests/support/standby.ts'

let installation: TestApp
let standby: ReturnType<typeof readOnlyStandby>
/** A standby that has replayed nothing. */
let behind: TestDatabase
let owner: string
let staff: string
let paths: Readonly<Record<string, readonly ['GET' | 'POST', string]>>
let usual: Pick<typeof standby, 'db' | 'read'>
const clock = manualClock(new Date('2026-11-02T10:00:00Z'))
beforeAll(async () => {
  installation = await createTestApp({
    withSandbox: true,
    clock: clock.now,
    standby: (database) => (standby = readOnlyStandby(database)),
  })
  usual = { db: standby.db, read: standby.read }
  behind = await createTestDatabase()
  const payouts = payoutHelpers(installation, clock)
  const paid = await payouts.aPaidCharity()
  const payout = await payouts.anApprovedPayout(paid)
  owner = await payouts.memberOf(paid.organizationId, 'owner')
  staff = await payouts.staff('admin')
  const charity = `/v4/organizations/${paid.organizationId}`
  const fundraiser = `/v4/campaigns/${paid.campaignId}`
  paths = {
    'a charity’s donations': ['POST', `${charity}/donations/export`],
    'a charity’s donors': ['POST', `${charity}/donors/export`],
    'a fundraiser’s donations': ['POST', `${fundraiser}/donations/export`],
    'a fundraiser’s claims': ['POST', `${fundraiser}/claims/export`],
    referrals: ['GET', `/v4/referers/${paid.campaignId}/referrals/download/csv`],
    'a payout’s statement': ['GET', `${paid.path}/${payout.id}/statement?format=csv`],
    'the audit log': ['GET', '/v4/staff/audit/export'],
  }
})
afterAll(async () => {
  await standby.close()
  await behind.drop()
  await installation.close()
})
afterEach(() => {
  Object.assign(standby, { ...usual, isUsed: false })
})

const tokenOf = (name: string) => (name === 'the audit log' ? staff : owner)
const asBrowser = (name: string, more = '') => ({ cookie: `sid=${tokenOf(name)}${more}` })

/** Downloads an export and returns its lines. */
async function download(name: string, headers: Readonly<Record<string, string>>): Promise<string[]> {
  const [method, url] = paths[name] ?? ['GET', '/']
  const response = await installation.fastify.inject({
    method,
    url,
    headers: { accept: 'text/csv', ...headers },
    ...(method === 'POST' ? { payload: {} } : {}),
  })
  expect([name, response.statusCode]).toEqual([name, 200])
  return response.body.trimEnd().split('\r\n')
}

const names = [
  'a charity’s donations',
  'a charity’s donors',
  'a fundraiser’s donations',
  'a fundraiser’s claims',
  'referrals',
  'a payout’s statement',
  'the audit log',
]

test.each(names)('an export of %s reads its rows from the standby [contract-18]', async (name) => {
  const fromStandby = await download(name, asBrowser(name))
  expect(standby.isUsed).toBe(true)
  expect(fromStandby.length).toBeGreaterThan(0)
})

test.each(names)('an export of %s reads the primary after a recent change, or with a token', async (name) => {
  await download(name, asBrowser(name, '; posted=1'))
  await download(name, { authorization: `Bearer ${tokenOf(name)}` })
  expect(standby.isUsed).toBe(false)
})

test.each(names)('an export of %s that the standby cancels is whole, with each row once', async (name) => {
  const expected = await download(name, asBrowser(name, '; posted=1'))
  standby.read = async (onStandby, onPrimary) => {
    await onStandby()
    return onPrimary()
  }
  const lines = await download(name, asBrowser(name))
  // The audit log has the entry of the first download, too.
  if (name === 'the audit log') expect(new Set(lines).size).toBe(lines.length)
  else expect(lines).toEqual(expected)
})

test('a statement of a payout that the standby doesn’t have yet comes from the primary [payouts-14]', async () => {
  const name = 'a payout’s statement'
  const expected = await download(name, asBrowser(name, '; posted=1'))
  Object.assign(standby, { db: behind.database.db })
  expect(await download(name, asBrowser(name))).toEqual(expected)
  expect([standby.isUsed, expected.length > 2]).toEqual([true, true])
})
