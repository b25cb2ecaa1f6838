-- A plan's total counts what stayed: refunds and lost disputes of its donations don't count (recurring-32).
create function subscriptions.refunded_of(subscription_id uuid, occurrence_key text, intent_id uuid) returns bigint language sql stable as $$
  select coalesce(sum(r.gift), 0)::bigint from giving.donation d join giving.refunded_amount r on r.donation_id = d.id
  where d.intent_id = $3 and d.subscription_id = $1 and d.occurrence_key = $2
$$;

create or replace function subscriptions.refuse_above_total() returns trigger language plpgsql as $$
declare
  limit_of_plan bigint;
  charged numeric;
begin
  select total into limit_of_plan from subscriptions.subscription where id = new.subscription_id and total is not null for no key update;
  if not found then return null; end if;
  select sum(gift - case when intent_id is null then 0 else subscriptions.refunded_of(subscription_id, occurrence_key, intent_id) end) into charged
    from subscriptions.occurrence
    where subscription_id = new.subscription_id and state in ('PROCESSING', 'UNKNOWN', 'ACTION_REQUIRED', 'SUCCEEDED');
  if charged > limit_of_plan then
    raise exception 'subscription %: % is more than its total of %', new.subscription_id, charged, limit_of_plan using errcode = 'check_violation', constraint = 'subscription_total_exceeded';
  end if;
  return null;
end $$;
