-- Mails that tell an organizer who claimed a giving level are found by the gift they name, when its donor is forgotten.
create index mail_of_claim on notifications.mail (split_part(message_id, '.', 2)) where kind = 'level-claimed';
