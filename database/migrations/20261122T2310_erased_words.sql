-- A decided case is not changed, but for what somebody wrote who was erased: it goes out of the texts that were compared.
create or replace function moderation.refuse_reopening() returns trigger language plpgsql as $$
begin
  if new.snapshot = '{}' and to_jsonb(new) - 'snapshot' = to_jsonb(old) - 'snapshot' then return new; end if;
  raise exception 'a decided case is not changed' using errcode = 'insufficient_privilege';
end $$;
create index case_of_words on moderation.case (subject_id) where kind in ('comment', 'refund');

-- What a guest agreed to and never paid is found by their e-mail, when it is forgotten or read by whoever has proven it.
create index intent_unpaid_of_guest on payments.intent (lower(order_details -> 'donor' ->> 'email'))
  where state in ('FAILED', 'EXPIRED', 'CANCELLED') and scope not like 'account:%' and scope not like 'plan:%';
-- Where somebody was declined whose e-mail is forgotten already: still counted for two days, then forgotten, too.
create index attempt_of_nobody on payments.attempt (submitted_at) where state = 'DECLINED' and email_key is null and ip <> '';
