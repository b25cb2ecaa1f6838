-- Counts a code of a second factor. Returns the account's codes since `since`, with this one.
create or replace function identity.count_code_attempt(account uuid, instant timestamptz, since timestamptz)
returns int
language plpgsql as $$
begin
  -- One at a time, so that codes sent at once are counted one after another.
  perform pg_advisory_xact_lock(hashtextextended('identity.code_attempt ' || account, 0));

  insert into identity.code_attempt (account_id, attempted_at)
  values (account, instant);

  return (
    select count(*)::int
    from identity.code_attempt
    where account_id = account
      and attempted_at > since
  );
end $$;
