-- A notice that cannot be acted upon is taken again after a while, not at once: it must neither hold up those behind it nor ask the provider without end.
alter table payments.webhook_event add column again_at timestamptz;
