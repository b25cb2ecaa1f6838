-- Q24: donations in two live Gift Aid claims, rows and adjustments that don't fit their claim's state, and claims without donations
select 'donation in two claims' as what, w.donation_id::text as id, count(*) as claims
from gift_aid.claim_row w
join gift_aid.claim m on m.id = w.claim_id
where m.state <> 'cancelled' and w.rejected_at is null
group by w.donation_id
having count(*) > 1
union all
select 'state of a row', w.donation_id::text, 1
from gift_aid.claim_row w
join gift_aid.claim m on m.id = w.claim_id
where w.is_live <> (m.state <> 'cancelled' and w.rejected_at is null)
union all
select 'state of an adjustment', a.donation_id::text, 1
from gift_aid.claim_adjustment a
join gift_aid.claim m on m.id = a.claim_id
where a.is_live <> (m.state <> 'cancelled')
union all
select 'claim without donations', m.id::text, 0
from gift_aid.claim m
where not exists (select from gift_aid.claim_row w where w.claim_id = m.id)
union all
select 'donation of another charity', w.donation_id::text, 1
from gift_aid.claim_row w
join gift_aid.claim m on m.id = w.claim_id
join giving.donation d on d.id = w.donation_id
join campaigns.campaign c on c.id = d.campaign_id
where c.organization_id <> m.organization_id
union all
-- An adjusted amount never exceeds what the claim named.
select 'adjusted more than claimed', w.donation_id::text, count(*)
from gift_aid.claim_row w
join gift_aid.claim_adjustment a on a.earlier_claim_id = w.claim_id and a.donation_id = w.donation_id and a.is_live
group by w.claim_id, w.donation_id, w.amount
having sum(a.returned) > w.amount
