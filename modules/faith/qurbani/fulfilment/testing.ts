import { insertTeamMembers } from '#modules/causes/campaigns/index.ts'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { settle } from '#modules/money/giving/payment/settle.ts'
import type { QurbaniIntention } from '#modules/money/giving/rules/qurbani-order.ts'
import { aClaimedAttempt, aLine, anOrder } from '#modules/money/giving/testing.ts'
import { refundHelpers } from '#modules/money/refunds/testing.ts'
import { openSession } from '#modules/platform/identity/login/log-in.ts'
import { aSession, aRequestContext } from '#modules/platform/identity/testing.ts'
import type { TestApp } from '#tests/support/app.ts'

/** A cow in Pakistan for 1448: 375.00, a share 54.00. Orders close on 18 May 2027 at 07:00 UTC. */
const cow = {
  title: 'A share of a cow in Pakistan',
  hijriYear: 1448,
  country: 'PK',
  animal: 'cow',
  unit: 'share',
  animalPrice: '375',
  capacity: '10',
  partner: 'Khidmat Welfare',
  opensOn: '2026-06-20',
}

/** A fundraiser with an item that donors pay for through the sandbox bank, and its editors. */
export function qurbaniHelpers(installation: TestApp) {
  const money = refundHelpers(installation)
  const { app, fastify } = installation

  async function aFundraiser(over: object = {}) {
    const campaign = await aCampaign(app)
    const organizer = await aSession(app, { firstName: 'Sana' })
    await app.write((tx) =>
      insertTeamMembers(tx, [
        {
          campaignId: campaign.id,
          accountId: organizer.viewer.accountId,
          role: 'organizer',
          publicName: '',
          at: app.clock(),
        },
      ]),
    )
    const { token } = organizer
    const { body } = await money.ask<{ id: string }>(token, 'POST', `/v4/campaigns/${campaign.id}/qurbani-items`, {
      ...cow,
      ...over,
    })
    const shares = `/v4/campaigns/${campaign.id}/qurbani-shares/${body.id}`
    const { accountId } = organizer.viewer
    return { campaignId: campaign.id, itemId: body.id, accountId, token, shares }
  }
  type Fundraiser = Awaited<ReturnType<typeof aFundraiser>>

  /** Pays for shares of the item; `over` replaces fields of the donation. */
  const order = (fundraiser: Fundraiser, quantity: number, over: object = {}, donor?: string) =>
    money.donation(
      fundraiser.campaignId,
      { amount: String(54 * quantity), feeAmount: '0', rewardID: fundraiser.itemId, rewardCount: quantity, ...over },
      donor,
    )

  /** Records a payment whose order wasn't checked, such as a charge that only the provider had. */
  async function paidUnseen(
    fundraiser: Fundraiser,
    line: { readonly quantity: number; readonly qurbaniIntention?: QurbaniIntention },
  ): Promise<string> {
    const amount = BigInt(5400 * line.quantity)
    const donationLine = aLine(app, fundraiser.campaignId, {
      ...line,
      gift: String(amount),
      tip: '0',
      levelId: fundraiser.itemId,
    })
    const attempt = await aClaimedAttempt(app, anOrder([donationLine], {}))
    await settle(app, attempt, {
      kind: 'succeeded',
      chargeId: `ch_${donationLine.donationId}`,
      amount,
      currency: 'GBP',
      fee: 20n,
    })
    return donationLine.donationId
  }

  /** Opens a new session for an account whose last one has ended. */
  const logIn = async (accountId: string) => (await openSession(app, aRequestContext(), accountId)).token

  /** Returns a file of the API as text. */
  const file = async (token: string, url: string) => {
    const answer = await fastify.inject({ method: 'GET', url, headers: { authorization: `Bearer ${token}` } })
    return { status: answer.statusCode, body: answer.body, bytes: answer.rawPayload, headers: answer.headers }
  }

  const mails = (kind: string, campaignName = '') =>
    app.db
      .selectFrom('notifications.mail')
      .select(['to_address as to', 'subject', 'content'])
      .where('kind', '=', kind)
      .orderBy('created_at')
      .execute()
      .then((rows) => rows.filter(({ content }) => JSON.stringify(content).includes(campaignName)))

  return { ...money, aFundraiser, order, paidUnseen, logIn, file, mails }
}
