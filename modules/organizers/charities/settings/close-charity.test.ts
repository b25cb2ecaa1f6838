import { afterAll, beforeAll, expect, test } from 'vitest'
import { entriesAbout } from '#modules/platform/audit/index.ts'
import { openSession } from '#modules/platform/identity/login/log-in.ts'
import { aSession, aRequestContext } from '#modules/platform/identity/testing.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { postOnce } from '#modules/money/ledger/index.ts'
import { aMemberOf, ask, aSignedUpCharity } from '../testing.ts'

let installation: TestApp
let now = new Date('2026-11-24T12:00:00Z')
beforeAll(async () => {
  installation = await createTestApp({ clock: () => now })
})
afterAll(() => installation.close())

const dayMs = 86_400_000
async function aVerifiedCharity(name: string) {
  const charity = await aSignedUpCharity(installation, { name })
  await installation.app.db
    .updateTable('organizations.organization')
    .set({ verification_state: 'verified', verified_at: now, verified_until: new Date('2028-01-01T00:00:00Z') })
    .where('id', '=', BigInt(charity.id))
    .execute()
  await installation.app.db
    .updateTable('campaigns.campaign')
    .set({ status: 1 })
    .where('organization_id', '=', BigInt(charity.id))
    .execute()
  return charity
}

test('one owner asks, another agrees; then nothing of the charity is public and nothing can be changed (content-34)', async () => {
  now = new Date('2026-11-24T12:00:00Z')
  const charity = await aVerifiedCharity('Closing Relief')
  const owner = await aMemberOf(installation, charity.id, 'owner')
  const path = `${charity.path}/closing`
  expect((await ask(installation, charity.token, 'POST', path)).body).toMatchObject({ state: 'requested' })
  // The owner who requested it can't agree to it.
  expect((await ask(installation, charity.token, 'POST', path)).body).toMatchObject({ state: 'requested' })
  expect((await ask(installation, owner.token, 'GET', path)).body).toMatchObject({
    requestedAt: now.toISOString(),
    isOwnRequest: false,
  })
  expect((await ask(installation, owner.token, 'DELETE', path)).status).toBe(200)
  expect((await ask(installation, owner.token, 'POST', path)).body).toMatchObject({ state: 'requested' })
  expect((await ask(installation, charity.token, 'POST', path)).body).toMatchObject({ state: 'closed' })
  now = new Date(now.getTime() + 2000)
  for (const url of [`/v4/organizations/by-subdomain/${charity.subdomain}`, `/v4/campaign-pages/${charity.subdomain}`])
    expect([url, (await ask(installation, '', 'GET', url)).status]).toEqual([url, 404])
  expect((await ask(installation, charity.token, 'GET', charity.path)).status).toBe(200)
  expect(await ask(installation, charity.token, 'PATCH', charity.path, { about: 'Open again' })).toMatchObject({
    status: 409,
    body: { code: 'charity-closed' },
  })
  const entries = await entriesAbout(installation.app.db, `organization:${charity.id}`, 10)
  expect(entries.map(({ act }) => act)).toEqual(
    expect.arrayContaining(['charities.closed', 'charities.closing-requested', 'charities.closing-withdrawn']),
  )
  const mails = await installation.app.db
    .selectFrom('notifications.mail')
    .select('to_address')
    .where('kind', '=', 'charity-closed')
    .execute()
  expect(mails).toHaveLength(2)
  // Members can read it for 90 days.
  now = new Date(now.getTime() + 91 * dayMs)
  const { token } = await openSession(installation.app, aRequestContext(), owner.viewer.accountId)
  expect((await ask(installation, token, 'GET', charity.path)).status).toBe(404)
})

test('staff closes a charity whose only owner asked for it, and no other (content-34)', async () => {
  now = new Date('2026-11-24T12:00:00Z')
  const charity = await aVerifiedCharity('Lone Relief')
  const admin = await aSession(installation.app, { isConfirmed: true, roles: ['admin'] })
  const close = () => ask(installation, admin.token, 'POST', `/v4/staff/charities/${charity.id}/closing`)
  const { id: campaignId } = await installation.app.db
    .selectFrom('campaigns.campaign')
    .select('id')
    .where('organization_id', '=', BigInt(charity.id))
    .executeTakeFirstOrThrow()
  await installation.app.write((tx) =>
    postOnce(tx, {
      txId: installation.app.newId(),
      sourceType: 'attempt',
      sourceId: installation.app.newId(),
      eventType: 'charge',
      at: now,
      entries: [
        { account: 'provider_clearing', meaning: 'charge', currency: 'GBP', amount: 12_345n },
        { account: 'campaign_payable', campaignId, meaning: 'gift', currency: 'GBP', amount: -10_000n },
        { account: 'zakat_payable', campaignId, meaning: 'gift', currency: 'GBP', amount: -2_345n },
      ],
    }),
  )
  expect((await close()).body).toMatchObject({ code: 'closing-not-requested' })
  await ask(installation, charity.token, 'POST', `${charity.path}/closing`)
  const mails = await installation.app.db
    .selectFrom('notifications.mail')
    .select('to_address')
    .where('kind', '=', 'charity-closing-for-staff')
    .execute()
  expect(mails.map(({ to_address }) => to_address)).toEqual([admin.viewer.email])
  expect((await ask(installation, admin.token, 'GET', `/v4/staff/charities/${charity.id}`)).body).toMatchObject({
    closing: { requestedAt: now.toISOString(), closedAt: null, balances: [{ amount: 12_345, currency: 'GBP' }] },
  })
  const finance = await aSession(installation.app, { isConfirmed: true, roles: ['finance'] })
  expect((await close()).status).toBe(200)
  const rows = await installation.app.db
    .selectFrom('notifications.mail')
    .select(['to_address', 'content'])
    .where('kind', '=', 'charity-closed-with-balance')
    .execute()
  expect(rows.map(({ to_address }) => to_address).toSorted()).toEqual(
    [admin.viewer.email, finance.viewer.email].toSorted(),
  )
  expect(JSON.stringify(rows[0]?.content)).toContain('£123.45')
  expect(
    (
      await ask(installation, admin.token, 'PUT', `/v4/staff/charities/${charity.id}/verification`, {
        state: 'verified',
      })
    ).body,
  ).toMatchObject({ code: 'charity-closed' })
  expect((await close()).body).toMatchObject({ code: 'charity-closed' })
  expect((await ask(installation, finance.token, 'POST', `/v4/staff/charities/${charity.id}/closing`)).status).toBe(403)
})
