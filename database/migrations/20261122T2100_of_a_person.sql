-- What is looked for by the person it is of, when they are forgotten or read what is kept of them, and by the gift it is about.
create index comment_author on comments.comment (author_id);
create index invitation_email on fundraising.invitation (email_key);
create index invitation_inviter on fundraising.invitation (invited_by, invited_at) where invited_by is not null;
create index mail_receiver on notifications.mail (lower(to_address));
create index report_email on moderation.report (lower(email)) where email is not null;
create index request_donation on refunds.request (donation_id);
create index thanks_sender on organizing.thanks (sent_by) where sent_by is not null;
create index fulfilment_marker on organizing.fulfilment (marked_by) where marked_by is not null;

-- The few who work here among everybody who has an account.
create index account_staff on identity.account (id) where roles <> '{}' and erased_at is null;
