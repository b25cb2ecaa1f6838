-- Q3: charges without a ledger transaction, ledger charges without a charge, and differing amounts or currencies
select coalesce(a.id, t.source_id) as attempt_id, a.amount as charged, a.currency, e.posted, e.currencies as posted_in
from (select id, amount, currency from payments.attempt where state = 'SUCCEEDED') a
full join (select id, source_id from ledger.tx where source_type = 'attempt' and event_type = 'charge') t
  on t.source_id = a.id
left join lateral (
  select sum(amount) as posted, array_agg(distinct currency::text) as currencies
  from ledger.entry
  where tx_id = t.id and account = 'provider_clearing' and meaning = 'charge'
) e
  on true
where a.id is null
  or t.id is null
  or e.posted is distinct from a.amount
  or e.currencies is distinct from array[a.currency::text]
