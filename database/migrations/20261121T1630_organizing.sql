-- What the organizer of a fundraiser does with what was given: thanks, what donors chose, gifts that came another way.
create schema organizing;

-- How often a fundraiser's page was looked at, by day; counted by the page, read by its dashboard.
create table if not exists campaigns.view_count (
  campaign_id bigint not null references campaigns.campaign,
  day         date not null,
  views       bigint not null default 0,
  primary key (campaign_id, day)
);

-- One short letter of thanks for each gift; the words went out by mail and are not kept.
create table organizing.thanks (
  donation_id uuid primary key references giving.donation,
  campaign_id bigint not null references campaigns.campaign,
  sent_by     uuid references identity.account,
  sent_at     timestamptz not null
);

-- What a donor's giving level promised and the organizer has sent.
create table organizing.fulfilment (
  donation_id uuid primary key references giving.donation,
  campaign_id bigint not null references campaigns.campaign,
  marked_by   uuid references identity.account,
  sent_at     timestamptz not null
);
create index fulfilment_campaign on organizing.fulfilment (campaign_id);

-- Gifts that came in cash, by bank or by cheque (trust.md S15): shown apart, never paid out, no receipt of ours.
create table organizing.offline_donation (
  id          uuid primary key,
  campaign_id bigint not null references campaigns.campaign,
  currency    char(3) not null,
  amount      bigint not null check (amount > 0),
  received_on date not null,
  donor_name  text check (length(donor_name) between 1 and 80),                -- null: anonymous
  method      text not null check (method in ('cash', 'bank', 'cheque', 'other')),
  evidence    text not null check (length(evidence) between 1 and 500),
  state       text not null check (state in ('waiting', 'counted', 'withdrawn')),
  entered_by  uuid references identity.account,
  entered_at  timestamptz not null,
  counted_by  uuid references identity.account,
  counted_at  timestamptz,
  withdrawn_by uuid references identity.account,
  withdrawn_at timestamptz,
  reason      text,                                                              -- why it was withdrawn
  ledger_tx_id uuid references ledger.tx,
  -- One press, or one row of one file, is one gift.
  request_key  text not null,
  request_hash text not null,
  import_id    uuid,                                                             -- rows that were confirmed together
  unique (campaign_id, request_key),
  check ((state = 'waiting') = (counted_at is null and withdrawn_at is null)),
  check ((state = 'withdrawn') = (withdrawn_at is not null and reason is not null)),
  check ((counted_at is null) = (ledger_tx_id is null)),
  -- Four eyes: whoever counts it after it waited is somebody else; what never waited is counted as it is entered.
  check (counted_at is null or counted_at = entered_at or counted_by is distinct from entered_by or counted_by is null)
);
create index offline_campaign on organizing.offline_donation (campaign_id, received_on desc, id desc);
create index offline_import on organizing.offline_donation (import_id) where import_id is not null;

-- It leaves its state only forwards, and what it says never changes.
create function organizing.refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or (old.state <> new.state and not (old.state = 'waiting' or (old.state = 'counted' and new.state = 'withdrawn')))
    or (old.id, old.campaign_id, old.currency, old.amount, old.received_on, old.method, old.entered_at, old.request_key)
      is distinct from (new.id, new.campaign_id, new.currency, new.amount, new.received_on, new.method, new.entered_at, new.request_key)
    or (old.counted_at is not null and (old.counted_at, old.ledger_tx_id) is distinct from (new.counted_at, new.ledger_tx_id))
  then raise exception 'an offline gift is corrected by withdrawing it' using errcode = 'insufficient_privilege'; end if;
  return new;
end $$;
create trigger offline_forward before update or delete on organizing.offline_donation for each row execute function organizing.refuse_change();

-- The memo book knows which fundraiser an offline gift is of; nothing else changes in what an entry may say.
do $$
declare c text;
begin
  select conname into strict c from pg_constraint
    where conrelid = 'ledger.entry'::regclass and contype = 'c' and pg_get_constraintdef(oid) like '%subject_id IS NOT NULL%';
  execute format('alter table ledger.entry drop constraint %I', c);
end $$;
alter table ledger.entry add constraint entry_subject check (
  (account in ('campaign_payable', 'campaign_reserve') and subject_id is not null)
  or (account = 'offline_memo')
  or (account not in ('campaign_payable', 'campaign_reserve', 'offline_memo') and subject_id is null));

-- Emergency contacts and medical notes go 90 days after a fundraiser's end (decisions.md 43), out of gifts and of what was agreed to.
create index donation_sealed on giving.donation (campaign_id) where sealed is not null;
create index intent_sealed on payments.intent (id) where jsonb_path_exists(order_details, '$.lines[*].sealed ? (@ != null)');
create function giving.forget_sealed(ended_before timestamptz, at_most integer) returns integer language sql security definer set search_path = '' as $$
  with due as (
    select d.id from giving.donation d join campaigns.campaign c on c.id = d.campaign_id
    where d.sealed is not null and case when c.status = 3 then least(c.ends_at, c.changed_at) else c.ends_at end < ended_before
    limit at_most for update of d skip locked
  ), forgotten as (update giving.donation d set sealed = null from due where d.id = due.id returning 1)
  select count(*)::integer from forgotten
$$;
revoke execute on function giving.forget_sealed(timestamptz, integer) from public;
