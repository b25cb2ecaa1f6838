-- A donor is counted once, whether they donated with their account or with its proven email address (supporters-6): a
-- donation that belongs to an account gets the account's key. Donations are append-only for the application, so that
-- only this function changes a key.
create function giving.set_donor_key(donation_ids uuid[], key bytea) returns void language sql security definer set search_path = '' as $$
  update giving.donation set donor_key = key where id = any(donation_ids) and donor_key <> key
$$;
revoke all on function giving.set_donor_key(uuid[], bytea) from public;

-- The accounts whose earlier donations without signing in were given the account's key, with the time at which their
-- email address was proven then.
create table giving.counted_account (
  account_id uuid primary key references identity.account on delete cascade,
  proven_at  timestamptz not null
);
