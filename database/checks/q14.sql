-- Q14: fundraisers whose offline donations differ from the memo entries, and memo entries on other accounts
with
  memo as (
    select subject_id as campaign_id, currency, -sum(amount) as booked
    from ledger.entry
    where account = 'offline_memo' and subject_id is not null
    group by 1, 2
  ),
  counted as (
    select campaign_id, currency, sum(amount) as counted
    from organizing.offline_donation
    where state = 'counted'
    group by 1, 2
  )
select campaign_id, currency, m.booked, c.counted, null::uuid as tx_id
from memo m
full join counted c using (campaign_id, currency)
where coalesce(m.booked, 0) <> coalesce(c.counted, 0)
union all
select null, e.currency, null, null, e.tx_id
from ledger.entry e
join ledger.tx t on t.id = e.tx_id
where (e.account = 'offline_memo') <> (t.source_type = 'offline')
