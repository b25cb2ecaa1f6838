-- Q19: ledger entries and reserves that two live payouts take, and lines whose payout ended but still count
select 'entry' as what, l.tx_id as id, l.line::bigint as part, count(*) as payouts
from payouts.line l
join payouts.payout p on p.id = l.payout_id
where p.state in ('draft', 'approved', 'sent', 'paid')
group by l.tx_id, l.line
having count(*) > 1
union all
select 'reserve', r.reserve_payout_id, r.campaign_id, count(*)
from payouts.release r
join payouts.payout p on p.id = r.payout_id
where p.state in ('draft', 'approved', 'sent', 'paid')
group by r.reserve_payout_id, r.campaign_id
having count(*) > 1
union all
select 'state of a line', l.payout_id, l.line::bigint, 1
from payouts.line l
join payouts.payout p on p.id = l.payout_id
where l.is_live <> (p.state in ('draft', 'approved', 'sent', 'paid'))
union all
select 'state of a release', r.payout_id, r.campaign_id, 1
from payouts.release r
join payouts.payout p on p.id = r.payout_id
where r.is_live <> (p.state in ('draft', 'approved', 'sent', 'paid'))
