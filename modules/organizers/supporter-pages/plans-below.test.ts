import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { findSubscription } from '#modules/recurring/subscriptions/agreement/subscription-queries.ts'
import { aSubscription } from '#modules/recurring/subscriptions/testing.ts'
import { handleExpiredVerifications } from '#modules/recurring/subscriptions/billing/expired-verifications.ts'
import { mailsOf } from '#modules/recurring/subscriptions/notices/mails/testing.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { runQueued } from '#tests/support/queue.ts'
import { aParent, open } from './testing.ts'

let installation: TestApp
const friday = '2026-11-20T12:00:00Z'
let now = new Date(friday)
beforeAll(async () => {
  installation = await createTestApp({ withSandbox: true, clock: () => now })
})
afterAll(() => installation.close())
beforeEach(() => void (now = new Date(friday)))

/** Runs the job on two workers at once and then again; it must take effect once. */
const job = async () => {
  await Promise.all([handleExpiredVerifications(installation.app), handleExpiredVerifications(installation.app)])
  await handleExpiredVerifications(installation.app)
  await runQueued(installation)
}
const change = (id: bigint, set: { status?: 1 | 2 | 3; ends_at?: Date }) =>
  installation.app.db.updateTable('campaigns.campaign').set(set).where('id', '=', id).execute()

/** Starts plans for a team and for a supporter's page in it. */
async function plansBelow() {
  const parent = await aParent(installation, { ends_at: null })
  const team = await open(installation, parent.id, { kind: 'team', title: 'Runners of the hills' })
  const member = await open(installation, parent.id, { teamId: team.page.id })
  const plans = await Promise.all(
    [team, member].map(({ id }) =>
      aSubscription(installation.app, { causes: [{ campaignId: String(id), share: 10_000 }] }),
    ),
  )
  return {
    parent,
    plans: async () => {
      const found = await Promise.all(
        plans.map(({ subscription }) => findSubscription(installation.app.db, subscription.id)),
      )
      return found.map((subscription) => [subscription?.state, subscription?.reason])
    },
    mails: async () => {
      const found = await Promise.all(plans.map(({ viewer }) => mailsOf(installation.app.db, viewer.email, '%')))
      return found.map((mails) => mails.map(({ kind }) => kind).filter((kind) => kind !== 'plan-confirmed'))
    },
  }
}

test.each([
  ['was ended', { status: 3 }],
  ['has reached its last day', { ends_at: new Date(friday) }],
] as const)(
  'ends plans to a team and to its members once the fundraiser above %s, with one mail each (pages-14)',
  async (_, set) => {
    const { parent, plans, mails } = await plansBelow()
    await change(parent.id, set)
    await job()
    expect(await plans()).toEqual([
      ['ended', 'page'],
      ['ended', 'page'],
    ])
    expect(await mails()).toEqual([['plan-ended'], ['plan-ended']])
  },
)

test('pauses plans to a team and its members while the fundraiser above is unpublished (pages-14)', async () => {
  const { parent, plans, mails } = await plansBelow()
  await change(parent.id, { status: 2 })
  await job()
  expect(await plans()).toEqual([
    ['paused', 'page'],
    ['paused', 'page'],
  ])
  await change(parent.id, { status: 1 })
  await job()
  expect(await plans()).toEqual([
    ['active', null],
    ['active', null],
  ])
  for (const kinds of await mails()) expect([...kinds].sort()).toEqual(['plan-page-paused', 'plan-resumed'])
})
