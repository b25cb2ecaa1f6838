-- Q22: charities whose figures by day differ from their donations
-- The figures include neither donations nor refunds whose outbox events aren't processed yet.
with
  pending as (
    select
      (line->>'campaignId')::bigint as campaign_id,
      sum((line->>'gift')::bigint * case kind when 'refund.succeeded' then -1 else 1 end) as gift
    from outbox.event, jsonb_array_elements(payload->'lines') as line
    where kind in ('donation.succeeded', 'refund.succeeded', 'refund.failed')
    group by 1
  ),
  donated as (
    select d.campaign_id, sum(d.gift - coalesce(r.gift, 0)) as gift
    from giving.donation d
    left join giving.refunded_amount r on r.donation_id = d.id
    group by d.campaign_id
  ),
  expected as (
    select c.organization_id, sum(coalesce(d.gift, 0) - coalesce(p.gift, 0)) as gift
    from campaigns.campaign c
    left join donated d on d.campaign_id = c.id
    left join pending p on p.campaign_id = c.id
    group by c.organization_id
  ),
  rolled_up as (
    select organization_id, dimension, sum(gift) as gift
    from workspace.day_total
    group by organization_id, dimension
  )
select e.organization_id, x.dimension, e.gift as expected, r.gift as rolled_up
from expected e
cross join unnest(array['all', 'campaign', 'source', 'country']) as x(dimension)
left join rolled_up r on r.organization_id = e.organization_id and r.dimension = x.dimension
where e.gift <> coalesce(r.gift, 0)
