-- Answers to mails in a charity's name go to its contact email once someone pressed the button of a mail to it (content-29).
alter table organizations.organization add column email_confirmed_at timestamptz;
-- Staff entered or verified these.
update organizations.organization set email_confirmed_at = verified_at where verified_at is not null;
