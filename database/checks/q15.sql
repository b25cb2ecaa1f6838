-- Q15: stuck recurring donations: paid but open for 15 minutes, claimed 15 minutes after the lease expired, or due for two hours while charging is on
select
  'paid but open' as what,
  p.plan ->> 'subscriptionId' as subscription_id,
  k.key as occurrence_key,
  a.settled_at as since
from payments.intent i
join payments.attempt a on a.intent_id = i.id and a.state = 'SUCCEEDED' and a.settled_at < now() - interval '15 minutes'
cross join lateral (select coalesce(i.order_details -> 'plan', i.order_details -> 'startsPlan') as plan) p
cross join lateral jsonb_array_elements_text(p.plan -> 'keys') as k(key)
left join subscriptions.occurrence o on o.subscription_id = (p.plan ->> 'subscriptionId')::uuid
  and o.occurrence_key = k.key
where i.order_details ?| array['plan', 'startsPlan'] and o.state is distinct from 'SUCCEEDED'
union all
select 'expired lease', subscription_id::text, occurrence_key, lease_until
from subscriptions.occurrence
where state in ('PROCESSING', 'UNKNOWN') and coalesce(lease_until, '-infinity') < now() - interval '15 minutes'
union all
select 'overdue', subscription_id::text, occurrence_key, due_at
from subscriptions.occurrence
where state = 'SCHEDULED' and due_at < now() - interval '2 hours' and not exists (select from subscriptions.kill_switch)
