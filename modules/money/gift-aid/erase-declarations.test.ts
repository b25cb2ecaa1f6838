import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { refundHelpers } from '#modules/money/refunds/testing.ts'
import { aSession } from '#modules/platform/identity/testing.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { manualClock } from '#tests/support/ports.ts'
import { eraseDeclarations, purgeClaimDetails } from './erase-declarations.ts'

let installation: TestApp
const clock = manualClock(new Date('2026-11-02T12:00:00Z'))
beforeAll(async () => void (installation = await createTestApp({ withSandbox: true, clock: clock.now })))
afterAll(() => installation.close())

const address = {
  FirstName: 'Amina',
  LastName: 'Khan',
  Address: '1 King Street',
  City: 'Leeds',
  Zip: 'LS1 1AA',
  Country: 'GB',
}

test('erasure deletes details and ends declarations; a claim keeps its rows for six years [gift-aid-7]', async () => {
  const { app } = installation
  const { id: campaignId, organization_id: organizationId } = await aCampaign(app, { gift_aid: true })
  const { token, viewer } = await aSession(app, { firstName: 'Amina', lastName: 'Khan' })
  const helpers = refundHelpers(installation)
  const declared = { giftAid: true, giftAidChoice: 'later', taxAddress: address }
  const { donationId } = await helpers.donation(campaignId, declared, token)
  await helpers.ask(token, 'POST', '/v4/account/gift-aid/details', { address })
  const claimId = app.newId()
  await app.write(async (tx) => {
    const now = app.clock()
    await tx
      .insertInto('gift_aid.claim')
      .values({ id: claimId, organization_id: organizationId, drafted_at: now, drafted_by: null })
      .execute()
    await tx
      .insertInto('gift_aid.claim_row')
      .values({
        claim_id: claimId,
        donation_id: donationId,
        declaration_id: donationId,
        given_on: '2026-11-02',
        amount: 2_000n,
        refunded: 0n,
        details: Buffer.from('encrypted'),
      })
      .execute()
    await tx
      .updateTable('gift_aid.claim')
      .set({ state: 'submitted', submitted_on: '2026-11-02', submitted_at: now, reference: 'A1' })
      .where('id', '=', claimId)
      .execute()
    await eraseDeclarations(tx, { accountId: viewer.accountId, at: now })
  })
  const details = () =>
    app.db.selectFrom('gift_aid.claim_row').select('details').where('claim_id', '=', claimId).executeTakeFirstOrThrow()
  expect(
    await app.db
      .selectFrom('gift_aid.declarer_details')
      .select('id')
      .where('account_id', '=', viewer.accountId)
      .execute(),
  ).toEqual([])
  const open = await app.db
    .selectFrom('gift_aid.declaration')
    .select('id')
    .where('account_id', '=', viewer.accountId)
    .where('scope', '<>', 'donation')
    .where('covers_until', 'is', null)
    .execute()
  expect(open).toEqual([])
  expect(await purgeClaimDetails(app)).toBe(0)
  expect((await details()).details).not.toBeNull()
  clock.move({ days: 6 * 366 })
  expect(await purgeClaimDetails(app)).toBe(1)
  expect((await details()).details).toBeNull()
})
