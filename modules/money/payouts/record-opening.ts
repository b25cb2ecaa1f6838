import { sql } from 'kysely'
import { record } from '#modules/platform/audit/index.ts'
import { type AccountViewer, requireRecentAuthentication } from '#modules/platform/identity/index.ts'
import { post } from '#modules/money/ledger/index.ts'
import { localDateIn } from '#shared/calendar.ts'
import type { Currency } from '#shared/currencies.ts'
import type { RequestContext } from '#shared/endpoint.ts'
import type { Db, Tx } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'
import { findDecidedCharity } from './charity-holds.ts'
import type { PayoutPorts } from './ports.ts'
import { lacksOpening } from './queries/charity.ts'
import { lockPayouts } from './queries/draft.ts'
import type { PayoutAccount } from './queries/open-entries.ts'
import { campaignsOfPayout, hasPayoutInPreparation } from './queries/payouts.ts'
import { paidEntries, sentEntries, totalOf } from './rules/posting.ts'
import { type Decision, isConfirmed } from './second-person.ts'

/** A charity and currency whose opening isn't recorded, with the sums per kind until now in minor units. */
export type MissingOpening = PayoutAccount & { readonly charity: string; readonly zakat: bigint; readonly rest: bigint }

/** Lists the charities that no payout is drafted for until staff have recorded their opening (payouts-16). */
export const listMissingOpenings = async (db: Db): Promise<MissingOpening[]> =>
  (
    await sql<MissingOpening>`
      select
        o.organization_id as "organizationId",
        o.currency,
        g.name as charity,
        coalesce(-sum(e.amount) filter (where e.account = 'zakat_payable'), 0)::bigint as zakat,
        coalesce(-sum(e.amount) filter (where e.account = 'campaign_payable'), 0)::bigint as rest
      from payouts.opening o
      join organizations.organization g on g.id = o.organization_id
      join campaigns.campaign c on c.organization_id = o.organization_id
      left join ledger.entry e on e.subject_id = c.id
        and e.currency = o.currency
        and e.account in ('campaign_payable', 'zakat_payable')
      where o.result is null
      group by 1, 2, 3
      order by 3, 2
    `.execute(db)
  ).rows

/** Makes all entries up to an instant lines of a payout, whatever holds them. */
const insertLinesUntil = (tx: Tx, { organizationId, currency }: PayoutAccount, payoutId: string, until: Date) =>
  sql`
    insert into payouts.line (payout_id, tx_id, line, account, campaign_id, amount, intent_id, is_charge)
    select
      ${payoutId},
      e.tx_id,
      e.line,
      e.account,
      e.subject_id,
      -e.amount,
      coalesce(a.intent_id, r.intent_id, d.intent_id),
      t.source_type = 'attempt'
    from campaigns.campaign c
    join ledger.entry e on e.subject_id = c.id
      and e.currency = ${currency}
      and e.account in ('campaign_payable', 'zakat_payable')
    join ledger.tx t on t.id = e.tx_id
    left join payments.attempt a on t.source_type = 'attempt' and a.id = t.source_id
    left join refunds.refund r on t.source_type in ('refund', 'dispute') and r.id = t.source_id
    left join giving.donation d on t.source_type = 'donation' and d.id = t.source_id
    where c.organization_id = ${organizationId}
      and t.source_type <> 'payout'
      and t.occurred_at <= ${until}
      and not exists (select from payouts.line l where l.tx_id = e.tx_id and l.line = e.line and l.is_live)
  `.execute(tx)

/**
 * Records what a charity was paid before payouts existed (payouts-16): all entries up to an instant were paid outside,
 * as one paid payout without a file or reserve, or nothing was paid. A second person confirms the sums per kind, in
 * minor units. Throws 409 if the sums differ, or if they don't add up to an amount above 0.
 */
export async function recordOpening(
  ports: PayoutPorts,
  viewer: AccountViewer,
  context: Pick<RequestContext, 'ip'>,
  input: {
    readonly organizationId: bigint
    readonly currency: Currency
    readonly result: { readonly until: Date; readonly zakat: bigint; readonly rest: bigint } | 'nothing'
  },
): Promise<Decision> {
  requireRecentAuthentication(ports, viewer)
  const { result } = input
  return ports.write(async (tx) => {
    const charity = await findDecidedCharity(tx, viewer, input.organizationId)
    await lockPayouts(tx, input)
    if (!(await lacksOpening(tx, input)) || (await hasPayoutInPreparation(tx, input)))
      throw new Problem('conflict', 'payout-opening-recorded')
    const instant = ports.clock()
    const details: Readonly<Record<string, string>> =
      result === 'nothing'
        ? { result }
        : { until: result.until.toISOString(), zakat: String(result.zakat), rest: String(result.rest) }
    const subject = `opening:${input.organizationId}:${input.currency}`
    const isDone = await isConfirmed(ports, tx, viewer, { subject, details })
    if (!isDone) return 'proposed'
    const payoutId = result === 'nothing' ? null : await insertOpening(ports, tx, input, result)
    await tx
      .updateTable('payouts.opening')
      .set({
        result: payoutId === null ? 'nothing' : 'paid-outside',
        payout_id: payoutId,
        recorded_at: instant,
        recorded_by: viewer.accountId,
      })
      .where('organization_id', '=', input.organizationId)
      .where('currency', '=', input.currency)
      .execute()
    await record(tx, {
      actor: { kind: 'account', id: viewer.accountId },
      act: 'payouts.opening-recorded',
      object: `organization:${charity.id}`,
      at: instant,
      ip: context.ip,
      details: { ...details, currency: input.currency },
    })
    return 'done'
  })
}

async function insertOpening(
  ports: PayoutPorts,
  tx: Tx,
  account: PayoutAccount,
  expected: { readonly until: Date; readonly zakat: bigint; readonly rest: bigint },
): Promise<string> {
  const instant = ports.clock()
  if (expected.until > instant) throw new Problem('conflict', 'payout-opening-differs')
  const id = ports.newId()
  const source = { sourceType: 'payout', sourceId: id, at: instant } as const
  await tx
    .insertInto('payouts.payout')
    .values({
      id,
      organization_id: account.organizationId,
      currency: account.currency,
      kind: 'opening',
      state: 'paid',
      bank_details_id: null,
      drafted_at: instant,
      requested_by: null,
      approved_at: instant,
      sent_at: instant,
      paid_at: instant,
      paid_on: localDateIn('UTC', expected.until),
    })
    .execute()
  await insertLinesUntil(tx, account, id, expected.until)
  const campaigns = await campaignsOfPayout(tx, id)
  const sumOf = (kind: 'zakat' | 'rest') => campaigns.reduce((sum, campaign) => sum + campaign[kind], 0n)
  const total = totalOf(campaigns)
  if (sumOf('zakat') !== expected.zakat || sumOf('rest') !== expected.rest || total <= 0n || expected.zakat < 0n)
    throw new Problem('conflict', 'payout-opening-differs')
  await tx
    .updateTable('payouts.payout')
    .set({ zakat: expected.zakat, rest: expected.rest, reserve: 0n, released: 0n, total })
    .where('id', '=', id)
    .execute()
  const sent = sentEntries(account.currency, campaigns)
  await post(tx, { ...source, txId: ports.newId(), eventType: 'sent', entries: sent })
  await post(tx, { ...source, txId: ports.newId(), eventType: 'paid', entries: paidEntries(account.currency, total) })
  return id
}
