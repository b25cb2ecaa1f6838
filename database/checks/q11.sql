-- Q11: refunds and disputes that differ from the ledger
-- A refund is booked once, with the requested amount, when it succeeds, and reversed when it is returned. An open dispute is a receivable.
with booked as (
  select
    t.source_id as refund_id,
    count(*) filter (where t.event_type = 'refund') as made,
    count(*) filter (where t.event_type = 'refund-failed') as undone,
    count(*) filter (where t.event_type = 'refund-failed' and t.reverses_tx_id is null) as loose,
    -sum(e.posted) as net,
    array_agg(distinct e.currency) as currencies
  from ledger.tx t
  cross join lateral (
    select coalesce(sum(amount), 0) as posted, min(currency::text) as currency
    from ledger.entry
    where tx_id = t.id and account = 'provider_clearing' and meaning = 'refund'
  ) e
  where t.source_type = 'refund'
  group by t.source_id
)
select coalesce(r.id, b.refund_id) as refund_id, r.state, r.amount, b.made, b.undone, b.net
from refunds.refund r
full join booked b on b.refund_id = r.id
where r.id is null
  or r.state = 'succeeded'
  and (
    b.refund_id is null or b.made <> 1 or b.undone <> 0 or b.net <> r.amount or b.currencies <> array[r.currency::text]
  )
  or r.state = 'failed'
  and b.refund_id is not null
  and (b.made <> 1 or b.undone <> 1 or b.loose <> 0 or b.net <> 0)
  or r.state not in ('succeeded', 'failed')
  and b.refund_id is not null
union all
select coalesce(r.id, d.refund_id), r.state, r.amount, d.bookings, null, d.claimed
from refunds.refund r
full join (
  select t.source_id as refund_id, count(*) as bookings, sum(e.amount) as claimed
  from ledger.tx t
  join ledger.entry e on e.tx_id = t.id
  where t.source_type = 'dispute' and e.account = 'disputes_receivable'
  group by t.source_id
) d
  on d.refund_id = r.id
where (r.origin = 'bank') is distinct from (d.refund_id is not null)
  and (r.origin = 'bank' or d.refund_id is not null)
  or r.origin = 'bank'
  and d.claimed <> case when r.state in ('requested', 'pending') then r.amount else 0 end
