import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { aProvenCard } from '#modules/money/cards/testing.ts'
import { findViewerBySession } from '#modules/platform/identity/viewer.ts'
import { openSession } from '#modules/platform/identity/login/log-in.ts'
import { aRequestContext } from '#modules/platform/identity/testing.ts'
import { endSubscription } from '#modules/recurring/subscriptions/agreement/managing/cancel.ts'
import { lockSubscription } from '#modules/recurring/subscriptions/agreement/subscription-queries.ts'
import { guestPlans } from '#modules/recurring/subscriptions/agreement/donor/testing.ts'
import { occurrencesOf } from '#modules/recurring/subscriptions/agreement/schedule/occurrence-queries.ts'
import { scheduleDonations } from '#modules/recurring/subscriptions/agreement/schedule/schedule-donations.ts'
import { aSubscription } from '#modules/recurring/subscriptions/testing.ts'
import { chargeDue } from '#modules/recurring/subscriptions/billing/charge-due.ts'
import { mailsOf } from '#modules/recurring/subscriptions/notices/mails/testing.ts'
import { drainOutbox } from '#server/jobs/outbox.ts'
import { verifyLedger } from '#server/ops/verify-ledger.ts'
import { ChargingNotice, FailedDonation } from '#web/features/recurring/subscriptions/plan-card.tsx'
import { textsFor } from '#web/lib/catalogues.ts'
import { PageTextsContext } from '#web/lib/page-texts.ts'
import { createTestApp, type TestApp } from './support/app.ts'
import { runQueued } from './support/queue.ts'

/** Compares what page and mail say of a failed donation with what the provider charges (recurring-31). */

// Each test passes several days with all jobs.
vi.setConfig({ testTimeout: 60_000 })

let installation: TestApp
let now = new Date('2026-11-20T12:00:00Z')
beforeAll(async () => {
  installation = await createTestApp({ withSandbox: true, clock: () => now })
})
afterAll(() => installation.close())
beforeEach(() => setClock('2026-11-20T12:00:00Z'))

const setClock = (instant: string) => void (now = new Date(instant))
const charges = (id: string) =>
  [...installation.sandbox!.gateway.store.truth.values()]
    .filter(({ metadata }) => metadata.subscription === id)
    .map(({ amount, metadata }) => [metadata.occurrences, amount])
async function workAt(...instants: readonly string[]) {
  for (const instant of instants) {
    setClock(instant)
    while ((await scheduleDonations(installation.app)) > 0);
    while ((await chargeDue(installation.app)) > 0);
    while ((await drainOutbox(installation.app)) > 0);
    await runQueued(installation)
  }
}
/** Lets a bank decline all further charges of a plan's card. */
async function declines(subscriptionId: string, behaviour = 'declined') {
  const { methodId } = await installation.app.db
    .selectFrom('subscriptions.subscription as s')
    .innerJoin('cards.card as c', 'c.id', 's.card_id')
    .select('c.method_id as methodId')
    .where('s.id', '=', subscriptionId)
    .executeTakeFirstOrThrow()
  const { store } = installation.sandbox!.gateway
  store.save('method', methodId, { ...store.methods.get(methodId)!, behaviour })
}

type PageProps = Parameters<typeof FailedDonation>[0]['plan'] & Parameters<typeof ChargingNotice>[0]['plan']
/** Returns the page's sentences about failed donations and charges. */
function pageOf(plan: PageProps, locale: 'en' | 'ar' = 'en'): string {
  const frame = { locale, productName: 'Sunbul' }
  const body = () => [
    createElement(ChargingNotice, { key: 'charging', plan }),
    createElement(FailedDonation, {
      key: 'failed',
      plan,
      level: 2,
      pay: (_, text) => createElement('button', null, text),
      otherCard: null,
    }),
  ]
  const Stub = createRoutesStub([{ id: 'root', path: '/', Component: () => body(), loader: () => frame }])
  return renderToStaticMarkup(
    createElement(
      PageTextsContext,
      {
        value: textsFor(
          '/scheduled-giving/manage',
          ['recurring/managing', 'recurring/plan-links', 'recurring/faults', 'money/cards', 'platform/faults'],
          locale,
        ),
      },
      createElement(Stub, { initialEntries: ['/'], hydrationData: { loaderData: { root: frame } } }),
    ),
  )
    .replace(/<[^>]+>/g, ' ')
    .replace(/[\u2066-\u2069]/g, '')
    .replace(/\s+/g, ' ')
}

/** A guest’s monthly plan and an account’s weekly plan, of 58.00 each. */
async function aGuest() {
  const guests = await guestPlans(installation)
  const plan = await guests.begin(undefined, { amount: '58', feeAmount: '0' })
  const link = async (act: string, payload: object, token?: string) =>
    (await guests.post(`/v4/subscription-links${act}`, { token: token ?? (await plan.manage()), ...payload }))
      .body as Record<string, unknown>
  return {
    id: plan.id,
    email: plan.email,
    due: '2026-12-20',
    lower: (amount: number) => link('/amount', { donationAmount: amount, tipAmount: 0 }),
    newCard: async (token = 'pm_card_visa') => link('/cards', { cardToken: token }, await plan.card()),
    pause: () => link('/pause', {}),
    cancel: () => link('/cancel', {}),
    erase: async () => link('/erase', {}, await plan.change()),
    page: async () =>
      pageOf(
        (
          await installation.fastify.inject({ url: `/v4/subscription-links?token=${await plan.manage()}` })
        ).json<PageProps>(),
      ),
    pay: async (key: string) => {
      const shown = (
        await installation.fastify.inject({
          url: `/v4/subscription-links/donations?token=${await plan.manage()}&key=${key}`,
        })
      ).json<{ charge: { quoteHash: string } }>()
      return link('/pay', { key, quoteHash: shown.charge.quoteHash })
    },
  }
}
async function anAccount() {
  const { subscription, viewer } = await aSubscription(installation.app, { donationAmount: 5800 })
  const { id } = subscription
  const session = async () => (await openSession(installation.app, aRequestContext(), viewer.accountId)).token
  const ask = async (method: 'GET' | 'POST' | 'PATCH', url: string, payload?: object) =>
    (
      await installation.fastify.inject({
        method,
        url: `/v4/subscriptions/${id}${url}`,
        headers: { authorization: `Bearer ${await session()}`, 'content-type': 'application/json' },
        ...(payload ? { payload } : {}),
      })
    ).json<Record<string, unknown>>()
  const versioned = async (payload: object) => ({ version: (await ask('GET', '')).version, ...payload })
  return {
    id,
    email: viewer.email,
    due: '2026-11-27',
    lower: async (amount: number) => ask('PATCH', '', await versioned({ donationAmount: amount })),
    newCard: async (token = 'pm_card_visa') => {
      const fresh = await findViewerBySession(installation.app, await session())
      const card = await aProvenCard(installation.app, fresh as typeof viewer, token)
      return ask('PATCH', '', await versioned({ cardId: card.id }))
    },
    pause: async () => ask('POST', '/pause', await versioned({})),
    cancel: async () => ask('POST', '/cancel', await versioned({})),
    erase: async () =>
      (
        await installation.fastify.inject({
          method: 'POST',
          url: '/v4/privacy/erasure',
          headers: { authorization: `Bearer ${await session()}`, 'content-type': 'application/json' },
          payload: { understood: true },
        })
      ).json<Record<string, unknown>>(),
    page: async () => pageOf((await ask('GET', '')) as unknown as PageProps),
    pay: async (key: string) => {
      const { failed } = (await ask('GET', '')) as { failed: { charge: { quoteHash: string } } }
      return ask('POST', `/donations/${key}/pay`, { quoteHash: failed.charge.quoteHash })
    },
  }
}
const donors = [
  ['a guest', aGuest],
  ['an account', anAccount],
] as const
const day = (date: string, by: number, time = '09:00:01') =>
  `${new Date(Date.parse(`${date}T00:00:00Z`) + by * 86_400_000).toISOString().slice(0, 10)}T${time}Z`
const lastMail = async (email: string, kind: string) => (await mailsOf(installation.app.db, email, kind)).at(-1)!.text
// Q8 and Q15 compare with the database's clock, but these tests set their own.
const troubles = async () =>
  (await verifyLedger(installation.database.ownerUrl, undefined)).filter(
    ({ title, count }) => count > 0 && !/^Q(8|15):/.test(title),
  )

test.each(donors)(
  'a new card charges no failed donation of %s; paying it costs the amount agreed now (recurring-31)',
  async (_, start) => {
    const plan = await start()
    await workAt('2026-11-20T12:00:01Z')
    const before = charges(plan.id).length
    await declines(plan.id)
    await workAt(day(plan.due, 0), day(plan.due, 1), day(plan.due, 3), day(plan.due, 5))
    expect(await plan.page()).toMatch(
      /Your bank declined the donation due .*\. You haven’t been charged\. You’ll be charged only if you pay it here\./,
    )
    const failedMail = await lastMail(plan.email, 'failed')
    expect(failedMail).toContain('Your bank declined your £58.00 donation')
    expect(failedMail).toContain('We won’t try this donation again, even if you add a new card.')

    await plan.lower(1000)
    await plan.newCard()
    await workAt(day(plan.due, 5, '09:10:00'), day(plan.due, 6))
    expect(charges(plan.id)).toHaveLength(before)
    expect(await plan.page()).toContain('Pay this donation now: £10.00')
    expect(await lastMail(plan.email, 'changed')).toMatch(
      /The payment for your donation due .* failed, and you haven’t been charged for it\. You’ll be charged .*£10\.00.* only if you choose to pay it\./,
    )
    expect(await plan.pay(plan.due)).toMatchObject({ status: 'paid' })
    await workAt(day(plan.due, 6, '09:10:00'))
    expect(charges(plan.id).slice(before)).toEqual([[plan.due, 1000]])
    expect(await plan.page()).not.toContain('declined')
    expect(await troubles()).toEqual([])
  },
)

test.each(donors)(
  'a scheduled retry of %s keeps its day after a new card, with the amount agreed now (recurring-31)',
  async (_, start) => {
    const plan = await start()
    await workAt('2026-11-20T12:00:01Z')
    const before = charges(plan.id).length
    await declines(plan.id)
    await workAt(day(plan.due, 0))
    expect(await lastMail(plan.email, 'failed')).toMatch(/We’ll try again on .*, for £58\.00;/)
    await plan.lower(1000)
    await plan.newCard()
    await workAt(day(plan.due, 0, '12:00:00'))
    expect(charges(plan.id)).toHaveLength(before)
    expect(await plan.page()).toMatch(
      /You haven’t been charged\. We’ll try again on .*, or you can pay it now\..*£10\.00/,
    )
    expect(await lastMail(plan.email, 'changed')).toMatch(/We’ll try it again on .* 09:00 .*, for £10\.00\./)
    await workAt(day(plan.due, 1))
    expect(charges(plan.id).slice(before)).toEqual([[plan.due, 1000]])
  },
)

test.each(donors)('a challenge of the old amount of %s can no longer be approved (recurring-31)', async (_, start) => {
  const plan = await start()
  await workAt('2026-11-20T12:00:01Z')
  const before = charges(plan.id).length
  await declines(plan.id, 'challenge-then-success')
  await workAt(day(plan.due, 0))
  const first = (await plan.pay(plan.due)) as { challenge: { url: string } }
  await plan.lower(1000)
  await workAt(day(plan.due, 0, '09:05:00'))
  await fetch(`${first.challenge.url}/approve`, { method: 'POST' })
  expect(await plan.page()).toContain('£10.00')
  const second = (await plan.pay(plan.due)) as { status: string; challenge: { url: string } }
  expect(second.status).toBe('challenge')
  expect(second.challenge.url).not.toBe(first.challenge.url)
  await fetch(`${second.challenge.url}/approve`, { method: 'POST' })
  expect(await plan.pay(plan.due)).toMatchObject({ status: 'paid' })
  await workAt(day(plan.due, 0, '09:10:00'))
  expect(charges(plan.id).slice(before)).toEqual([[plan.due, 1000]])
  expect((await occurrencesOf(installation.app.db, plan.id)).find(({ key }) => key === plan.due)).toMatchObject({
    state: 'SUCCEEDED',
    gift: 1000n,
  })
})

test.each(donors)('a new card of %s cancels the open challenge of the old one', async (_, start) => {
  const plan = await start()
  await workAt('2026-11-20T12:00:01Z')
  const before = charges(plan.id).length
  await declines(plan.id, 'challenge-then-success')
  await workAt(day(plan.due, 0))
  const { challenge } = (await plan.pay(plan.due)) as { challenge: { url: string } }
  expect(await plan.newCard('pm_card_mastercard')).not.toHaveProperty('code')
  await workAt(day(plan.due, 0, '09:05:00'))
  await fetch(`${challenge.url}/approve`, { method: 'POST' })
  await workAt(day(plan.due, 0, '09:10:00'))
  expect(charges(plan.id)).toHaveLength(before)
})

type Plan = Awaited<ReturnType<typeof aGuest>>
const stateOf = async ({ id, due }: Plan) =>
  (await occurrencesOf(installation.app.db, id)).find(({ key }) => key === due)?.state
const endPlan = ({ id }: Plan) =>
  installation.app.write(async (tx) =>
    endSubscription(installation.app, tx, (await lockSubscription(tx, id))!, now, { state: 'ended', reason: 'causes' }),
  )
const endings: (readonly [string, (plan: Plan) => Promise<unknown>])[] = [
  ['cancelled', (plan) => plan.cancel()],
  ['erased', (plan) => plan.erase()],
  ['ended by the platform', endPlan],
]
const endingsOfDonors = donors.flatMap(([of, start]) =>
  endings.map(([ending, end]) => [of, ending, start, end] as const),
)

test.each(endingsOfDonors)(
  'the open challenge of a plan of %s that is %s can no longer be approved (recurring-31)',
  async (_, __, start, end) => {
    const plan = await start()
    await workAt('2026-11-20T12:00:01Z')
    const before = charges(plan.id).length
    await declines(plan.id, 'challenge-then-success')
    await workAt(day(plan.due, 0))
    const { challenge } = (await plan.pay(plan.due)) as { challenge: { url: string } }
    expect((await end(plan)) ?? {}).not.toHaveProperty('code')
    await workAt(day(plan.due, 0, '09:05:00'))
    await fetch(`${challenge.url}/approve`, { method: 'POST' })
    await workAt(day(plan.due, 0, '09:10:00'))
    expect(charges(plan.id)).toHaveLength(before)
    expect(await stateOf(plan)).toBe('CANCELLED')
  },
)

test.each(endingsOfDonors)(
  'a challenge of a plan of %s, approved as the plan was %s, is paid and in the ledger',
  async (_, __, start, end) => {
    const plan = await start()
    await workAt('2026-11-20T12:00:01Z')
    const before = charges(plan.id).length
    await declines(plan.id, 'challenge-then-success')
    await workAt(day(plan.due, 0))
    const { challenge } = (await plan.pay(plan.due)) as { challenge: { url: string } }
    await end(plan)
    await fetch(`${challenge.url}/approve`, { method: 'POST' })
    await workAt(day(plan.due, 0, '09:05:00'), day(plan.due, 0, '09:10:00'))
    expect(charges(plan.id).slice(before)).toEqual([[plan.due, 5800]])
    expect(await stateOf(plan)).toBe('SUCCEEDED')
    expect(await troubles()).toEqual([])
  },
)

test('a challenge that opens after its plan ended can no longer be approved (recurring-31)', async () => {
  const plan = await aGuest()
  await workAt('2026-11-20T12:00:01Z')
  const before = charges(plan.id).length
  await declines(plan.id, 'challenge-then-success')
  await workAt(day(plan.due, 0))
  const { confirm } = installation.app.providers.first
  Object.assign(installation.app.providers.first, {
    confirm: async (...input: Parameters<typeof confirm>) => {
      await endPlan(plan)
      return confirm.apply(installation.app.providers.first, input)
    },
  })
  const { challenge } = (await plan.pay(plan.due)) as { challenge: { url: string } }
  Object.assign(installation.app.providers.first, { confirm })
  await workAt(day(plan.due, 0, '09:05:00'))
  await fetch(`${challenge.url}/approve`, { method: 'POST' })
  await workAt(day(plan.due, 0, '09:10:00'))
  expect(charges(plan.id)).toHaveLength(before)
  expect(await stateOf(plan)).toBe('CANCELLED')
})

test.each(donors)(
  'while a donation of %s is being charged, page and mail say that it may be paid',
  async (_, start) => {
    const plan = await start()
    await workAt('2026-11-20T12:00:01Z')
    const { confirm } = installation.app.providers.first
    let calls = 0
    Object.assign(installation.app.providers.first, {
      confirm: async () => {
        calls += 1
        return { kind: 'unknown', reason: 'no answer' }
      },
    })
    await workAt(day(plan.due, 0))
    Object.assign(installation.app.providers.first, { confirm })
    expect(calls).toBeGreaterThan(0)
    await plan.cancel()
    await runQueued(installation)
    expect(await plan.page()).toMatch(/The donation due .* is being charged at the moment, so it may still be paid\./)
    expect(await lastMail(plan.email, 'cancelled')).toMatch(
      /Your donation due .* is being charged at the moment, so it may still be paid: £58\.00\./,
    )
  },
)

test('texts name the bank only if it answered', async () => {
  const plan = await anAccount()
  await installation.app.db
    .updateTable('cards.card')
    .set({ removed_at: now, is_default: false })
    .where('account_id', 'is not', null)
    .execute()
  await workAt(day(plan.due, 0))
  expect(await plan.page()).toMatch(/We couldn’t charge the donation due/)
  expect(await plan.page()).not.toMatch(/bank/i)
  for (const { text } of (await mailsOf(installation.app.db, plan.email, '%')).slice(1))
    expect(text).not.toMatch(/your bank/i)
})
