-- The zakat of a donor's year, read without the table: a donor may have thousands of donations on as many of its pages.
create index donation_zakat_account on giving.donation (account_id, given_at) include (id, currency, zakat_eligible, campaign_id)
  where is_zakat and account_id is not null;
