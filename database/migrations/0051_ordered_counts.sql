-- Counts of mails, passwords and codes in the order of their requests: of many at once, the first ones count as the
-- first ones. A lock of the counted key orders them, and each statement of a function sees what was committed before.

alter table identity.email_request
  add column is_mailed boolean not null default true;   -- false: over the limit, so nothing was mailed

-- Counts a requested mail. Returns whether fewer than mails_max mails of this hour precede it, and the hour's requests
-- of the network.
create function identity.count_email_request(key text, network text, instant timestamptz, mails_max int)
returns table (is_allowed boolean, from_ip int)
language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('identity.email_request ' || key, 0));
  select count(*) < mails_max into is_allowed
    from identity.email_request
    where email_key = key and requested_at > instant - interval '1 hour' and is_mailed;
  insert into identity.email_request (email_key, ip, requested_at, is_mailed) values (key, network, instant, is_allowed);
  select count(*)::int into from_ip
    from identity.email_request
    where ip = network and requested_at > instant - interval '1 hour';
  return next;
end $$;

-- Counts a login attempt as failed. Returns the day's attempts of the mailbox and the hour's attempts of the network,
-- with this one.
create function identity.count_login_attempt(key text, network text, instant timestamptz)
returns table (for_email int, from_ip int)
language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('identity.login_failure ' || key, 0));
  insert into identity.login_failure (email_key, ip, failed_at) values (key, network, instant);
  select count(*)::int into for_email
    from identity.login_failure
    where email_key = key and failed_at > instant - interval '1 day';
  select count(*)::int into from_ip
    from identity.login_failure
    where ip = network and failed_at > instant - interval '1 hour';
  return next;
end $$;

-- Counts a code of a second factor. Returns the account's codes since `since`, with this one.
create function identity.count_code_attempt(account uuid, instant timestamptz, since timestamptz)
returns int
language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('identity.code_attempt ' || account, 0));
  insert into identity.code_attempt (account_id, attempted_at) values (account, instant);
  return (select count(*)::int from identity.code_attempt where account_id = account and attempted_at > since);
end $$;
