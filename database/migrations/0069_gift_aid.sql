-- Declarations and claims of Gift Aid (gift-aid-1 to gift-aid-19). Days are days in the United Kingdom.
-- giving.gift_aid_declaration stays the evidence for one donation and the source of its receipt. Each of its rows has a
-- declaration here, which a trigger adds; wider declarations and those on paper are only here.
-- Locks: giving.gift_aid_declaration (writes, seconds per million rows), giving.donation (all, a moment).
create schema gift_aid;

-- later: the donor declares for later donations to the charity, too. excluded: not covered, although a declaration would.
alter table giving.donation add column gift_aid_choice text;
alter table giving.donation alter column gift_aid_choice set statistics 20;
alter table giving.donation add constraint gift_aid_choice_known check (gift_aid_choice in ('later', 'excluded')) not valid;

-- When name or address changed after the declaration.
alter table giving.gift_aid_declaration add column address_changed_at timestamptz;

-- From when the checkout has said that a charity gets names and addresses of anonymous donors for HMRC (gift-aid-6).
create table gift_aid.anonymous_notice (
  is_only boolean primary key default true check (is_only),
  since   timestamptz not null
);
insert into gift_aid.anonymous_notice (since) values (clock_timestamp());

-- A signed declaration on paper, encrypted in the store of private files.
create table gift_aid.scan (
  id              uuid primary key,
  organization_id bigint not null references organizations.organization,
  file_kind       text not null check (file_kind in ('webp', 'pdf')),
  bytes           integer not null check (bytes > 0),  -- size in the file store, after encryption
  digest          bytea not null,
  name            text not null check (length(name) between 1 and 120),
  added_at        timestamptz not null,
  added_by        uuid references identity.account
);
create index scan_organization on gift_aid.scan (organization_id);
create index scan_added_by on gift_aid.scan (added_by) where added_by is not null;

create table gift_aid.declaration (
  id                   uuid primary key,
  organization_id      bigint not null references organizations.organization,
  source               text not null check (source in ('form', 'account', 'paper')),
  scope                text not null check (scope in ('donation', 'later', 'past_and_later')),
  donation_id          uuid references giving.donation,       -- form: the donation it was made with
  account_id           uuid references identity.account,      -- whose donations it covers
  donor_key            bytea,                                 -- paper: whose donations it covers
  text_version         text not null,
  text_hash            text not null,                         -- empty: on paper
  declared_at          timestamptz not null,
  declared_on          date not null,
  covers_from          date,                                  -- first covered day; null for one donation
  covers_until         date,                                  -- first day that isn't covered any more
  ended_at             timestamptz,
  needs_confirmation   boolean not null default false,        -- of an anonymous donor, from before the notice
  asked_at             timestamptz,
  confirmed_at         timestamptz,
  details_requested_at timestamptz,                           -- when the donor was asked for a missing house or postcode
  scan_id              uuid references gift_aid.scan,
  entered_by           uuid references identity.account,
  created_at           timestamptz not null,
  constraint declaration_of_one_donation check (scope <> 'donation' or (donation_id is not null and covers_from is null and covers_until is null)),
  constraint declaration_of_person check (scope = 'donation' or (num_nonnulls(account_id, donor_key) = 1 and covers_from is not null)),
  constraint declaration_on_paper check ((source = 'paper') = (scan_id is not null) and (source = 'paper') = (donor_key is not null)),
  constraint declaration_days check (covers_until is null or covers_until >= covers_from),
  constraint declaration_ended check ((covers_until is null) = (ended_at is null)),
  constraint declaration_confirmed check (confirmed_at is null or needs_confirmation)
);
create unique index declaration_donation on gift_aid.declaration (donation_id) where scope = 'donation';
create index declaration_organization on gift_aid.declaration (organization_id, declared_at);
create index declaration_account on gift_aid.declaration (account_id, organization_id) where account_id is not null;
create index declaration_donor_key on gift_aid.declaration (organization_id, donor_key) where donor_key is not null;
create index declaration_entered_by on gift_aid.declaration (entered_by) where entered_by is not null;
create index declaration_unasked on gift_aid.declaration (declared_at) where needs_confirmation and asked_at is null;

-- Names and addresses of declarers over time, encrypted; the newest counts. Those of one donation are in
-- giving.gift_aid_declaration.
create table gift_aid.declarer_details (
  id              uuid primary key,
  account_id      uuid references identity.account,
  organization_id bigint references organizations.organization,  -- with donor_key: entered from paper
  donor_key       bytea,
  details         bytea not null,                                -- encrypted
  valid_from      timestamptz not null,
  constraint details_of_person check (num_nonnulls(account_id, donor_key) = 1 and (organization_id is null) = (donor_key is null))
);
create index declarer_details_account on gift_aid.declarer_details (account_id, valid_from desc) where account_id is not null;
create index declarer_details_donor_key on gift_aid.declarer_details (organization_id, donor_key, valid_from desc) where donor_key is not null;

-- Donations that their donor took out of Gift Aid afterwards: someone else's money (gift-aid-3).
create table gift_aid.exclusion (
  donation_id uuid primary key references giving.donation,
  excluded_at timestamptz not null,
  excluded_by uuid references identity.account
);
create index exclusion_by on gift_aid.exclusion (excluded_by) where excluded_by is not null;

-- What a charity's finance said about claims outside the platform, and its accounting year. Nothing is claimable
-- without a row.
create table gift_aid.charity (
  organization_id bigint primary key references organizations.organization,
  claimed_until   date,                                          -- last day claimed outside; null: none by day
  year_end_month  smallint not null default 4 check (year_end_month between 1 and 12),
  year_end_day    smallint not null default 5 check (year_end_day between 1 and 31),
  answered_at     timestamptz not null,
  answered_by     uuid references identity.account
);
create index charity_answered_by on gift_aid.charity (answered_by) where answered_by is not null;

-- Single donations that were claimed outside the platform.
create table gift_aid.claimed_before (
  donation_id     uuid primary key references giving.donation,
  organization_id bigint not null references organizations.organization,
  marked_at       timestamptz not null,
  marked_by       uuid references identity.account
);
create index claimed_before_organization on gift_aid.claimed_before (organization_id);
create index claimed_before_by on gift_aid.claimed_before (marked_by) where marked_by is not null;

-- A claim of one charity to HMRC. Amounts are pence.
create table gift_aid.claim (
  id              uuid primary key,
  number          bigint generated always as identity unique,
  organization_id bigint not null references organizations.organization,
  state           text not null default 'draft' check (state in ('draft', 'submitted', 'paid', 'cancelled')),
  drafted_at      timestamptz not null,
  drafted_by      uuid references identity.account,
  submitted_on    date,                                          -- the day of HMRC's confirmation
  submitted_at    timestamptz,
  submitted_by    uuid references identity.account,
  reference       text not null default '' check (length(reference) <= 40),
  paid_on         date,
  paid_at         timestamptz,
  paid_by         uuid references identity.account,              -- who recorded the payment
  paid_amount     bigint check (paid_amount >= 0),
  cancelled_at    timestamptz,
  cancelled_by    uuid references identity.account,
  cancel_reason   text not null default '' check (length(cancel_reason) <= 200),
  constraint claim_submitted check ((state in ('submitted', 'paid')) = (submitted_at is not null) and (submitted_at is null) = (submitted_on is null)),
  constraint claim_paid check ((state = 'paid') = (paid_at is not null) and num_nonnulls(paid_at, paid_on, paid_amount) in (0, 3)),
  constraint claim_cancelled check ((state = 'cancelled') = (cancelled_at is not null))
);
create unique index claim_draft on gift_aid.claim (organization_id) where state = 'draft';
create index claim_organization on gift_aid.claim (organization_id, drafted_at desc);

-- The donations of a claim, frozen when it is drafted. A donation is in at most one live claim.
create table gift_aid.claim_row (
  id             uuid not null unique default gen_random_uuid(),
  claim_id       uuid not null references gift_aid.claim,
  donation_id    uuid not null references giving.donation,
  declaration_id uuid not null references gift_aid.declaration,
  given_on       date not null,
  amount         bigint not null check (amount > 0),             -- pence
  refunded       bigint not null check (refunded >= 0),          -- of the gift, minor units of its currency, when drafted
  details        bytea,                                          -- name, house and postcode, encrypted; null: purged
  is_live        boolean not null default true,
  rejected_at    timestamptz,
  rejected_by    uuid references identity.account,
  reject_reason  text not null default '' check (length(reject_reason) <= 200),
  primary key (claim_id, donation_id),
  constraint row_rejected check (rejected_at is null or not is_live)
);
create unique index claim_row_live on gift_aid.claim_row (donation_id) where is_live;
create index claim_row_donation on gift_aid.claim_row (donation_id);
create index claim_row_declaration on gift_aid.claim_row (declaration_id);

-- Tax to return because a donation of an earlier claim was refunded after its submission. The refunded amount goes from
-- `refunded_from` to `refunded_to`, so that each part is adjusted once.
create table gift_aid.claim_adjustment (
  claim_id         uuid not null references gift_aid.claim,
  donation_id      uuid not null references giving.donation,
  earlier_claim_id uuid not null references gift_aid.claim,
  refunded_from    bigint not null check (refunded_from >= 0),   -- minor units of the donation's currency
  refunded_to      bigint not null,
  tax              bigint not null check (tax > 0),              -- pence
  is_live          boolean not null default true,
  primary key (claim_id, donation_id),
  constraint adjustment_of_row foreign key (earlier_claim_id, donation_id) references gift_aid.claim_row (claim_id, donation_id),
  constraint adjustment_grows check (refunded_to > refunded_from)
);
create unique index claim_adjustment_live on gift_aid.claim_adjustment (earlier_claim_id, donation_id, refunded_from) where is_live;

create function gift_aid.refuse_illegal_claim_change() returns trigger language plpgsql as $$
begin
  if (new.id, new.number, new.organization_id, new.drafted_at, new.drafted_by)
       is distinct from (old.id, old.number, old.organization_id, old.drafted_at, old.drafted_by) then
    raise exception 'claim %: what it claims never changes', old.number using errcode = 'check_violation';
  end if;
  if old.state = new.state then return new; end if;
  if not (old.state = 'draft'     and new.state in ('submitted', 'cancelled')
       or old.state = 'submitted' and new.state in ('paid', 'cancelled')) then
    raise exception 'claim %: illegal transition from % to %', old.number, old.state, new.state using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger claim_transitions before update on gift_aid.claim for each row execute function gift_aid.refuse_illegal_claim_change();

-- The donations and adjustments of a cancelled claim can be in another one.
create function gift_aid.end_claim() returns trigger language plpgsql as $$
begin
  update gift_aid.claim_row set is_live = false where claim_id = new.id and is_live;
  update gift_aid.claim_adjustment set is_live = false where claim_id = new.id and is_live;
  return null;
end $$;
create trigger claim_ended after update of state on gift_aid.claim for each row
  when (new.state = 'cancelled' and old.state <> new.state) execute function gift_aid.end_claim();

-- Of a row only its rejection or end changes, and its details are purged. The owner of the tables may encrypt them again.
create function gift_aid.refuse_claim_row_change() returns trigger language plpgsql as $$
begin
  if to_jsonb(new) - array['is_live', 'rejected_at', 'rejected_by', 'reject_reason', 'details']
       <> to_jsonb(old) - array['is_live', 'rejected_at', 'rejected_by', 'reject_reason', 'details']
     or new.is_live and not old.is_live or (current_user = 'sunbul_app' and new.details is not null and new.details is distinct from old.details) then
    raise exception 'rows of claims never change' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger claim_row_frozen before update on gift_aid.claim_row for each row when (old is distinct from new) execute function gift_aid.refuse_claim_row_change();

create function gift_aid.refuse_adjustment_change() returns trigger language plpgsql as $$
begin
  if to_jsonb(new) - 'is_live' <> to_jsonb(old) - 'is_live' or new.is_live then
    raise exception 'adjustments of claims never change' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger claim_adjustment_frozen before update on gift_aid.claim_adjustment for each row when (old is distinct from new) execute function gift_aid.refuse_adjustment_change();

-- Adds the declaration of a donation, and the one for later donations if its account chose that.
create function gift_aid.add_declaration() returns trigger language plpgsql as $$
declare
  d giving.donation;
  charity bigint;
  declared_day date := (new.declared_at at time zone 'Europe/London')::date;
begin
  select * into strict d from giving.donation where id = new.donation_id;
  select organization_id into strict charity from campaigns.campaign where id = d.campaign_id;
  insert into gift_aid.declaration (id, organization_id, source, scope, donation_id, account_id, text_version, text_hash, declared_at, declared_on, needs_confirmation, created_at)
  values (new.donation_id, charity, 'form', 'donation', new.donation_id, d.account_id, new.text_version, new.text_hash, new.declared_at, declared_day,
    d.is_anonymous and new.declared_at < (select since from gift_aid.anonymous_notice), clock_timestamp());
  if d.gift_aid_choice = 'later' and d.account_id is not null then
    insert into gift_aid.declaration (id, organization_id, source, scope, donation_id, account_id, text_version, text_hash, declared_at, declared_on, covers_from, created_at)
    values (gen_random_uuid(), charity, 'form', 'later', new.donation_id, d.account_id, new.text_version, new.text_hash, new.declared_at, declared_day,
      (d.given_at at time zone 'Europe/London')::date, clock_timestamp());
  end if;
  return null;
end $$;
create trigger declaration_added after insert on giving.gift_aid_declaration for each row execute function gift_aid.add_declaration();

insert into gift_aid.declaration (id, organization_id, source, scope, donation_id, account_id, text_version, text_hash, declared_at, declared_on, needs_confirmation, created_at)
select d.id, c.organization_id, 'form', 'donation', d.id, d.account_id, g.text_version, g.text_hash, g.declared_at, (g.declared_at at time zone 'Europe/London')::date,
  d.is_anonymous, clock_timestamp()
from giving.gift_aid_declaration g join giving.donation d on d.id = g.donation_id join campaigns.campaign c on c.id = d.campaign_id;
