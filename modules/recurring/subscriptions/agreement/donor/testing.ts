import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { chargeDue } from '../../billing/charge-due.ts'
import { savePlan } from '#modules/recurring/plans/plan-queries.ts'
import { drainOutbox } from '#server/jobs/outbox.ts'
import type { TestApp } from '#tests/support/app.ts'
import { cardLink, changeLink, manageLink } from '../managing/links.ts'
import { findSubscription, type Subscription } from '../subscription-queries.ts'

let count = 0

/** Creates a fundraiser with monthly and yearly plans, and guests who start them. */
export async function guestPlans({ app, fastify }: TestApp) {
  const campaign = await aCampaign(app, { ends_at: null })
  for (const frequency of ['month', 'year'] as const)
    await app.write((tx) =>
      savePlan(tx, {
        id: app.newId(),
        type: 'CHARITY',
        programme: null,
        campaignId: campaign.id,
        frequency,
        isEnabled: true,
        isOnCampaignPage: true,
        requestsPhone: false,
        at: app.clock(),
      }),
    )

  async function post(url: string, payload: object, headers: object = {}) {
    const answer = await fastify.inject({
      method: 'POST',
      url,
      remoteAddress: `192.0.2.${(count += 1) % 250}`,
      headers: { 'content-type': 'application/json', ...headers },
      payload,
    })
    return { status: answer.statusCode, body: answer.json<Record<string, unknown>>() }
  }
  const work = async () => {
    while ((await chargeDue(app)) > 0);
    while ((await drainOutbox(app)) > 0);
  }
  return {
    post,
    work,
    /** Starts a plan of 10.00 a month with a tip of 1.00. */
    async begin(email = `guest-${(count += 1)}@example.org`, over: object = {}) {
      const { body } = await post(
        `/api/donate/donate/${campaign.id}`,
        {
          amount: '10',
          feeAmount: '1',
          currency: 'GBP',
          frequency: 'month',
          timeZone: 'Europe/London',
          guest: { email, name: 'Amina Yusuf' },
          tokens: [{ type: 'card', token: 'pm_card_visa' }],
          ...over,
        },
        { 'idempotency-key': `key-${(count += 1)}`, 'session-id': app.newId() },
      )
      await work()
      const {
        subscriptionId: id,
        intentId,
        token,
      } = body.result as Record<'subscriptionId' | 'intentId' | 'token', string>
      const read = async () => (await findSubscription(app.db, id)) as Subscription
      const tokenOf = (url: string) => new URL(url).searchParams.get('token')!
      return {
        id,
        email,
        intentId,
        /** Token of the thank-you page. */
        token,
        read,
        manage: async () => tokenOf(manageLink(app, await read())),
        change: async () => tokenOf(changeLink(app, await read())),
        card: async () => tokenOf(cardLink(app, await read())),
      }
    },
    mailsTo: async (email: string) =>
      (
        await app.db
          .selectFrom('notifications.mail')
          .select('kind')
          .where('to_address', '=', email)
          .orderBy('created_at')
          .execute()
      ).map(({ kind }) => kind),
  }
}
