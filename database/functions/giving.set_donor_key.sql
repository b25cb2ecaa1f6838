-- Gives donations the key by which their donor is counted. A donor is counted once, whether they donated with their
-- account or with its proven email address (supporters-6): a donation that belongs to an account gets the account's key.
-- Donations are append-only for the application, so that only this function changes a key.
create or replace function giving.set_donor_key(donation_ids uuid[], key bytea)
returns void
language sql security definer set search_path = '' as $$
  update giving.donation
  set donor_key = key
  where id = any(donation_ids)
    and donor_key <> key
$$;
