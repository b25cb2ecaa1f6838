-- Q17: pages whose total or donor count differs from the donations to them and to the pages below
-- The total includes donations and refunds whose outbox events aren't processed yet.
with recursive
  tree as (
    select distinct parent_id as shown_id, parent_id as campaign_id
    from campaigns.campaign
    where parent_id is not null
    union all
    select t.shown_id, c.id
    from tree t
    join campaigns.campaign c on c.parent_id = t.campaign_id
  ),
  booked as (
    select subject_id as campaign_id, -sum(amount) as raised
    from ledger.entry
    where account in ('campaign_payable', 'zakat_payable')
      and meaning = 'gift'
      and subject_id in (select campaign_id from tree)
    group by subject_id
  ),
  pending as (
    select
      (line->>'campaignId')::bigint as campaign_id,
      sum((line->>'gift')::bigint * case kind when 'refund.succeeded' then -1 else 1 end) as raised
    from outbox.event, jsonb_array_elements(payload->'lines') as line
    where kind in ('donation.succeeded', 'refund.succeeded', 'refund.failed')
    group by 1
  ),
  expected as (
    select
      t.shown_id,
      coalesce(sum(b.raised), 0) as booked,
      coalesce(sum(w.raised), 0) as pending,
      (
        select count(distinct d.donor_key)
        from tree x
        join campaigns.donor d on d.campaign_id = x.campaign_id
        where x.shown_id = t.shown_id
      ) as donors
    from tree t
    left join booked b using (campaign_id)
    left join pending w using (campaign_id)
    group by t.shown_id
  )
select e.shown_id as campaign_id, e.booked, e.pending, s.raised as shown, e.donors, s.donor_count as shown_donors
from expected e
left join lateral campaigns.shown_total(e.shown_id) s on true
where e.booked <> coalesce(s.raised, 0) + e.pending or e.donors <> coalesce(s.donor_count, 0)
order by e.shown_id
