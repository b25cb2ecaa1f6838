import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aCampaign, aLevel } from '#modules/causes/campaigns/testing.ts'
import { refundHelpers } from '#modules/money/refunds/testing.ts'
import { recordChanges } from '#modules/organizers/change-feed/record-changes.ts'
import { aMemberOf } from '#modules/organizers/charities/testing.ts'
import type { OutputOf } from '#shared/endpoint.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { manualClock } from '#tests/support/ports.ts'
import type { charityDonorsContract } from './contract-donors.ts'
import type { charityMergesContract } from './contract-merges.ts'
import { donorRecords } from './queries/records.ts'

type List = OutputOf<typeof charityDonorsContract, 'GET /v4/organizations/:organizationId/donors'>
type Donor = OutputOf<typeof charityDonorsContract, 'GET /v4/organizations/:organizationId/donors/:donationId'>
type Merges = OutputOf<typeof charityMergesContract, 'GET /v4/organizations/:organizationId/donor-merges'>

let installation: TestApp
let helpers: ReturnType<typeof refundHelpers>
let wells: bigint
let level: string
let path: string
let token: string
let accountId: string
const clock = manualClock(new Date('2026-11-02T12:00:00Z'))
beforeAll(async () => {
  installation = await createTestApp({ withSandbox: true, clock: clock.now })
  helpers = refundHelpers(installation)
})
afterAll(() => installation.close())
beforeEach(async () => {
  const campaign = await aCampaign(installation.app, { zakat_verified: true, ends_at: null })
  wells = campaign.id
  level = String(
    (await aLevel(installation.app, wells, { amount: 2000n, require_email: true, include_email: true })).id,
  )
  path = `/v4/organizations/${campaign.organization_id}`
  const member = await aMemberOf(installation, String(campaign.organization_id), 'donor-support')
  token = member.token
  accountId = member.viewer.accountId
})

const ask = async <Body>(method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object) => {
  while ((await recordChanges(installation.app)) > 0);
  return helpers.ask<Body>(token, method, path + url, payload)
}
const listDonors = async (query = '') => (await ask<List>('GET', `/donors${query}`)).body.donors
const listMerges = async () => (await ask<Merges>('GET', '/donor-merges')).body
const read = async (donationId: string) => (await ask<Donor>('GET', `/donors/${donationId}`)).body
const decide = (donationId: string, otherDonationId: string, isSame = true) =>
  ask('POST', '/donor-merges', { donationId, otherDonationId, isSame })

/** A guest with a new address, who tells the team this one for a level. */
const give = async (name: string, rewardEmail: string, over: object = {}) => {
  clock.move({ minutes: 1 })
  const guest = { email: `${installation.app.newId()}@example.org`, name }
  const { donationId } = await helpers.donation(wells, { guest, rewardID: level, rewardEmail, ...over })
  return { donationId, guest }
}

test('merged donors are one row with the history, figures, notes and tags of both, until it is undone', async () => {
  const first = await give('Maryam Həsənova', 'maryam@level.example')
  const second = await give('maryam  həsənova', 'Maryam@level.example')
  await give('Maryam Həsənova', 'another@level.example')
  await ask('POST', `/donors/${first.donationId}/tags`, { name: 'Wells' })
  await ask('POST', `/donors/${second.donationId}/notes`, { text: 'Moved house' })
  const { proposals } = await listMerges()
  expect(proposals).toMatchObject([{ reasons: ['email'] }])
  const ids = [proposals[0]!.first.id, proposals[0]!.second.id]
  expect(ids.toSorted()).toEqual([first.donationId, second.donationId].toSorted())
  expect((await decide(first.donationId, second.donationId)).status).toBe(200)
  expect((await decide(first.donationId, second.donationId)).status).toBe(404)
  const donors = await listDonors()
  expect(donors.map(({ donations }) => donations)).toEqual([1, 2])
  const merged = donors.find(({ donations }) => donations === 2)
  expect(merged).toMatchObject({
    id: first.donationId,
    totals: [{ amount: 4000, currency: 'GBP' }],
    tags: ['Wells'],
    segments: [],
  })
  for (const { donationId } of [first, second]) {
    const donor = await read(donationId)
    expect([donor.history.length, donor.notes.length, donor.donor.tags]).toEqual([2, 1, ['Wells']])
  }
  for (const query of ['?search=maryam%40level', '?tag=Wells'])
    expect(
      (await listDonors(query)).map(({ donations }) => donations),
      query,
    ).toEqual([2])
  expect((await listDonors('?segment=first-time')).map(({ donations }) => donations)).toEqual([1])
  await ask('DELETE', `/donors/${second.donationId}/tags`, { name: 'Wells' })
  expect((await read(first.donationId)).donor.tags).toEqual([])
  const { proposals: none, decisions } = await listMerges()
  expect([none, decisions.map(({ isSame }) => isSame)]).toEqual([[], [true]])
  expect((await ask('DELETE', `/donor-merges/${decisions[0]!.id}`)).status).toBe(200)
  expect((await ask('DELETE', `/donor-merges/${decisions[0]!.id}`)).status).toBe(404)
  expect(await listDonors()).toHaveLength(3)
  expect((await listMerges()).proposals).toHaveLength(1)
  const audited = await installation.app.db
    .selectFrom('audit.entry')
    .select('act')
    .where('actor_id', '=', accountId)
    .where('act', 'like', 'charity-donors.donor%merge%')
    .orderBy('id')
    .execute()
  expect(audited.map(({ act }) => act)).toEqual(['charity-donors.donors-merged', 'charity-donors.donor-merge-undone'])
})

test('donors that the team keeps apart are not proposed again, and nothing but a proposal can be decided', async () => {
  const first = await give('Omar Khan', 'omar@level.example')
  const second = await give('Omar Khan', 'omar@level.example')
  const other = await give('Zaynab Khan', 'omar@level.example')
  expect((await decide(first.donationId, other.donationId)).status).toBe(404)
  expect((await decide(first.donationId, second.donationId, false)).status).toBe(200)
  expect((await listMerges()).proposals).toEqual([])
  expect(await listDonors()).toHaveLength(3)
  expect((await decide(second.donationId, first.donationId)).status).toBe(404)
})

test('an anonymous donation is in no proposal, and another charity’s donors are not found', async () => {
  const named = await give('Leyla Aliyeva', 'leyla@level.example')
  const hidden = await give('Leyla Aliyeva', 'leyla@level.example', { anonymous: true })
  expect((await listMerges()).proposals).toEqual([])
  expect((await decide(named.donationId, hidden.donationId)).status).toBe(404)
  const other = await give('Leyla Aliyeva', 'leyla@level.example')
  const campaign = await aCampaign(installation.app)
  const stranger = await aMemberOf(installation, String(campaign.organization_id), 'owner')
  const foreign = `/v4/organizations/${campaign.organization_id}/donor-merges`
  const pair = { donationId: named.donationId, otherDonationId: other.donationId, isSame: true }
  expect((await helpers.ask(stranger.token, 'POST', foreign, pair)).status).toBe(404)
  await decide(named.donationId, other.donationId)
  const { decisions } = await listMerges()
  expect((await helpers.ask(stranger.token, 'DELETE', `${foreign}/${decisions[0]!.id}`)).status).toBe(404)
})

test('a decision is erased with either donor, and keeps no erased author', async () => {
  const first = await give('Bilal Khan', 'bilal@level.example')
  const second = await give('Bilal Khan', 'bilal@level.example')
  await decide(first.donationId, second.donationId)
  await installation.app.write((tx) => donorRecords.erase(tx, { accountId, donationIds: [] }))
  expect((await listMerges()).decisions).toMatchObject([{ author: null }])
  await installation.app.write((tx) => donorRecords.purge(tx, [second.donationId]))
  expect((await listMerges()).decisions).toEqual([])
  expect(await listDonors()).toHaveLength(2)
})
