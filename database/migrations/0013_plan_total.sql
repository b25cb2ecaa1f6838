-- A plan can have a total at which it ends, for zakat that is paid in instalments. It is in minor units of the plan's
-- currency, without tips and covered fees.
alter table subscriptions.subscription
  add column total bigint,
  add constraint subscription_total check (total > 0),
  add constraint subscription_total_of_equal_donations check (total is null or portions ? 'each');

-- Refuses a charge that would exceed the plan's total. The subscription is locked, so that two concurrent charges can't
-- exceed it together.
create function subscriptions.refuse_above_total() returns trigger language plpgsql as $$
declare
  limit_of_plan bigint;
  charged numeric;
begin
  select total into limit_of_plan from subscriptions.subscription where id = new.subscription_id and total is not null for no key update;
  if not found then return null; end if;
  select sum(gift) into charged from subscriptions.occurrence
    where subscription_id = new.subscription_id and state in ('PROCESSING', 'UNKNOWN', 'ACTION_REQUIRED', 'SUCCEEDED');
  if charged > limit_of_plan then
    raise exception 'subscription %: % is more than its total of %', new.subscription_id, charged, limit_of_plan using errcode = 'check_violation', constraint = 'subscription_total_exceeded';
  end if;
  return null;
end $$;
create trigger occurrence_within_total after update of state, gift on subscriptions.occurrence for each row
  when (new.state in ('PROCESSING', 'UNKNOWN', 'ACTION_REQUIRED', 'SUCCEEDED')
    and (old.state not in ('PROCESSING', 'UNKNOWN', 'ACTION_REQUIRED', 'SUCCEEDED') or new.gift > old.gift))
  execute function subscriptions.refuse_above_total();
