import { givingContract } from '#modules/money/giving/contract.ts'
import { donate } from '#modules/money/giving/donate.ts'
import { addCard } from '#modules/money/cards/add-card.ts'
import { campaignsToChoose } from '#modules/causes/campaigns/index.ts'
import { listOffers } from '#modules/faith/qurbani/list-items.ts'
import type { AccountViewer } from '#modules/platform/identity/index.ts'
import { identityServer } from '#modules/platform/identity/index-server.ts'
import { subscribe } from '#modules/recurring/subscriptions/agreement/subscribe.ts'
import { evenCauses } from '#modules/recurring/subscriptions/rules/portions.ts'
import type { Subscribing } from '#modules/recurring/subscriptions/contract.ts'
import type { RequestContext } from '#shared/endpoint.ts'
import { toMajor } from '#shared/money.ts'
import type { App } from '#server/app.ts'
import { demoPassword } from './accounts.ts'
import { fillGiverAccount } from './giver-account.ts'

/**
 * Donates each Friday and in the last ten nights of Ramadan, and orders a Qurbani, so that these pages have content.
 */
export const yusuf = { email: 'yusuf@example.org', firstName: 'Yusuf', lastName: 'Karim' }

const plan = (last: number) => `0199a000-0000-7000-8000-00000000000${last}`

/**
 * Starts Yusuf's subscriptions and pays for his Qurbani through the use cases of any donor, with a card of the sandbox
 * bank; subscriptions charge nothing before they are due. Does nothing if his account exists.
 */
export async function seedRegularGiver(app: App): Promise<void> {
  const id = await identityServer.createAccount(app, { ...yusuf, password: demoPassword, roles: [], isConfirmed: true })
  if (!id) return
  const context: RequestContext = {
    requestId: 'demo',
    ip: '127.0.0.1',
    userAgent: 'demo',
    acceptHeader: '*/*',
    country: 'GB',
    locale: 'en',
    idempotencyKey: undefined,
    sessionId: undefined,
  }
  const { token } = await identityServer.openSession(app, context, id)
  const viewer = await identityServer.findViewerBySession(app, token)
  if (viewer?.kind !== 'account') return
  await fillGiverAccount(app, viewer, context)
  const added = await addCard(app, viewer, context, 'pm_card_visa')
  if (added.status !== 'saved') return
  const causes = (await campaignsToChoose(app, { currency: 'GBP', isZakat: false, now: app.clock() })).slice(0, 2)
  const request = (over: Partial<Subscribing> & Pick<Subscribing, 'givingPlanId'>): Subscribing => ({
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
    cardId: added.card.id,
    ...over,
  })
  const shares = evenCauses(causes.map(String))
  await subscribe(
    app,
    viewer,
    { ...context, idempotencyKey: 'demo friday' },
    request({ givingPlanId: plan(1), causes: shares }),
  )
  await subscribe(
    app,
    viewer,
    { ...context, idempotencyKey: 'demo ramadan' },
    request({
      givingPlanId: plan(4),
      donationAmount: 20_000,
      nights: [21, 22, 23, 24, 25, 26, 27, 28, 29, 30],
      distribution: 'odd-double',
      causes: shares.slice(0, 1).map((cause) => ({ ...cause, share: 10_000 })),
    }),
  )
  await orderQurbani(app, viewer, context)
}

/** Orders an animal whose number is unlimited, so that no other order of the demo changes. */
async function orderQurbani(app: App, viewer: AccountViewer, context: RequestContext): Promise<void> {
  const { open } = await listOffers(app)
  const item = open.map((offer) => offer.item).find(({ capacity }) => capacity === null)
  if (!item) return
  const payload = givingContract['POST /api/donate/donate/:campaignId'].input.parse({
    campaignId: item.campaignId.toString(),
    amount: toMajor(item.animalPrice),
    currency: item.animalPrice.currency,
    rewardID: item.levelId.toString(),
    qurbaniNames: 'Hamza Karim',
    tokens: [{ type: 'card', token: 'pm_card_visa' }],
  })
  await donate(app, viewer, { ...context, idempotencyKey: 'demo qurbani' }, payload)
}
