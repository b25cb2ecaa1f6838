import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addBasketItem } from '#modules/money/baskets/change-items.ts'
import { createGuestBasket, readBasket } from '#modules/money/baskets/open-basket.ts'
import { anItem } from '#modules/money/baskets/testing.ts'
import { campaignsToChoose, cardsOf, planDataOf, insertTeamMembers } from '#modules/causes/campaigns/index.ts'
import { listCampaignCards } from '#modules/causes/campaigns/queries/cards.ts'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { settle } from '#modules/money/giving/payment/settle.ts'
import { aClaimedAttempt, aLine, anOrder } from '#modules/money/giving/testing.ts'
import { aSession, aRequestContext } from '#modules/platform/identity/testing.ts'
import { openCauses } from '#modules/recurring/subscriptions/agreement/pricing/compose-charge.ts'
import { localDate } from '#shared/calendar.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { manualClock } from '#tests/support/ports.ts'
import { runQueued } from '#tests/support/queue.ts'
import { notifyZakatDonors } from './notify-zakat-donors.ts'
import { zakatVerificationOf, endVerifications } from './zakat-verifications.ts'
import { aRuling, anOrganizedCampaign, aStaffSession } from '../testing.ts'

let installation: TestApp
const clock = manualClock()
beforeAll(async () => {
  installation = await createTestApp({ clock: clock.now })
})
afterAll(() => installation.close())

const call = (method: 'GET' | 'POST', url: string, token?: string, payload: object = {}) =>
  installation.fastify.inject({
    method,
    url,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
    },
    ...(method === 'POST' ? { payload } : {}),
  })
const request = {
  categories: ['poor', 'needy', 'debt'],
  note: 'Food for families below the poverty line.',
  links: ['https://umeed.example/report'],
}
const ask = (campaignId: bigint, token: string, over: object = {}) =>
  call('POST', `/v4/campaigns/${campaignId}/zakat-requests`, token, { ...request, ...over })
const openCaseOf = async (campaignId: bigint) =>
  (await installation.app.db
    .selectFrom('moderation.case')
    .selectAll()
    .where('campaign_id', '=', campaignId)
    .where('kind', '=', 'zakat')
    .where('state', '=', 'open')
    .executeTakeFirst())!
const decide = async (campaignId: bigint, payload: object) => {
  const { token } = await aStaffSession(installation.app, 'reviewer')
  const url = `/v4/staff/cases/${(await openCaseOf(campaignId)).id}`
  const { seen } = (await call('GET', url, token)).json()
  return call('POST', `${url}/decision`, token, { reason: 'Reviewed.', seen, ruling: aRuling, ...payload })
}
const isVerified = async (id: bigint) =>
  (await installation.app.db
    .selectFrom('campaigns.campaign')
    .select('zakat_verified')
    .where('id', '=', id)
    .executeTakeFirst())!.zakat_verified
const publicOf = async (id: bigint) => (await call('GET', `/v4/campaigns/${id}/zakat-verification`)).json().verification
const kindsTo = async (email: string) =>
  (
    await installation.app.db
      .selectFrom('notifications.mail')
      .select('kind')
      .where('to_address', '=', email)
      .where('kind', 'like', 'moderation-%')
      .orderBy('created_at')
      .orderBy('id')
      .execute()
  ).map(({ kind }) => kind)
const inDays = (days: number) => new Date(clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10)

/** Creates a fundraiser that is verified until `days` from now. */
async function aVerified(days = 365, over: Parameters<typeof anOrganizedCampaign>[1] = {}) {
  const organizedCampaign = await anOrganizedCampaign(installation.app, over)
  await ask(organizedCampaign.campaign.id, organizedCampaign.organizer.token)
  expect(
    (await decide(organizedCampaign.campaign.id, { decision: 'approve', expiresOn: inDays(days) })).statusCode,
  ).toBe(200)
  return organizedCampaign
}

test('an organizer requests, a reviewer grants part of it until a date, and the details are public', async () => {
  const { campaign, organizer } = await anOrganizedCampaign(installation.app)
  expect(
    (await ask(campaign.id, organizer.token, { categories: [], note: '', links: ['ftp://x'] })).json().fields,
  ).toMatchObject({
    categories: expect.anything(),
    note: expect.anything(),
    links: expect.anything(),
  })
  expect((await ask(campaign.id, organizer.token)).statusCode).toBe(200)
  expect((await ask(campaign.id, organizer.token)).json().code).toBe('zakat-already-requested')
  expect(await openCaseOf(campaign.id)).toMatchObject({
    reasons: [{ code: 'zakat-requested', count: 1 }],
    snapshot: {},
  })
  expect(await publicOf(campaign.id)).toBeNull()

  for (const [over, field] of [
    [{ expiresOn: undefined }, 'expiresOn'],
    [{ expiresOn: inDays(3) }, 'expiresOn'],
    [{ expiresOn: inDays(2000) }, 'expiresOn'],
    [{ expiresOn: inDays(365), categories: ['bondage'] }, 'categories'],
    [{ expiresOn: inDays(365), ruling: undefined }, 'ruledBy'],
    [{ expiresOn: inDays(365), ruling: { ...aRuling, ruledOn: inDays(2) } }, 'ruledOn'],
    [{ expiresOn: inDays(365), ruling: { ...aRuling, schools: [] } }, 'schools'],
    [{ expiresOn: inDays(365), ruling: { ...aRuling, documentUrl: '' } }, 'documentUrl'],
  ] as const)
    expect((await decide(campaign.id, { decision: 'approve', ...over })).json().fields).toHaveProperty(field)
  expect(await isVerified(campaign.id)).toBe(false)

  expect(
    (
      await decide(campaign.id, {
        decision: 'approve',
        expiresOn: inDays(365),
        categories: ['needy', 'poor', 'bondage'],
        ruling: { ...aRuling, eligiblePercent: 87.5, conditions: 'Handed to the families.' },
      })
    ).statusCode,
  ).toBe(200)
  expect(await isVerified(campaign.id)).toBe(true)
  expect(await publicOf(campaign.id)).toEqual({
    categories: ['poor', 'needy'],
    source: '9:60',
    ruledBy: 'Dr Maryam Haddad',
    ruledOn: '2020-01-15',
    schools: ['hanafi', 'maliki'],
    conditions: 'Handed to the families.',
    eligibleBps: 8750,
    documentUrl: 'https://rulings.example.org/1',
    verifiedBy: 'Idris Keller',
    verifiedAt: clock.now().toISOString(),
    expiresAt: `${inDays(365)}T23:59:59.000Z`,
  })
  expect((await call('GET', `/v4/campaign-pages/${campaign.slug}`)).json().zakatVerified).toBe(true)
  expect(await kindsTo(organizer.viewer.email)).toEqual(['moderation-zakat-approve'])
})

test('only editors of the fundraiser can request and see requests [security-3]', async () => {
  const { campaign, organizer } = await anOrganizedCampaign(installation.app)
  const [stranger, onlooker] = [await aSession(installation.app), await aSession(installation.app)]
  await installation.app.write((tx) =>
    insertTeamMembers(tx, [
      {
        campaignId: campaign.id,
        accountId: onlooker.viewer.accountId,
        role: 'viewer',
        publicName: '',
        at: clock.now(),
      },
    ]),
  )
  for (const [token, status] of [
    [stranger.token, 404],
    [onlooker.token, 403],
    [(await aStaffSession(installation.app, 'reviewer')).token, 404],
  ] as const) {
    expect((await ask(campaign.id, token)).statusCode).toBe(status)
    expect((await call('GET', `/v4/campaigns/${campaign.id}/zakat-requests`, token)).statusCode).toBe(status)
  }
  expect((await call('GET', `/v4/campaigns/${campaign.id}/zakat-requests`, organizer.token)).json()).toEqual({
    requests: [],
  })
})

test('a rejection is mailed with its paragraph, and can be followed by another request', async () => {
  const { campaign, organizer } = await anOrganizedCampaign(installation.app)
  await ask(campaign.id, organizer.token)
  expect(
    (await decide(campaign.id, { decision: 'decline', template: 'evidence', reason: 'Seems invented.' })).statusCode,
  ).toBe(200)
  expect(await isVerified(campaign.id)).toBe(false)
  const response = await call('GET', `/v4/campaigns/${campaign.id}/zakat-requests`, organizer.token)
  expect(response.json().requests).toMatchObject([{ state: 'declined' }])
  expect(response.body).not.toContain('invented')
  const mail = await installation.app.db
    .selectFrom('notifications.mail')
    .select('content')
    .where('to_address', '=', organizer.viewer.email)
    .executeTakeFirst()
  expect(JSON.stringify(mail)).toContain('doesn’t show yet who receives the money')
  expect((await ask(campaign.id, organizer.token)).statusCode).toBe(200)
})

test('a renewal is compared with the valid one, which continues until then and ends in the same step', async () => {
  const { campaign, organizer } = await aVerified(40)
  expect((await ask(campaign.id, organizer.token, { note: 'Food and medicine for families.' })).statusCode).toBe(200)
  expect(await openCaseOf(campaign.id)).toMatchObject({
    reasons: [{ code: 'zakat-renewal', count: 1 }],
    snapshot: { note: request.note },
  })
  expect(await isVerified(campaign.id)).toBe(true)
  expect((await decide(campaign.id, { decision: 'approve', expiresOn: inDays(300) })).statusCode).toBe(200)
  const states = (await call('GET', `/v4/campaigns/${campaign.id}/zakat-requests`, organizer.token))
    .json()
    .requests.map(({ state }: { state: string }) => state)
  expect(states.toSorted()).toEqual(['granted', 'renewed'])
  expect((await publicOf(campaign.id)).expiresAt).toBe(`${inDays(300)}T23:59:59.000Z`)
})

test('notifies the organizer once, 30 days before; then the badge ends and donations keep their mark', async () => {
  const { campaign, organizer } = await aVerified(60)
  const line = aLine(installation.app, campaign.id, { isZakat: true })
  const attempt = await aClaimedAttempt(installation.app, anOrder([line], { guestId: installation.app.newId() }))
  await settle(installation.app, attempt, {
    kind: 'succeeded',
    chargeId: `ch_${installation.app.newId()}`,
    amount: attempt.amount,
    currency: 'GBP',
  })
  const donation = () =>
    installation.app.db
      .selectFrom('giving.donation')
      .select(['is_zakat', 'zakat_eligible'])
      .where('id', '=', line.donationId)
      .executeTakeFirst()
  const before = await donation()
  expect(before).toMatchObject({ is_zakat: true })

  clock.move({ days: 29 })
  expect((await endVerifications(installation.app)).warned).toBe(0)
  clock.move({ days: 2 })
  await Promise.all([endVerifications(installation.app), endVerifications(installation.app)])
  await endVerifications(installation.app)
  expect(await kindsTo(organizer.viewer.email)).toEqual(['moderation-zakat-approve', 'moderation-zakat-expiring'])
  expect(await isVerified(campaign.id)).toBe(true)

  clock.move({ days: 30 })
  expect(await zakatVerificationOf(installation.app, campaign.id)).toBeUndefined()
  expect((await endVerifications(installation.app)).ended).toBeGreaterThan(0)
  await endVerifications(installation.app)
  expect(await isVerified(campaign.id)).toBe(false)
  expect(await publicOf(campaign.id)).toBeNull()
  expect(await kindsTo(organizer.viewer.email)).toEqual([
    'moderation-zakat-approve',
    'moderation-zakat-expiring',
    'moderation-zakat-expired',
  ])
  expect(await donation()).toEqual(before)
  const acts = await installation.app.db
    .selectFrom('audit.entry')
    .select(['act', 'actor_kind'])
    .where('object', '=', `campaign:${campaign.id}`)
    .orderBy('id')
    .execute()
  expect(acts).toEqual([
    { act: 'moderation.zakat-requested', actor_kind: 'account' },
    { act: 'moderation.zakat-expired', actor_kind: 'system' },
  ])
})

test('ends to the second for donations, baskets, plans and pages, whenever the job runs', async () => {
  const { campaign } = await aVerified(40, { ends_at: null })
  const { token } = await aSession(installation.app)
  const last = new Date(`${inDays(40)}T23:59:59Z`)
  clock.move({ seconds: (last.getTime() - clock.now().getTime()) / 1000 - 1 })
  const card = [{ type: 'card', token: 'pm_card_visa' }]
  const basket = await createGuestBasket(installation.app, { currency: 'GBP' })
  const holder = { kind: 'basket', basketId: basket.id } as const
  await addBasketItem(installation.app, holder, aRequestContext(), {
    basketId: basket.id,
    item: anItem(campaign.id, { isZakat: true }),
  })
  const seen = async () => ({
    donation:
      (
        await call('POST', `/api/donate/donate/${campaign.id}`, token, {
          amount: '20',
          currency: 'GBP',
          tokens: card,
          zakah: true,
        })
      ).json().result.fields ?? {},
    basket: (await readBasket(installation.app, holder, { basketId: basket.id })).quote!.zakatEligible > 0,
    facts: (await call('GET', `/api/donate/minimumProjectForDonation/${campaign.id}`)).json().result.zakatVerified,
    page: (await call('GET', `/v4/campaign-pages/${campaign.slug}`)).json().zakatVerified,
    card: (await cardsOf(installation.app, [campaign.id]))[0]!.zakatVerified,
    listed: (await listCampaignCards(installation.app, { featured: false, limit: 1, now: clock.now() }))[0]!
      .zakatVerified,
    dialog: (await call('GET', `/api/projectapi/zakat?slug=${campaign.slug}`)).json().result,
    offer: (await planDataOf(installation.app, [campaign.id]))[0]!.zakatVerified,
    chosen: (await campaignsToChoose(installation.app, { currency: 'GBP', isZakat: true, now: clock.now() })).includes(
      campaign.id,
    ),
    occurrence: (
      await openCauses(
        installation.app,
        { causes: [{ campaignId: String(campaign.id), share: 10_000 }], isZakat: true, currency: 'GBP' },
        localDate(inDays(0)),
      )
    ).causes.length,
    verification: await publicOf(campaign.id),
  })
  expect(await seen()).toMatchObject({
    basket: true,
    facts: true,
    page: true,
    card: true,
    listed: true,
    dialog: { zakatVerified: true },
    offer: true,
    chosen: true,
    occurrence: 1,
    verification: { expiresAt: last.toISOString() },
  })
  clock.move({ seconds: 1 })
  expect(await seen()).toMatchObject({
    donation: { zakah: expect.anything() },
    basket: false,
    facts: false,
    page: false,
    card: false,
    listed: false,
    dialog: { zakatVerified: false, categories: [] },
    offer: false,
    chosen: false,
    occurrence: 0,
    verification: null,
  })
})

test('a reviewer revokes a verification with a reason, once', async () => {
  const { campaign, organizer } = await aVerified()
  const { token } = await aStaffSession(installation.app, 'reviewer')
  const listed = (await call('GET', '/v4/staff/zakat-verifications', token)).json().verifications as {
    id: string
    slug: string
    by: string
  }[]
  const { id, by } = listed.find(({ slug }) => slug === campaign.slug)!
  expect(by).toBe('Idris Keller')
  const revoke = (as: string, payload: object) =>
    call('POST', `/v4/staff/zakat-verifications/${id}/revocation`, as, payload)
  expect((await revoke((await aStaffSession(installation.app, 'support')).token, { reason: 'x' })).statusCode).toBe(403)
  expect((await revoke(token, { reason: ' ' })).json().fields).toHaveProperty('reason')
  expect((await revoke(token, { reason: 'Money went elsewhere.', message: 'We spoke on the phone.' })).statusCode).toBe(
    200,
  )
  expect((await revoke(token, { reason: 'Again.' })).statusCode).toBe(404)
  expect(await isVerified(campaign.id)).toBe(false)
  expect(await kindsTo(organizer.viewer.email)).toEqual(['moderation-zakat-approve', 'moderation-zakat-revoke'])
})

test('notifies donors of zakat, and only them, once in their language that it was revoked (zakat-4)', async () => {
  const { campaign } = await aVerified()
  const give = async (email: string, over: object = {}, locale = 'en') => {
    const attempt = await aClaimedAttempt(
      installation.app,
      anOrder([aLine(installation.app, campaign.id, { isZakat: true, ...over })], { email, locale }),
    )
    await settle(installation.app, attempt, {
      kind: 'succeeded',
      chargeId: `ch_${attempt.id}`,
      amount: attempt.amount,
      currency: 'GBP',
    })
  }
  await give('often@example.org', {}, 'en')
  await give('Often@example.org', {}, 'ar')
  await give('sadaqah@example.org', { isZakat: false })
  const { token } = await aStaffSession(installation.app, 'reviewer')
  const listed = (await call('GET', '/v4/staff/zakat-verifications', token)).json().verifications as {
    id: string
    slug: string
  }[]
  const { id } = listed.find(({ slug }) => slug === campaign.slug)!
  expect(
    (await call('POST', `/v4/staff/zakat-verifications/${id}/revocation`, token, { reason: 'Money went elsewhere.' }))
      .statusCode,
  ).toBe(200)
  await runQueued(installation)
  await notifyZakatDonors(installation.app, { verificationId: id, campaignId: String(campaign.id), after: '' })
  const mails = await installation.app.db
    .selectFrom('notifications.mail')
    .select(['to_address as to', 'locale', 'subject'])
    .where('kind', '=', 'zakat-taken-back')
    .execute()
  expect(mails.map(({ to, locale }) => [to.toLowerCase(), locale])).toEqual([['often@example.org', 'ar']])
  expect(mails[0]!.subject).toContain('زكاتك')
})

test('notifies hundreds of zakat donors batch by batch, no one twice', async () => {
  const { campaign } = await aVerified()
  const lines = Array.from({ length: 201 }, (_, index) => `giver-${index}@example.org`)
  for (const email of lines) {
    const attempt = await aClaimedAttempt(
      installation.app,
      anOrder([aLine(installation.app, campaign.id, { isZakat: true })], { email }),
    )
    await settle(installation.app, attempt, {
      kind: 'succeeded',
      chargeId: `ch_${attempt.id}`,
      amount: attempt.amount,
      currency: 'GBP',
    })
  }
  const request = { verificationId: installation.app.newId(), campaignId: String(campaign.id), after: '' }
  const mailed = async () =>
    (
      await sql<{
        to: string
      }>`select to_address as "to" from notifications.mail where kind = 'zakat-taken-back' and to_address like 'giver-%'`.execute(
        installation.app.db,
      )
    ).rows
  // The fundraiser is verified again, so donors aren't notified.
  await notifyZakatDonors(installation.app, request)
  expect(await mailed()).toEqual([])
  await installation.app.write((tx) =>
    sql`update moderation.zakat_verification set state = 'revoked', ended_at = ${clock.now()} where campaign_id = ${campaign.id}`.execute(
      tx,
    ),
  )
  await notifyZakatDonors(installation.app, request)
  expect(await mailed()).toHaveLength(200)
  await runQueued(installation)
  expect(new Set((await mailed()).map(({ to }) => to))).toEqual(new Set(lines))
})

test('mails the charity of a fundraiser without organizers', async () => {
  const campaign = await aCampaign(installation.app, { language: 'ar' })
  const { viewer, token } = await aSession(installation.app)
  await installation.app.write((tx) =>
    insertTeamMembers(tx, [
      { campaignId: campaign.id, accountId: viewer.accountId, role: 'editor', publicName: '', at: clock.now() },
    ]),
  )
  await ask(campaign.id, token)
  expect((await decide(campaign.id, { decision: 'approve', expiresOn: inDays(90) })).statusCode).toBe(200)
  expect(
    await installation.app.db
      .selectFrom('notifications.mail')
      .select('locale')
      .where('kind', '=', 'moderation-zakat-approve')
      .where('to_address', '=', 'office@umeed.example')
      .execute(),
  ).toEqual([{ locale: 'ar' }])
})
