-- Notes changes and writes events of giving.donation (0079, 0080). Each such migration locks one table: one that locked
-- several in another order than a donation would deadlock with it.
-- Locks: giving.donation (writes, a moment)
create trigger donation_changed after insert or update on giving.donation for each row execute function change_feed.note('donation');
create trigger donation_of_plan_changed after update on giving.donation for each row when (new.subscription_id is not null) execute function change_feed.note_plan_of();
create trigger webhook_donor after update on giving.donation
  for each row
  when (new.is_anonymous and (not old.is_anonymous or new.retained_until is distinct from old.retained_until))
  execute function webhooks.erase_donor();
