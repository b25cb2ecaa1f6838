-- Changes that take a charity's owner their role wait: 72 hours, or for two of staff (accounts-15, ADR-0042).

-- Since when a member is an owner. Null for other roles, and for owners from before this migration.
alter table organizations.member
  add column owner_since timestamptz,
  add constraint owner_since_of_owner check (owner_since is null or role = 'owner');

create table organizations.ownership_change (
  id                      uuid primary key,
  organization_id         bigint not null references organizations.organization,
  owner_account_id        uuid references identity.account,   -- who loses the role; null if the charity has no owner
  role                    text check (role in ('admin', 'finance', 'editor', 'donor-support')),   -- of this owner afterwards; null: none
  successor_account_id    uuid references identity.account,   -- who becomes an owner with it
  requested_by_account_id uuid not null references identity.account,
  requested_at            timestamptz not null,
  state                   text not null check (state in ('delayed', 'staff', 'done', 'stopped', 'refused', 'void')),
  effective_at            timestamptz,   -- null if staff decide
  proposed_decision       text check (proposed_decision in ('apply', 'refuse')),   -- by the first of two staff members
  proposed_by_account_id  uuid references identity.account,
  ended_at                timestamptz,
  ended_by_account_id     uuid references identity.account,   -- null if it ended by the clock
  constraint ownership_change_has_subject check (owner_account_id is not null or successor_account_id is not null),
  constraint ownership_change_delay check (state <> 'delayed' or effective_at is not null),
  constraint ownership_change_end check ((state in ('delayed', 'staff')) = (ended_at is null)),
  constraint ownership_change_proposal check ((proposed_decision is null) = (proposed_by_account_id is null))
);
create unique index one_pending_ownership_change on organizations.ownership_change (organization_id) where state in ('delayed', 'staff');
create index ownership_change_due on organizations.ownership_change (effective_at) where state = 'delayed';
create index ownership_change_account on organizations.ownership_change (owner_account_id);

create function organizations.refuse_ended_ownership_change() returns trigger language plpgsql as $$
begin
  raise exception 'an ended change of ownership is not changed' using errcode = 'insufficient_privilege';
end $$;
create trigger ownership_change_final before update or delete on organizations.ownership_change
  for each row when (old.state not in ('delayed', 'staff')) execute function organizations.refuse_ended_ownership_change();

-- The last owner's open requests move here; their verification request is withdrawn.
insert into organizations.ownership_change (id, organization_id, owner_account_id, role, successor_account_id, requested_by_account_id, requested_at, state)
select r.id, r.organization_id, r.requested_by_account_id, 'admin', r.new_owner_account_id, r.requested_by_account_id, r.requested_at, 'staff'
from organizations.verification_request r
where r.state = 'open' and r.new_owner_account_id is not null and r.requested_by_account_id is not null;
update organizations.verification_request set state = 'withdrawn', decided_at = now(), reason = ''
where state = 'open' and new_owner_account_id is not null;

-- Staff review changes of ownership.
alter table moderation.case drop constraint case_kind_check;
alter table moderation.case add constraint case_kind_check
  check (kind in ('fundraiser', 'edit', 'zakat', 'report', 'comment', 'refund', 'charity', 'payment', 'ownership'));
