-- Returns the number of attempts of a network in the last hour that aren't paid, at most `most`.
create or replace function payments.unpaid_attempts(of_ip text, at timestamptz, most integer)
returns table (unpaid integer)
language sql stable as $$
  select count(*)::integer
  from (
    select
    from payments.attempt a
    where a.ip = of_ip
      and a.submitted_at > at - interval '1 hour'
      and a.state in ('SUBMITTED', 'CHALLENGE', 'UNKNOWN', 'DECLINED')
    limit most
  ) found
$$;
