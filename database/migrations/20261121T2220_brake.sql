-- Brakes that a person has let go of. What they had seen by then is no reason to brake again: `ignored_until` holds for a flood of due gifts,
-- `released_at` for charges the provider knew.
create table subscriptions.brake_release (
  id            bigint generated always as identity primary key,
  reason        text not null,
  facts         jsonb not null,
  set_at        timestamptz not null,
  released_at   timestamptz not null,
  ignored_until timestamptz not null
);
create index brake_release_by_reason on subscriptions.brake_release (reason, released_at desc);

alter table subscriptions.brake add constraint known_reason check (reason in ('too-many-due', 'clocks', 'provider-ahead', 'person'));
