-- An outbox event that fails is retried alone, with growing waits, and no longer holds up its batch (ADR-0069).
alter table outbox.event
  add column attempts        integer not null default 0,  -- failed ones
  add column next_attempt_at timestamptz,                 -- null: at once
  add column last_error      text,
  add column failed_at       timestamptz,                 -- when the retries ended: the event is in the manual review queue
  add constraint event_failed_with_error check (failed_at is null or last_error is not null);
