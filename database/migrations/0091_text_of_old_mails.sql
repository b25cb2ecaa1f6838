-- The text of a mail is deleted 90 days after the mail was written, unless it is still queued (privacy-5).
-- Locks: notifications.mail (writes, seconds per million rows)
alter table notifications.mail drop constraint mail_has_content;
alter table notifications.mail add constraint queued_mail_has_content
  check (state <> 'queued' or content is not null or (html is not null and plain is not null)) not valid;
create index mail_with_text on notifications.mail (created_at)
  where state <> 'queued' and (content is not null or html is not null);
