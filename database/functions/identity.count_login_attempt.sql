-- Counts a login attempt as failed. Returns the day's attempts of the mailbox and the hour's attempts of the network,
-- with this one.
create or replace function identity.count_login_attempt(key text, network text, instant timestamptz)
returns table (for_email int, from_ip int)
language plpgsql as $$
begin
  -- One at a time, so that passwords sent at once are counted one after another.
  perform pg_advisory_xact_lock(hashtextextended('identity.login_failure ' || key, 0));

  insert into identity.login_failure (email_key, ip, failed_at)
  values (key, network, instant);

  select count(*)::int into for_email
  from identity.login_failure
  where email_key = key
    and failed_at > instant - interval '1 day';

  select count(*)::int into from_ip
  from identity.login_failure
  where ip = network
    and failed_at > instant - interval '1 hour';
  return next;
end $$;
