import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { insertTeamMembers } from '#modules/causes/campaigns/index.ts'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { anOrganization } from '#modules/causes/organizations/testing.ts'
import { aProvenCard } from '#modules/money/cards/testing.ts'
import { ask as askAs } from '#modules/organizers/charities/testing.ts'
import { openSession } from '#modules/platform/identity/login/log-in.ts'
import { aSession, aRequestContext } from '#modules/platform/identity/testing.ts'
import { aPlanOf, aPlanRequest, aSubscription } from '#modules/recurring/subscriptions/testing.ts'
import { drainOutbox } from '#server/jobs/outbox.ts'
import { verifyLedger } from '#server/ops/verify-ledger.ts'
import { createTestApp, type TestApp } from './support/app.ts'

/**
 * Tests every way to donate to an unverified charity (content-5). `ways` has a line for each; a new line is tested in
 * every state.
 */

const refusal =
  "This charity can't accept donations right now. You haven't been charged. Please choose another fundraiser."
const verified = { verification_state: 'verified', verified_until: new Date('2027-06-30T23:59:59Z') } as const

/** The states in which a charity is unverified, as columns of its row. */
const states = {
  'before the first verification': { verification_state: 'none', verified_until: null, verified_at: null },
  'while the first request waits': { verification_state: 'requested', verified_until: null, verified_at: null },
  'after the expiry': { verification_state: 'verified', verified_until: new Date('2026-11-20T23:59:59Z') },
  'while a late renewal waits': { verification_state: 'requested', verified_until: new Date('2026-11-20T23:59:59Z') },
  'after the rejection': { verification_state: 'rejected', verified_until: new Date('2026-11-20T23:59:59Z') },
  'after the closing': {
    verification_state: 'none',
    verified_until: null,
    closed_at: new Date('2026-11-20T12:00:00Z'),
  },
} as const

let installation: TestApp
let now = new Date('2026-11-24T12:00:00Z')
beforeAll(async () => {
  installation = await createTestApp({ withSandbox: true, clock: () => now })
})
afterAll(() => installation.close())
beforeEach(() => void (now = new Date('2026-11-24T12:00:00Z')))

type Answer = { status: number; body: { code?: string; message?: string } & Record<string, unknown> }
const ask = (token: string, method: 'GET' | 'POST' | 'PATCH', url: string, payload: object = {}): Promise<Answer> =>
  askAs(installation, token, method, url, payload)
const set = async (id: bigint, row: object) => {
  await installation.app.db.updateTable('organizations.organization').set(row).where('id', '=', id).execute()
  // Processes cache a fundraiser for a second.
  now = new Date(now.getTime() + 1100)
}
const guest = () => ({ guest: { email: `${installation.app.newId()}@example.org`, name: 'Huda Saleh' } })
const card = (token = 'pm_card_visa') => [{ type: 'card', token }]
const charges = () => installation.sandbox!.gateway.store.truth.size

/** A fundraiser of a verified charity with a plan, a donor with a card, an organizer, and a basket with two lines. */
async function aScene() {
  const charity = await anOrganization(installation.app, verified)
  const campaign = await aCampaign(installation.app, { organization_id: charity.id, ends_at: null })
  const other = await aCampaign(installation.app, { ends_at: null })
  const plan = await aPlanOf(installation.app, campaign.id)
  const { token, viewer } = await aSession(installation.app, { isConfirmed: true })
  const second = await aSession(installation.app, { isConfirmed: true })
  await installation.app.write((tx) =>
    insertTeamMembers(
      tx,
      [viewer, second.viewer].map(({ accountId }) => ({
        campaignId: campaign.id,
        accountId,
        role: 'organizer',
        publicName: 'S',
        at: now,
      })),
    ),
  )
  const { id: cardId } = await aProvenCard(installation.app, viewer, 'pm_card_visa')
  const basketOf = async (...campaignIds: readonly bigint[]) => {
    const { body } = await ask('', 'POST', '/v4/checkout/guest/baskets', { currency: 'GBP' })
    const basket = body as unknown as { id: string; token: string }
    const path = `/v4/checkout/guest/baskets/${basket.id}`
    for (const id of campaignIds)
      await ask(basket.token, 'POST', `${path}/items`, {
        item: { projectId: String(id), amount: 2000, currency: 'GBP' },
      })
    return { path, token: basket.token }
  }
  const existing = await aSubscription(installation.app)
  const existingPlan = {
    id: existing.subscription.id,
    version: existing.subscription.version,
    token: (await openSession(installation.app, aRequestContext(), existing.viewer.accountId)).token,
  }
  const csv = 'amount,date,donor,method,note\n50,2026-11-19,Karim,cash,Book 12\n'
  const preview = await ask(token, 'POST', `/v4/campaigns/${campaign.id}/offline/preview`, { csv })
  const large = await ask(token, 'POST', '/api/projectadmin/offlineDonation', offlineOf(campaign.id, '900'))
  return {
    charity,
    campaign,
    other,
    plan,
    token,
    second,
    cardId,
    existingPlan,
    csv,
    hash: preview.body.hash,
    waiting: (large.body as unknown as { id: string }).id,
    basket: await basketOf(campaign.id, other.id),
    lone: await basketOf(campaign.id),
    empty: await basketOf(),
  }
}
type Scene = Awaited<ReturnType<typeof aScene>>

const offlineOf = (campaignId: bigint, amount: string) => ({
  id: String(campaignId),
  amount,
  currency: 'GBP',
  receivedOn: '2026-11-19',
  donorName: 'Karim',
  method: 'cash',
  note: 'Book 12',
})

const donate = (scene: Pick<Scene, 'campaign'>, over: object = {}) =>
  ask('', 'POST', `/api/donate/donate/${scene.campaign.id}`, {
    amount: '20',
    currency: 'GBP',
    tokens: card(),
    ...guest(),
    ...over,
  })
const subscribing = ({ plan, cardId }: Scene) => ({ ...aPlanRequest({ givingPlanId: plan, cardId }) })

const ways: Readonly<Record<string, (scene: Scene) => Promise<Answer>>> = {
  'a guest’s donation': (scene) => donate(scene),
  'a donation of an embedded form': (scene) => donate(scene, { source: 'embed' }),
  'a donation with a saved card': ({ campaign, token, cardId }) =>
    ask(token, 'POST', `/api/donate/donate/${campaign.id}`, {
      amount: '21',
      currency: 'GBP',
      cardID: cardId,
    }),
  'a wallet’s donation': (scene) =>
    donate(scene, { paymentMethod: 'applepay', tokens: [{ type: 'applepay', token: aWalletToken() }] }),
  'a donation by bank debit': (scene) =>
    donate(scene, { paymentMethod: 'ach', tokens: [{ type: 'ach', token: 'ba_any' }] }),
  'a guest’s plan': (scene) =>
    donate(scene, { frequency: 'week', givingPlanId: scene.plan, timeZone: 'Europe/London' }),
  'a quote': ({ campaign }) =>
    ask('', 'POST', '/v4/quotes', { campaignId: String(campaign.id), amount: 2000, currency: 'GBP' }),
  'a basket line': ({ campaign, empty }) =>
    ask(empty.token, 'POST', `${empty.path}/items`, {
      item: { projectId: String(campaign.id), amount: 2000, currency: 'GBP' },
    }),
  'a basket with nothing else': ({ lone }) =>
    ask(lone.token, 'POST', `${lone.path}/checkout`, { tokens: card(), ...guest() }),
  'a plan’s preview': (scene) => ask(scene.token, 'POST', '/v4/subscriptions/preview', subscribing(scene)),
  'a plan': (scene) => ask(scene.token, 'POST', '/v4/subscriptions', subscribing(scene)),
  'a further cause of a plan': ({ existingPlan, campaign }) =>
    ask(existingPlan.token, 'PATCH', `/v4/subscriptions/${existingPlan.id}`, {
      version: existingPlan.version,
      causes: [{ campaignId: String(campaign.id), share: 10_000 }],
    }),
  'an offline entry': (scene) =>
    ask(scene.token, 'POST', '/api/projectadmin/offlineDonation', offlineOf(scene.campaign.id, '50')),
  'an offline import': ({ token, campaign, csv, hash }) =>
    ask(token, 'POST', `/v4/campaigns/${campaign.id}/offline/import`, { csv, hash }),
  'the confirmation of an offline entry': ({ second, campaign, waiting }) =>
    ask(second.token, 'POST', `/v4/campaigns/${campaign.id}/offline/confirm`, { offlineId: waiting }),
  'a referral link': ({ token, campaign }) => ask(token, 'POST', '/v4/referers', { campaignId: String(campaign.id) }),
}
/** Bank debits are in dollars only, so they are never open for this scene in pounds. */
const neverOpen = ['a donation by bank debit']

const aWalletToken = () =>
  installation.sandbox!.gateway.confirmations.create({
    wallet: 'apple_pay',
    payment_method_data: {
      type: 'card',
      card: { number: '4242424242424242', exp_month: '12', exp_year: '2031' },
    },
  }).id

describe.each(Object.entries(states))('%s', (state, row) => {
  test('every way to donate is refused without a charge, and works once the charity is verified', async () => {
    const scene = await aScene()
    const before = charges()
    await set(scene.charity.id, row)
    for (const [way, attempt] of Object.entries(ways)) {
      const { status, body } = await attempt(scene)
      expect([way, status, body.code, body.message]).toEqual([way, 409, 'charity-not-verified', refusal])
    }
    expect(charges()).toBe(before)
    await set(scene.charity.id, { ...verified, verified_at: now, closed_at: null })
    for (const [way, attempt] of Object.entries(ways))
      if (!neverOpen.includes(way)) expect([way, (await attempt(scene)).status]).toEqual([way, 200])
  })

  test('a basket pays its lines to other charities', async () => {
    const { charity, campaign, other, basket } = await aScene()
    await set(charity.id, row)
    expect((await ask(basket.token, 'GET', basket.path)).body).toMatchObject({
      skipped: [{ reason: 'charity-not-verified' }],
      quote: { gift: 2000 },
    })
    const response = await ask(basket.token, 'POST', `${basket.path}/checkout`, { tokens: card(), ...guest() })
    expect(response.status).toBe(200)
    expect(await donationsTo(campaign.id, other.id)).toEqual([other.id])
  })

  test('its pages say so, and are 404 once it was rejected or closed (content-27)', async () => {
    const { charity, campaign } = await aScene()
    await set(charity.id, row)
    const isHidden = state === 'after the rejection' || state === 'after the closing'
    const page = await ask('', 'GET', `/v4/campaign-pages/${campaign.slug}`)
    const embed = await installation.fastify.inject(`/embed/${campaign.slug}?lang=en`)
    if (isHidden) {
      const reads = [
        ['GET', `/v4/plans/by-slug/${campaign.slug}`],
        ['GET', `/api/projectapi/campaign?slug=${campaign.slug}`],
        ['GET', `/api/projectapi/zakat?slug=${campaign.slug}`],
        ['POST', '/api/projectapi/view'],
        ['POST', '/api/projectapi/timeline'],
        ['POST', '/api/projectapi/projectSocialMedia'],
      ] as const
      for (const [method, url] of reads)
        expect([url, (await ask('', method, url, { slug: campaign.slug })).status]).toEqual([url, 404])
      expect([page.status, embed.statusCode]).toEqual([404, 404])
      expect(embed.body).not.toContain(charity.name)
    } else {
      expect(page.body).toMatchObject({ open: false, organization: { verified: false } })
      expect(embed.body).toContain('accept donations right now')
    }
  })
})

const donationsTo = async (...campaignIds: readonly bigint[]) =>
  (
    await installation.app.db
      .selectFrom('giving.donation')
      .select('campaign_id')
      .where('campaign_id', 'in', [...campaignIds])
      .orderBy('campaign_id')
      .execute()
  ).map(({ campaign_id }) => campaign_id)

describe('a payment in progress when the verification ends', () => {
  type Challenged = { id: string; challenge: { url: string; token: string } }
  const passChallenge = async (answer: Answer) => {
    const { id, challenge } = answer.body as unknown as Challenged
    await installation.sandbox!.gateway.answerChallenge(new URL(challenge.url).pathname.split('/').at(-1)!, true)
    return ask('', 'POST', '/api/donate/challenge', { id, challenge: challenge.token })
  }
  const begun: Readonly<Record<string, (scene: Scene) => Promise<() => Promise<Answer>>>> = {
    'a donation in its 3-D Secure challenge': async (scene) => {
      const answer = await donate(scene, { tokens: card('pm_card_authenticationRequired') })
      return () => passChallenge(answer)
    },
    'the first donation of a plan in its 3-D Secure challenge': async (scene) => {
      const answer = await donate(scene, {
        tokens: card('pm_card_authenticationRequired'),
        frequency: 'week',
        givingPlanId: scene.plan,
        timeZone: 'Europe/London',
      })
      return () => passChallenge(answer)
    },
    'a basket in its 3-D Secure challenge': async ({ lone }) => {
      const answer = await ask(lone.token, 'POST', `${lone.path}/checkout`, {
        tokens: card('pm_card_authenticationRequired'),
        ...guest(),
      })
      return () => passChallenge(answer)
    },
  }
  test.each(Object.entries(begun))('%s is charged once, with its ledger entries', async (_, begin) => {
    for (const row of [states['after the expiry'], states['after the rejection'], states['after the closing']]) {
      now = new Date('2026-11-24T12:00:00Z')
      const scene = await aScene()
      const finish = await begin(scene)
      const before = charges()
      await set(scene.charity.id, row)
      expect((await finish()).status).toBe(200)
      // A repeated request for the same challenge charges nothing more.
      expect((await finish()).status).toBe(200)
      await drainOutbox(installation.app)
      expect(charges()).toBe(before + 1)
      expect(await donationsTo(scene.campaign.id)).toEqual([scene.campaign.id])
    }
    // Q8 and Q15 use the real clock, so they would report mails and recurring donations as overdue.
    const checks = (await verifyLedger(installation.database.ownerUrl)).filter(({ title }) => !/^Q(8|15):/.test(title))
    expect(checks.filter(({ count }) => count > 0)).toEqual([])
  })

  test('a running plan is charged for 30 more days, and not at all once the charity is closed (content-7)', async () => {
    const { campaign, charity } = await aScene()
    const refusalFor = async (row: object) => {
      await set(charity.id, row)
      const { rows } = await sql<{
        refusal: string | null
      }>`select reason as refusal from campaigns.donation_refusal(array[${campaign.id}]::bigint[], true, ${now})`.execute(
        installation.app.db,
      )
      return rows[0]?.refusal
    }
    expect(await refusalFor(states['after the expiry'])).toBeNull()
    expect(await refusalFor(states['after the rejection'])).toBe('charity-not-verified')
    expect(await refusalFor(states['after the closing'])).toBe('charity-not-verified')
  })
})
