-- A match of name screening is a case of its own (content-26).
-- Locks: moderation.case (all, while its rows are checked: a moment)
alter table moderation.case drop constraint case_kind_check;
alter table moderation.case add constraint case_kind_check
  check (kind = any (array['fundraiser', 'edit', 'zakat', 'report', 'comment', 'refund', 'charity', 'payment', 'ownership', 'name', 'match']));
