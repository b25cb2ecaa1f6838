-- Returns what was refunded of the gifts of a plan's donation, in minor units. A plan's total counts what stayed:
-- refunds and lost disputes of its donations don't count (recurring-32).
create or replace function subscriptions.refunded_of(subscription_id uuid, occurrence_key text, intent_id uuid)
returns bigint
language sql stable as $$
  select coalesce(sum(r.gift), 0)::bigint
  from giving.donation d
  join giving.refunded_amount r on r.donation_id = d.id
  where d.intent_id = $3
    and d.subscription_id = $1
    and d.occurrence_key = $2
$$;
