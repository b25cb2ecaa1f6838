-- What a fundraiser that is verified for Zakat says anew is looked at again.
alter table moderation.case drop constraint case_kind_check;
alter table moderation.case add constraint case_kind_check check (kind in ('fundraiser', 'edit', 'zakat', 'report', 'comment', 'refund'));
-- One case for each edit, whatever became of it.
create unique index case_of_edit on moderation.case (subject_id) where kind = 'edit';
