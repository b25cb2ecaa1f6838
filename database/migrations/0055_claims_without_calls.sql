-- Claims without planning in each call. The planner makes a function that returns rows part of the statement that calls it. A function that returns a value
-- from a table is planned again in each call, which took a third of a claim's time.

-- Returns the error code if a payment to these campaigns is refused at this time, or null if it is accepted; always one
-- row. `payments.claim_payments` calls it, so that a process with outdated data can't accept a donation to a paused
-- campaign or an unverified charity.
drop function campaigns.donation_refusal(bigint[], boolean, timestamptz);
create function campaigns.donation_refusal(campaign_ids bigint[], is_plan boolean, at timestamptz)
returns table (reason text) language sql stable parallel safe
begin atomic
  select min(case
      when c.id is null or c.status <> 1 or c.ends_at <= donation_refusal.at then 'campaign-closed'
      when not case
          when is_plan then organizations.can_collect_plans(o.verification_state, o.verified_until, donation_refusal.at)
          else organizations.can_receive_donations(o.verification_state, o.verified_until, donation_refusal.at)
        end then 'charity-not-verified'
    end)
  from unnest(campaign_ids) wanted(id)
  left join campaigns.campaign c on c.id = wanted.id
  left join organizations.organization o on o.id = c.organization_id;
end;

-- Returns the number of attempts of a network in the last hour that aren't paid, at most `most`.
drop function payments.unpaid_attempts(text, timestamptz, integer);
create function payments.unpaid_attempts(of_ip text, at timestamptz, most integer)
returns table (unpaid integer) language sql stable as $$
  select count(*)::integer
  from (
    select from payments.attempt a
    where a.ip = of_ip
      and a.submitted_at > at - interval '1 hour'
      and a.state in ('SUBMITTED', 'CHALLENGE', 'UNKNOWN', 'DECLINED')
    limit most) found
$$;

create or replace function payments.claim_payments(claims jsonb)
returns table (attempt_id uuid, refusal_reason text, duplicate_of uuid, duplicate_at timestamptz, is_confirming boolean) language plpgsql as $$
#variable_conflict use_column
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'payments.claim_payments needs the isolation level read committed';
  end if;
  -- All calls take the locks in the same order, so that two batches can't deadlock.
  perform pg_advisory_xact_lock(lock) from (
    select distinct hashtextextended(name, 0) as lock
    from jsonb_populate_recordset(null::payments.claim, claims) c, unnest(array['reference ' || c.reference,
      case when c.unpaid_attempts_max is not null then 'network ' || c.ip end,
      case when c.detects_duplicates then concat_ws(' ', 'donation', c.scope, c.donation_hash, c.frequency) end,
      case when c.detects_duplicates and c.visit is not null then concat_ws(' ', 'donation', c.visit, c.donation_hash, c.frequency) end]) name
    where name is not null order by lock) locks;
  if jsonb_path_exists(claims, '$[*].attempts_max') then
    perform from payments.intent i where i.id in (select (c ->> 'intent_id')::uuid from jsonb_array_elements(claims) c where c ? 'attempts_max')
      order by i.id for update;
  end if;
  return query
  -- The condition is true for all. With it, the planner expects one row instead of a hundred, so that its estimate
  -- hardly grows with the tables and it keeps its plan.
  with c as materialized (
    select x.*, row_number() over () as place from jsonb_populate_recordset(null::payments.claim, claims) x
    where x.at between '-infinity' and 'infinity'),
  -- The first reason that applies is returned. Scalar subqueries are used, because the planner may scan the whole table
  -- for `exists`.
  checked as materialized (
    select c.*, d.intent_id as found_id, d.given_at as found_at, d.state as found_state, case
      when (select a.id from payments.attempt a where a.scope = c.scope and a.idempotency_key = c.idempotency_key) is not null then 'same-key'
      when c.reference is not null and (select i.id from payments.intent i
        where i.reference = c.reference and i.id <> c.intent_id and i.state not in ('FAILED', 'EXPIRED', 'CANCELLED')) is not null then 'same-reference'
      when c.attempts_max is not null and (select i.id from payments.intent i where i.id = c.intent_id and i.scope in (c.scope, c.visit) and i.state = 'CREATED'
        and i.quote_hash = c.quote_hash and i.frequency = c.frequency and i.attempts_made < c.attempts_max) is null then 'not-open'
      when r.reason is not null then r.reason
      when d.intent_id is not null and d.intent_id is distinct from c.repeat_of then 'duplicate'
      -- If claims in one batch exclude each other, only the first is processed. The caller retries the others.
      when row_number() over (partition by c.scope, c.idempotency_key order by c.place) > 1
        or row_number() over (partition by c.intent_id order by c.place) > 1
        or c.reference is not null and row_number() over (partition by c.reference order by c.place) > 1
        or c.detects_duplicates and (row_number() over (partition by c.scope, c.donation_hash, c.frequency order by c.place) > 1
          or row_number() over (partition by coalesce(c.visit, c.scope), c.donation_hash, c.frequency order by c.place) > 1) then 'same-batch'
      end as refusal
    from c left join lateral payments.recent_duplicate(c.scope, c.visit, c.email_key, c.donation_hash, c.frequency, c.at) d on c.detects_duplicates
      left join lateral campaigns.donation_refusal(c.campaign_ids, coalesce(c.is_plan, false), c.at) r on c.campaign_ids is not null),
  limited as materialized (
    select c.*, case when n.unpaid + row_number() over (partition by ip, refusal is null order by place) > unpaid_attempts_max then 'card-testing'
        else refusal end as reason,
      -- Later than the repeated payment even if clocks differ, so that the donor's confirmation can't be used for a
      -- second repeat.
      greatest(at, found_at + interval '1 microsecond') as started_at
    from checked c left join lateral payments.unpaid_attempts(c.ip, c.at, c.unpaid_attempts_max) n
      on c.refusal is null and c.unpaid_attempts_max is not null and c.proof_salt is null),
  used as (insert into payments.used_proof (salt, used_at) select proof_salt, at from limited where reason is null and proof_salt is not null
    on conflict do nothing returning salt),
  attempted as (
    insert into payments.attempt (id, intent_id, state, provider, provider_key, amount, currency, scope, visit, idempotency_key, request_hash, method, ip, email_key, submitted_at,
      next_lookup_at)
    select attempt_id, intent_id, 'SUBMITTED', provider, attempt_id, amount, currency, scope, nullif(visit, scope), idempotency_key, request_hash, method, ip, email_key, started_at,
      next_lookup_at
    from limited where reason is null and (proof_salt is null or proof_salt in (select salt from used))
    on conflict (scope, idempotency_key) do nothing returning id, intent_id),
  created as (
    insert into payments.intent (id, purpose, reference, order_details, quote_hash, donation_hash, frequency, amount, currency, state, scope, provider, provider_intent_id, created_at,
      expires_at)
    select intent_id, purpose, reference, order_details, quote_hash, donation_hash, frequency, amount, currency, 'PROCESSING', scope, provider, provider_intent_id, started_at, expires_at
    from limited where attempts_max is null and attempt_id in (select id from attempted)),
  retried as (
    update payments.intent i set state = 'PROCESSING', scope = l.scope, attempts_made = i.attempts_made + 1, order_details = l.order_details, expires_at = l.expires_at
    from limited l where l.attempts_max is not null and i.id = l.intent_id and l.attempt_id in (select id from attempted))
  select attempt_id, case when reason is not null then reason when attempt_id in (select id from attempted) then null
      when proof_salt is not null and proof_salt not in (select salt from used) then 'card-testing' else 'same-key' end,
    case when reason = 'duplicate' then found_id end, case when reason = 'duplicate' then found_at end, reason = 'duplicate' and found_state <> 'SUCCEEDED'
  from limited order by place;
end $$;
