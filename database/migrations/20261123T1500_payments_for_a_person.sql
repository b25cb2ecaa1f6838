-- Also charges that are nobody's payment here, and payments that have no end or another one than was agreed, are left to a person.
alter table refunds.for_a_person alter column intent_id drop not null;
-- Few: what ended otherwise than agreed, and what nobody asks the provider about any more.
create index attempt_stuck on payments.attempt (id) where state = 'INTEGRITY_FAILURE' or (state = 'UNKNOWN' and next_lookup_at is null);
