import { sql } from 'kysely'
import type { Currency } from '#shared/currencies.ts'
import { dayMs, hourMs } from '#shared/time.ts'
import { addBusinessDays } from '#modules/money/refunds/rules/refund-start.ts'
import { debitHoldDays } from '../rules/holds.ts'

/** The charity and currency of a payout. */
export type PayoutAccount = { readonly organizationId: bigint; readonly currency: Currency }

/** Older debits are free: 5 business days around a weekend and a holiday are at most 9 days. */
const debitDaysMax = 12

/** Returns for how many hours debits paid on a date in UTC are held: today's first, and those of the days before. */
function debitHoldHours(today: Date): number[] {
  return Array.from({ length: debitDaysMax + 1 }, (_, back) => {
    const midnight = new Date(today.getTime() - back * dayMs)
    return (addBusinessDays(midnight, debitHoldDays).getTime() - midnight.getTime()) / hourMs
  })
}

/**
 * Common table expressions, the last of which is `open_entry`: all entries of a charity outside live payouts, with
 * the data of their payment (payouts-2). `draftPayout` (rules/draft.ts) defines the same; a property test compares both.
 * `new_until` is null for an entry that follows its paid-out charge, and `is_free` ignores holds of the charity.
 */
export function openEntries(
  { organizationId, currency }: PayoutAccount,
  { instant, holdDays }: { readonly instant: Date; readonly holdDays: number },
) {
  const today = new Date(`${instant.toISOString().slice(0, 10)}T00:00:00Z`)
  // A transaction has several entries, and is looked up once. Conditions in a "case" save look-ups in tables that
  // can't have the row.
  return sql`
    own as materialized (select id from campaigns.campaign where organization_id = ${organizationId}),
    open_line as materialized (
      select e.tx_id, e.line, e.account, e.subject_id as campaign_id, -e.amount as amount
      from own
      join ledger.entry e on e.subject_id = own.id
        and e.currency = ${currency}
        and e.account in ('campaign_payable', 'zakat_payable')
      where not exists (select from payouts.line l where l.tx_id = e.tx_id and l.line = e.line and l.is_live)
    ),
    source as materialized (
      select
        t.id as tx_id,
        t.source_type = 'attempt' as is_charge,
        coalesce(a.intent_id, r.intent_id, d.intent_id) as intent_id,
        t.occurred_at
      from (select distinct tx_id from open_line) o
      join ledger.tx t on t.id = o.tx_id
      left join payments.attempt a on a.id = case when t.source_type = 'attempt' then t.source_id end
      left join refunds.refund r on r.id = case when t.source_type in ('refund', 'dispute') then t.source_id end
      left join giving.donation d on d.id = case when t.source_type = 'donation' then t.source_id end
      where t.source_type <> 'payout'
    ),
    candidate as materialized (
      select o.*, s.is_charge, s.intent_id, s.occurred_at from open_line o join source s on s.tx_id = o.tx_id
    ),
    paid_charge as materialized (
      select distinct l.intent_id, l.account
      from (select distinct intent_id from source where not is_charge and intent_id is not null) c
      join payouts.line l on l.intent_id = c.intent_id and l.is_live and l.is_charge
      join own on own.id = l.campaign_id
    ),
    blocked as materialized (
      select
        intent_id,
        bool_or(reason = 'disputed') as is_disputed,
        bool_or(reason = 'requested') as has_request,
        bool_or(reason = 'refund') as has_refund
      from (
        select i.id as intent_id, 'disputed' as reason
        from payments.intent i
        where i.state = 'DISPUTED'
        union all
        select d.intent_id, 'requested'
        from refunds.request q
        join giving.donation d on d.id = q.donation_id
        join own on own.id = d.campaign_id
        where q.state = 'open'
        union all
        select r.intent_id, 'refund'
        from refunds.refund r
        join refunds.line l on l.refund_id = r.id
        join giving.donation d on d.id = l.donation_id
        join own on own.id = d.campaign_id
        where r.state in ('proposed', 'requested', 'pending', 'requires_action')
      ) b
      group by intent_id
    ),
    payment as materialized (
      select
        p.intent_id,
        g.payment_method as method,
        g.given_at + case
          when g.payment_method = 'ach' then make_interval(
              hours => coalesce(
                (${debitHoldHours(today)}::int[])[1 + ${today.toISOString().slice(0, 10)}::date - (g.given_at at time zone 'UTC')::date],
                0
              )
            )
          else make_interval(hours => ${holdDays * 24})
          end as new_until,
        coalesce(b.is_disputed, false) as is_disputed,
        coalesce(b.has_request, false) as has_request,
        coalesce(b.has_refund, false) as has_refund
      from (select distinct intent_id from source where intent_id is not null) p
      join lateral (
        select payment_method, given_at from giving.donation where intent_id = p.intent_id order by line limit 1
      ) g
        on true
      left join blocked b on b.intent_id = p.intent_id
    ),
    open_entry as (
      select
        c.*,
        p.method,
        coalesce(c.account = 'campaign_payable' and p.method <> 'ach', false) as is_reservable,
        case when f.intent_id is null then p.new_until end as new_until,
        f.intent_id is null and coalesce(p.is_disputed, false) as is_disputed,
        f.intent_id is null and coalesce(p.has_request, false) as has_request,
        f.intent_id is null and coalesce(p.has_refund, false) as has_refund,
        p.intent_id is null
          or f.intent_id is not null
          or p.new_until <= ${instant}
          and not p.is_disputed
          and not p.has_request
          and not p.has_refund as is_free
      from candidate c
      left join payment p on p.intent_id = c.intent_id
      left join paid_charge f on not c.is_charge and f.intent_id = c.intent_id and f.account = c.account
    )
  `
}
