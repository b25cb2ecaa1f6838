-- Closing a charity: an owner requests it, and another owner or staff confirm it (content-34).
alter table organizations.organization
  add column closing_requested_at timestamptz,
  add column closing_requested_by_account_id uuid references identity.account,
  add column closed_by_account_id uuid references identity.account;
alter table organizations.organization add constraint closing_request_complete check ((closing_requested_at is null) = (closing_requested_by_account_id is null));
alter table organizations.organization add constraint closed_by_another check (closed_by_account_id is null or closed_by_account_id <> closing_requested_by_account_id);
create index organization_closing on organizations.organization (closing_requested_at) where closing_requested_at is not null and closed_at is null;
