-- Counts a requested mail. Returns whether fewer than `mails_max` mails of this hour precede it, and the hour's requests
-- of the network.
create or replace function identity.count_email_request(key text, network text, instant timestamptz, mails_max int)
returns table (is_allowed boolean, from_ip int)
language plpgsql as $$
begin
  -- One at a time, so that of many requests at once the first ones are mailed.
  perform pg_advisory_xact_lock(hashtextextended('identity.email_request ' || key, 0));

  select count(*) < mails_max into is_allowed
  from identity.email_request
  where email_key = key
    and requested_at > instant - interval '1 hour'
    and is_mailed;

  insert into identity.email_request (email_key, ip, requested_at, is_mailed)
  values (key, network, instant, is_allowed);

  select count(*)::int into from_ip
  from identity.email_request
  where ip = network
    and requested_at > instant - interval '1 hour';
  return next;
end $$;
