import { sql } from 'kysely'
import type { Db, Tx } from '#shared/ports.ts'
import { accountOfKind, type CampaignSums, type PayoutAmounts, type Reserve } from '../rules/amounts.ts'
import type { OpenReserve } from '../rules/draft.ts'
import { openEntries, type PayoutAccount } from './open-entries.ts'
import '../tables.ts'

/**
 * Takes the lock of a charity and currency until the transaction ends. Drafting, approving, sending and marking as
 * zakat take it; donations don't.
 */
export async function lockPayouts(tx: Tx, { organizationId, currency }: PayoutAccount): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`payouts:${organizationId}:${currency}`}, 0))`.execute(tx)
}

/** Inserts a payout without amounts; `completeDraft` adds them in the same transaction. */
export const insertPayout = (
  tx: Tx,
  payout: PayoutAccount & {
    readonly id: string
    readonly bankDetailsId: string
    readonly requestedById: string | null
    readonly at: Date
  },
) =>
  tx
    .insertInto('payouts.payout')
    .values({
      id: payout.id,
      organization_id: payout.organizationId,
      currency: payout.currency,
      state: 'draft',
      bank_details_id: payout.bankDetailsId,
      drafted_at: payout.at,
      requested_by: payout.requestedById,
    })
    .execute()

/**
 * Makes all free entries lines of a payout, and returns their sums by campaign. `completeDraft` then removes those of
 * a kind that isn't taken.
 */
export const insertFreeLines = async (
  tx: Tx,
  payout: PayoutAccount & { readonly id: string },
  terms: { readonly instant: Date; readonly holdDays: number },
): Promise<CampaignSums[]> =>
  (
    await sql<CampaignSums>`
      with
        ${openEntries(payout, terms)},
        free as materialized (select * from open_entry where is_free),
        added as (
          insert into payouts.line (payout_id, tx_id, line, account, campaign_id, amount, intent_id, is_charge)
          select ${payout.id}, tx_id, line, account, campaign_id, amount, intent_id, is_charge
          from free
        )
      select
        campaign_id as "campaignId",
        coalesce(sum(amount) filter (where account = 'zakat_payable'), 0)::bigint as zakat,
        coalesce(sum(amount) filter (where account = 'campaign_payable'), 0)::bigint as rest,
        coalesce(sum(amount) filter (where is_reservable), 0)::bigint as reservable
      from free
      group by campaign_id
    `.execute(tx)
  ).rows

/** Lists the reserves of a charity's sent payouts that no live payout has released. */
export const listOpenReserves = async (
  db: Db,
  { organizationId, currency }: PayoutAccount,
): Promise<(OpenReserve & { readonly number: bigint })[]> =>
  (
    await sql<OpenReserve & { readonly number: bigint }>`
      with disputed as materialized (
        select distinct l.payout_id
        from payments.intent i
        join payouts.line l on l.intent_id = i.id and l.is_live
        where i.state = 'DISPUTED'
      )
      select
        r.payout_id as "payoutId",
        r.campaign_id as "campaignId",
        r.amount,
        p.number,
        p.sent_at as "sentAt",
        exists (select from disputed d where d.payout_id = r.payout_id) as "isDisputed"
      from payouts.payout p
      join payouts.reserve r on r.payout_id = p.id
      where p.organization_id = ${organizationId}
        and p.currency = ${currency}
        and p.state in ('sent', 'paid')
        and not exists (
          select
          from payouts.release x
          where x.reserve_payout_id = r.payout_id and x.campaign_id = r.campaign_id and x.is_live
        )
      order by p.number, r.campaign_id
    `.execute(db)
  ).rows

/** Removes the lines of kinds that aren't taken, and stores reserves, releases and amounts. */
export async function completeDraft(
  tx: Tx,
  payoutId: string,
  amounts: PayoutAmounts,
  releases: readonly Reserve[],
): Promise<void> {
  for (const kind of ['zakat', 'rest'] as const)
    if (!amounts.takes[kind])
      await tx
        .deleteFrom('payouts.line')
        .where('payout_id', '=', payoutId)
        .where('account', '=', accountOfKind[kind])
        .execute()
  if (amounts.reserves.length > 0)
    await tx
      .insertInto('payouts.reserve')
      .values(
        amounts.reserves.map(({ campaignId, amount }) => ({ payout_id: payoutId, campaign_id: campaignId, amount })),
      )
      .execute()
  if (amounts.takes.rest && releases.length > 0)
    await tx
      .insertInto('payouts.release')
      .values(
        releases.map((release) => ({
          payout_id: payoutId,
          reserve_payout_id: release.payoutId,
          campaign_id: release.campaignId,
          amount: release.amount,
        })),
      )
      .execute()
  await tx
    .updateTable('payouts.payout')
    .set({
      zakat: amounts.zakat,
      rest: amounts.rest,
      reserve: amounts.reserve,
      released: amounts.released,
      total: amounts.total,
    })
    .where('id', '=', payoutId)
    .execute()
}
