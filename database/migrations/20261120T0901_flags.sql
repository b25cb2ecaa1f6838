-- Switches the operator can turn while the platform runs (decisions.md 52). The environment overrides a row.
create schema flags;

create table flags.flag (
  key         text primary key,
  value       text not null,
  description text not null,
  changed_at  timestamptz not null default now()
);

insert into flags.flag (key, value, description) values
  ('zakat-variant', 'maximize', 'Arm of the zakat experiment: "maximize" offers to cover the fee, "default" never adds one (S2 §9).'),
  ('zakat-selector-on-scheduled-giving', 'on', 'Zakat choice in the scheduled-giving wizard (S2 §9).'),
  ('zakat-home', 'on', 'The zakat home page (S2 §9).'),
  ('dhul-hijjah-referrals', 'off', 'Referrals in the Dhul Hijjah programme (S2 §9).');
