-- Payments are judged and claimed in one call across processes (ADR-0061): duplicate donations (decision 55) and card testing (trust.md S5).
alter table payments.intent add column frequency text not null default 'once' check (frequency in ('once', 'week', 'month', 'year'));
-- What makes two donations the same beside their frequency: campaign, amount, currency and flags. Null: nothing is compared (baskets, plans).
alter table payments.intent add column donation_hash text;

-- Each takes the place of one index: it has the rows of that one, and those the guards ask for besides.
create index intent_of_requester on payments.intent (scope, donation_hash);
drop index payments.intent_scope;
create index attempt_unpaid_of_network on payments.attempt (ip, submitted_at) where state in ('SUBMITTED', 'CHALLENGE', 'UNKNOWN', 'DECLINED');
drop index payments.attempt_failed_ip;

-- The newest payment by this account or browser visit, logged in or out, for the same donation: under way, or paid within 15 minutes. A pending bank
-- debit is under way until it settles. Another e-mail is another donor; of a payment without an e-mail the donor is not known, so it counts.
create function payments.recent_duplicate(of_scope text, of_visit text, of_email text, of_donation text, of_frequency text, at timestamptz)
returns table (intent_id uuid, given_at timestamptz, state text) language sql stable as $$
  select i.id, last.submitted_at, i.state
  from (select own.id from payments.intent own where own.scope in (of_scope, of_visit) and own.donation_hash = of_donation
        union select a.intent_id from payments.attempt a where a.visit = of_visit) known
  join payments.intent i on i.id = known.id
  cross join lateral (select a.submitted_at, a.settled_at, a.email_key from payments.attempt a where a.intent_id = i.id order by a.submitted_at desc, a.id desc limit 1) last
  where i.donation_hash = of_donation and i.frequency = of_frequency
    and (i.state in ('PROCESSING', 'REQUIRES_ACTION') or i.state = 'SUCCEEDED' and last.settled_at > at - interval '15 minutes')
    and (of_email is null or last.email_key is null or last.email_key = of_email)
  order by last.submitted_at desc, i.id desc limit 1 $$;

-- Attempts of a network in the last hour that were declined or are unresolved; counted no further than `most`.
create function payments.unpaid_attempts(of_ip text, at timestamptz, most integer) returns integer language sql stable as $$
  select count(*)::integer from (select from payments.attempt a where a.ip = of_ip and a.submitted_at > at - interval '1 hour'
    and a.state in ('SUBMITTED', 'CHALLENGE', 'UNKNOWN', 'DECLINED') limit most) found $$;

create type payments.claim as (
  intent_id uuid, attempt_id uuid, purpose text, reference text, order_details jsonb, quote_hash text, donation_hash text, frequency text, amount bigint, currency text,
  scope text, visit text, provider text, provider_intent_id text, idempotency_key text, request_hash text, method text, ip text, email_key text,
  at timestamptz, next_lookup_at timestamptz, expires_at timestamptz,
  detects_duplicates boolean,   -- false: baskets, plans, and requesters of whom nothing is known but an address that many may share
  repeat_of uuid,               -- the payment that the donor was asked about and means to repeat
  unpaid_attempts_max integer,  -- of the network in an hour before a proof of work is needed; null: not counted
  proof_salt text,              -- names the proof of work that was solved for this attempt; it is spent by the claim
  attempts_max integer,         -- another card for the intent that there is; null: a new intent
  campaign_ids bigint[],        -- of the lines that are paid: each must accept donations (`campaigns.donation_refusal`); null: not asked
  is_plan boolean               -- what is due of a plan is collected for a while longer than new donations are accepted
);

-- Claims payments before the provider is asked to charge: each is written, or refused for one reason. One call is one transaction, for one payment or
-- for a batch, or a part of the transaction that also reserves giving levels. The locks make judging and writing one step across processes and end with
-- the transaction. The statement that judges comes after them, so it sees what was committed while they were waited for: one single statement would
-- judge by the state from before it waited. Rows are locked before this call (baskets, occurrences, levels), to avoid deadlocks.
create function payments.claim_payments(claims jsonb)
returns table (attempt_id uuid, refused_because text, duplicate_of uuid, duplicate_at timestamptz, is_confirming boolean) language plpgsql as $$
#variable_conflict use_column
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'payments.claim_payments needs the isolation level read committed';
  end if;
  -- In one order, so that two batches cannot wait for each other.
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
  with c as materialized (select x.*, row_number() over () as place from jsonb_populate_recordset(null::payments.claim, claims) x),
  -- One line for each reason to refuse, the first that holds. Scalar subqueries, because `exists` may be planned as a scan of the whole table.
  judged as materialized (
    select c.*, d.intent_id as found_id, d.given_at as found_at, d.state as found_state, case
      when (select a.id from payments.attempt a where a.scope = c.scope and a.idempotency_key = c.idempotency_key) is not null then 'same-key'
      when c.reference is not null and (select i.id from payments.intent i
        where i.reference = c.reference and i.id <> c.intent_id and i.state not in ('FAILED', 'EXPIRED', 'CANCELLED')) is not null then 'same-reference'
      when c.attempts_max is not null and (select i.id from payments.intent i where i.id = c.intent_id and i.scope in (c.scope, c.visit) and i.state = 'CREATED'
        and i.quote_hash = c.quote_hash and i.frequency = c.frequency and i.attempts_made < c.attempts_max) is null then 'not-open'
      when r.reason is not null then r.reason
      when d.intent_id is not null and d.intent_id is distinct from c.repeat_of then 'duplicate'
      -- Of those in one batch that exclude each other the first is judged; the others ask again in a moment.
      when row_number() over (partition by c.scope, c.idempotency_key order by c.place) > 1
        or row_number() over (partition by c.intent_id order by c.place) > 1
        or c.reference is not null and row_number() over (partition by c.reference order by c.place) > 1
        or c.detects_duplicates and (row_number() over (partition by c.scope, c.donation_hash, c.frequency order by c.place) > 1
          or row_number() over (partition by coalesce(c.visit, c.scope), c.donation_hash, c.frequency order by c.place) > 1) then 'same-batch'
      end as unfit
    from c left join lateral payments.recent_duplicate(c.scope, c.visit, c.email_key, c.donation_hash, c.frequency, c.at) d on c.detects_duplicates
      left join lateral (select campaigns.donation_refusal(c.campaign_ids, coalesce(c.is_plan, false), c.at) as reason) r on c.campaign_ids is not null),
  limited as materialized (
    select j.*, case when unfit is null and unpaid_attempts_max is not null and proof_salt is null and payments.unpaid_attempts(ip, at, unpaid_attempts_max)
      + row_number() over (partition by ip, unfit is null order by place) > unpaid_attempts_max then 'card-testing' else unfit end as refused,
      -- Later than the payment it repeats by every clock, so that a confirmation of that one confirms nothing else.
      greatest(at, found_at + interval '1 microsecond') as begun_at
    from judged j),
  spent as (insert into payments.spent_proof (salt, spent_at) select proof_salt, at from limited where refused is null and proof_salt is not null
    on conflict do nothing returning salt),
  attempted as (
    insert into payments.attempt (id, intent_id, state, provider, provider_key, amount, currency, scope, visit, idempotency_key, request_hash, method, ip, email_key, submitted_at,
      next_lookup_at)
    select attempt_id, intent_id, 'SUBMITTED', provider, attempt_id, amount, currency, scope, nullif(visit, scope), idempotency_key, request_hash, method, ip, email_key, begun_at,
      next_lookup_at
    from limited where refused is null and (proof_salt is null or proof_salt in (select salt from spent))
    on conflict (scope, idempotency_key) do nothing returning id, intent_id),
  created as (
    insert into payments.intent (id, purpose, reference, order_details, quote_hash, donation_hash, frequency, amount, currency, state, scope, provider, provider_intent_id, created_at,
      expires_at)
    select intent_id, purpose, reference, order_details, quote_hash, donation_hash, frequency, amount, currency, 'PROCESSING', scope, provider, provider_intent_id, begun_at, expires_at
    from limited where attempts_max is null and attempt_id in (select id from attempted)),
  retried as (
    update payments.intent i set state = 'PROCESSING', scope = l.scope, attempts_made = i.attempts_made + 1, order_details = l.order_details, expires_at = l.expires_at
    from limited l where l.attempts_max is not null and i.id = l.intent_id and l.attempt_id in (select id from attempted))
  select attempt_id, case when refused is not null then refused when attempt_id in (select id from attempted) then null
      when proof_salt is not null and proof_salt not in (select salt from spent) then 'card-testing' else 'same-key' end,
    case when refused = 'duplicate' then found_id end, case when refused = 'duplicate' then found_at end, refused = 'duplicate' and found_state <> 'SUCCEEDED'
  from limited order by place;
end $$;
