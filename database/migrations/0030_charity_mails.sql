-- Replies to emails in a charity's name go to its contact address once the button in an email to it has confirmed the
-- address (content-29).
alter table organizations.organization add column email_confirmed_at timestamptz;
-- Addresses of verified charities count as confirmed, because staff entered or verified them.
update organizations.organization set email_confirmed_at = verified_at where verified_at is not null;
