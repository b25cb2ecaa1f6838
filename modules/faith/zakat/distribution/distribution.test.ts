import { remindCharities } from './remind-charities.ts'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertTeamMembers } from '#modules/causes/campaigns/index.ts'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { settle } from '#modules/money/giving/payment/settle.ts'
import { aClaimedAttempt, aLine, anOrder } from '#modules/money/giving/testing.ts'
import { identityServer } from '#modules/platform/identity/index-server.ts'
import { aSession, aRequestContext } from '#modules/platform/identity/testing.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { manualClock } from '#tests/support/ports.ts'
import { aPdf } from '#tests/support/upload-corpus.ts'

let installation: TestApp
const clock = manualClock()
const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'sunbul-distributions-'))
beforeAll(async () => {
  installation = await createTestApp({ clock: clock.now, environment: { DATA_DIR: dataDir } })
})
afterAll(async () => {
  await installation.close()
  fs.rmSync(dataDir, { recursive: true, force: true })
})

type Method = 'GET' | 'POST' | 'DELETE'
const call = (method: Method, url: string, token?: string, payload: object = {}) =>
  installation.fastify.inject({
    method,
    url,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
    },
    ...(method === 'GET' ? {} : { payload }),
  })
const today = () => clock.now().toISOString().slice(0, 10)

/** A fundraiser with an organizer, and donors who gave zakat to it: amounts in minor units, in this order. */
async function aCampaignWithZakat(...gifts: bigint[]) {
  const campaign = await aCampaign(installation.app, { zakat_verified: true })
  const organizer = await aSession(installation.app, { firstName: 'Sana' })
  await installation.app.write((tx) =>
    insertTeamMembers(tx, [
      {
        campaignId: campaign.id,
        accountId: organizer.viewer.accountId,
        role: 'organizer',
        publicName: '',
        at: clock.now(),
      },
    ]),
  )
  const donors = []
  for (const gift of gifts) {
    const donor = await aSession(installation.app)
    const line = aLine(installation.app, campaign.id, {
      isZakat: true,
      gift: String(gift),
      coveredFee: '1',
      feeShare: '0',
    })
    const attempt = await aClaimedAttempt(installation.app, anOrder([line], { accountId: donor.viewer.accountId }))
    await settle(installation.app, attempt, {
      kind: 'succeeded',
      chargeId: `ch_${attempt.id}`,
      amount: attempt.amount,
      currency: 'GBP',
      fee: 0n,
    })
    donors.push({ ...donor, donationId: line.donationId })
    clock.move({ minutes: 1 })
  }
  return { campaign, organizer, donors, url: `/v4/campaigns/${campaign.id}/zakat-distributions` }
}

const report = (over: object = {}) => ({
  amount: '120',
  currency: 'GBP',
  distributedOn: today(),
  country: 'SD',
  category: 'poor',
  people: '٤٠',
  ...over,
})

async function aReport(url: string, token: string, over: object = {}): Promise<string> {
  const { id } = (await call('POST', url, token, report(over))).json() as { id: string }
  const added = await call('POST', `${url}/${id}/files`, token, {
    file: aPdf(`% ${id}`).toString('base64'),
    faces: 'hidden',
    description: 'The list with signatures',
  })
  expect(added.statusCode).toBe(200)
  return id
}
const reviewer = () => aSession(installation.app, { roles: ['reviewer'] })
const review = async (id: string, decision: 'approve' | 'reject' = 'approve') =>
  call('POST', `/v4/staff/zakat-distributions/${id}/review`, (await reviewer()).token, { decision, reason: 'Read.' })
const statusOf = async (donor: { readonly token: string; readonly donationId: string }) =>
  (await call('GET', `/v4/account/donations/${donor.donationId}/zakat-distribution`, donor.token)).json()

test('each donor sees what became of their zakat, first in, first out, once staff approved the report', async () => {
  const { organizer, donors, url, campaign } = await aCampaignWithZakat(10_000n, 5000n)
  const [first, second] = donors as [(typeof donors)[0], (typeof donors)[0]]
  const id = await aReport(url, organizer.token)
  expect(await statusOf(first)).toMatchObject({ received: 10_000, distributed: 0, status: 'received' })

  expect((await review(id)).statusCode).toBe(200)
  expect((await review(id)).json().code).toBe('distribution-reviewed')
  expect(await statusOf(first)).toMatchObject({
    received: 10_000,
    distributed: 10_000,
    status: 'distributed',
    parts: [{ amount: 10_000, country: 'SD', category: 'poor', distributedOn: today() }],
  })
  expect(await statusOf(second)).toMatchObject({ received: 5000, distributed: 2000, late: 0, status: 'received' })
  expect((await call('GET', `/v4/campaigns/${campaign.id}/zakat-totals`)).json()).toEqual({
    totals: [
      {
        currency: 'GBP',
        received: 15_000,
        distributed: 12_000,
        outstanding: 3000,
        categories: [{ category: 'poor', amount: 12_000, people: 40 }],
      },
    ],
  })
})

test('refuses reports at the field, and approves none without evidence', async () => {
  const { organizer, url } = await aCampaignWithZakat(1000n)
  const refused = await call('POST', url, organizer.token, {
    amount: '-5',
    currency: 'GBP',
    distributedOn: '2126-01-01',
    country: '',
    category: 'rich',
    people: '0',
  })
  expect(refused.statusCode).toBe(400)
  expect(Object.keys(refused.json().fields).toSorted()).toEqual([
    'amount',
    'category',
    'country',
    'distributedOn',
    'people',
  ])
  const { id } = (await call('POST', url, organizer.token, report({ amount: '10' }))).json() as { id: string }
  expect((await review(id)).json().code).toBe('distribution-without-evidence')
  const file = aPdf().toString('base64')
  const add = (payload: object) => call('POST', `${url}/${id}/files`, organizer.token, payload)
  expect((await add({ file, description: 'A list' })).json().fields).toHaveProperty('faces')
  expect((await add({ file, faces: 'none' })).json().fields).toHaveProperty('description')
  expect((await add({ faces: 'none', description: 'A list' })).json().fields).toHaveProperty('file')
  expect((await call('DELETE', `${url}/${id}`, organizer.token)).statusCode).toBe(200)
  expect((await call('DELETE', `${url}/${id}`, organizer.token)).statusCode).toBe(404)
})

test('a report above what is undistributed of the received zakat needs a reason [zakat-19]', async () => {
  const { organizer, url } = await aCampaignWithZakat(10_000n)
  const send = async (over: object) => {
    const { statusCode, json } = await call('POST', url, organizer.token, report(over))
    return [statusCode, (json() as { fields?: object }).fields ?? {}] as const
  }
  const excess = [400, { description: expect.stringContaining('more zakat than the fundraiser received') }]
  expect(await send({ amount: '100.01' })).toEqual(excess)
  expect(await send({ amount: '1', currency: 'USD' })).toEqual(excess)
  expect((await send({ amount: '60' }))[0]).toBe(200)
  // The first report counts although it isn't reviewed yet.
  expect(await send({ amount: '40.01', description: ' ' })).toEqual(excess)
  expect((await send({ amount: '40.01', description: 'A penny was added by the charity.' }))[0]).toBe(200)
})

test('only those who manage its money report, and only reviewers open evidence [security-3]', async () => {
  const { organizer, url, campaign, donors } = await aCampaignWithZakat(1000n)
  const stranger = await aSession(installation.app)
  const id = await aReport(url, organizer.token, { amount: '10' })
  const { distributions } = (await call('GET', url, organizer.token)).json() as {
    distributions: { id: string; files: { id: string }[] }[]
  }
  const fileId = distributions[0]?.files[0]?.id
  const own = `/v4/campaigns/${campaign.id}/zakat-distribution-files/${fileId}`
  expect((await call('GET', own, organizer.token)).headers['cache-control']).toBe('no-store')
  for (const response of [
    await call('POST', url, stranger.token, report()),
    await call('GET', url, stranger.token),
    await call('GET', own, stranger.token),
    await call('DELETE', `${url}/${id}`, stranger.token),
    await call('GET', `/v4/account/donations/${donors[0]?.donationId}/zakat-distribution`, stranger.token),
  ])
    expect(response.statusCode).toBe(404)
  const support = await aSession(installation.app, { roles: ['support'] })
  const file = `/v4/staff/zakat-distribution-files/${fileId}`
  expect((await call('GET', file, support.token)).statusCode).toBe(403)
  expect((await call('GET', file, (await reviewer()).token)).statusCode).toBe(200)
})

test('the charity is reminded after nine and eleven months; then zakat is late and its donor can ask staff', async () => {
  const { organizer, donors } = await aCampaignWithZakat(4000n)
  const [donor] = donors as [(typeof donors)[0]]
  /** Opens a new session, because months pass between the requests. */
  const ask = async () => {
    donor.token = (await identityServer.openSession(installation.app, aRequestContext(), donor.viewer.accountId)).token
    const url = `/v4/account/donations/${donor.donationId}/zakat-reassignment`
    return call('POST', url, donor.token, { note: 'Please.' })
  }
  const mails = async (kind: string, to: string) =>
    (
      await installation.app.db
        .selectFrom('notifications.mail')
        .select('subject')
        .where('kind', '=', kind)
        .where('to_address', '=', to)
        .execute()
    ).length
  const reminded = async () => {
    await remindCharities(installation.app)
    await remindCharities(installation.app)
    return mails('zakat-distribution-due', organizer.viewer.email)
  }
  clock.move({ days: 260 })
  expect(await reminded()).toBe(0)
  clock.move({ days: 8 })
  expect(await reminded()).toBe(1)
  expect((await ask()).json().code).toBe('zakat-not-late')
  clock.move({ days: 60 })
  expect(await reminded()).toBe(2)
  clock.move({ days: 30 })
  expect((await ask()).statusCode).toBe(200)
  expect(await statusOf(donor)).toMatchObject({ late: 4000, status: 'received' })
  expect((await ask()).statusCode).toBe(200)

  const staff = await reviewer()
  const { requests } = (await call('GET', '/v4/staff/zakat-distributions', staff.token)).json() as {
    requests: { donationId: string }[]
  }
  expect(requests.map(({ donationId }) => donationId)).toEqual([donor.donationId])
  const answer = (reason: string) =>
    call('POST', `/v4/staff/zakat-reassignments/${donor.donationId}/answer`, staff.token, { reason })
  expect((await answer(' ')).statusCode).toBe(400)
  expect((await answer('We wrote to the charity.')).statusCode).toBe(200)
  expect((await answer('Again.')).statusCode).toBe(404)
  expect(await mails('zakat-reassignment', donor.viewer.email)).toBe(1)
  expect(await statusOf(donor)).toMatchObject({ request: { answer: 'We wrote to the charity.' } })
})
