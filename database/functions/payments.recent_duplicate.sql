-- Finds the newest payment for the same donation by this account or browser visit that is in progress or was paid
-- within 15 minutes. A bank debit is in progress until it settles. A payment with another email address belongs to
-- another donor; one without an email address counts.
create or replace function payments.recent_duplicate(
  of_scope text,
  of_visit text,
  of_email text,
  of_donation text,
  of_frequency text,
  at timestamptz
)
returns table (intent_id uuid, given_at timestamptz, state text)
language sql stable as $$
  select i.id, last.submitted_at, i.state
  from (
    select own.id
    from payments.intent own
    where own.scope in (of_scope, of_visit)
      and own.donation_hash = of_donation
    union
    select a.intent_id
    from payments.attempt a
    where a.visit = of_visit
  ) known
  join payments.intent i on i.id = known.id
  cross join lateral (
    select a.submitted_at, a.settled_at, a.email_key
    from payments.attempt a
    where a.intent_id = i.id
    order by a.submitted_at desc, a.id desc
    limit 1
  ) last
  where i.donation_hash = of_donation
    and i.frequency = of_frequency
    and (
      i.state in ('PROCESSING', 'REQUIRES_ACTION')
      or i.state = 'SUCCEEDED' and last.settled_at > at - interval '15 minutes'
    )
    and (of_email is null or last.email_key is null or last.email_key = of_email)
  order by last.submitted_at desc, i.id desc
  limit 1
$$;
