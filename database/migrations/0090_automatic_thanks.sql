-- Which thanks were mailed automatically: someone of the team can still thank the donor once by hand (content-42).
-- Earlier automatic thanks have no sender; so have those of erased accounts, whose donors can be thanked once more.
-- Locks: organizing.thank_you_message (all, seconds per million rows)
alter table organizing.thank_you_message add column is_automatic boolean not null default false;
update organizing.thank_you_message set is_automatic = true where sent_by is null;
