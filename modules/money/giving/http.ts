import { answer, type Handlers } from '#shared/endpoint.ts'
import { money, toMajor } from '#shared/money.ts'
import { accountOf, type Viewer } from '#modules/platform/identity/index.ts'
import { answerChallenge, findPaymentByKey, getPaymentStatus, giftStatus, stopGift } from './payment/payment-status.ts'
import { type ApplePayPorts, openApplePaySession } from './payment/apple-pay.ts'
import { createAccountForGuest } from './create-account.ts'
import type { givingContract } from './contract.ts'
import { donate } from './donate.ts'
import { listDonors } from './donors.ts'
import { donationInfo, givingSummary, listGifts, oneGift } from './history.ts'
import { quoteGift } from './order/quote-gift.ts'
import type { GivingPorts } from './ports.ts'
import { thankYou } from './thank-you.ts'

export const givingHandlers: Handlers<typeof givingContract, GivingPorts & ApplePayPorts, Viewer> = {
  'POST /api/donate/donate/:campaignId': ({ app, viewer, facts, input }) => donate(app, viewer, facts, input),
  'POST /api/donate/challenge': ({ app, input }) => answerChallenge(app, input),
  'POST /v3/api/donate/applePaySession': ({ app, input }) => openApplePaySession(app, input.url),
  'POST /v4/quotes': ({ app, input }) => quoteGift(app, input),
  'GET /v4/gifts/:intentId': ({ app, input }) => giftStatus(app, input),
  'GET /v4/returns/:intentId': ({ app, input }) => getPaymentStatus(app, input.intentId),
  'POST /v4/gifts/:intentId/stop': ({ app, input }) => stopGift(app, input),
  'GET /v4/payment-attempts/by-key/:key': ({ app, viewer, facts, input }) =>
    findPaymentByKey(app, viewer, facts, input.key),
  'GET /v4/thank-yous/:intentId': ({ app, facts, input }) => thankYou(app, input, facts.locale),
  'POST /v4/thank-yous/:intentId/account': async ({ app, viewer, facts, input }) => {
    const { token, expiresAt, account } = await createAccountForGuest(app, viewer, facts, input)
    return answer(
      { userId: account.id, firstName: account.firstName, lastName: account.lastName },
      { session: { token, expiresAt } },
    )
  },
  'GET /v4/campaigns/:campaignId/donors': ({ app, input, facts }) => listDonors(app, input, facts.locale),
  'POST /api/projectapi/donors': async ({ app, input, facts }) => {
    const { donors, next } = await listDonors(
      app,
      { campaignId: input.id, order: input.order, limit: 10, before: input.lastId ?? undefined },
      facts.locale,
    )
    return {
      donors: donors.map(({ name, place, gift, currency, isZakat, givenAt }) => ({
        name,
        location: place,
        amount: toMajor(money(BigInt(gift), currency)),
        currency,
        zakah: isZakat,
        createdAt: givenAt,
      })),
      lastId: next,
    }
  },
  'GET /v4/account/gifts': ({ app, viewer, input }) => listGifts(app, accountOf(viewer).accountId, input),
  'GET /v4/account/gifts/:donationId': ({ app, viewer, input, facts }) =>
    oneGift(app, accountOf(viewer).accountId, input.donationId, facts.locale),
  'GET /v4/account/giving': ({ app, viewer, facts }) => givingSummary(app, accountOf(viewer).accountId, facts.country),
  'POST /api/user/donationInfo': ({ app, viewer, input }) => donationInfo(app, accountOf(viewer).accountId, input.id),
}
