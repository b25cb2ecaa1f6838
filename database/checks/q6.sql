-- Q6: intents or recurring donations that were paid twice, and paid recurring donations without a successful payment for them
select
  intent_id::text as what,
  count(*) filter (where state = 'SUCCEEDED') as successes,
  count(distinct provider_charge_id) as charges
from payments.attempt
group by intent_id
having count(*) filter (where state = 'SUCCEEDED') > 1 or count(distinct provider_charge_id) > 1
union all
select 'plan:' || (p.plan ->> 'subscriptionId') || ':' || k.key, count(*), count(distinct a.provider_charge_id)
from payments.intent i
join payments.attempt a on a.intent_id = i.id and a.state = 'SUCCEEDED'
cross join lateral (select coalesce(i.order_details -> 'plan', i.order_details -> 'startsPlan') as plan) p
cross join lateral jsonb_array_elements_text(p.plan -> 'keys') as k(key)
where i.order_details ?| array['plan', 'startsPlan']
group by 1
having count(*) > 1
union all
select 'plan:' || o.subscription_id || ':' || o.occurrence_key, 0, 0
from subscriptions.occurrence o
left join payments.intent i on i.id = o.intent_id
cross join lateral (select coalesce(i.order_details -> 'plan', i.order_details -> 'startsPlan') as plan) p
where o.state = 'SUCCEEDED'
  and (
    not exists (select from payments.attempt a where a.intent_id = o.intent_id and a.state = 'SUCCEEDED')
      or p.plan ->> 'subscriptionId' is distinct from o.subscription_id::text
      or not coalesce(p.plan -> 'keys' ? o.occurrence_key, false)
  )
