import { addCard } from '#modules/money/cards/add-card.ts'
import { campaignsToChoose } from '#modules/causes/campaigns/index.ts'
import { identityServer } from '#modules/platform/identity/index-server.ts'
import { subscribe } from '#modules/recurring/agreement/subscribe.ts'
import { evenCauses } from '#modules/recurring/agreement/rules/portions.ts'
import type { Subscribing } from '#modules/recurring/agreement/contract.ts'
import type { RequestContext } from '#shared/endpoint.ts'
import type { App } from '../app.ts'
import { demoPassword } from './accounts.ts'
import { fillGiverAccount } from './giver-account.ts'

/**
 * Donates each Friday, in the last ten nights of Ramadan and once a month, so that the pages of regular giving have
 * content.
 */
export const yusuf = { email: 'yusuf@example.org', firstName: 'Yusuf', lastName: 'Karim' }

const plan = (last: number) => `0199a000-0000-7000-8000-00000000000${last}`

/**
 * Starts Yusuf's subscriptions through the use cases of any donor, with a card of the sandbox bank; nothing is charged
 * before it is due. Does nothing if his account exists.
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
}
