-- Mail leaves from here: a row is written with the fact it tells of, and delivered afterwards.
create schema notifications;

create table notifications.mail (
  id          uuid primary key,
  message_id  text not null unique,      -- a crash between sending and recording repeats the same id, so a mailbox shows one mail
  kind        text not null,
  to_address  text not null,
  locale      text not null,
  subject     text not null,
  html        text not null,
  plain       text not null,
  state       text not null default 'queued' check (state in ('queued', 'sent', 'failed')),
  tries       smallint not null default 0,
  next_try_at timestamptz not null,
  last_error  text,
  created_at  timestamptz not null,
  sent_at     timestamptz
);
-- Written once, read rarely: not worth a processor's time to compress with every gift.
alter table notifications.mail alter column html set storage external, alter column plain set storage external;
create index mail_queued on notifications.mail (next_try_at) where state = 'queued';
create index mail_newest on notifications.mail (created_at desc);

-- First-party events: what happened on our own pages, without names, addresses or amounts of zakat.
create table notifications.visit_event (
  id          bigint generated always as identity primary key,
  name        text not null,
  properties  jsonb not null,
  happened_at timestamptz not null
);
