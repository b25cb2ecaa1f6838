-- Q9: totals that differ from the ledger (gifts whose facts still wait counted in)
with booked as (select subject_id as campaign_id, -sum(amount) as raised from ledger.entry where account = 'campaign_payable' and meaning = 'gift' group by subject_id),
  waiting as (select (line->>'campaignId')::bigint as campaign_id, sum((line->>'gift')::bigint) as gift from outbox.event, jsonb_array_elements(payload->'lines') line where kind = 'gift.succeeded' group by 1)
select coalesce(b.campaign_id, t.campaign_id) as campaign_id, b.raised as booked, t.raised as shown, w.gift as waiting
from booked b full join campaigns.total t on t.campaign_id = b.campaign_id left join waiting w on w.campaign_id = coalesce(b.campaign_id, t.campaign_id)
where coalesce(b.raised, 0) <> coalesce(t.raised, 0) + coalesce(w.gift, 0)
