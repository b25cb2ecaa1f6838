-- Notes changes and writes events of subscriptions.occurrence (0079, 0080). Each such migration locks one table: one that locked
-- several in another order than a donation would deadlock with it.
-- Locks: subscriptions.occurrence (writes, a moment)
create trigger occurrence_added after insert on subscriptions.occurrence for each row execute function change_feed.note_occurrence();
create trigger occurrence_changed after update of state, skip_reason, on_date, due_at, gift, decline_code, settled_at on subscriptions.occurrence for each row
  execute function change_feed.note_occurrence();
