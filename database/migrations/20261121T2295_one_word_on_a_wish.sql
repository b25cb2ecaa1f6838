-- One word on a donor's wish: a granted one has its refund, a declined one none, and neither changes any more.
alter table refunds.request add constraint granted_has_its_refund check ((state = 'granted') = (refund_id is not null)) not valid;
alter table refunds.request validate constraint granted_has_its_refund;

create function refunds.refuse_deciding_again() returns trigger language plpgsql as $$
begin
  if old.state <> 'open' and (new.state, new.note, new.decided_by, new.refund_id, new.decided_at) is distinct from (old.state, old.note, old.decided_by, old.refund_id, old.decided_at) then
    raise exception 'wish %: it is % already', old.id, old.state using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger request_decided_once before update on refunds.request for each row execute function refunds.refuse_deciding_again();
