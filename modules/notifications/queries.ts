import { sql } from 'kysely'
import type { Db, Ports, Tx } from '#shared/ports.ts'
import './tables.ts'

export type QueuedMail = {
  readonly id: string
  readonly messageId: string
  readonly to: string
  readonly subject: string
  readonly html: string
  readonly plain: string
  readonly tries: number
}

export type MailRow = {
  readonly id: string
  readonly messageId: string
  readonly kind: string
  readonly to: string
  readonly locale: string
  readonly subject: string
  readonly html: string
  readonly plain: string
}

/** Queues mails in the transaction of the fact they tell of. The same `messageId` again changes nothing. */
export async function insertMails(tx: Tx, mails: readonly MailRow[], at: Date): Promise<void> {
  if (mails.length === 0) return
  await tx
    .insertInto('notifications.mail')
    .values(
      mails.map((mail) => ({
        id: mail.id,
        message_id: mail.messageId,
        kind: mail.kind,
        to_address: mail.to,
        locale: mail.locale,
        subject: mail.subject,
        html: mail.html,
        plain: mail.plain,
        next_try_at: at,
        last_error: null,
        created_at: at,
        sent_at: null,
      })),
    )
    .onConflict((conflict) => conflict.column('message_id').doNothing())
    .execute()
}

/** Takes mails that are due: others leave them alone until `leaseUntil`, also when this process dies while sending. */
export const leaseMails = (ports: Ports, now: Date, leaseUntil: Date, limit: number): Promise<QueuedMail[]> =>
  ports.statement<QueuedMail>(
    'notifications.lease',
    `update notifications.mail set next_try_at = $2, tries = tries + 1
     where id = any(array(select id from notifications.mail where state = 'queued' and next_try_at <= $1 order by next_try_at limit $3 for update skip locked))
     returning id, message_id as "messageId", to_address as "to", subject, html, plain, tries`,
    [now, leaseUntil, limit],
  )

/** They went out: never sent again. */
export const recordSent = (ports: Ports, ids: readonly string[], at: Date): Promise<unknown> =>
  ports.statement('notifications.sent', `update notifications.mail set state = 'sent', sent_at = $2, last_error = null where id = any($1::uuid[])`, [ids, at])

/** `nextTryAt: null` gives the mail up. One that went out meanwhile stays sent. */
export const recordFailure = (ports: Ports, id: string, of: { nextTryAt: Date | null; error: string }): Promise<unknown> =>
  ports.statement(
    'notifications.failure',
    `update notifications.mail set state = case when $2::timestamptz is null then 'failed' else 'queued' end, next_try_at = coalesce($2, next_try_at), last_error = $3
     where id = $1 and state = 'queued'`,
    [id, of.nextTryAt, of.error.slice(0, 500)],
  )

/** Newest first, from after `before` on. */
export const listMails = (db: Db, limit: number, before: { createdAt: Date; id: string } | undefined) =>
  db
    .selectFrom('notifications.mail')
    .select(['id', 'kind', 'to_address as to', 'subject', 'locale', 'state', 'created_at as createdAt'])
    .$if(before !== undefined, (query) => query.where(sql<boolean>`(created_at, id) < (${before?.createdAt}, ${before?.id}::uuid)`))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

export const findMail = (db: Db, id: string) =>
  db
    .selectFrom('notifications.mail')
    .select(['id', 'message_id as messageId', 'kind', 'to_address as to', 'subject', 'locale', 'html', 'plain', 'state', 'created_at as createdAt'])
    .where('id', '=', id)
    .executeTakeFirst()

export const deleteMails = async (tx: Tx, kinds: readonly string[], before: Date): Promise<number> =>
  Number(
    (
      await tx
        .deleteFrom('notifications.mail')
        .where('kind', 'in', [...kinds])
        .where('created_at', '<', before)
        .executeTakeFirst()
    ).numDeletedRows,
  )

export const deleteVisitEvents = async (tx: Tx, before: Date): Promise<number> =>
  Number((await tx.deleteFrom('notifications.visit_event').where('happened_at', '<', before).executeTakeFirst()).numDeletedRows)

export const insertVisitEvent = (ports: Ports, name: string, properties: object, at: Date): Promise<unknown> =>
  ports.statement('notifications.visit_event', 'insert into notifications.visit_event (name, properties, happened_at) values ($1, $2, $3)', [
    name,
    JSON.stringify(properties),
    at,
  ])
