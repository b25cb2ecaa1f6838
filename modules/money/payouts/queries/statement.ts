import { sql } from 'kysely'
import type { Db } from '#shared/ports.ts'
import { required } from '#shared/collections.ts'
import '../tables.ts'

/** The kinds of rows of a statement. */
const statementKinds = [
  'donation',
  'refund',
  'refund-returned',
  'dispute',
  'marked-as-zakat',
  'qurbani-as-sadaqah',
  'repayment',
  'correction',
] as const
type StatementKind = (typeof statementKinds)[number]

/** One ledger transaction of one campaign in a payout (payouts-14); minor units, positive: paid to the charity. */
export type StatementRow = {
  readonly txId: string
  readonly at: Date
  readonly kind: StatementKind
  /** The last ten characters of the first donation's id; empty if there is none. */
  readonly reference: string
  /** The donor's public name; empty if they are anonymous or there is none. */
  readonly donor: string
  readonly campaignId: bigint
  readonly campaign: string
  readonly gift: bigint
  readonly coveredFee: bigint
  readonly processingFee: bigint
  /** Repayments and other postings. */
  readonly other: bigint
  /** The part of the net amount that is zakat. */
  readonly zakat: bigint
  readonly net: bigint
}

/** Lists the rows of a payout's statement in the order of posting; they sum to its lines. */
export const listStatementRows = async (
  db: Db,
  payoutId: string,
  { limit, offset = 0 }: { readonly limit: number; readonly offset?: number },
): Promise<StatementRow[]> =>
  (
    await sql<StatementRow>`
      select
        s.tx_id as "txId",
        s.at,
        s.kind,
        coalesce(right(d.id::text, 10), '') as reference,
        coalesce(giving.public_name(d), '') as donor,
        s.campaign_id as "campaignId",
        c.name as campaign,
        s.gift,
        s.covered_fee as "coveredFee",
        s.processing_fee as "processingFee",
        s.net - s.gift - s.covered_fee - s.processing_fee as other,
        s.zakat,
        s.net
      from (
        select
          l.tx_id,
          l.campaign_id,
          min(l.intent_id::text)::uuid as intent_id,
          t.occurred_at as at,
          case
            when t.source_type = 'attempt' then 'donation'
            when t.source_type = 'repayment' then 'repayment'
            when t.source_type = 'dispute' then 'dispute'
            when t.event_type = 'refund' then 'refund'
            when t.event_type = 'refund-failed' then 'refund-returned'
            when t.event_type = 'marked-as-zakat' then 'marked-as-zakat'
            when t.event_type = 'qurbani-sadaqah' then 'qurbani-as-sadaqah'
            else 'correction'
            end as kind,
          coalesce(-sum(e.amount) filter (where e.meaning = 'gift'), 0)::bigint as gift,
          coalesce(-sum(e.amount) filter (where e.meaning = 'covered_fee'), 0)::bigint as covered_fee,
          coalesce(-sum(e.amount) filter (where e.meaning = 'processing_fee'), 0)::bigint as processing_fee,
          coalesce(sum(l.amount) filter (where l.account = 'zakat_payable'), 0)::bigint as zakat,
          sum(l.amount)::bigint as net
        from payouts.line l
        join ledger.entry e on e.tx_id = l.tx_id and e.line = l.line
        join ledger.tx t on t.id = l.tx_id
        where l.payout_id = ${payoutId}
        group by l.tx_id, l.campaign_id, t.id
        order by t.occurred_at, l.tx_id, l.campaign_id
        limit ${limit}
        offset ${offset}
      ) s
      join campaigns.campaign c on c.id = s.campaign_id
      left join lateral (
        select *
        from giving.donation
        where intent_id = s.intent_id and campaign_id = s.campaign_id
        order by line
        limit 1
      ) d
        on true
      order by s.at, s.tx_id, s.campaign_id
    `.execute(db)
  ).rows

/** Returns the number of rows of a payout's statement. */
export const countStatementRows = async (db: Db, payoutId: string): Promise<number> => {
  const { rows } = await sql<{ rows: number }>`
    select count(*)::int as rows
    from (select distinct tx_id, campaign_id from payouts.line where payout_id = ${payoutId}) r
  `.execute(db)
  return required(rows[0]).rows
}

/** One campaign's part of a payout, or a reserve that it releases; minor units. */
export type CampaignPart = {
  readonly campaignId: bigint
  readonly campaign: string
  readonly zakat: bigint
  readonly rest: bigint
  readonly reserve: bigint
  readonly released: bigint
}

/** Lists the parts of a payout by campaign; they sum to the bank line. */
export const listCampaignParts = async (db: Db, payoutId: string): Promise<CampaignPart[]> =>
  (
    await sql<CampaignPart>`
      select
        campaign_id as "campaignId",
        c.name as campaign,
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
      join campaigns.campaign c on c.id = campaign_id
      group by campaign_id, c.name
      order by campaign_id
    `.execute(db)
  ).rows

/** Lists the releases in a payout with the number of the payout that kept each. */
export const listReleases = async (
  db: Db,
  payoutId: string,
): Promise<{ readonly number: bigint; readonly campaignId: bigint; readonly amount: bigint }[]> =>
  db
    .selectFrom('payouts.release as r')
    .innerJoin('payouts.payout as p', 'p.id', 'r.reserve_payout_id')
    .select(['p.number', 'r.campaign_id as campaignId', 'r.amount'])
    .where('r.payout_id', '=', payoutId)
    .orderBy('p.number')
    .orderBy('r.campaign_id')
    .execute()
