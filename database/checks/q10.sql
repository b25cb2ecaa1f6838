-- Q10: gifts to campaigns or levels that do not exist, and gifts that differ from what the ledger says
select d.id as donation_id, 'campaign' as what from giving.donation d where not exists (select from campaigns.campaign c where c.id = d.campaign_id)
union all select d.id, 'level' from giving.donation d where d.level_id is not null and not exists (select from campaigns.level l where l.id = d.level_id)
union all
select null, 'sum of ' || coalesce(d.currency, e.currency) from (select currency, sum(gift) as gifts from giving.donation group by currency) d
full join (select currency, -sum(amount) as gifts from ledger.entry where meaning = 'gift' group by currency) e on e.currency = d.currency where d.gifts is distinct from e.gifts
