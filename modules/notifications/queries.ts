import type { Db, Ports, Tx } from '#shared/ports.ts'
import './tables.ts'

export type QueuedMail = { readonly id: string; readonly messageId: string; readonly to: string; readonly subject: string; readonly html: string; readonly plain: string; readonly tries: number }

export type MailRow = { readonly id: string; readonly messageId: string; readonly kind: string; readonly to: string; readonly locale: string; readonly subject: string; readonly html: string; readonly plain: string }

export async function insertMails(tx: Tx, mails: readonly MailRow[], at: Date): Promise<void> {
  if (mails.length === 0) return
  await tx
    .insertInto('notifications.mail')
    .values(mails.map((mail) => ({ id: mail.id, message_id: mail.messageId, kind: mail.kind, to_address: mail.to, locale: mail.locale, subject: mail.subject, html: mail.html, plain: mail.plain, next_try_at: at, last_error: null, created_at: at, sent_at: null })))
    .onConflict((conflict) => conflict.column('message_id').doNothing())
    .execute()
}

/** Takes mails that are due: others leave them alone until `leaseUntil`, also when this process dies while sending. */
export const leaseMails = (ports: Ports, now: Date, leaseUntil: Date, limit: number): Promise<QueuedMail[]> =>
  ports.statement<QueuedMail>(
    'notifications.lease',
    `update notifications.mail set next_try_at = $2, tries = tries + 1
     where id in (select id from notifications.mail where state = 'queued' and next_try_at <= $1 order by next_try_at limit $3 for update skip locked)
     returning id, message_id as "messageId", to_address as "to", subject, html, plain, tries`,
    [now, leaseUntil, limit],
  )

export const recordSent = (ports: Ports, ids: readonly string[], at: Date): Promise<unknown> =>
  ports.statement('notifications.sent', `update notifications.mail set state = 'sent', sent_at = $2, last_error = null where id = any($1::uuid[])`, [ids, at])

export const recordFailure = (ports: Ports, id: string, of: { nextTryAt: Date | null; error: string }): Promise<unknown> =>
  ports.statement('notifications.failure', `update notifications.mail set state = case when $2::timestamptz is null then 'failed' else 'queued' end, next_try_at = coalesce($2, next_try_at), last_error = $3 where id = $1`, [id, of.nextTryAt, of.error.slice(0, 500)])

export const listMails = (db: Db, limit: number) =>
  db.selectFrom('notifications.mail').select(['id', 'kind', 'to_address as to', 'subject', 'locale', 'state', 'created_at as createdAt']).orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute()

export const findMail = (db: Db, id: string) => db.selectFrom('notifications.mail').selectAll().where('id', '=', id).executeTakeFirst()

export const insertVisitEvent = (ports: Ports, name: string, properties: object, at: Date): Promise<unknown> =>
  ports.statement('notifications.visit_event', 'insert into notifications.visit_event (name, properties, happened_at) values ($1, $2, $3)', [name, JSON.stringify(properties), at])
