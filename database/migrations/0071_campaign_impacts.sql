-- What certain amounts do, in the organizer's words, such as "$50 feeds a family for a week": at most three, by amount,
-- each `{"amount": 5000, "text": "…"}` in minor units of the campaign's currency.
-- Locks: campaigns.campaign (all, while its rows are checked: a moment)
alter table campaigns.campaign
  add column impacts jsonb not null default '[]'
    check (case when jsonb_typeof(impacts) = 'array' then jsonb_array_length(impacts) <= 3 else false end);
