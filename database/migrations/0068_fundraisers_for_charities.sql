-- A fundraiser of someone outside a charity's team waits for the charity before staff review it (content-4): `asked`
-- until a member accepts it; null: the charity is not asked. A refusal closes the submission.
-- Locks: fundraising.submission (all, while its rows are checked: a moment)
alter table fundraising.submission add column charity_state text
  constraint submission_charity_state_check check (charity_state in ('asked', 'accepted'));
alter table fundraising.submission drop constraint submission_decision_check;
alter table fundraising.submission add constraint submission_decision_check
  check (decision in ('approved', 'rejected', 'withdrawn', 'refused'));
create index submission_asked on fundraising.submission (campaign_id) where decided_at is null and charity_state = 'asked';
