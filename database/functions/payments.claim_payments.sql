-- Claims payments in one batch: decides for each claim whether its payment may be made now, and records the attempt and
-- its order before any provider is asked. Returns one row per claim, in their order; `refusal_reason` is null if the
-- payment may be made.
create or replace function payments.claim_payments(claims jsonb)
returns table (
  attempt_id uuid,
  refusal_reason text,
  duplicate_of uuid,
  duplicate_at timestamptz,
  is_confirming boolean
)
language plpgsql as $$
#variable_conflict use_column
begin
  -- A later snapshot must see what an earlier holder of the locks committed.
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'payments.claim_payments needs the isolation level read committed';
  end if;

  -- Lock what claims compete for: a reference, a network, a donation of a donor, a donation of a browser visit. All calls
  -- take the locks in the same order, so that two batches can't deadlock.
  perform pg_advisory_xact_lock(lock)
  from (
    select distinct hashtextextended(name, 0) as lock
    from jsonb_populate_recordset(null::payments.claim, claims) c,
      unnest(array[
        'reference ' || c.reference,
        case when c.unpaid_attempts_max is not null
          then 'network ' || c.ip
        end,
        case when c.detects_duplicates
          then concat_ws(' ', 'donation', c.scope, c.donation_hash, c.frequency)
        end,
        case when c.detects_duplicates and c.visit is not null
          then concat_ws(' ', 'donation', c.visit, c.donation_hash, c.frequency)
        end
      ]) name
    where name is not null
    order by lock
  ) locks;

  -- Lock the orders that are tried again, whose attempts are counted.
  if jsonb_path_exists(claims, '$[*].attempts_max') then
    perform
    from payments.intent i
    where i.id in (
      select (c ->> 'intent_id')::uuid
      from jsonb_array_elements(claims) c
      where c ? 'attempts_max'
    )
    order by i.id
    for update;
  end if;

  return query
  -- Read the claims. The condition is true for all. With it, the planner expects one row instead of a hundred, so that
  -- its estimate hardly grows with the tables and it keeps its plan.
  with c as materialized (
    select x.*, row_number() over () as place
    from jsonb_populate_recordset(null::payments.claim, claims) x
    where x.at between '-infinity' and 'infinity'
  ),
  -- Find the first reason that applies to each claim. Scalar subqueries are used, because the planner may scan the whole
  -- table for `exists`.
  checked as materialized (
    select
      c.*,
      d.intent_id as found_id,
      d.given_at as found_at,
      d.state as found_state,
      case
        -- The request was already made: the caller returns its outcome.
        when (
          select a.id
          from payments.attempt a
          where a.scope = c.scope
            and a.idempotency_key = c.idempotency_key
        ) is not null then 'same-key'
        -- Another order with this reference is open or paid.
        when c.reference is not null and (
          select i.id
          from payments.intent i
          where i.reference = c.reference
            and i.id <> c.intent_id
            and i.state not in ('FAILED', 'EXPIRED', 'CANCELLED')
        ) is not null then 'same-reference'
        -- An order is tried again only while it is open, unchanged, the donor's own and has attempts left.
        when c.attempts_max is not null and (
          select i.id
          from payments.intent i
          where i.id = c.intent_id
            and i.scope in (c.scope, c.visit)
            and i.state = 'CREATED'
            and i.quote_hash = c.quote_hash
            and i.frequency = c.frequency
            and i.attempts_made < c.attempts_max
        ) is null then 'not-open'
        -- A campaign has closed, or its charity may not receive donations.
        when r.reason is not null then r.reason
        -- The same donation was made a moment ago, and the donor hasn't confirmed another.
        when d.intent_id is not null and d.intent_id is distinct from c.repeat_of then 'duplicate'
        -- If claims in one batch exclude each other, only the first is processed. The caller retries the others.
        when row_number() over (partition by c.scope, c.idempotency_key order by c.place) > 1
          or row_number() over (partition by c.intent_id order by c.place) > 1
          or c.reference is not null
            and row_number() over (partition by c.reference order by c.place) > 1
          or c.detects_duplicates
            and (
              row_number() over (partition by c.scope, c.donation_hash, c.frequency order by c.place) > 1
              or row_number() over (
                partition by coalesce(c.visit, c.scope), c.donation_hash, c.frequency
                order by c.place
              ) > 1
            )
          then 'same-batch'
      end as refusal
    from c
    left join lateral payments.recent_duplicate(
      c.scope, c.visit, c.email_key, c.donation_hash, c.frequency, c.at
    ) d on c.detects_duplicates
    left join lateral campaigns.donation_refusal(
      c.campaign_ids, coalesce(c.is_plan, false), c.at
    ) r on c.campaign_ids is not null
  ),
  -- Refuse more unpaid attempts of a network than allowed, unless the claim has a proof of work.
  limited as materialized (
    select
      c.*,
      case
        when n.unpaid + row_number() over (partition by ip, refusal is null order by place) > unpaid_attempts_max
          then 'card-testing'
        else refusal
      end as reason,
      -- Later than the repeated payment even if clocks differ, so that the donor's confirmation can't be used for a
      -- second repeat.
      greatest(at, found_at + interval '1 microsecond') as started_at
    from checked c
    left join lateral payments.unpaid_attempts(c.ip, c.at, c.unpaid_attempts_max) n
      on c.refusal is null
      and c.unpaid_attempts_max is not null
      and c.proof_salt is null
  ),
  -- Use up each proof of work, once.
  used as (
    insert into payments.used_proof (salt, used_at)
    select proof_salt, at
    from limited
    where reason is null
      and proof_salt is not null
    on conflict do nothing
    returning salt
  ),
  -- Record the attempts. The unique key decides between two processes with the same request.
  attempted as (
    insert into payments.attempt (
      id, intent_id, state, provider, provider_key, amount, currency, scope, visit, idempotency_key, request_hash,
      method, ip, email_key, submitted_at, next_lookup_at
    )
    select
      attempt_id, intent_id, 'SUBMITTED', provider, attempt_id, amount, currency, scope, nullif(visit, scope),
      idempotency_key, request_hash, method, ip, email_key, started_at, next_lookup_at
    from limited
    where reason is null
      and (proof_salt is null or proof_salt in (select salt from used))
    on conflict (scope, idempotency_key) do nothing
    returning id, intent_id
  ),
  -- Record the orders of first attempts.
  created as (
    insert into payments.intent (
      id, purpose, reference, order_details, quote_hash, donation_hash, frequency, amount, currency, state, scope,
      provider, provider_intent_id, created_at, expires_at
    )
    select
      intent_id, purpose, reference, order_details, quote_hash, donation_hash, frequency, amount, currency,
      'PROCESSING', scope, provider, provider_intent_id, started_at, expires_at
    from limited
    where attempts_max is null
      and attempt_id in (select id from attempted)
  ),
  -- Reopen the orders of further attempts.
  retried as (
    update payments.intent i
    set
      state = 'PROCESSING',
      scope = l.scope,
      attempts_made = i.attempts_made + 1,
      order_details = l.order_details,
      expires_at = l.expires_at
    from limited l
    where l.attempts_max is not null
      and i.id = l.intent_id
      and l.attempt_id in (select id from attempted)
  )
  select
    attempt_id,
    case
      when reason is not null then reason
      when attempt_id in (select id from attempted) then null
      when proof_salt is not null and proof_salt not in (select salt from used) then 'card-testing'
      else 'same-key'
    end,
    case when reason = 'duplicate' then found_id end,
    case when reason = 'duplicate' then found_at end,
    reason = 'duplicate' and found_state <> 'SUCCEEDED'
  from limited
  order by place;
end $$;
