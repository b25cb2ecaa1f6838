-- Notes changes and writes events of receipts.line (0079, 0080). Each such migration locks one table: one that locked
-- several in another order than a donation would deadlock with it.
-- Locks: receipts.line (writes, a moment)
create trigger receipt_line_added after insert on receipts.line for each row execute function change_feed.note_donation_of();
