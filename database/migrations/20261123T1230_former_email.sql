-- An account may take another e-mail. One it had proven before stays known with the instant it was left: what was given with it until then is the
-- account's, and nothing that is given with it later (trust.md NT3).
create table identity.former_email (
  account_id uuid not null references identity.account on delete cascade,
  email_key  text not null,
  left_at    timestamptz not null,
  primary key (account_id, email_key)
);
create index former_email_key on identity.former_email (email_key);

-- The mailboxes an account has proven, and until when each was its own.
create view identity.mailbox as
  select id as account_id, email_key, 'infinity'::timestamptz as until from identity.account where email_confirmed_at is not null
  union all select account_id, email_key, left_at from identity.former_email;

-- A code may be about another address than the account's: the one it is to take, or the one it takes back.
alter table identity.mail_code drop constraint mail_code_purpose_check;
alter table identity.mail_code add column email text,
  add constraint mail_code_purpose_check check (purpose in ('confirm-email', 'log-in', 'set-password', 'change-email', 'undo-email')),
  add constraint mail_code_has_its_email check ((email is not null) = (purpose in ('change-email', 'undo-email')));
