import { sql } from 'kysely'
import type { Db, Tx } from '#shared/ports.ts'
import type { ReportReason } from '../rules/report.ts'
import '../tables.ts'

export type NewReport = {
  readonly id: string
  readonly caseId: string
  readonly reason: ReportReason
  readonly body: string
  readonly email: string | null
  readonly accountId: string | null
  readonly reporterKey: Buffer
  readonly at: Date
}

export const insertReport = (tx: Tx, newReport: NewReport) =>
  tx
    .insertInto('moderation.report')
    .values({
      id: newReport.id,
      case_id: newReport.caseId,
      reason: newReport.reason,
      body: newReport.body,
      email: newReport.email,
      account_id: newReport.accountId,
      reporter_key: newReport.reporterKey,
      reported_at: newReport.at,
    })
    .execute()

/** Returns the reasons of a case and the number of distinct networks. */
export async function summarizeReports(
  tx: Tx,
  caseId: string,
): Promise<{ reporters: number; reasons: { code: ReportReason; count: number }[] }> {
  const reasons = await tx
    .selectFrom('moderation.report')
    .select(['reason as code', (e) => e.fn.countAll<bigint>().as('count')])
    .where('case_id', '=', caseId)
    .groupBy('reason')
    .orderBy('count', 'desc')
    .orderBy('reason')
    .execute()
  const { reporters } = await tx
    .selectFrom('moderation.report')
    .select((e) => e.fn.count<bigint>('reporter_key').distinct().as('reporters'))
    .where('case_id', '=', caseId)
    .executeTakeFirstOrThrow()
  return {
    reporters: Number(reporters),
    reasons: reasons.map(({ code, count }) => ({ code: code as ReportReason, count: Number(count) })),
  }
}

export const reportsFrom = async (db: Db, reporterKey: Buffer, since: Date): Promise<number> =>
  Number(
    (
      await db
        .selectFrom('moderation.report')
        .select((e) => e.fn.countAll<bigint>().as('count'))
        .where('reporter_key', '=', reporterKey)
        .where('reported_at', '>', since)
        .executeTakeFirstOrThrow()
    ).count,
  )

export const reportsOf = (db: Db, caseId: string) =>
  db
    .selectFrom('moderation.report')
    .select(['id', 'reason', 'body', 'email', 'reported_at as at'])
    .where('case_id', '=', caseId)
    .orderBy('reported_at')
    .orderBy('id')
    .limit(200)
    .execute()

/** Purges the reporters' networks some time after the decision. */
export const purgeReporters = (tx: Tx, decidedBefore: Date) =>
  sql`update moderation.report set reporter_key = null where reporter_key is not null
    and case_id in (select id from moderation.case where state = 'decided' and decided_at < ${decidedBefore})`.execute(
    tx,
  )

/**
 * Removes a person's texts from cases: their words of support and refund reasons. Must run before the texts themselves
 * are erased, because it finds cases by those texts.
 */
export const eraseTextInCases = (
  tx: Tx,
  input: { readonly accountId: string; readonly donationIds: readonly string[] },
) =>
  sql`
    update moderation.case
    set snapshot = '{}'
    where snapshot <> '{}'
      and (
        (
          kind = 'comment'
            and subject_id in (
              select id::text
              from comments.comment
              where author_id = ${input.accountId} or donation_id = any(${input.donationIds}::uuid[])
            )
        )
          or (
            kind = 'report'
              and campaign_id in (select campaign_id from supporter_pages.page where account_id = ${input.accountId})
          )
          or (
            kind = 'refund'
              and subject_id in (select id::text from refunds.request where account_id = ${input.accountId})
          )
      )
  `.execute(tx)

/**
 * Anonymizes a person's reports, removes their text, and unassigns their open cases. `emails` are confirmed and
 * normalized.
 */
export async function eraseReports(
  tx: Tx,
  input: { readonly accountId: string; readonly emails: readonly string[] },
): Promise<void> {
  await sql`update moderation.report set account_id = null, email = null, body = ''
    where account_id = ${input.accountId} or lower(email) = any(${input.emails}::text[])`.execute(tx)
  await tx
    .updateTable('moderation.case')
    .set({ assignee_account_id: null })
    .where('assignee_account_id', '=', input.accountId)
    .where('state', '=', 'open')
    .execute()
}
