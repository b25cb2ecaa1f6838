-- A payment whose dispute was won is ours again: it may be given back to its donor, who may also dispute it once more; and one that was lost may be
-- won later, when the donor takes their word back or the bank is asked again (trust.md R15).
create or replace function payments.refuse_illegal_intent_move() returns trigger language plpgsql as $$
begin
  if old.state = new.state then return new; end if;
  if not (old.state = 'CREATED'            and new.state in ('REQUIRES_ACTION', 'PROCESSING', 'SUCCEEDED', 'FAILED', 'CANCELLED', 'EXPIRED')
       or old.state = 'REQUIRES_ACTION'    and new.state in ('CREATED', 'PROCESSING', 'SUCCEEDED', 'FAILED', 'CANCELLED', 'EXPIRED')
       or old.state = 'PROCESSING'         and new.state in ('CREATED', 'REQUIRES_ACTION', 'SUCCEEDED', 'FAILED', 'CANCELLED', 'EXPIRED')
       or old.state = 'SUCCEEDED'          and new.state in ('PARTIALLY_REFUNDED', 'REFUNDED', 'DISPUTED')
       or old.state = 'PARTIALLY_REFUNDED' and new.state in ('SUCCEEDED', 'REFUNDED', 'DISPUTED')
       or old.state = 'REFUNDED'           and new.state in ('SUCCEEDED', 'PARTIALLY_REFUNDED')
       or old.state = 'DISPUTED'           and new.state in ('DISPUTE_WON', 'DISPUTE_LOST')
       or old.state = 'DISPUTE_WON'        and new.state in ('PARTIALLY_REFUNDED', 'REFUNDED', 'DISPUTED')
       or old.state = 'DISPUTE_LOST'       and new.state in ('DISPUTE_WON')) then
    raise exception 'payment intent %: illegal move from % to %', old.id, old.state, new.state using errcode = 'check_violation';
  end if;
  return new;
end $$;

create or replace function refunds.refuse_too_much() returns trigger language plpgsql as $$
declare i payments.intent;
begin
  select * into strict i from payments.intent where id = new.intent_id for update;
  if i.state not in ('SUCCEEDED', 'PARTIALLY_REFUNDED', 'DISPUTE_WON') or i.currency <> new.currency then
    raise exception 'payment % is % and cannot be refunded in %', i.id, i.state, new.currency using errcode = 'check_violation';
  end if;
  if new.amount + coalesce((select sum(amount) from refunds.refund where intent_id = new.intent_id and state not in ('failed', 'canceled')), 0) > i.amount then
    raise exception 'payment %: refunds exceed what was captured', i.id using errcode = 'check_violation', constraint = 'refunds_within_capture';
  end if;
  return new;
end $$;
