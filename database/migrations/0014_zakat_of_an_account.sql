-- Allows an index-only scan for the zakat of a donor's year, because thousands of donations may be on as many table
-- pages.
create index donation_zakat_account on giving.donation (account_id, given_at) include (id, currency, zakat_eligible, campaign_id)
  where is_zakat and account_id is not null;
