import { sql } from 'kysely'
import type { LocalDate } from '#shared/calendar.ts'
import type { Currency } from '#shared/currencies.ts'
import type { Db, Tx } from '#shared/ports.ts'
import { required } from '#shared/collections.ts'
import { transition } from '#shared/states.ts'
import type { MoneyKind } from '../rules/amounts.ts'
import type { CampaignOfPayout } from '../rules/posting.ts'
import { type PayoutState, payoutTransitions } from '../rules/states.ts'
import type { PayoutAccount } from './open-entries.ts'
import '../tables.ts'

/** A payout; amounts in minor units. */
export type Payout = {
  readonly id: string
  readonly number: bigint
  readonly organizationId: bigint
  readonly currency: Currency
  readonly kind: 'payout' | 'opening'
  readonly state: PayoutState
  readonly bankDetailsId: string | null
  /** Last digits of the account; empty for an opening. */
  readonly lastFour: string
  readonly draftedAt: Date
  readonly requestedById: string | null
  readonly zakat: bigint
  readonly rest: bigint
  readonly reserve: bigint
  readonly released: bigint
  readonly total: bigint
  readonly approvedAt: Date | null
  readonly batchId: string | null
  readonly sentAt: Date | null
  readonly paidAt: Date | null
  readonly paidOn: LocalDate | null
  readonly endedAt: Date | null
  readonly reason: string
}

const selected = (db: Db) =>
  db
    .selectFrom('payouts.payout as p')
    .leftJoin('organizations.bank_details as b', 'b.id', 'p.bank_details_id')
    .select([
      'p.id',
      'p.number',
      'p.organization_id as organizationId',
      'p.currency',
      'p.kind',
      'p.state',
      'p.bank_details_id as bankDetailsId',
      sql<string>`coalesce(b.last_four, '')`.as('lastFour'),
      'p.drafted_at as draftedAt',
      'p.requested_by as requestedById',
      sql<bigint>`coalesce(p.zakat, 0)`.as('zakat'),
      sql<bigint>`coalesce(p.rest, 0)`.as('rest'),
      sql<bigint>`coalesce(p.reserve, 0)`.as('reserve'),
      sql<bigint>`coalesce(p.released, 0)`.as('released'),
      sql<bigint>`coalesce(p.total, 0)`.as('total'),
      'p.approved_at as approvedAt',
      'p.batch_id as batchId',
      'p.sent_at as sentAt',
      'p.paid_at as paidAt',
      sql<LocalDate | null>`p.paid_on`.as('paidOn'),
      'p.ended_at as endedAt',
      'p.reason',
    ])

export const findPayout = (db: Db, id: string): Promise<Payout | undefined> =>
  selected(db).where('p.id', '=', id).executeTakeFirst()

/** Returns these payouts of a charity; those of another charity are absent. */
export const findPayoutsOf = (db: Db, organizationId: bigint, ids: readonly string[]): Promise<Payout[]> =>
  selected(db)
    .where('p.organization_id', '=', organizationId)
    .where('p.id', 'in', [...ids])
    .execute()

/** Finds and locks a payout until the transaction ends. */
export const lockPayout = (tx: Tx, id: string): Promise<Payout | undefined> =>
  selected(tx).where('p.id', '=', id).forUpdate('p').executeTakeFirst()

/** Lists payouts of a charity, newest first. */
export const listPayoutsOf = (
  db: Db,
  organizationId: bigint,
  { limit, before }: { readonly limit: number; readonly before?: bigint | undefined },
): Promise<Payout[]> => {
  const all = selected(db).where('p.organization_id', '=', organizationId)
  return (before === undefined ? all : all.where('p.number', '<', before))
    .orderBy('p.number', 'desc')
    .limit(limit)
    .execute()
}

/** Lists payouts in these states, oldest first, all or those of a batch. */
export const listPayoutsIn = (db: Db, states: readonly PayoutState[], batchId?: string): Promise<Payout[]> => {
  const all = selected(db).where('p.state', 'in', [...states])
  return (batchId === undefined ? all : all.where('p.batch_id', '=', batchId)).orderBy('p.number').execute()
}

/** Lists the payouts that were paid, failed or cancelled, the newest first. */
export const listEndedPayouts = (db: Db, limit: number): Promise<Payout[]> =>
  selected(db)
    .where('p.kind', '=', 'payout')
    .where('p.state', 'in', ['paid', 'failed', 'cancelled'])
    .orderBy(sql`coalesce(p.ended_at, p.paid_at)`, 'desc')
    .orderBy('p.number', 'desc')
    .limit(limit)
    .execute()

/** Finds a payout by its number. */
export const findPayoutByNumber = (db: Db, number: bigint): Promise<Payout | undefined> =>
  selected(db).where('p.number', '=', number).executeTakeFirst()

/** Whether a charity has a payout in draft or approved in a currency. */
export const hasPayoutInPreparation = async (db: Db, account: PayoutAccount): Promise<boolean> =>
  (await db
    .selectFrom('payouts.payout')
    .select('id')
    .where('organization_id', '=', account.organizationId)
    .where('currency', '=', account.currency)
    .where('state', 'in', ['draft', 'approved'])
    .executeTakeFirst()) !== undefined

type Change = {
  readonly state: PayoutState
  readonly at: Date
  readonly batchId?: string
  readonly paidOn?: LocalDate
  readonly reason?: string
}

/** Moves a locked payout to its next state. Throws if the transition isn't allowed. */
export async function changePayout(tx: Tx, payout: Payout, { state, at, ...change }: Change): Promise<Payout> {
  transition(payoutTransitions, payout.state, state)
  await tx
    .updateTable('payouts.payout')
    .set({
      state,
      ...(state === 'approved' ? { approved_at: at } : {}),
      ...(state === 'sent' ? { sent_at: at, batch_id: required(change.batchId, 'batch') } : {}),
      ...(state === 'paid' ? { paid_at: at, paid_on: required(change.paidOn, 'value date') } : {}),
      ...(state === 'cancelled' || state === 'failed' ? { ended_at: at, reason: change.reason ?? '' } : {}),
    })
    .where('id', '=', payout.id)
    .execute()
  return required(await findPayout(tx, payout.id), 'payout')
}

/** Returns the sums of a payout by campaign, lowest id first. */
export const campaignsOfPayout = async (db: Db, payoutId: string): Promise<CampaignOfPayout[]> =>
  (
    await sql<CampaignOfPayout>`
      select
        campaign_id as "campaignId",
        sum(zakat)::bigint as zakat,
        sum(rest)::bigint as rest,
        sum(reserve)::bigint as reserve,
        sum(released)::bigint as released
      from (
        select
          campaign_id,
          case when account = 'zakat_payable' then amount else 0 end as zakat,
          case when account = 'campaign_payable' then amount else 0 end as rest,
          0 as reserve,
          0 as released
        from payouts.line
        where payout_id = ${payoutId}
        union all
        select campaign_id, 0, 0, amount, 0
        from payouts.reserve
        where payout_id = ${payoutId}
        union all
        select campaign_id, 0, 0, 0, amount
        from payouts.release
        where payout_id = ${payoutId}
      ) parts
      group by campaign_id
      order by campaign_id
    `.execute(db)
  ).rows

/** Returns the sum of all entries of each kind outside live payouts, in minor units; positive: owed to the charity. */
export async function sumOutside(
  db: Db,
  { organizationId, currency }: PayoutAccount,
): Promise<Readonly<Record<MoneyKind, bigint>>> {
  const { rows } = await sql<{ zakat: bigint; rest: bigint }>`
    select
      coalesce(-sum(e.amount) filter (where e.account = 'zakat_payable'), 0)::bigint as zakat,
      coalesce(-sum(e.amount) filter (where e.account = 'campaign_payable'), 0)::bigint as rest
    from campaigns.campaign c
    join ledger.entry e on e.subject_id = c.id
      and e.currency = ${currency}
      and e.account in ('campaign_payable', 'zakat_payable')
    join ledger.tx t on t.id = e.tx_id
    where c.organization_id = ${organizationId}
      and t.source_type <> 'payout'
      and not exists (select from payouts.line l where l.tx_id = e.tx_id and l.line = e.line and l.is_live)
  `.execute(db)
  return required(rows[0])
}

/** Lists who has approved a payout. */
export const approversOf = async (db: Db, payoutId: string): Promise<string[]> =>
  (
    await db
      .selectFrom('payouts.approval')
      .select('account_id')
      .where('payout_id', '=', payoutId)
      .orderBy('approved_at')
      .execute()
  ).map(({ account_id }) => account_id)

export const insertApproval = (tx: Tx, payoutId: string, accountId: string, at: Date) =>
  tx.insertInto('payouts.approval').values({ payout_id: payoutId, account_id: accountId, approved_at: at }).execute()
