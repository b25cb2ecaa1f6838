import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { aProvenCard } from '#modules/money/cards/testing.ts'
import type { AccountViewer } from '#modules/platform/identity/index.ts'
import { aSession, aRequestContext } from '#modules/platform/identity/testing.ts'
import { savePlan } from '#modules/recurring/plans/plan-queries.ts'
import type { Subscribing } from './contract.ts'
import type { SubscriptionPorts } from './agreement/ports.ts'
import { subscribe } from './agreement/subscribe.ts'

/** The platform's own programmes, by plan id (database/migrations/0004_recurring.sql). */
export const programmePlans = {
  FridayGivers: '0199a000-0000-7000-8000-000000000001',
  DailyGivers: '0199a000-0000-7000-8000-000000000002',
  DhulHijjah: '0199a000-0000-7000-8000-000000000003',
  Ramadan30Nights: '0199a000-0000-7000-8000-000000000004',
} as const

/** Returns the request fields for one amount on each of these nights, which charges a thirtieth night too. */
export const eachOf = (nights: readonly number[], amount: number) => ({
  nights: [...nights],
  amounts: Object.fromEntries(nights.map((number) => [String(number), amount])),
  donationAmount: nights.length * amount,
})
export const thirtyNights: readonly number[] = Array.from({ length: 30 }, (_, index) => index + 1)

export const aPlanRequest = (
  over: Partial<Subscribing> & Pick<Subscribing, 'givingPlanId' | 'cardId'>,
): Subscribing => ({
  donationAmount: 1000,
  donationAmountCurrency: 'GBP',
  tipAmount: 0,
  isZakat: false,
  maximizeZakat: false,
  giftAid: false,
  taxReceipt: false,
  distribution: 'equal',
  enabled: true,
  marketingFlag: false,
  receiveUpdates: false,
  anonymous: false,
  CustomName: '',
  remindBefore: false,
  timeZone: 'Europe/London',
  ...over,
})

/** Creates a fundraiser's weekly plan and returns its id. */
export async function aPlanOf(
  ports: SubscriptionPorts,
  campaignId: bigint,
  { requestsPhone = false } = {},
): Promise<string> {
  const id = ports.newId()
  const offer = {
    type: 'CHARITY',
    programme: null,
    frequency: 'week',
    isEnabled: true,
    isOnCampaignPage: true,
    requestsPhone,
  } as const
  await ports.write((tx) => savePlan(tx, { ...offer, id, campaignId, at: ports.clock() }))
  return id
}

/** Creates a subscription; by default Friday Givers, 10.00 to one open fundraiser, with a saved Visa card. */
export async function aSubscription(
  ports: SubscriptionPorts,
  over: Partial<Subscribing> & {
    readonly viewer?: AccountViewer
    readonly token?: string
    readonly cardToken?: string
    readonly key?: string
    readonly country?: string
  } = {},
) {
  const { viewer: whose, cardToken, key, country, ...rest } = over
  const viewer = whose ?? (await aSession(ports)).viewer
  const card = await aProvenCard(ports, viewer, cardToken ?? 'pm_card_visa')
  const causes = rest.causes ?? [{ campaignId: String((await aCampaign(ports, { ends_at: null })).id), share: 10_000 }]
  const context = aRequestContext({ idempotencyKey: key ?? ports.newId(), ...(country ? { country } : {}) })
  const subscription = await subscribe(
    ports,
    viewer,
    context,
    aPlanRequest({ givingPlanId: programmePlans.FridayGivers, cardId: card.id, ...rest, causes }),
  )
  return { subscription, viewer, card, causes }
}
