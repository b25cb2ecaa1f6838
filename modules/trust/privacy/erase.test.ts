import { purgeErased } from './erase.ts'
import { moderationServer } from '#modules/trust/moderation/index-server.ts'
import { notificationsServer } from '#modules/platform/notifications/index-server.ts'
import { inspect } from 'node:util'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { eraseDonations } from '#modules/money/giving/index.ts'
import { saveCards } from '#modules/money/cards/save-card.ts'
import { lockCards } from '#modules/money/cards/index.ts'
import { mandateVersion } from '#modules/money/cards/rules/mandate.ts'
import { aCard } from '#modules/money/cards/testing.ts'
import { aSavedAddress } from '#modules/platform/addresses/testing.ts'
import { aCampaign, aLevel } from '#modules/causes/campaigns/testing.ts'
import { settle, settleWithoutCharge } from '#modules/money/giving/payment/settle.ts'
import { aClaimedAttempt, aLine, anOrder } from '#modules/money/giving/testing.ts'
import { mailsWithCodes } from '#modules/platform/identity/email/send-mail.ts'
import { openSession } from '#modules/platform/identity/login/log-in.ts'
import { signToken } from '#modules/platform/identity/index.ts'
import { chargeDue } from '#modules/recurring/subscriptions/billing/charge-due.ts'
import { aSubscription } from '#modules/recurring/subscriptions/testing.ts'
import { setConfirmedEmail } from '#modules/platform/identity/email/email-queries.ts'
import { aSession, aRequestContext } from '#modules/platform/identity/testing.ts'
import { changeMember, insertMembers, listMembers } from '#modules/causes/organizations/index.ts'
import { anOrganization } from '#modules/causes/organizations/testing.ts'
import { aParent, open } from '#modules/organizers/supporter-pages/testing.ts'
import { aTeamMember } from '#modules/organizers/organizing/testing.ts'
import { purgeMails } from '#modules/platform/notifications/index.ts'
import { drainOutbox } from '#server/jobs/outbox.ts'
import { verifyLedger } from '#server/ops/verify-ledger.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { manualClock } from '#tests/support/ports.ts'
import { retainedTables, erasedTables } from './erasure-tables.ts'
import { exportedDataOf } from './privacy-queries.ts'

let installation: TestApp
let campaignId: bigint
const clock = manualClock()
beforeAll(async () => {
  installation = await createTestApp({ clock: clock.now, withSandbox: true })
  campaignId = (await aCampaign(installation.app)).id
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
const erase = (token: string) => call('POST', '/v4/privacy/erasure', token, { understood: true })

const home = {
  firstName: 'Zubaydah',
  lastName: 'Marker',
  line1: '7 Marker Street',
  city: 'Leeds',
  postalCode: 'LS1 1AA',
  country: 'GB',
}

/** Creates a paid donation with a receipt and with all possible data. */
async function aDonation(donor: Parameters<typeof anOrder>[1], over: Parameters<typeof aLine>[2] = {}) {
  const line = aLine(installation.app, campaignId, {
    note: 'a marker note',
    customName: 'Marker of Leeds',
    location: 'Markertown',
    giftAid: true,
    taxAddress: home,
    billingAddress: home,
    ...over,
  })
  const attempt = await aClaimedAttempt(installation.app, anOrder([line], { name: 'Zubaydah Marker', ...donor }))
  await settle(installation.app, attempt, {
    kind: 'succeeded',
    chargeId: `ch_${installation.app.newId()}`,
    amount: attempt.amount,
    currency: 'GBP',
    fee: 69n,
  })
  await drainOutbox(installation.app)
  return { id: line.donationId, intentId: attempt.intentId }
}
const donationOf = (id: string) =>
  installation.app.db.selectFrom('giving.donation').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const receiptOf = (intentId: string) =>
  installation.app.db
    .selectFrom('receipts.receipt')
    .selectAll()
    .where('intent_id', '=', intentId)
    .executeTakeFirstOrThrow()
const troubles = async () =>
  (await verifyLedger(installation.database.ownerUrl, undefined)).filter(
    ({ count, title }) => count > 0 && !title.startsWith('Q8'),
  )

/** Returns the tables in which any of these words occurs in any column. */
async function tablesSaying(words: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{
    name: string
  }>`select table_schema || '.' || table_name as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema') order by 1`.execute(
    installation.app.db,
  )
  const found: string[] = []
  for (const { name } of rows) {
    const { rows: hit } =
      await sql`select 1 from ${sql.table(name)} t where t::text ilike any(${words.map((word) => `%${word}%`)}) limit 1`.execute(
        installation.app.db,
      )
    if (hit.length > 0) found.push(name)
  }
  return found
}

test('erasing an account leaves only what the books must keep [privacy-4]', async () => {
  const email = 'zubaydah.marker@example.org'
  const { token, viewer } = await aSession(installation.app, { email, firstName: 'Zubaydah', lastName: 'Marker' })
  const own = await aDonation({ accountId: viewer.accountId, email })
  const guestId = installation.app.newId()
  const asGuest = await aDonation({ guestId, email })
  const guest = signToken(installation.app.tokenSecret, 'guest', guestId, new Date(clock.now().getTime() + 3_600_000))
  const guestsReceipt = `/v4/receipts/${(await receiptOf(asGuest.intentId)).id}/document`
  expect((await call('GET', guestsReceipt, guest)).statusCode, 'before').toBeLessThan(300)
  const words = {
    userId: viewer.accountId,
    donationId: own.id,
    comment: 'marker words',
    userDisplayName: '',
    userDisplayLocation: '',
  }
  expect((await call('POST', '/v4/donations/comment', token, words)).statusCode, 'comment').toBe(200)
  await aSavedAddress(installation.app, viewer.accountId, { draft: home })
  await call('POST', '/v4/privacy/exports', token)
  await call('POST', '/api/user/properties', token, { newsletter: true })
  await notificationsServer.jobs.deliverMails(installation.app)
  const seen = (await call('GET', '/v4/privacy/erasure', token)).json()
  expect(seen).toEqual({
    donations: 2,
    retainedUntil: '2033-04-05',
    isPaymentPending: false,
    mustReauthenticate: false,
    charities: [],
  })

  const [answer, again] = await Promise.all([erase(token), erase(token)])
  expect([answer.statusCode, again.statusCode].toSorted((a, b) => a - b)).toEqual([200, 401])
  expect((await call('GET', '/api/user/current', token)).statusCode).toBe(401)
  expect((await call('POST', '/v4/login', undefined, { email, password: 'ears of grain' })).statusCode).toBe(401)

  // Email address and name are only in the mail that confirms the erasure.
  const remainder = await tablesSaying([email, 'marker', 'zubaydah'])
  expect(remainder.filter((name) => !(name in retainedTables))).toEqual([])
  expect(
    await installation.app.db
      .selectFrom('notifications.mail')
      .select(['kind', 'state'])
      .where('to_address', '=', email)
      .execute(),
  ).toEqual([{ kind: 'account-erased', state: 'queued' }])
  expect(await donationOf(own.id)).toMatchObject({
    gift: 2000n,
    email,
    name: 'Zubaydah Marker',
    tax_address: home,
    is_anonymous: true,
    custom_name: null,
    note: null,
    billing_address: null,
  })
  expect(await donationOf(asGuest.id)).toMatchObject({ is_anonymous: true, location: null })
  expect((await call('GET', `/v4/campaigns/${campaignId}/donors`)).body).not.toMatch(/marker/i)
  expect((await call('GET', `/v4/campaigns/${campaignId}/comments`)).body).not.toMatch(/marker/i)
  expect((await receiptOf(own.intentId)).snapshot).toMatchObject({ total: '23.20' })
  expect(await troubles()).toEqual([])
  const entries = await installation.app.db
    .selectFrom('audit.entry')
    .selectAll()
    .where('act', '=', 'privacy.account-erased')
    .where('object', '=', `account:${viewer.accountId}`)
    .execute()
  expect(entries).toMatchObject([
    { actor_id: viewer.accountId, ip: null, details: { donations: 2, retainedUntil: '2033-04-05' } },
  ])

  // Neither a new account with the same email address nor the link of a donation shows anything of the erased account.
  const anew = await aSession(installation.app, { email })
  expect((await call('GET', '/v4/account/donations', anew.token)).json().donations).toEqual([])
  expect((await call('GET', '/v4/receipts', anew.token)).json().receipts).toEqual([])
  const link = signToken(
    installation.app.tokenSecret,
    'donation',
    own.intentId,
    new Date(clock.now().getTime() + 3_600_000),
  )
  expect((await call('GET', `/v4/thank-yous/${own.intentId}?token=${link}`)).statusCode).toBe(404)
  const { id: receiptId } = await receiptOf(own.intentId)
  for (const url of [`/v4/receipts/${receiptId}/document?token=${link}`, `/v4/receipts/${receiptId}/document`])
    expect((await call('GET', url, anew.token)).statusCode).toBe(404)
  // The browser's guest receipts aren't shown either.
  expect((await call('GET', guestsReceipt, guest)).statusCode).toBe(404)
})

test('exports and erases a former address with its mails, unless it is now another account’s', async () => {
  const [remaining, lent, present] = ['formerly@example.org', 'lent@example.org', 'presently@example.org']
  const { token, viewer } = await aSession(installation.app, { email: remaining })
  const donation = await aDonation({ guestId: installation.app.newId(), email: remaining })
  for (const email of [lent, present]) {
    clock.move({ seconds: 1 })
    expect(
      await installation.app.write((tx) =>
        setConfirmedEmail(tx, { accountId: viewer.accountId, email, at: clock.now() }),
      ),
    ).toBe(true)
  }
  const heir = await aSession(installation.app, { email: lent })
  const heirs = await aDonation({ guestId: installation.app.newId(), email: lent })
  const { formerEmails, donations, mails } = await exportedDataOf(installation.app, viewer.accountId)
  expect(formerEmails!.map(({ email }) => email)).toEqual([remaining, lent])
  expect(donations!.map(({ id }) => id)).toEqual([donation.id])
  expect(mails!.map(({ kind }) => kind)).toEqual(['receipt'])
  await notificationsServer.jobs.deliverMails(installation.app)

  expect((await erase(token)).statusCode).toBe(200)
  expect((await tablesSaying([remaining])).filter((name) => !(name in retainedTables))).toEqual([])
  expect((await donationOf(donation.id)).retained_until).not.toBeNull()
  expect((await donationOf(heirs.id)).retained_until).toBeNull()
  expect((await call('GET', '/v4/account/donations', heir.token)).json().donations).toHaveLength(1)
  expect(
    await installation.app.db.selectFrom('notifications.mail').select('kind').where('to_address', '=', lent).execute(),
  ).toEqual([{ kind: 'receipt' }])
  expect(
    await installation.app.db
      .selectFrom('notifications.mail')
      .select('kind')
      .where('to_address', '=', remaining)
      .execute(),
  ).toEqual([])
})

test('exports and erases what was sent with a donation and the books never needed', async () => {
  const { token, viewer } = await aSession(installation.app)
  const sent = {
    amount: '20',
    currency: 'GBP',
    tokens: [{ type: 'card', token: 'pm_card_visa', digest: 'extra-digest' }],
    providerSpecific: { session: 'extra-session' },
    name: 'Extra Name',
    CustomName: 'Extra Shown',
    taxAddress: { Name: 'Extra Person', Address: '9 Extra Street', City: 'Leeds', Country: 'GB' },
    browserInfo: { language: 'ar' },
  }
  const answer = await installation.fastify.inject({
    method: 'POST',
    url: `/api/donate/donate/${campaignId}`,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': 'with-extras' },
    payload: sent,
  })
  const { id, intentId } = answer.json().result as { id: string; intentId: string }
  await drainOutbox(installation.app)
  expect((await receiptOf(intentId)).snapshot).toMatchObject({ kind: 'plain', donor: { address: null } })
  const { donations } = await exportedDataOf(installation.app, viewer.accountId)
  expect(donations).toMatchObject([
    {
      publicName: 'Extra Shown',
      otherNames: { name: 'Extra Name' },
      taxAddress: { line1: '9 Extra Street' },
      browser: { language: 'ar' },
      ip: '127.0.0.1',
      providerData: { session: 'extra-session' },
    },
  ])
  expect(inspect(donations, { depth: null })).not.toMatch(/pm_card|extra-digest/)

  expect((await erase(token)).statusCode).toBe(200)
  expect(await donationOf(id)).toMatchObject({ gift: 2000n, tax_address: null })
  expect(
    await tablesSaying(['extra-', 'Extra Name', 'Extra Shown', 'Extra Person', '9 Extra Street', 'pm_card_visa']),
  ).toEqual([])
})

test('leaves no text of the person in open or decided cases', async () => {
  const email = 'written.about@example.org'
  const { token, viewer } = await aSession(installation.app, { email })
  const [own, decider] = [
    await aDonation({ accountId: viewer.accountId, email }),
    await aSession(installation.app, { roles: ['finance'] }),
  ]
  const words = {
    userId: viewer.accountId,
    donationId: own.id,
    comment: 'unheard words, see https://example.org',
    userDisplayName: '',
    userDisplayLocation: '',
  }
  expect((await call('POST', '/v4/donations/comment', token, words)).statusCode).toBe(200)
  const instant = clock.now()
  const request = { id: installation.app.newId(), caseId: installation.app.newId() }
  await sql`insert into refunds.request (id, donation_id, account_id, reason, state, created_at)
    values (${request.id}, ${own.id}, ${viewer.accountId}, 'unheard reason', 'open', ${instant})`.execute(
    installation.app.db,
  )
  await moderationServer.jobs.syncCases(installation.app)
  await sql`update moderation.case set state = 'decided', decided_at = ${instant}, decided_by_account_id = ${decider.viewer.accountId}, decision = 'decline', reason = ''
    where kind = 'refund' and subject_id = ${request.id}`.execute(installation.app.db)
  expect(await tablesSaying(['unheard'])).toEqual(['comments.comment', 'moderation.case', 'refunds.request'])
  const reworded = sql`update moderation.case set snapshot = '{"reason": "another"}' where subject_id = ${request.id}`
  await expect(reworded.execute(installation.app.db)).rejects.toThrow(/a decided case is not changed/)
  expect((await erase(token)).statusCode).toBe(200)
  expect(await tablesSaying(['unheard'])).toEqual([])
  expect(
    await installation.app.db
      .selectFrom('moderation.case')
      .select(['kind', 'state', 'decision'])
      .where('subject_id', '=', request.id)
      .execute(),
  ).toEqual([{ kind: 'refund', state: 'decided', decision: 'decline' }])
})

test('exports a guest’s declined payments to the owner of the email and erases them with the account', async () => {
  const email = 'declined.as.guest@example.org'
  const declined = async (input: { email: string; days: number }) => {
    const order = anOrder([aLine(installation.app, campaignId, { note: 'guest note' })], {
      guestId: installation.app.newId(),
      email: input.email,
      name: 'Guesting Person',
    })
    const attempt = await aClaimedAttempt(installation.app, order, {
      ip: '192.0.2.77',
      emailKey: input.email.toLowerCase(),
    })
    await settleWithoutCharge(installation.app, attempt, 'abandoned', 'EXPIRED')
    const submitted = new Date(clock.now().getTime() - input.days * 86_400_000)
    await sql`update payments.attempt set submitted_at = ${submitted} where id = ${attempt.id}`.execute(
      installation.app.db,
    )
    return attempt.id
  }
  const paymentOf = (id: string) =>
    installation.app.db
      .selectFrom('payments.attempt')
      .select(['state', 'ip', 'email_key'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  const [recent, older] = [
    await declined({ email: 'Declined.As.Guest@Example.org', days: 0 }),
    await declined({ email, days: 3 }),
  ]
  const others = await declined({ email: 'another.guest@example.org', days: 3 })
  const unproven = await aSession(installation.app, { email, isConfirmed: false })
  expect((await exportedDataOf(installation.app, unproven.viewer.accountId)).unpaidDonations).toEqual([])
  const { token, viewer } = await aSession(installation.app, { email })
  expect((await exportedDataOf(installation.app, viewer.accountId)).unpaidDonations).toMatchObject([
    { name: 'Guesting Person' },
    { name: 'Guesting Person' },
  ])
  expect((await erase(unproven.token)).statusCode).toBe(200)
  expect(await paymentOf(older)).toMatchObject({ email_key: email })
  expect((await erase(token)).statusCode).toBe(200)
  // A recent decline still counts against its IP address for two days, and against no email address.
  expect(await paymentOf(recent)).toEqual({ state: 'DECLINED', ip: '192.0.2.77', email_key: null })
  expect(await paymentOf(older)).toEqual({ state: 'DECLINED', ip: '', email_key: null })
  expect((await tablesSaying([email])).filter((name) => name.startsWith('payments.'))).toEqual([])
  const later = new Date(clock.now().getTime() + 2 * 86_400_000 + 1000)
  await purgeErased({ ...installation.app, clock: () => later })
  expect(await paymentOf(recent)).toEqual({ state: 'DECLINED', ip: '', email_key: null })
  expect(await paymentOf(others)).toEqual({
    state: 'DECLINED',
    ip: '192.0.2.77',
    email_key: 'another.guest@example.org',
  })
})

test('erases a guest’s basket lines with their account, paid or not, and no other guest’s', async () => {
  const email = 'basket.guest@example.org'
  const campaign = await aCampaign(installation.app)
  const level = await aLevel(installation.app, campaign.id, { require_shipping: true })
  const aBasket = async (street: string) => {
    const { id, token } = (await call('POST', '/v4/checkout/guest/baskets', undefined, { currency: 'GBP' })).json<{
      id: string
      token: string
    }>()
    const item = {
      projectId: String(campaign.id),
      amount: 2000,
      currency: 'GBP',
      givingLevelId: String(level.id),
      shippingAddress: { Name: 'Basma Guest', Address: street, City: 'Leeds', Zip: 'LS1 1AA', Country: 'GB' },
    }
    expect((await call('POST', `/v4/checkout/guest/baskets/${id}/items`, token, { item })).json()).toMatchObject({
      items: [{ shippingAddress: { Address: street } }],
    })
    return id
  }
  const request = async (id: string, input: { email: string }) => {
    const order = {
      ...anOrder([aLine(installation.app, campaignId)], { guestId: installation.app.newId(), ...input }),
      basket: { id, round: 0, lines: [] },
    }
    return aClaimedAttempt(installation.app, order, { emailKey: input.email })
  }
  const [paid, declined, others] = [
    await aBasket('1 Paidfor Road'),
    await aBasket('2 Declined Road'),
    await aBasket('3 Another Road'),
  ]
  const first = await request(paid, { email })
  await settle(installation.app, first, {
    kind: 'succeeded',
    chargeId: `ch_${installation.app.newId()}`,
    amount: first.amount,
    currency: 'GBP',
  })
  await installation.app.db
    .updateTable('baskets.basket')
    .set({ status: 'checked-out' })
    .where('id', '=', paid)
    .execute()
  for (const [id, input] of [
    [declined, email],
    [others, 'another.basket@example.org'],
  ] as const)
    await settleWithoutCharge(installation.app, await request(id, { email: input }), 'abandoned', 'EXPIRED')
  await drainOutbox(installation.app)
  const baskets = () =>
    installation.app.db
      .selectFrom('baskets.basket')
      .select(['id', 'status'])
      .where('id', 'in', [paid, declined, others])
      .orderBy('created_at')
      .orderBy('status', 'desc')
      .execute()
  const unproven = await aSession(installation.app, { email, isConfirmed: false })
  expect((await erase(unproven.token)).statusCode).toBe(200)
  expect(await baskets()).toHaveLength(3)
  const { token } = await aSession(installation.app, { email })
  expect((await erase(token)).statusCode).toBe(200)
  expect(await baskets()).toEqual([
    { id: paid, status: 'checked-out' },
    { id: others, status: 'active' },
  ])
  expect(await tablesSaying(['Paidfor Road', 'Declined Road'])).toEqual([])
  expect(await tablesSaying(['Another Road'])).toEqual(['baskets.basket'])
})

test('requires recent authentication and explicit confirmation', async () => {
  const { token } = await aSession(installation.app)
  expect((await call('POST', '/v4/privacy/erasure', token)).statusCode).toBe(400)
  clock.move({ minutes: 11 })
  expect((await call('GET', '/v4/privacy/erasure', token)).json()).toMatchObject({ mustReauthenticate: true })
  const answer = await erase(token)
  expect([answer.statusCode, answer.json().code]).toEqual([401, 'reauthentication-required'])
})

test('ends an erased account’s plans without personal data; a charge in progress is waited for', async () => {
  const { subscription, viewer } = await aSubscription(installation.app, {
    CustomName: 'Marker of Leeds',
    phoneNumber: '+447700900123',
    referralSource: 'marker',
  })
  const { token } = await openSession(installation.app, aRequestContext(), viewer.accountId)
  const rows = () =>
    installation.app.db
      .selectFrom('subscriptions.occurrence')
      .selectAll()
      .where('subscription_id', '=', subscription.id)
      .orderBy('seq')
      .execute()
  const move = (state: 'PROCESSING' | 'SCHEDULED') =>
    installation.app.write((tx) =>
      tx
        .updateTable('subscriptions.occurrence')
        .set({ state })
        .where('subscription_id', '=', subscription.id)
        .where('seq', '=', 1)
        .execute(),
    )
  await move('PROCESSING')
  expect((await call('GET', '/v4/privacy/erasure', token)).json()).toMatchObject({ isPaymentPending: true })
  expect((await erase(token)).json()).toMatchObject({ code: 'payment-pending' })
  await move('SCHEDULED')
  expect((await erase(token)).statusCode).toBe(200)
  const row = await installation.app.db
    .selectFrom('subscriptions.subscription')
    .selectAll()
    .where('id', '=', subscription.id)
    .executeTakeFirstOrThrow()
  expect(row).toMatchObject({
    state: 'cancelled',
    details: {
      ip: '',
      customName: null,
      phone: null,
      taxAddress: null,
      source: null,
      agreedVersion: expect.any(String),
    },
  })
  expect(new Set((await rows()).map(({ state }) => state))).toEqual(new Set(['CANCELLED']))
  expect((await tablesSaying(['Marker of Leeds', '7700900123'])).filter((name) => !(name in retainedTables))).toEqual(
    [],
  )
})

test('erases organizers’ mails about a donor’s level with the donor, and no other mails', async () => {
  const [donor, other] = [await aSession(installation.app), await aSession(installation.app)]
  const organizer = await aTeamMember(installation.app, campaignId)
  const level = await aLevel(installation.app, campaignId, { require_email: true })
  const claim = (who: typeof donor, note: string) =>
    aDonation(
      { accountId: who.viewer.accountId, email: who.viewer.email },
      { levelId: String(level.id), levelEmail: `${note}@example.org`, note },
    )
  await claim(donor, 'levelmarker')
  await claim(other, 'staying')
  const mailed = async () => {
    const mails = await installation.app.db
      .selectFrom('notifications.mail')
      .select('content')
      .where('to_address', '=', organizer.email)
      .where('kind', '=', 'level-claimed')
      .execute()
    return new Set(mails.map(({ content }) => /levelmarker|staying/.exec(JSON.stringify(content))![0]))
  }
  expect(await mailed()).toEqual(new Set(['levelmarker', 'staying']))
  expect((await erase(donor.token)).statusCode).toBe(200)
  expect(await mailed()).toEqual(new Set(['staying']))
  expect(await tablesSaying(['levelmarker'])).toEqual([])
})

test('leaves nothing of the person in unattended declines, whatever their email was then', async () => {
  const { viewer } = await aSubscription(installation.app, { cardToken: 'pm_card_chargeCustomerFail' })
  clock.move({ days: 8 })
  await chargeDue(installation.app)
  const { token } = await openSession(installation.app, aRequestContext(), viewer.accountId)
  const tried = () =>
    installation.app.db
      .selectFrom('payments.attempt')
      .select(['state', 'amount', 'email_key', 'card_last4'])
      .where('scope', 'like', 'plan:%')
      .execute()
  expect(await tried()).toEqual([{ state: 'DECLINED', amount: 1000n, email_key: null, card_last4: '0341' }])
  const { unpaidDonations, paymentAttempts } = await exportedDataOf(installation.app, viewer.accountId)
  expect(unpaidDonations).toMatchObject([{ amount: 1000n, email: viewer.email }])
  expect(paymentAttempts!.map(({ state }) => state)).toContain('DECLINED')
  const changed = { email: `changed-${viewer.email}` }
  await installation.app.write((tx) =>
    tx.updateTable('identity.account').set(changed).where('id', '=', viewer.accountId).execute(),
  )
  expect((await erase(token)).statusCode).toBe(200)
  expect(await tried()).toEqual([{ state: 'DECLINED', amount: 1000n, email_key: null, card_last4: null }])
  expect((await tablesSaying([viewer.email])).filter((name) => name.startsWith('payments.'))).toEqual([])
})

test('nor in a plan donation whose challenge was not completed in time', async () => {
  const { token, viewer } = await aSession(installation.app)
  const order = anOrder([aLine(installation.app, campaignId)], { accountId: viewer.accountId, email: viewer.email })
  const attempt = await aClaimedAttempt(installation.app, order, { scope: `plan:${installation.app.newId()}` })
  await settleWithoutCharge(installation.app, attempt, 'challenge-expired', 'EXPIRED')
  expect((await erase(token)).statusCode).toBe(200)
  expect((await tablesSaying([viewer.email])).filter((name) => name.startsWith('payments.'))).toEqual([])
})

test('refuses to erase an account while a payment is in progress', async () => {
  const { token, viewer } = await aSession(installation.app)
  const line = aLine(installation.app, campaignId)
  const scope = `account:${viewer.accountId}`
  const attempt = await aClaimedAttempt(
    installation.app,
    anOrder([line], { accountId: viewer.accountId, email: viewer.email }),
    { scope },
  )
  const refused = await erase(token)
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'payment-pending'])
  await settle(installation.app, attempt, {
    kind: 'succeeded',
    chargeId: `ch_${installation.app.newId()}`,
    amount: attempt.amount,
    currency: 'GBP',
  })
  expect((await erase(token)).statusCode).toBe(200)
})

test('erases what arrived during the last second of an account, and its donation gets its purge date', async () => {
  const { token, viewer } = await aSession(installation.app)
  expect((await erase(token)).statusCode).toBe(200)
  const donation = await aDonation({ accountId: viewer.accountId, email: viewer.email })
  expect((await donationOf(donation.id)).retained_until).toBeNull()
  await aSavedAddress(installation.app, viewer.accountId, { draft: home })
  const account = () =>
    installation.app.db
      .selectFrom('identity.account')
      .selectAll()
      .where('id', '=', viewer.accountId)
      .executeTakeFirstOrThrow()
  const before = await account()
  clock.move({ days: 1 })
  await purgeErased(installation.app)
  await purgeErased(installation.app)
  expect(await account()).toEqual(before)
  expect(
    await installation.app.db
      .selectFrom('addresses.address')
      .select('id')
      .where('account_id', '=', viewer.accountId)
      .execute(),
  ).toEqual([])
  expect((await donationOf(donation.id)).retained_until).not.toBeNull()
  expect(await donationOf(donation.id)).toMatchObject({ note: null, is_anonymous: true })
})

test('erases an unproven account without a mail to that address, whose owner loses nothing', async () => {
  const owner = await aSession(installation.app)
  const theirs = await aDonation({ guestId: installation.app.newId(), email: owner.viewer.email })
  const { token, viewer } = await aSession(installation.app, { email: owner.viewer.email, isConfirmed: false })
  const mails = () =>
    installation.app.db
      .selectFrom('notifications.mail')
      .select('id')
      .where('to_address', '=', owner.viewer.email)
      .execute()
  const before = await mails()
  expect((await erase(token)).statusCode).toBe(200)
  expect(await mails()).toEqual(before)
  expect((await donationOf(theirs.id)).retained_until).toBeNull()
  expect((await call('GET', '/v4/account/donations', owner.token)).json().donations).toHaveLength(1)
  expect(
    await installation.app.db
      .selectFrom('identity.account')
      .select('email')
      .where('id', '=', viewer.accountId)
      .execute(),
  ).toEqual([{ email: `erased-${viewer.accountId}@erased.invalid` }])
})

test('after the retention date the donor is unknown, and every amount stays', async () => {
  const email = 'purged.person@example.org'
  const { token, viewer } = await aSession(installation.app, { email })
  const donation = await aDonation(
    { accountId: viewer.accountId, email, name: 'Purged Person' },
    { taxAddress: { ...home, firstName: 'Purged', lastName: 'Person' } },
  )
  const stays = await aDonation({ guestId: installation.app.newId(), email: 'stays@example.org' })
  expect((await erase(token)).statusCode).toBe(200)
  await purgeErased(installation.app)
  expect(await donationOf(donation.id)).toMatchObject({ name: 'Purged Person', purged_at: null })
  const before = await receiptOf(donation.intentId)
  // 5 April 2033 is the last day of retention; the donation is purged the day after.
  clock.move({ days: (Date.parse('2033-04-05T12:00:00Z') - clock.now().getTime()) / 86_400_000 })
  await purgeErased(installation.app)
  expect((await donationOf(donation.id)).email).toBe(email)
  clock.move({ days: 1 })
  await Promise.all([purgeErased(installation.app), purgeErased(installation.app)])
  expect(await donationOf(donation.id)).toMatchObject({
    name: '',
    email: null,
    tax_address: null,
    gift: 2000n,
    tip: 320n,
    account_id: viewer.accountId,
  })
  expect((await donationOf(stays.id)).email).toBe('stays@example.org')
  const after = await receiptOf(donation.intentId)
  expect(after).toMatchObject({
    number: before.number,
    email: null,
    snapshot: { ...(before.snapshot as object), donor: { name: '', address: null } },
  })
  await purgeMails(
    installation.app,
    mailsWithCodes.map(({ kind }) => kind),
    clock.now(),
  )
  expect(await tablesSaying(['purged.person', 'Purged Person'])).toEqual([])
  expect((await troubles()).filter(({ title }) => !title.startsWith('Q8'))).toEqual([])
})

test('the application can change no donation or receipt, and purges none before its date', async () => {
  const donation = await aDonation({ guestId: installation.app.newId(), email: 'books@example.org' })
  const { db } = installation.app
  await expect(
    db.updateTable('giving.donation').set({ name: '' }).where('id', '=', donation.id).execute(),
  ).rejects.toThrow(/permission denied/)
  await expect(
    sql`update receipts.receipt set email = null where intent_id = ${donation.intentId}`.execute(db),
  ).rejects.toThrow(/permission denied/)
  await sql`select receipts.purge_of_donations(${[donation.id]}::uuid[], now())`.execute(db)
  expect((await receiptOf(donation.intentId)).email).toBe('books@example.org')
  await installation.app.write((tx) =>
    eraseDonations(tx, { accountId: installation.app.newId(), donationIds: [donation.id], at: clock.now() }),
  )
  await expect(
    db.updateTable('giving.donation').set({ gift: 1n }).where('id', '=', donation.id).execute(),
  ).rejects.toThrow(/permission denied/)
  await purgeErased(installation.app)
  expect((await donationOf(donation.id)).email).toBe('books@example.org')
})

test('every table with accounts or emails is erased, or listed here with a reason', async () => {
  const { rows } = await sql<{
    name: string
  }>`select distinct c.table_schema || '.' || c.table_name as name from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where t.table_type = 'BASE TABLE' and c.data_type in ('uuid', 'text') and c.column_name ~ '(account_id|email|to_address|author_id|guest_id|actor_id|scope)$' and c.table_schema not in ('graphile_worker', 'pg_catalog', 'information_schema')
    order by 1`.execute(installation.app.db)
  expect(rows.map(({ name }) => name).filter((name) => !(name in retainedTables) && !erasedTables.has(name))).toEqual(
    [],
  )
  for (const reason of Object.values(retainedTables)) expect(reason.length).toBeGreaterThan(20)
})

test('of two admins who erase themselves concurrently one stays, until there is another', async () => {
  const [one, two] = [
    await aSession(installation.app, { roles: ['admin'] }),
    await aSession(installation.app, { roles: ['admin', 'finance'] }),
  ]
  const answers = await Promise.all([one, two].map(async ({ token }) => ({ token, answer: await erase(token) })))
  expect(answers.map(({ answer }) => answer.statusCode).toSorted((a, b) => a - b)).toEqual([200, 409])
  const last = answers.find(({ answer }) => answer.statusCode === 409)!
  expect(last.answer.json()).toMatchObject({ code: 'last-admin' })
  expect((await call('GET', '/api/user/current', last.token)).statusCode).toBe(200)
  await aSession(installation.app, { roles: ['admin'] })
  expect((await erase(last.token)).statusCode).toBe(200)
})

const aCharityOf = async (...people: { viewer: { accountId: string }; role: 'owner' | 'admin' }[]) => {
  const { id } = await anOrganization(installation.app, { name: 'Zaytun Trust', name_ar: 'وقف زيتون' })
  await installation.app.write((tx) =>
    insertMembers(
      tx,
      people.map(({ viewer, role }) => ({ organizationId: id, accountId: viewer.accountId, role, at: clock.now() })),
    ),
  )
  return {
    id,
    hand: (to: { viewer: { accountId: string } }) =>
      installation.app.write((tx) =>
        changeMember(tx, { organizationId: id, accountId: to.viewer.accountId, role: 'owner', at: clock.now() }),
      ),
  }
}

test('the only owner of a charity with members has to transfer it before the erasure', async () => {
  const [owner, admin] = [await aSession(installation.app), await aSession(installation.app)]
  const charity = await aCharityOf({ ...owner, role: 'owner' }, { ...admin, role: 'admin' })
  const named = { id: String(charity.id), name: 'Zaytun Trust', nameAr: 'وقف زيتون', hasOthers: true }
  expect((await call('GET', '/v4/privacy/erasure', owner.token)).json()).toMatchObject({ charities: [named] })
  expect((await call('GET', '/v4/privacy/erasure', admin.token)).json()).toMatchObject({ charities: [] })
  const refused = await erase(owner.token)
  expect([refused.statusCode, refused.json().code, refused.json().message]).toEqual([
    409,
    'charity-not-transferred',
    'Zaytun Trust has no other owner who can take over. Transfer your ownership first.',
  ])
  expect((await call('GET', '/api/user/current', owner.token)).statusCode).toBe(200)
  await charity.hand(admin)
  expect((await call('GET', '/v4/privacy/erasure', owner.token)).json()).toMatchObject({ charities: [] })
  expect((await erase(owner.token)).statusCode).toBe(200)
})

test('of two owners who erase themselves concurrently one stays with the charity’s members', async () => {
  const [one, two, admin] = [
    await aSession(installation.app),
    await aSession(installation.app),
    await aSession(installation.app),
  ]
  const { id } = await aCharityOf({ ...one, role: 'owner' }, { ...two, role: 'owner' }, { ...admin, role: 'admin' })
  const answers = await Promise.all([one, two].map(({ token }) => erase(token)))
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect((await listMembers(installation.app.db, id)).map(({ role }) => role).toSorted()).toEqual(['admin', 'owner'])
})

test('the only member of a charity can be erased; the audit log names the ownerless charity', async () => {
  const owner = await aSession(installation.app)
  const { id } = await aCharityOf({ ...owner, role: 'owner' })
  expect((await call('GET', '/v4/privacy/erasure', owner.token)).json()).toMatchObject({
    charities: [{ id: String(id), hasOthers: false }],
  })
  expect((await erase(owner.token)).statusCode).toBe(200)
  const entry = await installation.app.db
    .selectFrom('audit.entry')
    .select('details')
    .where('object', '=', `account:${owner.viewer.accountId}`)
    .executeTakeFirstOrThrow()
  expect(entry.details).toEqual({ donations: 0, retainedUntil: null, ownerlessCharities: [String(id)] })
})

test('an erased account opens no session', async () => {
  const { token, viewer } = await aSession(installation.app)
  expect((await erase(token)).statusCode).toBe(200)
  const { token: planted } = await openSession(installation.app, aRequestContext(), viewer.accountId)
  for (const url of ['/api/user/current', '/v4/account/donations', '/v4/privacy/consents'])
    expect((await call('GET', url, planted)).statusCode).toBe(401)
})

test('a card saved during the erasure of its account is recorded without waiting and then erased', async () => {
  const { token, viewer } = await aSession(installation.app)
  await aCard(installation.app, viewer)
  const { provider, customerId } = await installation.app.db
    .selectFrom('cards.customer')
    .select(['provider', 'customer_id as customerId'])
    .where('account_id', '=', viewer.accountId)
    .executeTakeFirstOrThrow()
  const isWaitedFor = async () =>
    (
      await sql`select from pg_locks l join pg_database d on d.oid = l.database
        where not l.granted and l.locktype = 'advisory' and d.datname = current_database()`.execute(installation.app.db)
    ).rows.length > 0
  let erasing: Promise<Awaited<ReturnType<typeof erase>>> | undefined
  await installation.app.write(async (tx) => {
    await lockCards(tx, viewer.accountId)
    erasing ??= erase(token).then((answer) => answer)
    await vi.waitUntil(isWaitedFor, { timeout: 5000 })
    // Shorter than PostgreSQL's deadlock check, so this fails if it waits for the erasure's locks.
    await sql`set local lock_timeout = '300ms'`.execute(tx)
    const card = {
      method: `pm_${installation.app.newId()}`,
      customerId,
      brand: 'visa',
      last4: '4242',
      expMonth: 12,
      expYear: 2040,
      fingerprint: 'another',
    }
    const agreed = {
      version: mandateVersion,
      locale: 'en',
      ip: '192.0.2.1',
      at: clock.now().toISOString(),
      sourceId: installation.app.newId(),
    }
    await saveCards(installation.app, tx, [{ accountId: viewer.accountId, provider, card, agreed }])
  })
  expect((await erasing!).statusCode).toBe(200)
  const cards = await installation.app.db
    .selectFrom('cards.card')
    .select('removed_at as removedAt')
    .where('account_id', '=', viewer.accountId)
    .execute()
  expect(cards).toEqual([{ removedAt: clock.now() }, { removedAt: clock.now() }])
})

test('exports a supporter’s page and erases its words with the account; its total stays [supporters-8]', async () => {
  const parent = await aParent(installation)
  const { token, viewer } = await aSession(installation.app, { isConfirmed: true })
  const words = { title: 'Maryamcycles for wells', supporterName: 'Maryamcycles', story: 'Because of Maryamcycles.' }
  const { id, page } = await open(installation, parent.id, words, token)
  await call('POST', '/v4/reports', undefined, { campaignId: String(id), reason: 'fraud', text: 'Not true.' })
  const { supporterPages } = await exportedDataOf(installation.app, viewer.accountId)
  expect(supporterPages).toMatchObject([{ title: words.title, story: '<p>Because of Maryamcycles.</p>' }])
  expect((await erase(token)).statusCode).toBe(200)
  const queryResult = await sql<{ text: string }>`
    select to_jsonb(c)::text as text from campaigns.campaign c where c.id = ${id}
    union all select to_jsonb(p)::text from supporter_pages.page p where p.campaign_id = ${id}
    union all select to_jsonb(k)::text from moderation.case k where k.campaign_id = ${id}
    union all select to_jsonb(e)::text from audit.entry e where e.object = ${`campaign:${id}`}
    union all select to_jsonb(d)::text from discovery.document d where d.campaign_id = ${id}
    union all select to_jsonb(s)::text from discovery.story s where s.campaign_id = ${id}`.execute(installation.app.db)
  expect(queryResult.rows.length).toBeGreaterThan(4)
  expect(queryResult.rows.filter(({ text }) => /maryamcycles/i.test(text))).toEqual([])
  expect((await call('GET', `/v4/campaign-pages/${page.slug}`)).statusCode).toBe(404)
})
