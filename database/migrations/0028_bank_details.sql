-- A charity's bank account for payouts. One person enters it, another approves it, and any owner can stop it within 72
-- hours (payments-25).
create table organizations.bank_details (
  id                    uuid primary key,
  organization_id       bigint not null references organizations.organization,
  currency              text not null check (currency ~ '^[A-Z]{3}$'),
  country               text not null check (country ~ '^[A-Z]{2}$'),
  account_name          text not null check (length(account_name) between 1 and 70),
  account_type          text not null check (account_type in ('checking', 'savings')),
  last_four             text not null check (last_four ~ '^[A-Z0-9]{1,4}$'),
  numbers               bytea not null,   -- encrypted bank code and account number, or IBAN
  needs_staff           boolean not null, -- staff must approve: no other member can, or the holder's name or the country differs
  state                 text not null default 'pending' check (state in ('pending', 'approved', 'rejected', 'stopped', 'replaced')),
  entered_at            timestamptz not null,
  entered_by_account_id uuid references identity.account,
  decided_at            timestamptz,
  decided_by_account_id uuid references identity.account,
  active_from           timestamptz,      -- when approved: payouts go to this account from then on
  stop_hash             bytea,            -- hash of the stop code in the owners' emails
  constraint bank_approval_complete check ((state in ('approved', 'stopped')) <= (decided_at is not null and active_from is not null)),
  constraint bank_approved_by_another check (entered_by_account_id is null or decided_by_account_id is null or entered_by_account_id <> decided_by_account_id)
);
create unique index bank_one_pending on organizations.bank_details (organization_id, currency) where state = 'pending';
create index bank_organization on organizations.bank_details (organization_id, currency, entered_at desc);
create unique index bank_stop on organizations.bank_details (stop_hash) where stop_hash is not null;

-- A charity's new contact email address, until it is confirmed with the emailed code.
create table organizations.email_change (
  organization_id bigint primary key references organizations.organization,
  email           text not null,
  code_hash       bytea not null unique,
  requested_at    timestamptz not null,
  expires_at      timestamptz not null
);
