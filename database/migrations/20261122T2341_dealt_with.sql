-- What is left to a person stands on a page of the desk until one of them has dealt with it; the same refund may need somebody for more than one reason.
alter table refunds.for_a_person add column id uuid;
update refunds.for_a_person set id = gen_random_uuid();
alter table refunds.for_a_person drop constraint for_a_person_pkey;
alter table refunds.for_a_person alter column id set not null;
alter table refunds.for_a_person add primary key (id);
alter table refunds.for_a_person add constraint one_of_each_reason unique (provider, provider_refund_id, reason);
alter table refunds.for_a_person add column dealt_at timestamptz;
alter table refunds.for_a_person add column dealt_by uuid references identity.account;   -- null with a time: it could be written down after all
alter table refunds.for_a_person add column note text not null default '' check (length(note) <= 500);
alter table refunds.for_a_person add constraint dealt_with_at check (dealt_by is null or dealt_at is not null);
create index for_a_person_open on refunds.for_a_person (found_at) where dealt_at is null;
create index for_a_person_intent on refunds.for_a_person (intent_id);

create function refunds.refuse_dealing_again() returns trigger language plpgsql as $$
begin
  if (new.id, new.provider, new.provider_refund_id, new.intent_id, new.amount, new.currency, new.reason, new.found_at)
     is distinct from (old.id, old.provider, old.provider_refund_id, old.intent_id, old.amount, old.currency, old.reason, old.found_at)
     or old.dealt_at is not null then
    raise exception 'left to a person %: what happened never changes, and it is dealt with once', old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger dealt_with_once before update on refunds.for_a_person for each row execute function refunds.refuse_dealing_again();
