import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#shared/ports.ts'
import './tables.ts'

/** A refund's effect on one donation; minor units. */
export type RolledUpRefund = {
  readonly refundId: string
  readonly donationId: string
  readonly gift: bigint
  /** Whether the donation no longer counts; for a returned refund, whether it counts again. */
  readonly turnsWhole: boolean
}

/** Adds paid donations to their charities' figures. The caller ensures one call per payment. */
export async function rollUpDonations(tx: Tx, intentIds: readonly string[]): Promise<void> {
  if (intentIds.length === 0) return
  const paid = sql`d.intent_id = any(${[...intentIds]}::uuid[])`
  // What a donor marks as zakat meanwhile is added by its own event.
  await addToDays(
    tx,
    sql`
      select d.id, d.gift, 1 as donations,
        case when exists (
          select from outbox.event e
          where e.kind = 'donation.marked-as-zakat' and e.payload->>'donationId' = d.id::text
        ) then 0 else d.zakat_eligible end as zakat
      from giving.donation d where ${paid}
    `,
  )
  await countDonors(tx, sql`array(select d.id from giving.donation d where ${paid})`)
}

/** Subtracts refunds from the day of their donation, or adds returned ones back. The caller ensures one call each. */
export async function rollUpRefunds(
  tx: Tx,
  refunds: readonly RolledUpRefund[],
  way: 'subtract' | 'restore',
): Promise<void> {
  if (refunds.length === 0) return
  const sign = way === 'subtract' ? -1n : 1n
  await addToDays(
    tx,
    sql`
      select u.id, u.gift, u.donations, ${sign}::bigint * coalesce(l.zakat_eligible, 0) as zakat
      from unnest(
        ${refunds.map(({ refundId }) => refundId)}::uuid[],
        ${refunds.map(({ donationId }) => donationId)}::uuid[],
        ${refunds.map(({ gift }) => sign * gift)}::bigint[],
        ${refunds.map(({ turnsWhole }) => (turnsWhole ? sign : 0n))}::bigint[]
      ) as u(refund_id, id, gift, donations)
      left join refunds.line l on l.refund_id = u.refund_id and l.donation_id = u.id
    `,
  )
  await countDonors(tx, sql`${refunds.map(({ donationId }) => donationId)}::uuid[]`)
}

/** Adds donations that their donors marked as zakat afterwards. The caller ensures one call per donation. */
export const rollUpMarkedAsZakat = (
  tx: Tx,
  marked: readonly { readonly donationId: string; readonly zakatEligible: bigint }[],
): Promise<void> =>
  addToDays(
    tx,
    sql`
      select u.id, 0 as gift, 0 as donations, u.zakat
      from unnest(
        ${marked.map(({ donationId }) => donationId)}::uuid[],
        ${marked.map(({ zakatEligible }) => zakatEligible)}::bigint[]
      ) as u(id, zakat)
    `,
  )

/** Counts the donors of donations whose key has changed. Safe to repeat. */
export const countDonorsUnderNewKeys = async (
  tx: Tx,
  donations: readonly { readonly id: string; readonly from: Uint8Array }[],
): Promise<void> => {
  if (donations.length === 0) return
  await sql`
    select workspace.count_donors(
      '{}',
      ${donations.map(({ id }) => id)}::uuid[],
      ${donations.map(({ from }) => Buffer.from(from))}::bytea[]
    )
  `.execute(tx)
}

/** Computes the figures of all charities from their donations. */
export const rebuildFigures = (tx: Tx): Promise<unknown> => sql`select workspace.rebuild()`.execute(tx)

const countDonors = (tx: Tx, donationIds: RawBuilder<unknown>): Promise<unknown> =>
  sql`select workspace.count_donors(${donationIds}, '{}', '{}')`.execute(tx)

/** Adds changes of donations to every dimension of their days, in key order to avoid deadlocks. */
async function addToDays(tx: Tx, changes: RawBuilder<unknown>): Promise<void> {
  await sql`
    with changes as (${changes})
    insert into workspace.day_total as t (organization_id, dimension, day, currency, value, gift, donations, zakat)
    select c.organization_id, x.dimension, (d.given_at at time zone o.time_zone)::date, d.currency::text, x.value,
      sum(n.gift), sum(n.donations), sum(n.zakat)
    from changes n
    join giving.donation d on d.id = n.id
    join campaigns.campaign c on c.id = d.campaign_id
    join organizations.organization o on o.id = c.organization_id
    cross join lateral workspace.dimensions_of(d) x
    group by 1, 2, 3, 4, 5
    order by 1, 2, 3, 4, 5
    on conflict (organization_id, dimension, day, currency, value) do update
    set
      gift = t.gift + excluded.gift,
      donations = t.donations + excluded.donations,
      zakat = t.zakat + excluded.zakat
  `.execute(tx)
}
