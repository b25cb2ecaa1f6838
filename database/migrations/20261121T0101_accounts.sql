-- An e-mail is proven or it is not. Only a proven one belongs to one account: whoever signs up with somebody else's gets an account that opens
-- nothing of theirs and looks like any other, so nobody learns from it who has an account (trust.md S16, NT3).
alter table identity.account add column email_confirmed_at timestamptz;
update identity.account set email_confirmed_at = created_at;
alter table identity.account drop constraint account_email_key_key;
create unique index account_email_confirmed on identity.account (email_key) where email_confirmed_at is not null;
create index account_email on identity.account (email_key);

-- When somebody last showed who they are; sensitive acts ask for it to be recent (decisions.md 26).
alter table identity.session add column proven_at timestamptz;
update identity.session set proven_at = created_at;
alter table identity.session alter column proven_at set not null;

-- What was mailed to prove an e-mail: the mail holds the code, we hold its SHA-256; each opens once.
create table identity.mail_code (
  code_hash  bytea primary key check (length(code_hash) = 32),
  purpose    text not null check (purpose in ('confirm-email', 'log-in', 'set-password')),
  account_id uuid not null references identity.account on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at    timestamptz,
  check (expires_at > created_at)
);
create index mail_code_account on identity.mail_code (account_id, purpose);

-- Who asked for a mail, or for an account: counted whether or not anybody has that e-mail.
create table identity.asked_for_mail (
  email_key text not null,
  ip        text not null,
  asked_at  timestamptz not null
);
create index asked_for_mail_email on identity.asked_for_mail (email_key, asked_at);
create index asked_for_mail_ip on identity.asked_for_mail (ip, asked_at);
