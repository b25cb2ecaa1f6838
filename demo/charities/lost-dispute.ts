import { openDispute } from '#modules/money/refunds/book-dispute.ts'
import { findPaidDonations } from '#modules/money/refunds/queries/donations.ts'
import { changeRefund, insertRefund } from '#modules/money/refunds/queries/refunds.ts'
import { spreadRefund } from '#modules/money/refunds/rules/lines.ts'
import { settleRefund } from '#modules/money/refunds/settle-refund.ts'
import type { PayoutAccount } from '#modules/money/payouts/queries/open-entries.ts'
import type { App } from '#server/app.ts'
import { drainOutbox } from '#server/jobs/outbox.ts'
import { required } from '#shared/collections.ts'
import { dayMs } from '#shared/time.ts'

/** The donation was given at least this long ago, so a monthly payout has paid it. */
const givenDaysAgo = 60
const openedDaysAgo = 30
const lostDaysAgo = 6
/** In minor units. */
const fee = 20_00n

/**
 * Lets a donor's bank take back a donation to a charity that was paid out: the dispute is lost and booked as a refund,
 * which the next payout nets. Does nothing if there is no such donation.
 */
export async function loseDispute(app: App, { organizationId, currency }: PayoutAccount): Promise<void> {
  const before = (days: number) => new Date(app.clock().getTime() - days * dayMs)
  const found = await app.db
    .selectFrom('giving.donation as d')
    .innerJoin('campaigns.campaign as c', 'c.id', 'd.campaign_id')
    .innerJoin('payments.intent as i', 'i.id', 'd.intent_id')
    .select(['d.intent_id as intentId', 'i.amount', 'i.provider', 'i.provider_intent_id as providerIntentId'])
    .where('c.organization_id', '=', organizationId)
    .where('d.currency', '=', currency)
    .where('d.given_at', '<', before(givenDaysAgo))
    // A guest's plain donation, so that no account, giving level or zakat total of the demo loses it.
    .where('d.account_id', 'is', null)
    .where('d.level_id', 'is', null)
    .where('d.is_zakat', '=', false)
    .where('d.gift_aid', '=', false)
    .where('d.gift', '>=', 25_00n)
    .orderBy('d.given_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!found) return
  const { intentId, amount, provider } = found
  const id = app.newId()
  const opening = { ...app, clock: () => before(openedDaysAgo) }
  await opening.write(async (tx) => {
    await insertRefund(tx, {
      id,
      intentId,
      origin: 'bank',
      state: 'requested',
      amount,
      currency,
      provider,
      providerRefundId: `dp_demo_${id}`,
      reason: 'other',
      note: '',
      requestedBy: null,
      key: null,
      requestHash: null,
      lines: required(spreadRefund(await findPaidDonations(tx, intentId), amount), 'lines'),
      lookUpAt: null,
      at: opening.clock(),
    })
    await openDispute(opening, tx, { id, intentId, amount, currency })
  })
  const losing = { ...app, clock: () => before(lostDaysAgo) }
  await settleRefund(losing, id, {
    kind: 'created',
    refund: {
      refundId: `dp_demo_${id}`,
      providerIntentId: required(found.providerIntentId, 'payment'),
      reference: undefined,
      amount,
      currency,
      status: 'succeeded',
      failureReason: undefined,
      dispute: { fees: [{ id: `fee_demo_${id}`, amount: fee, currency }], dueBy: undefined },
    },
  })
  // The demo's provider can't be asked about it.
  await app.write((tx) => changeRefund(tx, id, { state: 'succeeded', nextLookupAt: null }))
  while ((await drainOutbox(app)) > 0);
}
