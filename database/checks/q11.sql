-- Q11: refunds and the ledger: booked without having succeeded, succeeded without being booked, booked twice or otherwise than asked, and not undone when sent back
with booked as (
  select t.source_id as refund_id, count(*) filter (where t.event_type = 'refund') as made, count(*) filter (where t.event_type = 'refund-failed') as undone,
    count(*) filter (where t.event_type = 'refund-failed' and t.reverses_tx_id is null) as loose, -sum(e.posted) as net, array_agg(distinct e.currency) as currencies
  from ledger.tx t cross join lateral (
    select coalesce(sum(amount), 0) as posted, min(currency::text) as currency from ledger.entry where tx_id = t.id and account = 'provider_clearing' and meaning = 'refund') e
  where t.source_type = 'refund' group by t.source_id
)
select coalesce(r.id, b.refund_id) as refund_id, r.state, r.amount, b.made, b.undone, b.net
from refunds.refund r full join booked b on b.refund_id = r.id
where r.id is null
  or r.state = 'succeeded' and (b.refund_id is null or b.made <> 1 or b.undone <> 0 or b.net <> r.amount or b.currencies <> array[r.currency::text])
  or r.state = 'failed' and b.refund_id is not null and (b.made <> 1 or b.undone <> 1 or b.loose <> 0 or b.net <> 0)
  or r.state not in ('succeeded', 'failed') and b.refund_id is not null
