-- Payouts of charities' money by bank files (payouts-1 to payouts-16).
create schema payouts;

-- A bank file with payouts of one currency and format, written once.
create table payouts.batch (
  id         uuid primary key,
  number     bigint generated always as identity unique,
  currency   text not null check (currency ~ '^[A-Z]{3}$'),
  format     text not null check (format in ('pain.001.001.09', 'csv')),
  payouts    integer not null check (payouts > 0),
  total      bigint not null check (total > 0),
  file       bytea not null,             -- encrypted
  sha256     bytea not null check (length(sha256) = 32), -- of the file before encryption
  created_at timestamptz not null,
  created_by uuid references identity.account
);

create table payouts.payout (
  id              uuid primary key,
  number          bigint generated always as identity unique,  -- the reference on bank statements
  organization_id bigint not null references organizations.organization,
  currency        text not null check (currency ~ '^[A-Z]{3}$'),
  kind            text not null default 'payout' check (kind in ('payout', 'opening')),
  state           text not null check (state in ('draft', 'approved', 'sent', 'paid', 'cancelled', 'failed')),
  bank_details_id uuid references organizations.bank_details,
  drafted_at      timestamptz not null,
  requested_by    uuid references identity.account,  -- null: drafted by the job
  -- Null until the lines are complete, in the transaction that drafts.
  zakat           bigint check (zakat >= 0),
  rest            bigint,
  reserve         bigint check (reserve >= 0),
  released        bigint check (released >= 0),
  total           bigint check (total > 0),
  approved_at     timestamptz,
  batch_id        uuid references payouts.batch,
  sent_at         timestamptz,
  paid_at         timestamptz,
  paid_on         date,                  -- the bank's value date
  ended_at        timestamptz,
  reason          text not null default '' check (length(reason) <= 200),  -- why it was cancelled or failed
  constraint payout_total_is_sum check (total = zakat + rest - reserve + released),
  constraint payout_has_account check ((kind = 'opening') = (bank_details_id is null)),
  constraint payout_sent_in_batch check ((sent_at is null or kind = 'opening') = (batch_id is null)),
  constraint payout_paid_on check ((paid_at is null) = (paid_on is null)),
  constraint payout_dates check (
    (state not in ('approved', 'sent', 'paid', 'failed') or approved_at is not null)
    and (state in ('sent', 'paid', 'failed')) = (sent_at is not null)
    and (state <> 'paid' or paid_at is not null)
    and (state in ('cancelled', 'failed')) = (ended_at is not null))
);
create unique index payout_in_preparation on payouts.payout (organization_id, currency) where state in ('draft', 'approved');
create index payout_of_organization on payouts.payout (organization_id, drafted_at desc);
create index payout_of_batch on payouts.payout (batch_id) where batch_id is not null;
create index payout_open on payouts.payout (state) where state in ('draft', 'approved', 'sent');

-- The ledger entries that a payout pays, each whole. An entry is in at most one live payout.
create table payouts.line (
  payout_id   uuid not null,             -- line_with_payout checks it once for all lines
  tx_id       uuid not null,
  line        smallint not null,
  account     text not null check (account in ('campaign_payable', 'zakat_payable')),
  campaign_id bigint not null,
  amount      bigint not null,           -- positive: owed to the charity
  intent_id   uuid,                      -- the payment; null: a repayment, write-off or correction
  is_charge   boolean not null,
  is_live     boolean not null default true,
  primary key (payout_id, tx_id, line)
);
create unique index line_live on payouts.line (tx_id, line) where is_live;
create index line_intent on payouts.line (intent_id, account) where is_live;

-- What a payout keeps back for a campaign, and the later payout that releases it, whole and once.
create table payouts.reserve (
  payout_id   uuid not null references payouts.payout,
  campaign_id bigint not null,
  amount      bigint not null check (amount > 0),
  primary key (payout_id, campaign_id),
  constraint reserve_whole unique (payout_id, campaign_id, amount)
);
create table payouts.release (
  payout_id         uuid not null references payouts.payout,
  reserve_payout_id uuid not null,
  campaign_id       bigint not null,
  amount            bigint not null,
  is_live           boolean not null default true,
  primary key (payout_id, reserve_payout_id, campaign_id),
  constraint release_is_whole foreign key (reserve_payout_id, campaign_id, amount) references payouts.reserve (payout_id, campaign_id, amount)
);
create unique index release_live on payouts.release (reserve_payout_id, campaign_id) where is_live;

create table payouts.approval (
  payout_id   uuid not null references payouts.payout,
  account_id  uuid not null references identity.account,
  approved_at timestamptz not null,
  primary key (payout_id, account_id)
);

-- A hold that staff set on all payouts of a charity.
create table payouts.hold (
  id              uuid primary key,
  organization_id bigint not null references organizations.organization,
  reason          text not null check (length(reason) between 1 and 500),
  set_at          timestamptz not null,
  set_by          uuid not null references identity.account,
  lifted_at       timestamptz,
  lifted_by       uuid references identity.account,
  constraint hold_lifted check ((lifted_at is null) = (lifted_by is null))
);
create unique index hold_open on payouts.hold (organization_id) where lifted_at is null;

-- Another reserve percentage of a charity from an instant on.
create table payouts.reserve_percent (
  organization_id bigint not null references organizations.organization,
  from_at         timestamptz not null,
  percent         smallint not null check (percent between 0 and 50),
  reason          text not null check (length(reason) between 1 and 500),
  set_by          uuid not null references identity.account,
  primary key (organization_id, from_at)
);

-- A decision that waits for the same decision by a second person.
create table payouts.proposal (
  subject     text primary key check (length(subject) <= 200),
  details     jsonb not null,
  proposed_by uuid references identity.account,  -- null: a statement read on the command line
  proposed_at timestamptz not null
);

-- A debt that a charity repaid or staff wrote off; its ledger transaction has the same id as source.
create table payouts.repayment (
  id              uuid primary key,
  organization_id bigint not null references organizations.organization,
  currency        text not null check (currency ~ '^[A-Z]{3}$'),
  kind            text not null check (kind in ('zakat', 'rest')),
  how             text not null check (how in ('repaid', 'written-off')),
  campaign_id     bigint not null,
  amount          bigint not null check (amount > 0),
  reason          text not null check (length(reason) between 1 and 500),
  booked_at       timestamptz not null,
  booked_by       uuid not null references identity.account
);

-- Charities with money from before payouts existed. No payout is drafted until staff have recorded what was paid outside.
create table payouts.opening (
  organization_id bigint not null references organizations.organization,
  currency        text not null check (currency ~ '^[A-Z]{3}$'),
  result          text check (result in ('paid-outside', 'nothing')),
  payout_id       uuid references payouts.payout,
  recorded_at     timestamptz,
  recorded_by     uuid references identity.account,
  primary key (organization_id, currency),
  constraint opening_complete check (num_nonnulls(result, recorded_at, recorded_by) in (0, 3) and (result is not distinct from 'paid-outside') = (payout_id is not null))
);
insert into payouts.opening (organization_id, currency)
select distinct c.organization_id, e.currency::text from ledger.entry e join campaigns.campaign c on c.id = e.subject_id
where e.account in ('campaign_payable', 'zakat_payable');

-- The days on which the job has drafted for a charity.
create table payouts.scheduled_draft (
  organization_id bigint not null references organizations.organization,
  currency        text not null,
  on_date         date not null,
  primary key (organization_id, currency, on_date)
);

-- How the columns of a bank's statement are named, and the rows of statements that name one of our references.
create table payouts.bank_mapping (
  bank     text primary key check (length(bank) between 1 and 80),
  mapping  jsonb not null,
  saved_at timestamptz not null,
  saved_by uuid references identity.account
);
create table payouts.statement_row (
  id          uuid primary key,
  bank        text not null references payouts.bank_mapping,
  digest      bytea not null unique,     -- of the row's date, amount, text and its number among equal rows
  booked_on   date not null,
  amount      bigint not null,           -- minor units; negative: paid by the operator
  currency    text not null check (currency ~ '^[A-Z]{3}$'),
  reference   text not null,
  meaning     text not null check (meaning in ('paid', 'returned', 'differs')),
  payout_id   uuid references payouts.payout,
  batch_id    uuid references payouts.batch,
  imported_at timestamptz not null,
  imported_by uuid references identity.account
);
create index statement_row_newest on payouts.statement_row (imported_at desc);

create function payouts.refuse_illegal_change() returns trigger language plpgsql as $$
begin
  if (new.id, new.number, new.organization_id, new.currency, new.kind, new.bank_details_id, new.drafted_at, new.requested_by)
       is distinct from (old.id, old.number, old.organization_id, old.currency, old.kind, old.bank_details_id, old.drafted_at, old.requested_by)
     or old.total is not null and (new.zakat, new.rest, new.reserve, new.released, new.total) is distinct from (old.zakat, old.rest, old.reserve, old.released, old.total)
     or old.batch_id is not null and new.batch_id is distinct from old.batch_id then
    raise exception 'payout %: what it pays never changes', old.number using errcode = 'check_violation';
  end if;
  if old.state = new.state then return new; end if;
  if not (old.state = 'draft'    and new.state in ('approved', 'cancelled')
       or old.state = 'approved' and new.state in ('sent', 'cancelled')
       or old.state = 'sent'     and new.state in ('paid', 'failed')
       or old.state = 'paid'     and new.state = 'failed') then
    raise exception 'payout %: illegal transition from % to %', old.number, old.state, new.state using errcode = 'check_violation';
  end if;
  if new.state = 'failed' and exists (select from payouts.release where reserve_payout_id = old.id and is_live) then
    raise exception 'payout %: its reserve was released', old.number using errcode = 'check_violation', constraint = 'failed_before_release';
  end if;
  return new;
end $$;
create trigger payout_transitions before update on payouts.payout for each row execute function payouts.refuse_illegal_change();

-- The lines and releases of a payout that ended can be taken by another.
create function payouts.end_lines() returns trigger language plpgsql as $$
begin
  update payouts.line set is_live = false where payout_id = new.id;
  update payouts.release set is_live = false where payout_id = new.id;
  return null;
end $$;
create trigger payout_ended after update of state on payouts.payout for each row
  when (new.state in ('cancelled', 'failed') and old.state <> new.state) execute function payouts.end_lines();

-- At commit a new payout equals its lines, reserve and releases.
create function payouts.refuse_unequal_lines() returns trigger language plpgsql as $$
declare p payouts.payout;
begin
  select * into p from payouts.payout where id = new.id;
  if p.total is null
     or p.zakat <> (select coalesce(sum(amount), 0) from payouts.line where payout_id = new.id and account = 'zakat_payable')
     or p.rest <> (select coalesce(sum(amount), 0) from payouts.line where payout_id = new.id and account = 'campaign_payable')
     or p.reserve <> (select coalesce(sum(amount), 0) from payouts.reserve where payout_id = new.id)
     or p.released <> (select coalesce(sum(amount), 0) from payouts.release where payout_id = new.id) then
    raise exception 'payout %: differs from its lines', new.number using errcode = 'check_violation', constraint = 'payout_equals_lines';
  end if;
  return null;
end $$;
create constraint trigger payout_equals_lines after insert on payouts.payout deferrable initially deferred for each row execute function payouts.refuse_unequal_lines();

-- Lines are written while their payout is drafted, and lines of a kind that isn't taken are removed again.
create function payouts.refuse_late_lines() returns trigger language plpgsql as $$
begin
  if exists (select from (select distinct payout_id from changed) c left join payouts.payout p on p.id = c.payout_id where p.id is null or p.total is not null) then
    raise exception 'lines are written only while their payout is drafted' using errcode = 'check_violation';
  end if;
  return null;
end $$;
create trigger line_with_payout after insert on payouts.line referencing new table as changed for each statement execute function payouts.refuse_late_lines();
create trigger line_removed_in_draft after delete on payouts.line referencing old table as changed for each statement execute function payouts.refuse_late_lines();
create trigger reserve_with_payout after insert on payouts.reserve referencing new table as changed for each statement execute function payouts.refuse_late_lines();
create trigger release_with_payout after insert on payouts.release referencing new table as changed for each statement execute function payouts.refuse_late_lines();

-- Of a line or release only `is_live` changes, when its payout ends.
create function payouts.refuse_line_change() returns trigger language plpgsql as $$
begin
  if to_jsonb(new) - 'is_live' <> to_jsonb(old) - 'is_live' or new.is_live
     or exists (select from payouts.payout where id = old.payout_id and state not in ('cancelled', 'failed')) then
    raise exception 'lines of payouts never change' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger line_frozen before update on payouts.line for each row when (old is distinct from new) execute function payouts.refuse_line_change();
create trigger release_frozen before update on payouts.release for each row when (old is distinct from new) execute function payouts.refuse_line_change();
