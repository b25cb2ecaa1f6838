import { answer, type Handlers } from '#shared/endpoint.ts'
import type { Viewer } from '#modules/identity/index.ts'
import { answerChallenge, giftOfPress, giftStatus } from './answer-challenge.ts'
import { type ApplePayPorts, openApplePaySession } from './apple-pay.ts'
import { becomeMember } from './become-member.ts'
import type { givingContract } from './contract.ts'
import { donate } from './donate.ts'
import { listDonors } from './donors.ts'
import { quoteGift } from './quote-gift.ts'
import type { GivingPorts } from './ports.ts'
import { thankYou } from './thank-you.ts'

export const givingHandlers: Handlers<typeof givingContract, GivingPorts & ApplePayPorts, Viewer> = {
  'POST /api/donate/donate/:campaignId': ({ app, viewer, facts, input }) => donate(app, viewer, facts, input),
  'POST /api/donate/challenge': ({ app, input }) => answerChallenge(app, input),
  'POST /v3/api/donate/applePaySession': ({ app, input }) => openApplePaySession(app, input.url),
  'POST /v4/quotes': ({ app, input }) => quoteGift(app, input),
  'GET /v4/gifts/:intentId': ({ app, input }) => giftStatus(app, input),
  'GET /v4/presses/:key': ({ app, viewer, facts, input }) => giftOfPress(app, viewer, facts, input.key),
  'GET /v4/thank-yous/:intentId': ({ app, input }) => thankYou(app, input),
  'POST /v4/thank-yous/:intentId/account': async ({ app, viewer, facts, input }) => {
    const { token, expiresAt, account } = await becomeMember(app, viewer, facts, input)
    return answer({ userId: account.id, firstName: account.firstName, lastName: account.lastName }, { session: { token, expiresAt } })
  },
  'GET /v4/campaigns/:campaignId/donors': ({ app, input }) => listDonors(app, input),
}
