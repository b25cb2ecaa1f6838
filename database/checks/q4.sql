-- Q4: donations without exactly one live receipt, and receipts without a donation or for another payment
-- A receipt may be queued for five minutes; a fully refunded donation has no live receipt.
with
  live as (
    select l.donation_id, count(*) as receipts
    from receipts.line l
    where not exists (select from receipts.void v where v.receipt_id = l.receipt_id)
    group by l.donation_id
  ),
  expected as (
    select d.id, d.intent_id, case when r.is_fully_refunded then 0 else 1 end as receipts
    from giving.donation d
    left join giving.refunded_amount r on r.donation_id = d.id
  )
select e.id as donation_id, null::uuid as receipt_id, coalesce(live.receipts, 0) as live_receipts
from expected e
left join live on live.donation_id = e.id
where coalesce(live.receipts, 0) <> e.receipts
  and not exists (
    select
    from outbox.event o
    where o.payload->>'intentId' = e.intent_id::text
      and o.occurred_at > now() - interval '5 minutes'
      and (
        o.kind = 'donation.succeeded'
          and live.receipts is null
          or o.kind in ('refund.succeeded', 'refund.failed')
          and coalesce(live.receipts, 0) <= 1
      )
  )
union all
select null, r.id, 0
from receipts.receipt r
where not exists (select from receipts.line l where l.receipt_id = r.id)
union all
select d.id, r.id, null
from receipts.receipt r
join receipts.line l on l.receipt_id = r.id
join giving.donation d on d.id = l.donation_id
where d.intent_id <> r.intent_id
