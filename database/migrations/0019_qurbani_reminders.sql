-- Requests to be reminded when Qurbani orders open (qurbani-9). One email is sent per address and Hijri year, and then
-- the row is deleted.
create table qurbani.reminder (
  id           uuid        not null primary key,
  email        text        not null check (length(email) between 3 and 254),   -- normalized
  mailbox_hash text        not null check (length(mailbox_hash) = 43),
  hijri_year   smallint    not null check (hijri_year between 1440 and 1599),
  locale       text        not null,
  network_key  bytea,                                                          -- HMAC of the requester's network, purged after two days
  created_at   timestamptz not null,
  constraint reminder_once_a_year unique (email, hijri_year)
);
create index reminder_of_mailbox on qurbani.reminder (mailbox_hash);
create index reminder_of_network on qurbani.reminder (network_key, created_at) where network_key is not null;

-- Addresses that unsubscribed from these reminders, as an HMAC, which doesn't reveal the address.
create table qurbani.unsubscription (
  mailbox_hash text        not null primary key check (length(mailbox_hash) = 43),
  created_at   timestamptz not null
);
