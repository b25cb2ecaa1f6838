-- Q4: gifts without exactly one live receipt (issued, or queued for less than five minutes), and receipts for nothing
select d.id as donation_id, count(l.receipt_id) filter (where v.receipt_id is null) as live_receipts
from giving.donation d left join receipts.line l on l.donation_id = d.id left join receipts.void v on v.receipt_id = l.receipt_id
group by d.id, d.given_at
having count(l.receipt_id) filter (where v.receipt_id is null) <> 1
  and not (count(l.receipt_id) = 0 and exists (select from outbox.event o where o.payload->>'intentId' = (select intent_id::text from giving.donation where id = d.id) and o.occurred_at > now() - interval '5 minutes'))
union all
select r.id, 0 from receipts.receipt r where not exists (select from receipts.line l where l.receipt_id = r.id)
