-- Q18: payouts that differ from their lines, releases, reserve or postings, and lines that differ from their ledger entries
-- A sent payout has moved its lines to the bank's way, a paid one to the bank; one that failed is reversed.
with
  part as (
    select
      payout_id,
      campaign_id,
      sum(zakat) as zakat,
      sum(rest) as rest,
      sum(reserve) as reserve,
      sum(released) as released
    from (
      select
        payout_id,
        campaign_id,
        case account when 'zakat_payable' then amount else 0 end as zakat,
        case account when 'campaign_payable' then amount else 0 end as rest,
        0 as reserve,
        0 as released
      from payouts.line
      union all
      select payout_id, campaign_id, 0, 0, amount, 0
      from payouts.reserve
      union all
      select payout_id, campaign_id, 0, 0, 0, amount
      from payouts.release
    ) parts
    group by payout_id, campaign_id
  ),
  summed as (
    select payout_id, sum(zakat) as zakat, sum(rest) as rest, sum(reserve) as reserve, sum(released) as released
    from part
    group by payout_id
  ),
  posted as (
    select
      t.source_id as payout_id,
      e.subject_id as campaign_id,
      coalesce(sum(e.amount) filter (where e.account = 'zakat_payable'), 0) as zakat,
      coalesce(sum(e.amount) filter (where e.account = 'campaign_payable'), 0) as rest,
      coalesce(sum(e.amount) filter (where e.account = 'campaign_reserve'), 0) as reserved,
      coalesce(sum(e.amount) filter (where e.account = 'payout_in_transit'), 0) as in_transit,
      coalesce(sum(e.amount) filter (where e.account = 'bank'), 0) as bank
    from ledger.tx t
    join ledger.entry e on e.tx_id = t.id
    where t.source_type = 'payout'
    group by 1, 2
  )
select 'lines' as what, p.id, p.number, null::bigint as campaign_id
from payouts.payout p
left join summed s on s.payout_id = p.id
where p.total is null
  or (p.zakat, p.rest, p.reserve, p.released) is distinct from (
    coalesce(s.zakat, 0), coalesce(s.rest, 0), coalesce(s.reserve, 0), coalesce(s.released, 0)
  )
union all
select 'campaign', p.id, p.number, coalesce(a.campaign_id, b.campaign_id)
from part a
full join (select * from posted where campaign_id is not null) b on b.payout_id = a.payout_id
  and b.campaign_id = a.campaign_id
join payouts.payout p on p.id = coalesce(a.payout_id, b.payout_id)
where (coalesce(b.zakat, 0), coalesce(b.rest, 0), coalesce(b.reserved, 0)) is distinct from (
  case when p.state in ('sent', 'paid') then coalesce(a.zakat, 0) else 0 end,
  case when p.state in ('sent', 'paid') then coalesce(a.rest, 0) else 0 end,
  case when p.state in ('sent', 'paid') then coalesce(a.released, 0) - coalesce(a.reserve, 0) else 0 end
)
union all
select 'bank', p.id, p.number, null
from payouts.payout p
left join posted b on b.payout_id = p.id and b.campaign_id is null
where (coalesce(b.in_transit, 0), coalesce(b.bank, 0)) is distinct from (
  case p.state when 'sent' then -p.total else 0 end, case p.state when 'paid' then -p.total else 0 end
)
union all
select 'posting without payout', b.payout_id, null, b.campaign_id
from posted b
where not exists (select from payouts.payout p where p.id = b.payout_id)
union all
select 'entry', l.payout_id, p.number, l.campaign_id
from payouts.line l
join payouts.payout p on p.id = l.payout_id
left join ledger.entry e on e.tx_id = l.tx_id and e.line = l.line
where (
  e.account, e.subject_id, -e.amount, e.currency::text
) is distinct from (l.account, l.campaign_id, l.amount, p.currency)
