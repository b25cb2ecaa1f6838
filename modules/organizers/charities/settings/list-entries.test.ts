import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { record } from '#modules/platform/audit/index.ts'
import { aSession } from '#modules/platform/identity/testing.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { ask, aSignedUpCharity } from '../testing.ts'

let installation: TestApp
beforeAll(async () => {
  installation = await createTestApp()
})
afterAll(() => installation.close())

type Page = {
  entries: { act: string; actor: string; name: string | null; page: string | null }[]
  timeZone: string
  next: string | null
}

test('a charity reads its own entries, staff only as "staff", and nothing of name screening', async () => {
  const { app } = installation
  const charity = await aSignedUpCharity(installation)
  const other = await aSignedUpCharity(installation, { name: 'Noor Trust' })
  const { viewer: staff } = await aSession(app, { roles: ['reviewer'], isConfirmed: true })
  await app.db
    .updateTable('identity.account')
    .set({ first_name: 'سعاد', last_name: 'الأمين' })
    .where('id', '=', charity.viewer.accountId)
    .execute()
  const instant = app.clock()
  const object = `organization:${charity.id}`
  await app.write(async (tx) => {
    for (const act of ['charities.verification-decided', 'charities.match-judged', 'charities.screened'] as const)
      await record(tx, { actor: { kind: 'account', id: staff.accountId }, act, object, at: instant })
  })
  const { body } = await ask(installation, charity.token, 'GET', `${charity.path}/audit`)
  expect(body as unknown as Page).toMatchObject({
    entries: [
      { act: 'charities.verification-decided', actor: 'staff', name: null },
      { act: 'charities.signed-up', actor: 'account', name: 'سعاد الأمين' },
    ],
    next: null,
  })
  expect(JSON.stringify(body)).not.toContain(staff.accountId)
  expect((await ask(installation, other.token, 'GET', `${charity.path}/audit`)).status).toBe(404)
})

test('an entry names the page of the charity that it is about, never one of another charity', async () => {
  const { app } = installation
  const charity = await aSignedUpCharity(installation)
  const own = await aCampaign(app, { organization_id: BigInt(charity.id), name: 'Winter coats' })
  const foreign = await aCampaign(app)
  await app.write(async (tx) => {
    for (const campaignId of [String(foreign.id), String(own.id), 'unknown'])
      await record(tx, {
        actor: { kind: 'account', id: charity.viewer.accountId },
        act: 'hosted-pages.published',
        object: `organization:${charity.id}`,
        at: app.clock(),
        details: { campaignId },
      })
  })
  const { entries, timeZone } = (await ask(installation, charity.token, 'GET', `${charity.path}/audit`))
    .body as unknown as Page
  expect(entries.slice(0, 3).map(({ page }) => page)).toEqual([null, 'Winter coats', null])
  expect(timeZone).toBe('Europe/London')
})

test('more than fifty entries are on pages without gaps', async () => {
  const { app } = installation
  const charity = await aSignedUpCharity(installation)
  await app.write(async (tx) => {
    for (let count = 0; count < 60; count += 1)
      await record(tx, {
        actor: { kind: 'account', id: charity.viewer.accountId },
        act: 'charities.settings-changed',
        object: `organization:${charity.id}`,
        at: app.clock(),
      })
  })
  const first = (await ask(installation, charity.token, 'GET', `${charity.path}/audit`)).body as unknown as Page
  const second = (await ask(installation, charity.token, 'GET', `${charity.path}/audit?before=${first.next}`))
    .body as unknown as Page
  expect([first.entries.length, second.entries.length, second.next]).toEqual([50, 11, null])
})
