import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { aMemberOf } from '#modules/organizers/charities/testing.ts'
import { refundHelpers } from '#modules/money/refunds/testing.ts'
import { donationReferenceOf } from '#modules/money/giving/index.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { manualClock } from '#tests/support/ports.ts'
import { aPdf } from '#tests/support/upload-corpus.ts'
import type { PaperView } from '../contract-paper.ts'
import { findCoveredDonations } from './covering.ts'

let installation: TestApp
let helpers: ReturnType<typeof refundHelpers>
let organizationId: bigint
let donationId: string
let path: string
const clock = manualClock(new Date('2026-11-02T12:00:00Z'))
beforeAll(async () => {
  installation = await createTestApp({ withSandbox: true, clock: clock.now })
  helpers = refundHelpers(installation)
})
afterAll(() => installation.close())
beforeEach(async () => {
  const campaign = await aCampaign(installation.app, { gift_aid: true })
  organizationId = campaign.organization_id
  path = `/v4/organizations/${organizationId}/gift-aid/paper`
  donationId = (await helpers.donation(campaign.id)).donationId
})

const member = async (role: 'owner' | 'finance' | 'admin' | 'editor') =>
  (await aMemberOf(installation, String(organizationId), role)).token
const paper = (over: object = {}) => ({
  reference: donationReferenceOf(donationId),
  scope: 'past_and_later',
  declaredOn: '2026-11-01',
  firstName: 'Bilal',
  lastName: 'Khan',
  line1: '7 Abbey Road',
  city: 'Leeds',
  postalCode: 'LS1 1AA',
  fileName: 'signed.pdf',
  file: aPdf().toString('base64'),
  ...over,
})
type Entered = { readonly id: string; readonly fields?: object }

test('finance enters a declaration on paper, which covers the donor’s donations [gift-aid-8]', async () => {
  const finance = await member('finance')
  const entered = await helpers.ask<Entered>(finance, 'POST', path, paper())
  expect(entered.status, JSON.stringify(entered.body)).toBe(200)
  const covered = await findCoveredDonations(installation.app, organizationId)
  expect(covered).toMatchObject([{ donationId, details: { lastName: 'Khan', line1: '7 Abbey Road' } }])
  const list = await helpers.ask<{ declarations: PaperView[] }>(finance, 'GET', path)
  expect(list.body.declarations).toMatchObject([{ name: 'Bilal Khan', coversFrom: '2022-11-01', coversUntil: null }])
  const scan = await installation.fastify.inject({
    url: `${path}/${entered.body.id}/scan`,
    headers: { authorization: `Bearer ${finance}` },
  })
  expect([scan.statusCode, scan.rawPayload.equals(aPdf())]).toEqual([200, true])
  const acts = await installation.app.db
    .selectFrom('audit.entry')
    .select('act')
    .where('object', '=', `organization:${organizationId}`)
    .where('act', 'like', 'gift-aid.%')
    .orderBy('id')
    .execute()
  expect(acts.map(({ act }) => act)).toEqual([
    'gift-aid.paper-entered',
    'gift-aid.paper-listed',
    'gift-aid.scan-opened',
  ])
})

test('a declaration on paper ends from a day on, never backwards, once [gift-aid-4]', async () => {
  const finance = await member('finance')
  const { id } = (await helpers.ask<Entered>(finance, 'POST', path, paper())).body
  const end = (token: string, from: string) => helpers.ask<Entered>(token, 'POST', `${path}/${id}/end`, { from })
  const past = await end(finance, '2026-10-30')
  expect([past.status, Object.keys(past.body.fields ?? {})]).toEqual([400, ['from']])
  expect((await end(await member('editor'), '2026-12-01')).status).toBe(403)
  const statuses = [await end(finance, '2026-12-01'), await end(finance, '2026-12-02')].map(({ status }) => status)
  expect(statuses).toEqual([200, 409])
  const list = await helpers.ask<{ declarations: PaperView[] }>(finance, 'GET', path)
  expect(list.body.declarations.find((declaration) => declaration.id === id)).toMatchObject({
    coversUntil: '2026-12-01',
  })
})

test('refuses other members, strangers, another charity’s donation and an incomplete form', async () => {
  for (const role of ['admin', 'editor'] as const)
    expect((await helpers.ask(await member(role), 'POST', path, paper())).status).toBe(403)
  const owner = await member('owner')
  const other = await aCampaign(installation.app, { gift_aid: true })
  const foreign = (await helpers.donation(other.id)).donationId
  const refused = await helpers.ask<Entered>(
    owner,
    'POST',
    path,
    paper({ reference: donationReferenceOf(foreign), declaredOn: '2026-11-03', line1: '', file: '' }),
  )
  expect([refused.status, Object.keys(refused.body.fields ?? {}).toSorted()]).toEqual([
    400,
    ['declaredOn', 'line1', 'reference'],
  ])
  const withoutScan = await helpers.ask<Entered>(owner, 'POST', path, paper({ file: '' }))
  expect([withoutScan.status, Object.keys(withoutScan.body.fields ?? {})]).toEqual([400, ['file']])
  const stranger = (await aMemberOf(installation, String(other.organization_id), 'owner')).token
  expect((await helpers.ask(stranger, 'POST', path, paper())).status).toBe(404)
})
