-- A case whose subject was settled elsewhere closes by itself: nobody decided it.
alter table moderation.case drop constraint case_check;
alter table moderation.case add constraint case_decided_whole check ((state = 'decided') = (decided_at is not null and decision is not null and reason is not null)
  and (state = 'open' or decided_by_account_id is not null or decision = 'gone'));

-- Paused by staff: only staff lets it take gifts again.
alter table campaigns.campaign add column held_at timestamptz;
