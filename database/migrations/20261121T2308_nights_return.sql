-- What a night was when its month was announced without it: it is that again if the announcement is corrected. Whatever else is cancelled stays so.
alter table subscriptions.occurrence add column cancelled_from text check (cancelled_from in ('SCHEDULED', 'SKIPPED'));
alter table subscriptions.occurrence add constraint only_what_is_cancelled_returns check (cancelled_from is null or state = 'CANCELLED');

create or replace function subscriptions.refuse_illegal_move() returns trigger language plpgsql as $$
begin
  if old.state = new.state then return new; end if;
  if not (old.state = 'SCHEDULED'       and new.state in ('PROCESSING', 'SKIPPED', 'CANCELLED')
       or old.state = 'PROCESSING'      and new.state in ('SUCCEEDED', 'FAILED', 'UNKNOWN', 'ACTION_REQUIRED', 'SCHEDULED')
       or old.state = 'UNKNOWN'         and new.state in ('SUCCEEDED', 'FAILED', 'ACTION_REQUIRED', 'SCHEDULED')
       or old.state = 'ACTION_REQUIRED' and new.state in ('PROCESSING', 'SUCCEEDED', 'FAILED', 'CANCELLED')
       or old.state = 'FAILED'          and new.state in ('SCHEDULED')
       or old.state = 'SKIPPED'         and new.state in ('SCHEDULED', 'CANCELLED')
       or old.state = 'CANCELLED'       and old.cancelled_from is not null and new.state = old.cancelled_from) then
    raise exception 'occurrence % of %: illegal move from % to %', old.occurrence_key, old.subscription_id, old.state, new.state using errcode = 'check_violation';
  end if;
  return new;
end $$;
