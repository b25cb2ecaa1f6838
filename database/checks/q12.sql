-- Q12: refunds above the captured or donated amount, refund lines with a wrong sum, and missing refunded amounts
select 'capture' as what, i.id, sum(r.amount)::bigint as refunded, i.amount as of
from payments.intent i
join refunds.refund r on r.intent_id = i.id and r.state not in ('failed', 'canceled')
group by i.id
having sum(r.amount) > i.amount
union all
select
  'lines',
  r.id,
  r.amount,
  (select coalesce(sum(gift + tip + covered_fee), 0)::bigint from refunds.line l where l.refund_id = r.id)
from refunds.refund r
where r.amount <> (select coalesce(sum(gift + tip + covered_fee), 0) from refunds.line l where l.refund_id = r.id)
union all
select 'other payment', l.refund_id, null, null
from refunds.line l
join refunds.refund r on r.id = l.refund_id
join giving.donation d on d.id = l.donation_id
where d.intent_id <> r.intent_id
union all
select 'donation', coalesce(n.donation_id, s.donation_id), n.total::bigint, s.total::bigint
from (
  select donation_id, gift + tip + covered_fee as total, gift, tip, covered_fee, processing_fee, zakat_eligible
  from giving.refunded_amount
) n
full join (
  select
    l.donation_id,
    sum(l.gift + l.tip + l.covered_fee) as total,
    sum(l.gift) as gift,
    sum(l.tip) as tip,
    sum(l.covered_fee) as covered_fee,
    sum(l.fee_restored) as processing_fee,
    sum(l.zakat_eligible) as zakat_eligible
  from refunds.line l
  join refunds.refund r on r.id = l.refund_id
  where r.state = 'succeeded'
  group by l.donation_id
) s using (donation_id)
where (
  coalesce(n.gift, 0),
  coalesce(n.tip, 0),
  coalesce(n.covered_fee, 0),
  coalesce(n.processing_fee, 0),
  coalesce(n.zakat_eligible, 0)
) is distinct from (
  coalesce(s.gift, 0),
  coalesce(s.tip, 0),
  coalesce(s.covered_fee, 0),
  coalesce(s.processing_fee, 0),
  coalesce(s.zakat_eligible, 0)
)
union all
select 'payment', i.id, coalesce(s.sum, 0)::bigint, i.amount
from payments.intent i
left join (select intent_id, sum(amount) as sum from refunds.refund where state = 'succeeded' group by intent_id) s
  on s.intent_id = i.id
where i.state in ('SUCCEEDED', 'PARTIALLY_REFUNDED', 'REFUNDED')
  and i.state <> case
    when coalesce(s.sum, 0) = 0 then 'SUCCEEDED'
    when s.sum = i.amount then 'REFUNDED'
    else 'PARTIALLY_REFUNDED'
    end
