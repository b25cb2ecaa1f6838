import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aSession, aRequestContext } from '#modules/platform/identity/testing.ts'
import { aProvenCard } from '#modules/money/cards/testing.ts'
import { chargeDue } from '../../billing/charge-due.ts'
import { drainOutbox } from '#server/jobs/outbox.ts'
import { verifyLedger } from '#server/ops/verify-ledger.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { eraseSubscriptions } from '../erase-subscriptions.ts'
import { changePlan } from '../managing/change-plan.ts'
import { removeCardsOfEndedPlans } from '../states/remove-cards.ts'
import { planViewOf } from '../views.ts'
import { movePlansToProvenAccounts } from './move-to-account.ts'
import { guestPlans } from './testing.ts'

let installation: TestApp
let guests: Awaited<ReturnType<typeof guestPlans>>
let now = new Date('2026-11-20T12:00:00Z')
beforeAll(async () => {
  installation = await createTestApp({ withSandbox: true, clock: () => now })
  guests = await guestPlans(installation)
})
afterAll(() => installation.close())
beforeEach(() => void (now = new Date('2026-11-20T12:00:00Z')))

const link = (path: string, payload: object) => guests.post(`/v4/subscription-links${path}`, payload)
const cardsOf = (planId: string) =>
  installation.app.db.selectFrom('cards.card').selectAll().where('plan_id', '=', planId).execute()
const mandatesOf = (planId: string) =>
  installation.app.db.selectFrom('cards.mandate').selectAll().where('plan_id', '=', planId).execute()

test('a plan follows to a newer account as soon as it has proven the address (recurring-27)', async () => {
  const plan = await guests.begin()
  const manage = await plan.manage()
  expect(await movePlansToProvenAccounts(installation.app)).toBe(0)
  now = new Date('2026-11-20T12:05:00Z')
  const { viewer } = await aSession(installation.app, { email: plan.email.toUpperCase() })
  expect(await movePlansToProvenAccounts(installation.app)).toBe(1)
  expect(await movePlansToProvenAccounts(installation.app)).toBe(0)
  const followed = await plan.read()
  expect(followed).toMatchObject({ accountId: viewer.accountId, guestId: null, guestEmail: null, state: 'active' })
  // The mandate still belongs to this plan; the account gets no card for other donations.
  expect(await cardsOf(plan.id)).toMatchObject([{ account_id: null, removed_at: null }])
  expect(await mandatesOf(plan.id)).toMatchObject([{ account_id: null, revoked_at: null }])
  expect((await link('/pause', { token: manage })).body.code).toBe('link-not-enough')
  now = new Date('2026-12-20T09:00:01Z')
  while ((await chargeDue(installation.app)) > 0);
  while ((await drainOutbox(installation.app)) > 0);
  expect([...installation.sandbox!.gateway.store.truth.values()].at(-1)).toMatchObject({ amount: 1100 })
  expect((await link('/cancel', { token: manage })).body).toMatchObject({ state: 'cancelled' })
  const troubles = await verifyLedger(installation.database.ownerUrl, undefined)
  expect(troubles.filter(({ count, title }) => count > 0 && !title.startsWith('Q8'))).toEqual([])
})

test('a plan follows to an older account a day later, so that its donor can correct the address first', async () => {
  const email = 'older@example.org'
  const { viewer } = await aSession(installation.app, { email })
  now = new Date('2026-11-20T12:05:00Z')
  const plan = await guests.begin(email)
  expect(await movePlansToProvenAccounts(installation.app)).toBe(0)
  now = new Date('2026-11-21T12:05:00Z')
  expect(await movePlansToProvenAccounts(installation.app)).toBe(1)
  expect((await plan.read()).accountId).toBe(viewer.accountId)
})

test('a password on the thank-you page takes the plan along at once', async () => {
  const plan = await guests.begin()
  const made = await guests.post(`/v4/thank-yous/${plan.intentId}/account`, {
    intentId: plan.intentId,
    token: plan.token,
    password: 'ears of grain in the field',
  })
  expect(made.status).toBe(200)
  const followed = await plan.read()
  expect(followed.guestId).toBeNull()
  expect(followed.accountId).not.toBeNull()
  // The account shows the words that were agreed to.
  expect((await planViewOf(installation.app, followed, 'en')).agreedWords).toContain('allow us to charge')
})

test('another card of a plan that followed removes the one it had of its own', async () => {
  const plan = await guests.begin()
  const { viewer } = await aSession(installation.app, { email: plan.email })
  const { id: cardId } = await aProvenCard(installation.app, viewer, 'pm_card_mastercard')
  now = new Date('2026-11-22T12:00:00Z')
  await movePlansToProvenAccounts(installation.app)
  const { version } = await plan.read()
  await changePlan(installation.app, viewer, aRequestContext(), { subscriptionId: plan.id, version, cardId })
  expect((await plan.read()).cardId).toBe(cardId)
  expect(await cardsOf(plan.id)).toMatchObject([{ removed_at: now }])
  expect(await mandatesOf(plan.id)).toMatchObject([{ revoked_at: now }])
})

test('erasing an account ends and empties the guest plans of its proven addresses too (recurring-25)', async () => {
  const plan = await guests.begin()
  const { viewer } = await aSession(installation.app, { email: plan.email })
  await installation.app.write((tx) =>
    eraseSubscriptions(installation.app, tx, { accountId: viewer.accountId, confirmedEmails: [plan.email], at: now }),
  )
  expect(await plan.read()).toMatchObject({ state: 'cancelled', guestEmail: null, guestName: null })
  expect((await plan.read()).details).toMatchObject({ ip: '', country: null })
  expect(await removeCardsOfEndedPlans(installation.app)).toBeGreaterThan(0)
  expect(await mandatesOf(plan.id)).toMatchObject([{ revoked_at: now }])
})

test('an account is not erased while a guest plan of its proven address is being charged (recurring-25)', async () => {
  const plan = await guests.begin()
  const { token } = await aSession(installation.app, { email: plan.email })
  const erase = () => guests.post('/v4/privacy/erasure', { understood: true }, { authorization: `Bearer ${token}` })
  const setState = (from: 'SCHEDULED' | 'PROCESSING', state: typeof from) =>
    installation.app.db
      .updateTable('subscriptions.occurrence')
      .set({ state })
      .where('subscription_id', '=', plan.id)
      .where('state', '=', from)
      .execute()
  await setState('SCHEDULED', 'PROCESSING')
  expect((await erase()).body).toMatchObject({ code: 'payment-pending' })
  expect(await plan.read()).toMatchObject({ state: 'active', guestEmail: plan.email })
  await setState('PROCESSING', 'SCHEDULED')
  expect((await erase()).status).toBe(200)
  expect(await plan.read()).toMatchObject({ state: 'cancelled', guestEmail: null })
})
