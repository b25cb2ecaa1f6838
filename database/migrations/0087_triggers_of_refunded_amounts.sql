-- Notes changes and writes events of giving.refunded_amount (0079, 0080). Each such migration locks one table: one that locked
-- several in another order than a donation would deadlock with it.
-- Locks: giving.refunded_amount (writes, a moment)
create trigger refunded_amount_changed after insert or update on giving.refunded_amount for each row execute function change_feed.note_donation_of();
