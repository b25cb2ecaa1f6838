import { answer, type Handlers } from '#shared/endpoint.ts'
import { money, toMajor } from '#shared/money.ts'
import { accountOf, type Viewer } from '#modules/platform/identity/index.ts'
import {
  completeChallenge,
  findPaymentByKey,
  getPaymentStatus,
  donationStatus,
  stopDonation,
} from './payment/payment-status.ts'
import { type ApplePayPorts, openApplePaySession } from './payment/apple-pay.ts'
import { readReturnedDebit } from './bank-debits/returned-debit.ts'
import { createAccountForGuest } from './create-account.ts'
import type { givingContract } from './contract.ts'
import { donate } from './donate.ts'
import { listDonors } from './donors.ts'
import { donationInfo, givingSummary, listOwnDonations, getDonation } from './history.ts'
import { quoteForCheckout } from './order/quote-for-checkout.ts'
import type { GivingPorts } from './ports.ts'
import { thankYou } from './thank-you.ts'

export const givingHandlers: Handlers<typeof givingContract, GivingPorts & ApplePayPorts, Viewer> = {
  'POST /api/donate/donate/:campaignId': ({ app, viewer, context, input }) => donate(app, viewer, context, input),
  'POST /api/donate/challenge': ({ app, input }) => completeChallenge(app, input),
  'POST /v3/api/donate/applePaySession': ({ app, input }) => openApplePaySession(app, input.url),
  'POST /v4/quotes': ({ app, input }) => quoteForCheckout(app, input),
  'GET /v4/donations/:intentId': ({ app, input }) => donationStatus(app, input),
  'GET /v4/returns/:intentId': ({ app, input }) => getPaymentStatus(app, input.intentId),
  'POST /v4/donations/:intentId/stop': ({ app, input }) => stopDonation(app, input),
  'GET /v4/payment-attempts/by-key/:key': ({ app, viewer, context, input }) =>
    findPaymentByKey(app, viewer, context, input.key),
  'GET /v4/returned-debits/:intentId': ({ app, input }) => readReturnedDebit(app, input),
  'GET /v4/thank-yous/:intentId': ({ app, context, input }) => thankYou(app, input, context.locale),
  'POST /v4/thank-yous/:intentId/account': async ({ app, viewer, context, input }) => {
    const { token, expiresAt, account } = await createAccountForGuest(app, viewer, context, input)
    return answer(
      { userId: account.id, firstName: account.firstName, lastName: account.lastName },
      { session: { token, expiresAt } },
    )
  },
  'GET /v4/campaigns/:campaignId/donors': ({ app, input, context }) => listDonors(app, input, context.locale),
  'POST /api/projectapi/donors': async ({ app, input, context }) => {
    const { donors, next } = await listDonors(
      app,
      { campaignId: input.id, order: input.order, limit: 10, before: input.lastId ?? undefined },
      context.locale,
    )
    return {
      donors: donors.map(({ name, place, gift, currency, isZakat, givenAt }) => ({
        name,
        location: place,
        amount: toMajor(money(gift, currency)),
        currency,
        zakah: isZakat,
        createdAt: givenAt,
      })),
      lastId: next,
    }
  },
  'GET /v4/account/donations': ({ app, viewer, input }) => listOwnDonations(app, accountOf(viewer).accountId, input),
  'GET /v4/account/donations/:donationId': ({ app, viewer, input, context }) =>
    getDonation(app, accountOf(viewer).accountId, input.donationId, context.locale),
  'GET /v4/account/giving': ({ app, viewer, context }) =>
    givingSummary(app, accountOf(viewer).accountId, context.country),
  'POST /api/user/donationInfo': ({ app, viewer, input }) => donationInfo(app, accountOf(viewer).accountId, input.id),
}
