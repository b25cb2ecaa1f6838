-- Q9: campaigns whose total or net donations differ from the ledger
-- The total includes donations and refunds whose outbox events aren't processed yet.
with
  booked as (
    select subject_id as campaign_id, -sum(amount) as raised
    from ledger.entry
    where account in ('campaign_payable', 'zakat_payable') and meaning = 'gift'
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
  donated as (
    select d.campaign_id, sum(d.gift - coalesce(r.gift, 0)) as raised
    from giving.donation d
    left join giving.refunded_amount r on r.donation_id = d.id
    group by d.campaign_id
  )
select campaign_id, b.raised as booked, t.raised as total, w.raised as pending, g.raised as donated
from booked b
full join campaigns.total t using (campaign_id)
full join pending w using (campaign_id)
full join donated g using (campaign_id)
where coalesce(b.raised, 0) <> coalesce(t.raised, 0) + coalesce(w.raised, 0)
  or coalesce(b.raised, 0) <> coalesce(g.raised, 0)
