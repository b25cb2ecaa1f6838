import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { anOrganization } from '#modules/causes/organizations/testing.ts'
import { post } from '#modules/money/ledger/index.ts'
import { chargeEntries, type LedgerEntry, refundEntries } from '#modules/money/ledger/rules/posting.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { publishDays } from './publish-days.ts'

let installation: TestApp
let now = new Date('2026-12-30T02:00:00Z')
let root: bigint
let below: bigint
let unlisted: bigint
let draft: bigint
let paused: bigint
let subdomain: string
beforeAll(async () => {
  installation = await createTestApp({ clock: () => now })
  const { app } = installation
  const organization = await anOrganization(app)
  subdomain = organization.slug
  const added = async (over: object) => (await aCampaign(app, { organization_id: organization.id, ...over })).id
  root = await added({ name: 'Wells' })
  below = await added({ kind: 'supporter', parent_id: root, parent_kind: 'fundraiser' })
  unlisted = await added({ name: 'Secret', listed: false })
  draft = await added({ name: 'Not yet', status: 0 })
  paused = await added({ name: 'Withdrawn', status: 2, status_before_pause: 1 })
  for (const id of [root, below, unlisted, draft, paused]) await give(id, 10_000n)
  await publishDays(app)
  await give(root, 500n)
  now = new Date('2027-01-02T02:00:00Z')
  await publishDays(app)
})
afterAll(() => installation.close())

async function postNow(entries: readonly LedgerEntry[]) {
  const txId = randomUUID()
  await installation.app.write((tx) =>
    post(tx, { txId, sourceType: 'attempt', sourceId: txId, eventType: 'charge', at: now, entries }),
  )
}

/** Posts a donation of which a fifth is zakat, with a fee of 100 that the campaign bears, and refunds a tenth of it. */
async function give(campaignId: bigint, gift: bigint) {
  const line = { campaignId, gift, zakatEligible: gift / 5n, coveredFee: 0n, tip: 50n }
  await postNow(chargeEntries('GBP', [{ ...line, feeShare: 100n, feeBearer: 'campaign' }], 110n))
  await postNow(
    refundEntries('GBP', [
      { campaignId, gift: gift / 10n, zakatEligible: 0n, coveredFee: 0n, tip: 0n, feeRestored: 10n },
    ]),
  )
}

async function get<Body>(url: string): Promise<{ status: number; body: Body; text: string }> {
  const response = await installation.fastify.inject({ method: 'GET', url })
  const isJson = String(response.headers['content-type']).includes('json')
  return { status: response.statusCode, body: (isJson ? response.json() : {}) as Body, text: response.body }
}

type Totals = { currency: string; rest: object; zakat: object }[]

test('the ledger shows its days, newest first, and totals that are those of the files', async () => {
  const { body } = await get<{
    newest: { day: string }
    totals: Totals
    days: { day: string; sums: object[] }[]
    next: string
  }>('/v4/ledger?limit=2')
  expect(body).toMatchObject({
    newest: { day: '2027-01-01' },
    totals: [
      {
        currency: 'GBP',
        rest: { received: 35_000 + 350, fees: 450 + 90, paidOut: 0, waiting: 34_550 + 260 },
        zakat: { received: 10_000 + 100, fees: 0, paidOut: 0, waiting: 10_100 },
      },
    ],
    years: [
      { year: 2027, days: 1 },
      { year: 2026, days: 3 },
    ],
    days: [
      { day: '2027-01-01', sums: [] },
      { day: '2026-12-31', sums: [] },
    ],
    next: '2026-12-31',
  })
  const older = await get<{ days: object[] }>('/v4/ledger?limit=2&before=2026-12-31')
  expect(older.body).toMatchObject({
    days: [{ day: '2026-12-30', sums: [{ currency: 'GBP', received: 450, fees: 90 }] }, { day: '2026-12-29' }],
    next: null,
  })
})

test('campaigns that are unlisted, never published or withdrawn appear by number only', async () => {
  const { body } = await get<{ campaigns: { number: string; name: string | null; path: string | null }[] }>(
    '/v4/ledger/campaigns',
  )
  const named = new Map(body.campaigns.map(({ number, name }) => [number, name]))
  expect(named.get(String(root))).toBe('Wells')
  for (const id of [unlisted, draft, paused]) expect(named.get(String(id))).toBeNull()
  expect(JSON.stringify(body)).not.toMatch(/Secret|Not yet|Withdrawn/)
  expect(body.campaigns.map(({ number }) => BigInt(number))).toEqual([root, below, unlisted, draft, paused])
  const page = await get<{ campaigns: object[]; next: string }>('/v4/ledger/campaigns?limit=2')
  expect(page.body.campaigns).toHaveLength(2)
  expect(
    (await get<{ campaigns: object[] }>(`/v4/ledger/campaigns?after=${page.body.next}`)).body.campaigns,
  ).toHaveLength(3)
})

test('a page’s published figures include the pages below it, and change only with the next file [payouts-17]', async () => {
  const url = `/v4/campaigns/${root}/published-totals`
  const before = await get<{ campaigns: string[]; totals: Totals }>(url)
  expect(before.body).toMatchObject({
    name: 'Wells',
    newest: { day: '2027-01-01' },
    campaigns: [String(root), String(below)],
    totals: [{ currency: 'GBP', rest: { received: 14_350, fees: 270 }, zakat: { received: 4_100 } }],
  })
  await give(root, 1_000n)
  expect((await get(url)).body).toEqual(before.body)
  const live = await get<{ totals: { rest: { received: number } }[] }>(`/v4/campaigns/${root}/payout-totals`)
  expect(live.body.totals[0]!.rest.received).toBeGreaterThan(14_350)
  expect((await get(`/v4/organizations/by-subdomain/${subdomain}/published-totals`)).body).toMatchObject({
    totals: [{ rest: { received: 14_350 + 2 * 7_000 } }],
  })
  expect(await get(`/v4/campaigns/${draft}/published-totals`)).toMatchObject({ status: 404 })
  expect(await get('/v4/organizations/by-subdomain/no-such-charity/published-totals')).toMatchObject({ status: 404 })
})

test('downloaded files pass the script with the page’s totals and head', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sunbul-ledger-'))
  try {
    const paths: string[] = []
    for (const period of ['2026', '2027', '2026-12-30']) {
      const { status, text } = await get(`/v4/ledger/files/${period}`)
      expect(status).toBe(200)
      paths.push(path.join(folder, `${period}.csv`))
      fs.writeFileSync(paths.at(-1)!, text)
    }
    const { body } = await get<{ newest: { head: string } }>('/v4/ledger/head')
    const printed = execFileSync(
      process.execPath,
      ['docs/verify-ledger.mjs', ...paths, body.newest.head, String(root)],
      {
        encoding: 'utf8',
      },
    )
    expect(printed).toContain('All campaigns, GBP: received 353.50, fees 5.40, paid out 0.00, waiting 348.10\n')
    expect(printed).toContain(`Campaign ${root}, GBP: received 73.50, fees 1.80, paid out 0.00, waiting 71.70\n`)
    expect(printed).toContain('Correct: 4 days, 2026-12-29 to 2027-01-01\n')
    expect(printed).toContain(`Head of 2027-01-01: ${body.newest.head}\n`)
  } finally {
    fs.rmSync(folder, { recursive: true })
  }
})

test('days without a file, and what isn’t a day, are not found', async () => {
  for (const period of ['2026-12-28', '2025', '2026-02-31'])
    expect(await get(`/v4/ledger/files/${period}`)).toMatchObject({ status: 404 })
  expect(await get('/v4/ledger/files/newest')).toMatchObject({ status: 404 })
  expect(await get('/v4/ledger?before=soon')).toMatchObject({ status: 400 })
})

test('before the first day there is no head, and without payouts no page has figures', async () => {
  const without = await createTestApp({ environment: { PAYOUTS: 'none' } })
  try {
    const campaign = await aCampaign(without.app)
    const read = async (url: string) => (await without.fastify.inject({ method: 'GET', url })).json<object>()
    expect(await read('/v4/ledger/head')).toEqual({ newest: null })
    expect(await read('/v4/ledger')).toEqual({ newest: null, totals: [], years: [], days: [], next: null })
    await publishDays(without.app)
    expect(await read(`/v4/campaigns/${campaign.id}/published-totals`)).toMatchObject({ newest: null, totals: [] })
  } finally {
    await without.close()
  }
})
