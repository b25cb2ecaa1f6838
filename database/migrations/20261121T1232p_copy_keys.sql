-- One press of "send again" is one mail, however often it is sent (trust.md R1): its key, and what it asked for.
alter table receipts.copy add column idempotency_key text check (length(idempotency_key) between 1 and 255), add column asked_for uuid;
create unique index copy_key on receipts.copy (account_id, idempotency_key) where idempotency_key is not null;
