-- A gift given without an account that somebody made theirs right after giving it (decisions.md 51). The gift itself never changes.
create table giving.claim (
  donation_id uuid primary key references giving.donation,
  account_id  uuid not null references identity.account,
  claimed_at  timestamptz not null
);
create index claim_account on giving.claim (account_id);

-- Gifts without an account are found again by the e-mail they were given with, once that e-mail is proven.
create index donation_guest_email on giving.donation (lower(email)) where account_id is null and email is not null;
