-- A press is one press through logging in and out: one made while signed in is found again by the browser's visit (trust.md R2, R3).
alter table payments.attempt add column visit text;
create index attempt_of_visit on payments.attempt (visit, idempotency_key) where visit is not null;
