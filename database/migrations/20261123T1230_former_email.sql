-- An account may take another e-mail. One it had proven before stays known with the instant it was left: what was given with it until then is the
-- account's, and nothing that is given with it later (trust.md NT3).
create table identity.former_email (
  account_id uuid not null references identity.account on delete cascade,
  email_key  text not null,
  left_at    timestamptz not null,
  primary key (account_id, email_key)
);
create index former_email_key on identity.former_email (email_key);

-- The mailboxes an account has proven, each with the time in which it was its own: from the instant another account left it, if one had it before.
create view identity.mailbox as
  select a.id as account_id, a.email_key,
    tstzrange((select max(f.left_at) from identity.former_email f where f.email_key = a.email_key and f.account_id <> a.id), null) as during
  from identity.account a where a.email_confirmed_at is not null
  union all
  select h.account_id, h.email_key,
    tstzrange((select max(f.left_at) from identity.former_email f where f.email_key = h.email_key and f.account_id <> h.account_id and f.left_at < h.left_at), h.left_at)
  from identity.former_email h;

-- A code may be about another address than the account's: the one it is to take, or the one it takes back.
alter table identity.mail_code drop constraint mail_code_purpose_check;
alter table identity.mail_code add column email text,
  add constraint mail_code_purpose_check check (purpose in ('confirm-email', 'log-in', 'set-password', 'change-email', 'undo-email')),
  add constraint mail_code_has_its_email check ((email is not null) = (purpose in ('change-email', 'undo-email')));
