export { deliverMails } from './deliver-mails.ts'
export { type Block, type MailContent, mailLayout } from './layout.ts'
export { type Mailer, mailHostOf, type NotificationPorts, type OutgoingMail } from './mailer.ts'
export { insertMails as queueMails, type MailRow } from './queries.ts'
