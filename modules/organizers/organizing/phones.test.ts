import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { aRequestContext } from '#modules/platform/identity/testing.ts'
import { chargeDue } from '#modules/recurring/subscriptions/billing/charge-due.ts'
import { findSubscription, saveSubscription } from '#modules/recurring/subscriptions/agreement/subscription-queries.ts'
import { aPlanOf, aSubscription } from '#modules/recurring/subscriptions/testing.ts'
import { drainOutbox } from '#server/jobs/outbox.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { exportDonations } from './export-donations.ts'
import { listDonationsForOrganizer } from './list-donations.ts'
import { aTeamMember } from './testing.ts'

let installation: TestApp
let now = new Date('2026-11-20T12:00:00Z')
beforeAll(async () => {
  installation = await createTestApp({ withSandbox: true, clock: () => now })
})
afterAll(() => installation.close())

test('shows a plan’s phone number to its fundraiser in E.164, not to others or if anonymous (S2 §5) [privacy-2]', async () => {
  const [asks, other] = [
    await aCampaign(installation.app, { ends_at: null }),
    await aCampaign(installation.app, { ends_at: null }),
  ]
  const givingPlanId = await aPlanOf(installation.app, asks.id, { requestsPhone: true })
  const give = (over: object) =>
    aSubscription(installation.app, { givingPlanId, phoneNumber: '+٤٤٧١٢٣٤٥٦٧٨٩', weekday: 5, ...over })
  await give({ CustomName: 'Umm Yusuf' })
  await give({ anonymous: true })
  const elsewhere = await give({ CustomName: 'Abu Bakr' })
  await installation.app.write(async (tx) => {
    const subscription = (await findSubscription(tx, elsewhere.subscription.id))!
    await saveSubscription(tx, { ...subscription, causes: [{ campaignId: String(other.id), share: 10_000 }] }, now)
  })
  now = new Date('2026-11-27T09:00:00Z')
  while ((await chargeDue(installation.app)) > 0);
  while ((await drainOutbox(installation.app)) > 0);
  const shown = async (campaignId: bigint) => {
    const organizer = await aTeamMember(installation.app, campaignId)
    const { donations } = await listDonationsForOrganizer(installation.app, organizer, { campaignId, limit: 25 }, 'en')
    const { csv } = await exportDonations(installation.app, organizer, aRequestContext(), campaignId)
    const rows = parse(csv, { bom: true, columns: true }) as Record<string, string>[]
    const inOrder = (items: readonly (string | null | undefined)[][]) =>
      items.toSorted((a, b) => String(a[0]).localeCompare(String(b[0])))
    return [
      inOrder(donations.map(({ name, phone }) => [name, phone])),
      inOrder(rows.map(({ Donor, Phone }) => [Donor, Phone])),
    ]
  }
  expect(await shown(asks.id)).toEqual([
    [
      [null, null],
      ['Umm Yusuf', '+447123456789'],
    ],
    [
      ['Anonymous', ''],
      ['Umm Yusuf', "'+447123456789"],
    ],
  ])
  expect(await shown(other.id)).toEqual([[['Abu Bakr', null]], [['Abu Bakr', '']]])
})
