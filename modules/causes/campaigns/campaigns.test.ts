import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { minimumAmount } from '#modules/platform/currencies/rules/amounts.ts'
import { anOrganization } from '#modules/causes/organizations/testing.ts'
import type { RequestContext } from '#shared/endpoint.ts'
import { toMajor } from '#shared/money.ts'
import { toJson } from '#shared/wire/to-json.ts'
import type { Ports } from '#shared/ports.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { testPorts } from '#tests/support/ports.ts'
import { type CampaignPage, campaignsContract } from './contract.ts'
import type { MinimalProject } from './contract-for-donation.ts'
import { artworkUrl } from './rules/category.ts'
import { campaignsHandlers } from './http.ts'
import { findCampaigns } from './queries/page.ts'
import { getCampaignForDonation } from './campaign-for-donation.ts'
import { hiddenFlag } from './rules/level.ts'
import { aCampaign, aLevel } from './testing.ts'

const now = new Date('2026-11-20T12:00:00Z')
const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000)

let testing: TestDatabase
let time = now
let ports: Ports
beforeAll(async () => {
  testing = await createTestDatabase()
  ports = testPorts(testing.database, () => time)
})
afterAll(() => testing.drop())
beforeEach(() => {
  time = now
})

const request = { viewer: { kind: 'anonymous' } as const, context: {} as RequestContext }
const list = (query: object = {}) => {
  const input = campaignsContract['GET /v4/campaigns'].input.parse(query)
  return campaignsHandlers['GET /v4/campaigns']({ ...request, input, app: ports }) as Promise<{
    campaigns: { id: string; slug: string }[]
    next: string | null
  }>
}
const page = (slug: string) =>
  campaignsHandlers['GET /v4/campaign-pages/:slug']({ ...request, input: { slug }, app: ports })
const project = (id: bigint) =>
  campaignsHandlers['GET /api/donate/minimumProjectForDonation/:id']({
    ...request,
    input: { id: String(id) },
    app: ports,
  })
const rewards = (id: bigint) =>
  campaignsHandlers['POST /api/projectapi/rewards']({ ...request, input: { id: String(id) }, app: ports })

describe('the list of campaigns', () => {
  test('shows open ones, newest first, page by page without gaps or repetitions', async () => {
    const country = 'NE'
    const organization_id = (await anOrganization(ports)).id
    const shown: bigint[] = []
    for (let index = 0; index < 7; index++)
      shown.unshift(
        (await aCampaign(ports, { organization_id, country, created_at: inDays(-20 + Math.floor(index / 2)) })).id,
      )
    for (const over of [
      { status: 0 },
      { status: 2 },
      { status: 3 },
      { ends_at: inDays(-1) },
      { kind: 'general-fund' },
    ] as const)
      await aCampaign(ports, { organization_id, country, ...over })
    const seen: string[] = []
    let before: string | undefined
    for (;;) {
      const { campaigns, next } = await list({ country, limit: '3', ...(before ? { before } : {}) })
      seen.push(...campaigns.map((card) => card.id))
      if (!next) break
      before = next
    }
    expect(seen).toEqual(shown.map(String))
  })

  test('has the featured ones in their order', async () => {
    for (const rank of [3, 1, 2])
      await aCampaign(ports, { country: 'TD', featured_rank: rank, slug: `featured-${rank}` })
    await aCampaign(ports, { country: 'TD', featured_rank: 4, status: 2 })
    const first = await list({ featured: '', country: 'TD', limit: 2 })
    expect(first.campaigns.map((card) => card.slug)).toEqual(['featured-1', 'featured-2'])
    const second = await list({ featured: 'true', country: 'TD', limit: 2, before: first.next })
    expect(second).toMatchObject({ campaigns: [{ slug: 'featured-3' }], next: null })
  })

  test('shows three by default, and refuses more than 60 and an invalid cursor [S2 §9]', () => {
    const { input } = campaignsContract['GET /v4/campaigns']
    expect(input.safeParse({ limit: 61 }).success).toBe(false)
    expect(input.safeParse({ before: "1' or '1" }).success).toBe(false)
    expect(input.parse({})).toMatchObject({ limit: 3, featured: false })
  })

  test('gives a card the fields of the specification and no others of its row [S1 §3]', async () => {
    await aCampaign(ports, {
      country: 'ML',
      slug: 'one-card',
      goal: 2_000_000n,
      ends_at: inDays(9),
      zakat_verified: true,
    })
    const { campaigns } = await list({ country: 'ML' })
    expect(campaigns).toEqual([
      {
        id: expect.stringMatching(/^\d+$/),
        slug: 'one-card',
        name: 'Clean water for Tharparkar',
        status: 1,
        endDate: inDays(9),
        imageUrl: artworkUrl('one-card', 'water'),
        userName: 'Sana Qureshi',
        userImageUrl: null,
        donationCount: 0n,
        donorCount: 0n,
        daysLeft: 9,
        fundedPercentage: 0,
        pledgeAmount: 0n,
        goal: 2_000_000n,
        currencyCode: 'GBP',
        zakatApproved: true,
        giftAid: false,
        adVariants: [],
        category: 'water',
        organizationName: 'Umeed Trust',
        organizationNameAr: null,
        tagline: 'Deep wells with solar pumps for eleven villages.',
        location: '',
        country: 'ML',
        language: 'en',
      },
    ])
  })
})

describe('the page of a campaign', () => {
  test('shows its levels in their order, without hidden and deleted ones [S2 §5]', async () => {
    const { id } = await aCampaign(ports, { slug: 'with-levels' })
    await aLevel(ports, id, { position: 2, title: 'Second', claim_limit: 10, claimed: 7, reserved: 1 })
    await aLevel(ports, id, { position: 1, title: 'First', claim_limit: 3, claimed: 3 })
    await aLevel(ports, id, { position: 3, title: 'Hidden', flags: hiddenFlag | 1 })
    await aLevel(ports, id, { position: 4, title: 'Deleted', status: 9 })
    const shown = await page('with-levels')
    expect(shown).toMatchObject({
      levels: [
        { title: 'First', soldOut: true, remaining: 0, limit: 3 },
        { title: 'Second', soldOut: false, remaining: 2, limit: 10, amount: 2500n },
      ],
    })
    expect((await getCampaignForDonation(ports, id))?.levels.map((level) => level.title)).toEqual(['First', 'Second'])
    expect(await rewards(id)).toMatchObject({
      Rewards: [
        { Title: 'First', Limit: 3, PrizeAwarded: 3, Remaining: 0, SoldOut: true },
        {
          Title: 'Second',
          Limit: 10,
          PrizeAwarded: 7,
          Remaining: 2,
          SoldOut: false,
          ChallengeAmount: '25.00',
          RequireNote: false,
        },
      ],
    })
    await expect(rewards(999999999n)).rejects.toMatchObject({ code: 'campaign-not-found' })
  })

  test('reveals no accounts and no mail address of the charity', async () => {
    const organization = await anOrganization(ports, {
      email: 'secret-office@umeed.example',
      receipt_signatory: 'A. Signatory',
    })
    await aCampaign(ports, { slug: 'public-only', organization_id: organization.id })
    const text = toJson(await page('public-only'))
    expect(text).not.toMatch(/secret-office|Signatory|account/i)
    expect(
      campaignsContract['GET /v4/campaign-pages/:slug'].output
        .strict()
        .safeEncode((await page('public-only')) as CampaignPage).error,
    ).toBeUndefined()
  })

  test('is closed by the end date on the server’s clock, not only by the button [S1 §4]', async () => {
    await aCampaign(ports, { slug: 'ending', ends_at: inDays(1) })
    expect(await page('ending')).toMatchObject({ open: true, daysLeft: 1 })
    time = inDays(1.001)
    expect(await page('ending')).toMatchObject({ open: false, daysLeft: 0, status: 1 })
  })

  test('is found for a paused and a closed campaign, not for a draft', async () => {
    await aCampaign(ports, { slug: 'paused', status: 2 })
    const draft = await aCampaign(ports, { slug: 'draft', status: 0 })
    expect(await page('paused')).toMatchObject({ open: false, status: 2 })
    for (const ask of [
      () => page('draft'),
      () => page('no-such'),
      () => project(draft.id),
      () => project(987_654_321n),
    ])
      await expect(ask()).rejects.toMatchObject({ code: 'campaign-not-found', status: 404 })
  })

  test('of an organization is that of its general fund: both share one slug namespace', async () => {
    const organization = await anOrganization(ports, { slug: 'sabeel' })
    const fund = await aCampaign(ports, {
      organization_id: organization.id,
      slug: 'sabeel',
      kind: 'general-fund',
      goal: null,
      ends_at: null,
    })
    expect(await page('sabeel')).toMatchObject({
      id: String(fund.id),
      kind: 'general-fund',
      goal: null,
      totals: { percentage: null },
    })
  })
})

test('the minimal record has money in decimal major units of its currency', async () => {
  const dinars = await aCampaign(ports, { currency: 'KWD', minimum_donation: 2500n, tax_receipt_countries: ['US'] })
  expect(await project(dinars.id)).toMatchObject({
    id: String(dinars.id),
    currencyCode: 'KWD',
    minimumAmount: '2.500',
    taxDeductible: true,
  })
  const without = await aCampaign(ports, { currency: 'IQD', minimum_donation: null })
  const paused = await aCampaign(ports, { status: 2 })
  expect([await project(dinars.id), await project(paused.id)]).toMatchObject([
    { open: true, status: 1 },
    { open: false, status: 2 },
  ])
  expect(await project(without.id)).toMatchObject({ minimumAmount: toMajor(minimumAmount('IQD')) })
  expect(
    campaignsContract['GET /api/donate/minimumProjectForDonation/:id'].output
      .strict()
      .safeEncode((await project(dinars.id)) as MinimalProject).error,
  ).toBeUndefined()
})

test('giving reads campaign data that is at most a second old', async () => {
  const { id } = await aCampaign(ports)
  expect(await getCampaignForDonation(ports, id)).toMatchObject({
    status: 1,
    receiptRegime: 'uk',
    timeZone: 'Europe/London',
    organizationName: 'Umeed Trust',
  })
  await ports.write((tx) => tx.updateTable('campaigns.campaign').set({ status: 3 }).where('id', '=', id).execute())
  expect(await getCampaignForDonation(ports, id)).toMatchObject({ status: 1 })
  time = new Date(now.getTime() + 1000)
  expect(await getCampaignForDonation(ports, id)).toMatchObject({ status: 3 })
})

test('returns summaries for existing ids', async () => {
  const { id } = await aCampaign(ports, { name: 'Named' })
  expect(await findCampaigns(ports.db, [id, 999_999n])).toMatchObject([{ id, name: 'Named' }])
  expect(await findCampaigns(ports.db, [])).toEqual([])
})
