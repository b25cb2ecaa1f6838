-- What the last hourly look at the books found, for whoever watches: one row for each question of database/checks.
create table ledger.last_check (
  name       text primary key check (name ~ '^Q[0-9]+$'),
  title      text not null,
  breaches   integer not null check (breaches >= 0),
  checked_at timestamptz not null
);
