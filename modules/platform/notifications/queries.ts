import { dayMs } from '#shared/time.ts'
import { sql } from 'kysely'
import type { Db, Ports, Tx } from '#shared/ports.ts'
import { type MailContent, mailLayout } from './layout.ts'
import './tables.ts'

/** The body of a mail: content that is laid out when it is sent or read, or both parts already laid out. */
type MailBody = { readonly content: MailContent } | { readonly html: string; readonly plain: string }

export type MailRow = MailBody & {
  readonly id: string
  readonly messageId: string
  readonly kind: string
  readonly to: string
  readonly locale: string
  readonly subject: string
  /** Deletion date of a mail to an erased recipient, sent or not. */
  readonly purgeAt?: Date | undefined
}

export type QueuedMail = {
  readonly id: string
  readonly messageId: string
  readonly to: string
  readonly subject: string
  readonly attempts: number
  readonly content: MailContent | null
  readonly html: string | null
  readonly plain: string | null
}

/** Returns both parts of a stored mail. */
export function renderStoredMail(input: {
  readonly content: unknown
  readonly html: string | null
  readonly plain: string | null
}): { html: string; plain: string } {
  if (input.content === null) return { html: input.html ?? '', plain: input.plain ?? '' }
  const { html, text } = mailLayout(input.content as MailContent)
  return { html, plain: text }
}

/** Queues mails in the transaction of the change they report. The same `messageId` again changes nothing. */
export async function queueMails(tx: Tx, mails: readonly MailRow[], instant: Date): Promise<void> {
  if (mails.length === 0) return
  await sql`
    insert into notifications.mail (
      id, message_id, kind, to_address, locale, subject, content, html, plain, next_attempt_at, created_at, purge_at
    )
    select id, "messageId", kind, "to", locale, subject, content, html, plain, ${instant}, ${instant}, "purgeAt"
    from json_to_recordset(${JSON.stringify(mails)}::json) as m(
      id uuid,
      "messageId" text,
      kind text,
      "to" text,
      locale text,
      subject text,
      content jsonb,
      html text,
      plain text,
      "purgeAt" timestamptz
    )
    on conflict (message_id) do nothing
  `.execute(tx)
}

/** Leases due mails: other workers skip them until `leaseUntil`, even if this process dies while sending. */
export const leaseMails = (ports: Ports, now: Date, leaseUntil: Date, limit: number): Promise<QueuedMail[]> =>
  ports.statement<QueuedMail>(
    'notifications.lease',
    `
      update notifications.mail
      set next_attempt_at = $2, attempts = attempts + 1
      where id = any(
        array(
          select id
          from notifications.mail
          where state = 'queued' and next_attempt_at <= $1
          order by next_attempt_at
          limit $3
          for update skip locked
        )
      )
      returning id, message_id as "messageId", to_address as "to", subject, content, html, plain, attempts
    `,
    [now, leaseUntil, limit],
  )

/** Marks due mails as stored in the mailbox if there is no mail server. Returns the number. */
export const storeMails = async (ports: Ports, now: Date, limit: number): Promise<number> =>
  (
    await ports.statement(
      'notifications.shelve',
      `
        update notifications.mail
        set state = 'sent', sent_at = $1, attempts = attempts + 1
        where id = any(
          array(
            select id
            from notifications.mail
            where state = 'queued' and next_attempt_at <= $1
            order by next_attempt_at
            limit $2
            for update skip locked
          )
        )
        returning id
      `,
      [now, limit],
    )
  ).length

/** Marks mails as sent. */
export const recordSent = (ports: Ports, ids: readonly string[], instant: Date): Promise<unknown> =>
  ports.statement(
    'notifications.sent',
    `update notifications.mail set state = 'sent', sent_at = $2, last_error = null where id = any($1::uuid[])`,
    [ids, instant],
  )

/**
 * Records a failed attempt. `nextAttemptAt: null` marks the mail failed; `isRefused` counts a permanent refusal of the
 * mailbox. A mail that was sent in the meantime stays sent.
 */
export const recordFailure = (
  ports: Ports,
  id: string,
  input: { nextAttemptAt: Date | null; error: string; isRefused: boolean },
): Promise<unknown> =>
  ports.statement(
    'notifications.failure',
    `
      update notifications.mail
      set
        state = case when $2::timestamptz is null then 'failed' else 'queued' end,
        next_attempt_at = coalesce($2, next_attempt_at),
        last_error = $3,
        refusals = refusals + $4::int
      where id = $1 and state = 'queued'
    `,
    [id, input.nextAttemptAt, input.error.slice(0, 500), input.isRefused ? 1 : 0],
  )

/** Lists mails, newest first, after `before`. */
export const listMails = (db: Db, limit: number, before: { createdAt: Date; id: string } | undefined) =>
  db
    .selectFrom('notifications.mail')
    .select(['id', 'kind', 'to_address as to', 'subject', 'locale', 'state', 'created_at as createdAt'])
    .$if(before !== undefined, (query) =>
      query.where(sql<boolean>`(created_at, id) < (${before?.createdAt}, ${before?.id}::uuid)`),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

export const findMail = (db: Db, id: string) =>
  db
    .selectFrom('notifications.mail')
    .select([
      'id',
      'message_id as messageId',
      'kind',
      'to_address as to',
      'subject',
      'locale',
      'content',
      'html',
      'plain',
      'state',
      'created_at as createdAt',
    ])
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

/** Deletes the texts of some mails that were written before a moment and aren't queued. Returns the number. */
export const deleteMailTexts = async (tx: Tx, before: Date, limit: number): Promise<number> =>
  Number(
    (
      await sql`
        update notifications.mail
        set content = null, html = null, plain = null
        where id = any(
          array(
            select id
            from notifications.mail
            where created_at < ${before} and state <> 'queued' and (content is not null or html is not null)
            order by created_at
            limit ${limit}
          )
        )
      `.execute(tx)
    ).numAffectedRows,
  )

export const deleteVisitEvents = async (tx: Tx, before: Date): Promise<number> =>
  Number(
    (await tx.deleteFrom('notifications.visit_event').where('happened_at', '<', before).executeTakeFirst())
      .numDeletedRows,
  )

export const insertVisitEvent = (ports: Ports, name: string, properties: object, instant: Date): Promise<unknown> =>
  ports.statement(
    'notifications.visit_event',
    'insert into notifications.visit_event (name, properties, happened_at) values ($1, $2, $3)',
    [name, JSON.stringify(properties), instant],
  )

/** Days for which a queued mail may remain after its recipient was erased; longer than its last retry. */
const erasedDays = 3
export const mailOfErasedUntil = (instant: Date): Date => new Date(instant.getTime() + erasedDays * dayMs)

/** Deletes mails that were sent to these addresses; queued ones are deleted after `purgeAt`. */
export async function eraseMails(tx: Tx, input: { emails: readonly string[]; purgeAt: Date }): Promise<void> {
  await sql`delete from notifications.mail where lower(to_address) = any(${input.emails}::text[]) and state <> 'queued'`.execute(
    tx,
  )
  await sql`
    update notifications.mail set purge_at = ${input.purgeAt} where lower(to_address) = any(${input.emails}::text[])
  `.execute(tx)
}

/**
 * Deletes mails to other people about these donations, found by the donation id in their keys, with an index of those
 * kinds.
 */
export const eraseMailsAbout = (tx: Tx, donationIds: readonly string[]) =>
  sql`
    delete from notifications.mail
    where kind in ('level-claimed', 'dedication-card') and split_part(message_id, '.', 2) = any(${donationIds}::text[])
  `.execute(tx)

export const deleteExpiredMails = (tx: Tx, now: Date) =>
  tx.deleteFrom('notifications.mail').where('purge_at', '<', now).execute()
