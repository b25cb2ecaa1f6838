-- Money: payments, saved cards, the ledger, donations, baskets, receipts and refunds.

-- Payments: requests to the payment provider and their results. This schema stores amounts and purposes, but no
-- donations.
create schema payments;

-- A payment intent: an order and its payment across all attempts.
create table payments.intent (
  id                 uuid primary key,
  purpose            text not null,
  order_details      jsonb not null,      -- what the donor agreed to pay for; its structure depends on `purpose`
  quote_hash         text not null,
  amount             bigint not null check (amount > 0),
  currency           char(3) not null,
  state              text not null check (state in ('CREATED', 'REQUIRES_ACTION', 'PROCESSING', 'SUCCEEDED', 'FAILED', 'CANCELLED', 'EXPIRED',
                       'PARTIALLY_REFUNDED', 'REFUNDED', 'DISPUTED', 'DISPUTE_WON', 'DISPUTE_LOST')),
  scope              text not null,       -- the requester: account, guest or browser visit; plan:… for recurring charges
  provider           text not null,
  provider_intent_id text not null,
  attempts_made      smallint not null default 1,
  created_at         timestamptz not null,
  expires_at         timestamptz not null,
  reference          text,                -- identifies something that is paid at most once, such as one checkout of a basket
  frequency          text not null default 'once' check (frequency in ('once', 'week', 'month', 'year')),
  donation_hash      text,                -- hash of campaign, amount, currency and flags, to detect duplicates; null: not compared (baskets, plans)
  unique (provider, provider_intent_id)
);
-- A reference has at most one payment that succeeded or can still succeed.
create unique index one_live_payment on payments.intent (reference) where reference is not null and state not in ('FAILED', 'EXPIRED', 'CANCELLED');
create index intent_of_requester on payments.intent (scope, donation_hash);
create index intent_open on payments.intent (expires_at) where state in ('CREATED', 'REQUIRES_ACTION');
-- Finds orders with encrypted fields, which are purged some time after the fundraiser has ended.
create index intent_encrypted_fields on payments.intent (id) where jsonb_path_exists(order_details, '$.lines[*].encryptedFields ? (@ != null)');
-- Finds unpaid orders by the account of the plan or the email address of the guest, to purge them with the donor's
-- data.
create index intent_declined_of_plan on payments.intent ((order_details -> 'donor' ->> 'accountId'))
  where scope like 'plan:%' and state in ('FAILED', 'EXPIRED', 'CANCELLED');
create index intent_unpaid_of_guest on payments.intent (lower(order_details -> 'donor' ->> 'email'))
  where state in ('FAILED', 'EXPIRED', 'CANCELLED') and scope not like 'account:%' and scope not like 'plan:%';
-- Finds unpaid orders that still have a guest's data, which is purged after 90 days.
create index intent_unpaid_with_guest_data on payments.intent (created_at)
  where state in ('FAILED', 'EXPIRED', 'CANCELLED') and scope not like 'account:%' and scope not like 'plan:%' and order_details -> 'donor' ->> 'ip' <> '';

-- Returns the short references of an order's donations, by which support finds an unpaid order.
create function payments.references_in(details jsonb) returns text[] language sql immutable parallel safe set search_path = '' as $$
  select coalesce(array_agg(right(l ->> 'donationId', 10)), '{}')
  from jsonb_array_elements(case when jsonb_typeof(details -> 'lines') = 'array' then details -> 'lines' else '[]' end) l
$$;
create index intent_unpaid_references on payments.intent using gin (payments.references_in(order_details)) where state in ('FAILED', 'EXPIRED', 'CANCELLED');

-- One attempt to charge an intent with one payment method.
create table payments.attempt (
  id                   uuid primary key,
  intent_id            uuid not null references payments.intent,
  state                text not null check (state in ('RECORDED', 'SUBMITTED', 'CHALLENGE', 'SUCCEEDED', 'DECLINED', 'UNKNOWN', 'INTEGRITY_FAILURE')),
  provider             text not null,
  provider_key         text not null,     -- idempotency key of our request to the provider
  provider_charge_id   text,
  amount               bigint not null check (amount > 0),
  currency             char(3) not null,
  scope                text not null,     -- the requester
  idempotency_key      text not null check (length(idempotency_key) <= 255),   -- of the donor's request; a repeated request returns this attempt
  request_hash         text not null,
  method               text not null,
  card_brand           text,
  card_last4           text check (length(card_last4) = 4),
  card_fingerprint     text,
  card_country         text,
  decline_code         text,              -- shown to staff and to the owner of a mandate, never at checkout
  decline_class        text,
  ip                   text not null,
  email_key            text,
  lookups              smallint not null default 0,
  next_lookup_at       timestamptz,
  challenge            jsonb,             -- 3-D Secure
  challenge_expires_at timestamptz,
  submitted_at         timestamptz not null,
  settled_at           timestamptz,
  visit                text,              -- the browser visit of a logged-in requester, so that the idempotency key survives login and logout
  unique (scope, idempotency_key),
  constraint attempt_provider_key_is_id check (provider_key = id::text)
);
-- An intent is charged at most once.
create unique index one_live_attempt on payments.attempt (intent_id) where state in ('RECORDED', 'SUBMITTED', 'CHALLENGE', 'UNKNOWN');
create unique index one_success on payments.attempt (intent_id) where state = 'SUCCEEDED';
create unique index attempt_charge on payments.attempt (provider, provider_charge_id) where provider_charge_id is not null;
create index attempt_of_intent on payments.attempt (intent_id);
create index attempt_of_visit on payments.attempt (visit, idempotency_key) where visit is not null;
create index attempt_to_look_up on payments.attempt (next_lookup_at) where state in ('SUBMITTED', 'CHALLENGE', 'UNKNOWN');
-- For the manual review queue.
create index attempt_stuck on payments.attempt (id) where state = 'INTEGRITY_FAILURE' or (state = 'UNKNOWN' and next_lookup_at is null);
-- The card-testing guard counts declined and unresolved attempts only, so that a popular fundraiser is never limited.
create index attempt_unpaid_of_network on payments.attempt (ip, submitted_at) where state in ('SUBMITTED', 'CHALLENGE', 'UNKNOWN', 'DECLINED');
create index attempt_declined_of_scope on payments.attempt (scope, submitted_at) where state = 'DECLINED';
create index attempt_declined_of_card on payments.attempt (card_fingerprint, submitted_at) where state = 'DECLINED' and card_fingerprint is not null;
-- For the card-testing guard (declined) and for the duplicate note in receipt emails (succeeded).
create index attempt_settled_of_email on payments.attempt (email_key, submitted_at) where state in ('SUCCEEDED', 'DECLINED');
-- Finds declined attempts without an email address, whose IP address is purged after two days.
create index attempt_declined_of_network on payments.attempt (submitted_at) where state = 'DECLINED' and email_key is null and ip <> '';

-- A webhook event of the provider, which is handled once. If it can't be handled yet, it is retried at `next_attempt_at`.
create table payments.webhook_event (
  provider    text not null,
  event_id    text not null,
  kind        text not null,
  object_id   text not null,
  received_at timestamptz not null,
  handled_at  timestamptz,
  next_attempt_at    timestamptz,
  primary key (provider, event_id)
);
create index webhook_unhandled on payments.webhook_event (received_at) where handled_at is null;

-- A used proof of work. Each permits one attempt.
create table payments.used_proof (
  salt     text primary key,
  used_at timestamptz not null
);

-- State machine of attempts, the same as in payments/rules/states.ts.
create function payments.refuse_illegal_attempt_transition() returns trigger language plpgsql as $$
begin
  if old.state = new.state then return new; end if;
  if not (old.state = 'RECORDED'  and new.state in ('SUBMITTED', 'DECLINED')
       or old.state = 'SUBMITTED' and new.state in ('CHALLENGE', 'SUCCEEDED', 'DECLINED', 'UNKNOWN', 'INTEGRITY_FAILURE')
       or old.state = 'CHALLENGE' and new.state in ('SUCCEEDED', 'DECLINED', 'UNKNOWN', 'INTEGRITY_FAILURE')
       or old.state = 'UNKNOWN'   and new.state in ('CHALLENGE', 'SUCCEEDED', 'DECLINED', 'INTEGRITY_FAILURE')) then
    raise exception 'payment attempt %: illegal transition from % to %', old.id, old.state, new.state using errcode = 'check_violation';
  end if;
  if new.state = 'SUCCEEDED' and new.provider_charge_id is null then
    raise exception 'payment attempt %: succeeded without a charge', old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger attempt_transitions before update of state on payments.attempt for each row execute function payments.refuse_illegal_attempt_transition();

-- State machine of intents. Refunded and disputed states aren't final, because a refund can fail after it succeeded and
-- a lost dispute can be won later.
create function payments.refuse_illegal_intent_transition() returns trigger language plpgsql as $$
begin
  if old.state = new.state then return new; end if;
  if not (old.state = 'CREATED'            and new.state in ('REQUIRES_ACTION', 'PROCESSING', 'SUCCEEDED', 'FAILED', 'CANCELLED', 'EXPIRED')
       or old.state = 'REQUIRES_ACTION'    and new.state in ('CREATED', 'PROCESSING', 'SUCCEEDED', 'FAILED', 'CANCELLED', 'EXPIRED')
       or old.state = 'PROCESSING'         and new.state in ('CREATED', 'REQUIRES_ACTION', 'SUCCEEDED', 'FAILED', 'CANCELLED', 'EXPIRED')
       or old.state = 'SUCCEEDED'          and new.state in ('PARTIALLY_REFUNDED', 'REFUNDED', 'DISPUTED')
       or old.state = 'PARTIALLY_REFUNDED' and new.state in ('SUCCEEDED', 'REFUNDED', 'DISPUTED')
       or old.state = 'REFUNDED'           and new.state in ('SUCCEEDED', 'PARTIALLY_REFUNDED')
       or old.state = 'DISPUTED'           and new.state in ('DISPUTE_WON', 'DISPUTE_LOST')
       or old.state = 'DISPUTE_WON'        and new.state in ('PARTIALLY_REFUNDED', 'REFUNDED', 'DISPUTED')
       or old.state = 'DISPUTE_LOST'       and new.state in ('DISPUTE_WON')) then
    raise exception 'payment intent %: illegal transition from % to %', old.id, old.state, new.state using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger intent_transitions before update of state on payments.intent for each row execute function payments.refuse_illegal_intent_transition();

-- Finds the newest payment for the same donation by this account or browser visit that is in progress or was paid
-- within 15 minutes. A bank debit is in progress until it settles. A payment with another email address belongs to
-- another donor; one without an email address counts.
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

-- Counts a network's declined and unresolved attempts in the last hour, up to `most`.
create function payments.unpaid_attempts(of_ip text, at timestamptz, most integer) returns integer language sql stable as $$
  select count(*)::integer from (select from payments.attempt a where a.ip = of_ip and a.submitted_at > at - interval '1 hour'
    and a.state in ('SUBMITTED', 'CHALLENGE', 'UNKNOWN', 'DECLINED') limit most) found $$;

-- The input of `payments.claim_payments`.
create type payments.claim as (
  intent_id uuid, attempt_id uuid, purpose text, reference text, order_details jsonb, quote_hash text, donation_hash text, frequency text, amount bigint, currency text,
  scope text, visit text, provider text, provider_intent_id text, idempotency_key text, request_hash text, method text, ip text, email_key text,
  at timestamptz, next_lookup_at timestamptz, expires_at timestamptz,
  detects_duplicates boolean,   -- false: baskets, plans, and requesters known only by an IP address, which others may share
  repeat_of uuid,               -- the earlier payment, if the donor confirmed that this one repeats it
  unpaid_attempts_max integer,  -- limit per network and hour, above which a proof of work is required; null: no limit
  proof_salt text,              -- salt of the proof of work for this attempt, which can be used once
  attempts_max integer,         -- limit on attempts for an existing intent; null: a new intent
  campaign_ids bigint[],        -- campaigns that must accept donations (`campaigns.donation_refusal`); null: not checked
  is_plan boolean               -- recurring donations are charged for some time after new ones are refused
);

-- Claims payments before the provider charges them: inserts each payment, or returns the reason why it is refused. A
-- call is a transaction, for one payment or a batch, or part of the transaction that also reserves giving levels.
-- Advisory locks make the checks and the inserts atomic across processes. The checks are a statement after the locks,
-- so that they see rows committed during the wait. To avoid deadlocks, callers lock rows (baskets, occurrences, levels)
-- before this call.
create function payments.claim_payments(claims jsonb)
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
  with c as materialized (select x.*, row_number() over () as place from jsonb_populate_recordset(null::payments.claim, claims) x),
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
      left join lateral (select campaigns.donation_refusal(c.campaign_ids, coalesce(c.is_plan, false), c.at) as reason) r on c.campaign_ids is not null),
  limited as materialized (
    select c.*, case when refusal is null and unpaid_attempts_max is not null and proof_salt is null and payments.unpaid_attempts(ip, at, unpaid_attempts_max)
      + row_number() over (partition by ip, refusal is null order by place) > unpaid_attempts_max then 'card-testing' else refusal end as reason,
      -- Later than the repeated payment even if clocks differ, so that the donor's confirmation can't be used for a
      -- second repeat.
      greatest(at, found_at + interval '1 microsecond') as started_at
    from checked c),
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

-- Cards: cards that donors save at the provider. Card numbers are never stored.
create schema cards;

-- An account's customer record at the provider.
create table cards.customer (
  account_id  uuid not null references identity.account,
  provider    text not null,
  customer_id text not null,
  created_at  timestamptz not null,
  primary key (account_id, provider),
  unique (provider, customer_id)
);

create table cards.card (
  id          uuid primary key,
  account_id  uuid not null,
  provider    text not null,
  method_id   text not null,
  brand       text not null check (length(brand) <= 40),
  last4       text not null check (last4 ~ '^[0-9]{4}$'),
  exp_month   smallint not null check (exp_month between 1 and 12),
  exp_year    smallint not null check (exp_year between 2000 and 2200),
  fingerprint text,                       -- from the provider; equal for the same card
  country     text check (length(country) = 2),
  is_default  boolean not null,
  added_at    timestamptz not null,
  removed_at  timestamptz,
  last_warning_days smallint check (last_warning_days in (30, 7)),   -- days before expiry at which the last warning was sent
  foreign key (account_id, provider) references cards.customer,
  unique (provider, method_id),
  constraint removed_card_is_not_default check (removed_at is null or not is_default)
);
create index card_of_account on cards.card (account_id, added_at desc);
create index card_expiring on cards.card (exp_year, exp_month) where removed_at is null;
create unique index card_one_default on cards.card (account_id) where is_default;
create unique index card_once on cards.card (account_id, provider, fingerprint) where removed_at is null;

-- A mandate: the donor's agreement to off-session charges of a saved card. It remains when the card is removed.
create table cards.mandate (
  id           uuid primary key,
  card_id      uuid not null references cards.card,
  account_id   uuid not null references identity.account,
  kind         text not null check (kind = 'off-session'),
  text_version text not null,
  locale       text not null,
  text_hash    text not null check (length(text_hash) = 64),
  ip           text not null,
  agreed_at    timestamptz not null,
  source_id    uuid not null unique,      -- the attempt or setup with which the donor agreed
  revoked_at   timestamptz
);
create index mandate_of_card on cards.mandate (card_id);
create index mandate_of_account on cards.mandate (account_id);

-- A card that is being saved. The row is written before the request to the provider.
create table cards.setup (
  id           uuid primary key,
  provider     text not null,
  customer_id  text not null,
  method_id    text not null,
  setup_id     text,                      -- the provider's id; null until it responds
  text_version text not null,
  locale       text not null,
  ip           text not null,
  started_at   timestamptz not null,
  ended_at     timestamptz,
  network      text not null default '',
  declined_at   timestamptz,               -- counted by network, to limit card testing
  foreign key (provider, customer_id) references cards.customer (provider, customer_id)
);
create index setup_of_customer on cards.setup (provider, customer_id, started_at);
create index setup_declined on cards.setup (network, declined_at) where declined_at is not null;

-- Ledger: double entry. Debits are positive, credits negative; each transaction adds up to zero in each currency.
create schema ledger;

-- A ledger transaction. Each event of a source has exactly one.
create table ledger.tx (
  id             uuid primary key,
  source_type    text not null,
  source_id      uuid not null,
  event_type     text not null,
  occurred_at    timestamptz not null,
  reverses_tx_id uuid references ledger.tx,
  unique (source_type, source_id, event_type)
);
create unique index tx_reverses on ledger.tx (reverses_tx_id) where reverses_tx_id is not null;

create table ledger.entry (
  tx_id      uuid not null,               -- no foreign key: a trigger checks all entries of a statement at once
  line       smallint not null,
  account    text not null check (account in ('provider_clearing', 'bank', 'payout_in_transit', 'disputes_receivable', 'campaign_payable', 'campaign_reserve',
               'tip_revenue', 'platform_fee_revenue', 'processor_fee_expense', 'refund_loss', 'dispute_fee_expense', 'fx_clearing', 'fx_gain_loss', 'rounding',
               'suspense', 'offline_memo', 'gift_aid_memo')),
  subject_id bigint,                      -- the campaign, for campaign accounts and offline donations
  meaning    text not null check (meaning in ('charge', 'gift', 'covered_fee', 'tip', 'processing_fee', 'settlement', 'refund', 'dispute', 'payout', 'memo')),
  currency   char(3) not null,
  amount     bigint not null check (amount <> 0),
  primary key (tx_id, line),
  constraint entry_subject check (
    (account in ('campaign_payable', 'campaign_reserve') and subject_id is not null)
    or (account = 'offline_memo')
    or (account not in ('campaign_payable', 'campaign_reserve', 'offline_memo') and subject_id is null))
);

-- The result of the last hourly run of each check in database/checks.
create table ledger.last_check (
  name       text primary key check (name ~ '^Q[0-9]+$'),
  title      text not null,
  breaches   integer not null check (breaches >= 0),
  checked_at timestamptz not null
);

-- Append-only, even for the table owner. Corrections are reversing transactions.
create function ledger.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '%.% is append-only', tg_table_schema, tg_table_name using errcode = 'insufficient_privilege';
end $$;
create trigger tx_append_only before update or delete on ledger.tx for each row execute function ledger.refuse_change();
create trigger entry_append_only before update or delete on ledger.entry for each row execute function ledger.refuse_change();
create trigger tx_no_truncate before truncate on ledger.tx for each statement execute function ledger.refuse_change();
create trigger entry_no_truncate before truncate on ledger.entry for each statement execute function ledger.refuse_change();

-- Entries must be written in the same database transaction as their ledger transaction, so that none can be added
-- later.
create function ledger.refuse_late_entries() returns trigger language plpgsql as $$
begin
  if exists (select from added left join ledger.tx on tx.id = added.tx_id
             where tx.id is null or tx.xmin::text <> (pg_current_xact_id()::text::bigint % 4294967296)::text) then
    raise exception 'ledger entries must be written with their transaction' using errcode = 'check_violation';
  end if;
  return null;
end $$;
create trigger entry_with_tx after insert on ledger.entry referencing new table as added for each statement execute function ledger.refuse_late_entries();

-- Checks at commit that a ledger transaction balances: once per transaction, not per entry.
create function ledger.refuse_imbalance() returns trigger language plpgsql as $$
begin
  if (select count(*) from ledger.entry where tx_id = new.id) < 2
     or exists (select from ledger.entry where tx_id = new.id group by currency having sum(amount) <> 0) then
    raise exception 'ledger transaction % does not balance', new.id using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger tx_balances after insert on ledger.tx deferrable initially deferred for each row execute function ledger.refuse_imbalance();

-- Giving: donations and what happens to them.
create schema giving;

-- A paid donation. The row is added when the payment succeeds; until then the order is in payments.intent. Amounts
-- never change.
create table giving.donation (
  id                   uuid primary key,
  intent_id            uuid not null references payments.intent,
  attempt_id           uuid not null references payments.attempt,
  line                 smallint not null,
  campaign_id          bigint not null,   -- no foreign key, which would lock the campaign's row; campaigns and levels are never deleted (grants.sql, check Q10)
  account_id           uuid references identity.account,
  guest_id             uuid,
  donor_key            bytea not null,    -- counts donors without identifying them
  email                text,
  name                 text not null,
  currency             char(3) not null,
  gift                 bigint not null check (gift > 0),   -- minor units, like the other amounts
  tip                  bigint not null default 0 check (tip >= 0),
  covered_fee          bigint not null default 0 check (covered_fee >= 0),
  processing_fee       bigint not null default 0 check (processing_fee >= 0),
  zakat_eligible       bigint not null default 0,
  fee_schedule_version text not null,
  quantity             integer not null default 1 check (quantity > 0),
  level_id             bigint,
  is_zakat             boolean not null default false,
  maximize_zakat       boolean not null default false,
  gift_aid             boolean not null default false,
  tax_receipt          boolean not null default false,
  is_anonymous         boolean not null default false,
  custom_name          text,
  location             text,
  note                 text,
  level_email          text,
  share_address        boolean not null default false,
  receive_updates      boolean not null default false,
  newsletter           boolean not null default false,
  referred_donor       text,
  source               text,
  tax_address          jsonb,
  shipping_address     jsonb,
  billing_address      jsonb,
  encrypted_fields     bytea,             -- emergency contact and medical information, encrypted
  payment_method       text not null,
  card_brand           text,
  card_last4           text,
  save_card            boolean not null default false,
  locale               text not null,
  country              char(2),
  given_at             timestamptz not null,
  retained_until           date,              -- set when the donor is erased: accounting rules require the data until this date
  purged_at            timestamptz,
  level_requirements          text[],            -- what the giving level asked for at the time of the donation
  unique (intent_id, line),
  constraint zakat_within_donation check (zakat_eligible between 0 and gift),
  constraint purged_after_retention check (purged_at is null or (retained_until is not null and email is null and name = '' and tax_address is null)),
  constraint level_requirements_known
    check (level_requirements <@ array['note', 'email', 'email-required', 'shipping', 'contact', 'medical', 'benefit'])
);
create index donation_campaign on giving.donation (campaign_id, given_at desc, id desc);
create index donation_top on giving.donation (campaign_id, gift desc, given_at desc, id desc);
create index donation_account on giving.donation (account_id, given_at desc) where account_id is not null;
-- Finds guest donations by an email address that an account has confirmed.
create index donation_guest_email on giving.donation (lower(email)) where account_id is null and email is not null;
create index donation_retained_until on giving.donation (retained_until) where retained_until is not null and purged_at is null;
create index donation_encrypted_fields on giving.donation (campaign_id) where encrypted_fields is not null;
-- Finds a donation by the short reference that donors see.
create index donation_reference on giving.donation (right(id::text, 10));

-- A Gift Aid declaration, with the text that the donor agreed to.
create table giving.gift_aid_declaration (
  donation_id  uuid primary key references giving.donation,
  text_version text not null,
  text_hash    text not null,
  first_name   text not null,
  last_name    text not null,
  address      jsonb not null,
  scope        text not null check (scope in ('this-donation', 'this-and-future')),
  declared_at  timestamptz not null,
  ip           text not null,
  cancelled_at timestamptz
);

-- Assigns a guest's donation to an account. The donation's row doesn't change.
create table giving.claim (
  donation_id uuid primary key references giving.donation,
  account_id  uuid not null references identity.account,
  claimed_at  timestamptz not null
);
create index claim_account on giving.claim (account_id);

-- The refunded amounts of a donation, summed over all refunds.
create table giving.refunded_amount (
  donation_id    uuid primary key references giving.donation,
  gift           bigint not null check (gift >= 0),
  tip            bigint not null check (tip >= 0),
  covered_fee    bigint not null check (covered_fee >= 0),
  processing_fee bigint not null check (processing_fee >= 0),   -- the campaign's processing fee that the platform bears instead
  zakat_eligible bigint not null check (zakat_eligible >= 0),
  is_fully_refunded       boolean not null,        -- the whole gift was refunded
  changed_at     timestamptz not null
);

create function giving.refuse_excess_refund() returns trigger language plpgsql as $$
declare d giving.donation;
begin
  select * into strict d from giving.donation where id = new.donation_id;
  if new.gift > d.gift or new.tip > d.tip or new.covered_fee > d.covered_fee or new.processing_fee > d.processing_fee or new.zakat_eligible > d.zakat_eligible
     or new.is_fully_refunded <> (new.gift = d.gift) then
    raise exception 'donation %: refunds exceed the donation', new.donation_id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger refund_within_donation before insert or update on giving.refunded_amount for each row execute function giving.refuse_excess_refund();

-- The donor's name and place for public views; null for an anonymous or erased donor. Every public view must use these
-- functions.
create function giving.public_name(d giving.donation) returns text language sql stable as $$
  select case when not d.is_anonymous then coalesce(nullif(d.custom_name, ''), nullif(d.name, '')) end
$$;
create function giving.public_place(d giving.donation) returns text language sql stable as $$
  select case when not d.is_anonymous then nullif(d.location, '') end
$$;

-- The application role can't update donations. It can call these functions, which run as the owner and change personal
-- data only, never amounts.

-- Erases an erased donor's data from donations, except what accounting rules require, and sets how long that is
-- retained.
create function giving.retain_for_accounting(ids uuid[], until date[]) returns integer language sql security definer set search_path = '' as $$
  with retained as (
    update giving.donation d set retained_until = k.until, is_anonymous = true, custom_name = null, location = null, note = null, level_email = null,
      share_address = false, receive_updates = false, newsletter = false, referred_donor = null, source = null,
      tax_address = case when d.gift_aid or d.tax_receipt then d.tax_address end, shipping_address = null, billing_address = null, encrypted_fields = null, save_card = false
    from unnest(ids, until) as k(id, until) where d.id = k.id and d.retained_until is null returning 1)
  select count(*)::integer from retained
$$;

-- Purges the donor's data of donations whose retention date has passed.
create function giving.purge_expired(today date, at timestamptz, at_most integer) returns table (id uuid, intent_id uuid) language sql security definer set search_path = '' as $$
  with due as (
    select d.id from giving.donation d where d.retained_until < today and d.purged_at is null order by d.retained_until limit at_most for update skip locked
  ), declared as (
    update giving.gift_aid_declaration g set first_name = '', last_name = '', address = '{}', ip = '' from due where g.donation_id = due.id returning 1
  )
  update giving.donation d set purged_at = at, email = null, name = '', tax_address = null, country = null, card_brand = null, card_last4 = null, guest_id = null
  from due where d.id = due.id returning d.id, d.intent_id
$$;
revoke execute on function giving.retain_for_accounting(uuid[], date[]), giving.purge_expired(date, timestamptz, integer) from public;

-- Purges encrypted fields of donations to campaigns that ended before a date.
create function giving.purge_encrypted_fields(ended_before timestamptz, at_most integer) returns integer language sql security definer set search_path = '' as $$
  with due as (
    select d.id from giving.donation d join campaigns.campaign c on c.id = d.campaign_id
    where d.encrypted_fields is not null and case when c.status = 3 then least(c.ends_at, c.changed_at) else c.ends_at end < ended_before
    limit at_most for update of d skip locked
  ), purged as (update giving.donation d set encrypted_fields = null from due where d.id = due.id returning 1)
  select count(*)::integer from purged
$$;
revoke execute on function giving.purge_encrypted_fields(timestamptz, integer) from public;

-- Baskets: donations to several campaigns in one payment.
create schema baskets;

-- A basket is always read, edited and paid as a whole, so its row contains its lines.
create table baskets.basket (
  id                 uuid primary key,
  account_id         uuid references identity.account,   -- null: a guest's, accessed with its token
  status             text not null check (status in ('active', 'abandoned', 'checked-out', 'expired')),
  version            integer not null default 1 check (version > 0),
  currency           text not null check (currency ~ '^[A-Z]{3}$'),
  tip                bigint not null default 0 check (tip >= 0),   -- minor units
  is_anonymous       boolean not null default false,
  display_name       text not null default '' check (length(display_name) <= 80),
  display_place      text not null default '' check (length(display_place) <= 80),
  payment_method_id  text,
  newsletter         boolean not null default false,
  lines              jsonb not null default '[]' check (jsonb_typeof(lines) = 'array'),
  merged_into        uuid references baskets.basket,     -- the account's basket that received a guest's lines at login
  created_at         timestamptz not null,
  changed_at         timestamptz not null,
  checkouts          integer not null default 0 check (checkouts >= 0),   -- number of checkouts; lines in another currency remain for the next one
  changed_on         date generated always as ((changed_at at time zone 'UTC')::date) stored,
  is_purged       boolean not null default false,     -- whether the guest's data was purged, 90 days after the last change
  is_currency_chosen boolean not null default false      -- whether the donor chose the currency; otherwise it is the first line's
) with (fillfactor = 50);   -- room for HOT updates: a basket often changes several times a day, and its indexes contain only the day
create unique index basket_one_active on baskets.basket (account_id) where status = 'active' and account_id is not null;
create index basket_of_account on baskets.basket (account_id, created_at desc, id desc) where account_id is not null;
create index basket_idle on baskets.basket (changed_on) where status in ('active', 'abandoned');
create index basket_with_guest_data on baskets.basket (changed_on)
  where account_id is null and status in ('expired', 'checked-out') and not is_purged;

-- Idempotency keys of requests that added a line.
create table baskets.request_key (
  basket_id    uuid not null references baskets.basket on delete cascade,
  key          text not null,             -- hashed
  request_hash text not null,
  line_id      uuid not null,             -- the line that was added or increased
  requested_at timestamptz not null,
  primary key (basket_id, key)
);
create index request_key_age on baskets.request_key (requested_at);

-- Receipts: immutable, numbered documents, and statements by tax year.
create schema receipts;

-- The last serial number by issuer and year. Batches of receipts take numbers while this row is locked, so numbers have
-- no gaps and donations don't wait for the lock.
create table receipts.counter (
  issuer_id   bigint not null references organizations.organization,
  tax_year    integer not null,
  last_serial bigint not null,
  primary key (issuer_id, tax_year)
);

create table receipts.receipt (
  id               uuid primary key,
  issuer_id        bigint not null references organizations.organization,
  tax_year         integer not null,
  serial           bigint not null,
  number           text not null unique,  -- as printed
  kind             text not null check (kind in ('official', 'plain')),
  intent_id        uuid not null,
  revision         smallint not null default 1,
  template_version text not null,
  locale           text not null,
  email            text,
  snapshot         jsonb not null,        -- everything printed, as of the issue date
  issued_at        timestamptz not null,
  purged_at        timestamptz,           -- the donor's name and address were purged
  unique (issuer_id, tax_year, serial),
  unique (intent_id, issuer_id, revision)
);

-- The donations on a receipt. A donation is on at most one valid receipt.
create table receipts.line (
  receipt_id  uuid not null references receipts.receipt,
  donation_id uuid not null references giving.donation,
  revision    smallint not null default 1,
  primary key (donation_id, revision)
);
create index line_receipt on receipts.line (receipt_id);

create table receipts.void (
  receipt_id uuid primary key references receipts.receipt,
  reason     text not null,
  voided_at  timestamptz not null
);

-- A receipt's file, generated once by a job. A voided receipt gets another file, which is marked as void.
create table receipts.document (
  receipt_id       uuid not null references receipts.receipt,
  format           text not null check (format in ('html', 'pdf')),
  is_void          boolean not null,
  bytes            bytea not null,
  sha256           bytea not null,
  template_version text not null,
  generated_at          timestamptz not null,
  primary key (receipt_id, format, is_void),
  constraint document_hash check (sha256 = pg_catalog.sha256(bytes))
);

-- A copy that a donor requested. The primary key allows three a day, even with concurrent requests.
create table receipts.copy (
  account_id      uuid not null references identity.account,
  requested_on        date not null,
  nth             smallint not null check (nth between 1 and 3),
  receipt_id      uuid not null references receipts.receipt,
  requested_at        timestamptz not null,
  idempotency_key text check (length(idempotency_key) between 1 and 255),
  requested_for       uuid,                   -- the id in the request
  primary key (account_id, requested_on, nth)
);
create unique index copy_key on receipts.copy (account_id, idempotency_key) where idempotency_key is not null;

-- A donor's statement for one tax year, fixed when it is requested. A request after another donation creates another
-- statement.
create table receipts.statement (
  id          uuid primary key,
  account_id  uuid not null references identity.account on delete cascade,
  regime      text not null check (regime in ('uk', 'us', 'ca', 'plain')),
  tax_year    integer not null,
  locale      text not null,
  fingerprint bytea not null,             -- hash of the receipts that it includes
  content     jsonb not null,             -- everything printed
  requested_at    timestamptz not null,
  unique (account_id, regime, tax_year, locale, fingerprint)
);
create index statement_requested on receipts.statement (requested_at);

create table receipts.statement_document (
  statement_id uuid not null references receipts.statement on delete cascade,
  format       text not null check (format in ('csv', 'pdf')),
  bytes        bytea not null,
  sha256       bytea not null,
  generated_at      timestamptz not null,
  primary key (statement_id, format),
  constraint statement_document_hash check (sha256 = pg_catalog.sha256(bytes))
);

create function receipts.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'an issued receipt never changes' using errcode = 'insufficient_privilege';
end $$;
create trigger receipt_no_truncate before truncate on receipts.receipt for each statement execute function receipts.refuse_change();
create trigger line_frozen before update or delete on receipts.line for each row execute function receipts.refuse_change();
create trigger line_no_truncate before truncate on receipts.line for each statement execute function receipts.refuse_change();
create trigger void_frozen before update or delete on receipts.void for each row execute function receipts.refuse_change();
create trigger void_no_truncate before truncate on receipts.void for each statement execute function receipts.refuse_change();
create trigger document_no_truncate before truncate on receipts.document for each statement execute function receipts.refuse_change();

-- Allows one change of a receipt: the donor's name and address are purged after all its donations were purged.
create function receipts.refuse_all_but_purge() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.purged_at is null and new.purged_at is not null and new.email is null
    and new.snapshot = jsonb_set(old.snapshot, '{donor}', '{"name": "", "address": null}')
    and to_jsonb(new) - array['email', 'snapshot', 'purged_at'] = to_jsonb(old) - array['email', 'snapshot', 'purged_at']
    and not exists (select from receipts.line l join giving.donation d on d.id = l.donation_id where l.receipt_id = old.id and d.purged_at is null)
  then return new; end if;
  raise exception 'an issued receipt never changes' using errcode = 'insufficient_privilege';
end $$;
create trigger receipt_frozen before update or delete on receipts.receipt for each row execute function receipts.refuse_all_but_purge();

-- Allows deleting a receipt's files only after the receipt was purged.
create function receipts.refuse_change_unless_purged() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and exists (select from receipts.receipt r where r.id = old.receipt_id and r.purged_at is not null) then return old; end if;
  raise exception 'an issued receipt never changes' using errcode = 'insufficient_privilege';
end $$;
create trigger document_frozen before update or delete on receipts.document for each row execute function receipts.refuse_change_unless_purged();

-- Purges the receipts of these donations. Runs as the owner, because the application role can't update receipts.
create function receipts.purge_of_donations(gifts uuid[], at timestamptz) returns integer language plpgsql security definer set search_path = '' as $$
declare ids uuid[];
begin
  with purged as (
    update receipts.receipt r set purged_at = at, email = null, snapshot = jsonb_set(r.snapshot, '{donor}', '{"name": "", "address": null}')
    where r.purged_at is null and r.id in (select l.receipt_id from receipts.line l where l.donation_id = any(gifts))
      and not exists (select from receipts.line l join giving.donation d on d.id = l.donation_id where l.receipt_id = r.id and d.purged_at is null)
    returning r.id)
  select array_agg(id) into ids from purged;
  delete from receipts.document where receipt_id = any(ids);
  return coalesce(cardinality(ids), 0);
end $$;
revoke execute on function receipts.purge_of_donations(uuid[], timestamptz) from public;

-- Refunds, which include disputes (origin `bank`).
create schema refunds;

-- A refund of a payment. It is committed before the request to the provider, and its id is the idempotency key of that
-- request. A dispute reserves its amount until the bank decides, and is posted after the decision.
create table refunds.refund (
  id                 uuid primary key,
  intent_id          uuid not null references payments.intent,
  state              text not null check (state in ('proposed', 'requested', 'pending', 'requires_action', 'succeeded', 'failed', 'canceled')),
  origin             text not null check (origin in ('staff', 'donor', 'provider', 'bank')),   -- provider: made in the provider's dashboard
  amount             bigint not null check (amount > 0),
  currency           char(3) not null,
  provider           text not null,
  provider_refund_id text,
  reason             text not null check (reason in ('donor-request', 'duplicate', 'mistake', 'fraud', 'campaign-cancelled', 'other')),
  note               text not null default '' check (length(note) <= 500),
  requested_by           uuid references identity.account,
  approved_by        uuid references identity.account,
  idempotency_key    text check (length(idempotency_key) <= 255),
  request_hash       text,
  failure_reason     text,
  lookups            smallint not null default 0,
  next_lookup_at     timestamptz,
  created_at         timestamptz not null,
  requested_at           timestamptz,         -- the first request to the provider; its idempotency key is valid for a day from then
  settled_at         timestamptz,
  evidence_due_at          timestamptz,         -- the deadline for dispute evidence; null: evidence sent, or dispute decided
  unique (provider, provider_refund_id),
  unique (requested_by, idempotency_key),
  constraint staff_refund_has_request check ((origin = 'staff') = (requested_by is not null and idempotency_key is not null and request_hash is not null)),
  constraint approved_by_another_person check (requested_by <> approved_by),
  constraint evidence_due_for_disputes check (evidence_due_at is null or origin = 'bank')
);
create index refund_intent on refunds.refund (intent_id, created_at);
create index refund_newest on refunds.refund (created_at desc, id desc);
create index refund_to_look_up on refunds.refund (next_lookup_at) where next_lookup_at is not null;

-- The refunded amounts of each donation of the payment.
create table refunds.line (
  refund_id      uuid not null references refunds.refund,
  donation_id    uuid not null references giving.donation,
  gift           bigint not null default 0 check (gift >= 0),
  tip            bigint not null default 0 check (tip >= 0),
  covered_fee    bigint not null default 0 check (covered_fee >= 0),
  fee_restored   bigint not null default 0 check (fee_restored >= 0),
  zakat_eligible bigint not null default 0 check (zakat_eligible >= 0),
  primary key (refund_id, donation_id),
  constraint line_refunds_something check (gift + tip + covered_fee > 0)
);
create index line_donation on refunds.line (donation_id);

-- A donor's request for a refund, which staff grant or decline.
create table refunds.request (
  id          uuid primary key,
  donation_id uuid not null references giving.donation,
  account_id  uuid not null references identity.account,
  reason      text not null check (length(reason) between 1 and 1000),
  state       text not null check (state in ('open', 'granted', 'declined')),
  note        text not null default '' check (length(note) <= 500),
  decided_by  uuid references identity.account,
  refund_id   uuid references refunds.refund,
  created_at  timestamptz not null,
  decided_at  timestamptz,
  constraint open_request_is_undecided check ((state = 'open') = (decided_at is null)),
  constraint granted_has_refund check ((state = 'granted') = (refund_id is not null))
);
create unique index one_open_request on refunds.request (donation_id) where state = 'open';
create index request_open on refunds.request (created_at) where state = 'open';
create index request_account on refunds.request (account_id);
create index request_donation on refunds.request (donation_id);

-- Manual review queue: refunds, disputes and payments that staff resolve. A refund can be in the queue for several
-- reasons.
create table refunds.manual_review (
  provider           text not null,
  provider_refund_id text not null,
  intent_id          uuid references payments.intent,     -- null: no payment in our database matches the charge
  amount             bigint not null,
  currency           char(3) not null,
  reason             text not null,
  found_at           timestamptz not null,
  id                 uuid primary key,
  resolved_at           timestamptz,
  resolved_by           uuid references identity.account,    -- null with `resolved_at`: the system resolved it
  note               text not null default '' check (length(note) <= 500),
  constraint one_of_each_reason unique (provider, provider_refund_id, reason),
  constraint resolved_has_time check (resolved_by is null or resolved_at is not null)
);
create index manual_review_open on refunds.manual_review (found_at) where resolved_at is null;
create index manual_review_intent on refunds.manual_review (intent_id);

-- State machine of refunds, the same as in refunds/rules/states.ts.
create function refunds.refuse_illegal_transition() returns trigger language plpgsql as $$
begin
  if new.amount <> old.amount or new.currency <> old.currency or new.intent_id <> old.intent_id
     or old.provider_refund_id is not null and new.provider_refund_id is distinct from old.provider_refund_id then
    raise exception 'refund %: its amount and payment never change', old.id using errcode = 'check_violation';
  end if;
  if old.state = new.state then return new; end if;
  if not (old.state = 'proposed'        and new.state in ('requested', 'canceled')
       or old.state = 'requested'       and new.state in ('pending', 'requires_action', 'succeeded', 'failed', 'canceled')
       or old.state = 'pending'         and new.state in ('requires_action', 'succeeded', 'failed', 'canceled')
       or old.state = 'requires_action' and new.state in ('pending', 'succeeded', 'failed', 'canceled')
       or old.state = 'succeeded'       and new.state in ('failed')) then
    raise exception 'refund %: illegal transition from % to %', old.id, old.state, new.state using errcode = 'check_violation';
  end if;
  if new.state = 'succeeded' and new.provider_refund_id is null then
    raise exception 'refund %: succeeded without the provider’s refund', old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger refund_transitions before update on refunds.refund for each row execute function refunds.refuse_illegal_transition();

-- Refunds never exceed the captured amount, even if two are requested at once: the payment's row is locked before the
-- sum is computed.
create function refunds.refuse_excess_refund() returns trigger language plpgsql as $$
declare i payments.intent;
begin
  select * into strict i from payments.intent where id = new.intent_id for update;
  if i.state not in ('SUCCEEDED', 'PARTIALLY_REFUNDED', 'DISPUTE_WON') or i.currency <> new.currency then
    raise exception 'payment % is % and cannot be refunded in %', i.id, i.state, new.currency using errcode = 'check_violation';
  end if;
  if new.amount + coalesce((select sum(amount) from refunds.refund where intent_id = new.intent_id and state not in ('failed', 'canceled')), 0) > i.amount then
    raise exception 'payment %: refunds exceed what was captured', i.id using errcode = 'check_violation', constraint = 'refunds_within_capture';
  end if;
  return new;
end $$;
create trigger refund_within_capture before insert on refunds.refund for each row execute function refunds.refuse_excess_refund();

-- Refunds never exceed any amount of a donation. The refund's own trigger has already locked the payment's row.
create function refunds.refuse_excess_refund_of_donation() returns trigger language plpgsql as $$
declare
  d giving.donation;
  refunded record;
begin
  select * into strict d from giving.donation where id = new.donation_id;
  select coalesce(sum(l.gift), 0) as gift, coalesce(sum(l.tip), 0) as tip, coalesce(sum(l.covered_fee), 0) as covered_fee,
      coalesce(sum(l.fee_restored), 0) as fee_restored, coalesce(sum(l.zakat_eligible), 0) as zakat_eligible into refunded
    from refunds.line l join refunds.refund r on r.id = l.refund_id where l.donation_id = new.donation_id and r.state not in ('failed', 'canceled');
  if refunded.gift + new.gift > d.gift or refunded.tip + new.tip > d.tip or refunded.covered_fee + new.covered_fee > d.covered_fee
     or refunded.fee_restored + new.fee_restored > d.processing_fee or refunded.zakat_eligible + new.zakat_eligible > d.zakat_eligible then
    raise exception 'donation %: refunds exceed the donation', d.id using errcode = 'check_violation', constraint = 'refunds_within_donation';
  end if;
  if not exists (select from refunds.refund r where r.id = new.refund_id and r.intent_id = d.intent_id) then
    raise exception 'donation % is of another payment', d.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger line_within_donation before insert on refunds.line for each row execute function refunds.refuse_excess_refund_of_donation();

-- Checks at commit that the lines of a refund add up to its amount.
create function refunds.refuse_unequal_lines() returns trigger language plpgsql as $$
begin
  if (select coalesce(sum(gift + tip + covered_fee), 0) from refunds.line where refund_id = new.id) <> new.amount then
    raise exception 'refund %: its lines are not its amount', new.id using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger refund_equals_lines after insert on refunds.refund deferrable initially deferred for each row execute function refunds.refuse_unequal_lines();

create function refunds.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the lines of a refund never change' using errcode = 'insufficient_privilege';
end $$;
create trigger line_frozen before update or delete on refunds.line for each row execute function refunds.refuse_change();

-- A decision about a request is final.
create function refunds.refuse_second_decision() returns trigger language plpgsql as $$
begin
  if old.state <> 'open' and (new.state, new.note, new.decided_by, new.refund_id, new.decided_at) is distinct from (old.state, old.note, old.decided_by, old.refund_id, old.decided_at) then
    raise exception 'refund request % is already %', old.id, old.state using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger request_decided_once before update on refunds.request for each row execute function refunds.refuse_second_decision();

-- A manual review is resolved once, and its other columns never change.
create function refunds.refuse_second_resolution() returns trigger language plpgsql as $$
begin
  if (new.id, new.provider, new.provider_refund_id, new.intent_id, new.amount, new.currency, new.reason, new.found_at)
     is distinct from (old.id, old.provider, old.provider_refund_id, old.intent_id, old.amount, old.currency, old.reason, old.found_at)
     or old.resolved_at is not null then
    raise exception 'manual review %: its columns never change, and it is resolved once', old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger resolved_once before update on refunds.manual_review for each row execute function refunds.refuse_second_resolution();

-- Lower statistics targets for tables that grow with every donation and are analysed often. A small sample is enough
-- for their keys, and columns that no query filters by (JSON, email text) need no statistics.
do $$
declare
  target record;
begin
  for target in
    select attrelid::regclass as name, attname as column, case when atttypid = 'jsonb'::regtype or attname in ('html', 'plain') then 0 else 20 end as statistics
    from pg_attribute where attnum > 0 and not attisdropped and attrelid in (
      'payments.intent'::regclass, 'payments.attempt'::regclass, 'payments.webhook_event'::regclass,
        'ledger.tx'::regclass, 'ledger.entry'::regclass, 'giving.donation'::regclass, 'baskets.basket'::regclass,
        'receipts.receipt'::regclass, 'receipts.line'::regclass)
  loop
    execute format('alter table %s alter column %I set statistics %s', target.name, target.column, target.statistics);
  end loop;
end $$;
