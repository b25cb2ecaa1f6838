import { one } from '#shared/collections.ts'
import { sql, type Selection } from 'kysely'
import type { Db, Tx, Tables } from '#shared/ports.ts'
import type { CaseKind, ScorePart } from '../rules/score.ts'
import type { Reason } from '../tables.ts'
import '../tables.ts'

export type Case = Readonly<Selection<Tables, 'moderation.case', (typeof columns)[number]>>

const columns = [
  'id',
  'kind',
  'subject_id as subjectId',
  'campaign_id as campaignId',
  'opened_at as openedAt',
  'reasons',
  'parts',
  'score',
  'at_stake as atStake',
  'currency',
  'snapshot',
  'assignee_account_id as assigneeId',
  'state',
  'decided_at as decidedAt',
  'decided_by_account_id as decidedById',
  'decision',
  'reason',
] as const

export type NewCase = Pick<
  Case,
  | 'id'
  | 'kind'
  | 'subjectId'
  | 'campaignId'
  | 'openedAt'
  | 'reasons'
  | 'parts'
  | 'score'
  | 'atStake'
  | 'currency'
  | 'snapshot'
>

/**
 * Locks and returns the open case of a subject, creating it if needed. A subject never has two open cases, even under
 * concurrency. An edit has only one case ever, so a decided one is returned.
 */
export async function findOrOpenCase(
  tx: Tx,
  newCase: NewCase,
): Promise<{ readonly id: string; readonly isNew: boolean }> {
  // Without a conflict target, because an edit is unique in two indexes and either may conflict first.
  const { rows } = await sql<{ id: string }>`
    insert into moderation.case (
      id, kind, subject_id, campaign_id, opened_at, reasons, parts, score, at_stake, currency, snapshot
    )
    values (
      ${newCase.id},
      ${newCase.kind},
      ${newCase.subjectId},
      ${newCase.campaignId},
      ${newCase.openedAt},
      ${JSON.stringify(newCase.reasons)},
      ${JSON.stringify(newCase.parts)},
      ${newCase.score},
      ${newCase.atStake},
      ${newCase.currency},
      ${JSON.stringify(newCase.snapshot)}
    )
    on conflict do nothing
    returning id
  `.execute(tx)
  if (rows.length > 0) return { id: newCase.id, isNew: true }
  const open = await tx
    .updateTable('moderation.case')
    .set({ at_stake: newCase.atStake, currency: newCase.currency })
    .where('kind', '=', newCase.kind)
    .where('subject_id', '=', newCase.subjectId)
    .where('state', '=', 'open')
    .returning('id')
    .executeTakeFirst()
  if (open) return { id: open.id, isNew: false }
  if (newCase.kind !== 'edit') return findOrOpenCase(tx, newCase)
  const { id } = await tx
    .selectFrom('moderation.case')
    .select('id')
    .where('kind', '=', 'edit')
    .where('subject_id', '=', newCase.subjectId)
    .executeTakeFirstOrThrow()
  return { id, isNew: false }
}

export const saveScore = (
  tx: Tx,
  id: string,
  input: { reasons: readonly Reason[]; parts: readonly ScorePart[]; score: number },
) =>
  tx
    .updateTable('moderation.case')
    .set({ reasons: JSON.stringify(input.reasons), parts: JSON.stringify(input.parts), score: input.score })
    .where('id', '=', id)
    .execute()

/** Returns a case if it is of one of these kinds. */
export const findCase = (db: Db, id: string, kinds: readonly CaseKind[]): Promise<Case | undefined> =>
  db
    .selectFrom('moderation.case')
    .select(columns)
    .where('id', '=', id)
    .where('kind', 'in', [...kinds])
    .executeTakeFirst()

export const lockCase = (tx: Tx, id: string, kinds: readonly CaseKind[]): Promise<Case | undefined> =>
  tx
    .selectFrom('moderation.case')
    .select(columns)
    .where('id', '=', id)
    .where('kind', 'in', [...kinds])
    .forUpdate()
    .executeTakeFirst()

export type CaseFilter = {
  readonly kinds: readonly CaseKind[]
  readonly state: 'open' | 'decided'
  readonly assignee: { readonly is: string } | 'unassigned' | undefined
  readonly sort: 'score' | 'age'
}

/** Returns open cases by score and age, or oldest first; decided ones newest decision first. */
export const listCases = (db: Db, filter: CaseFilter, page: { offset: number; limit: number }): Promise<Case[]> =>
  db
    .selectFrom('moderation.case')
    .select(columns)
    .where('kind', 'in', [...filter.kinds])
    .where('state', '=', filter.state)
    .$if(filter.assignee === 'unassigned', (query) => query.where('assignee_account_id', 'is', null))
    .$if(typeof filter.assignee === 'object', (query) =>
      query.where('assignee_account_id', '=', (filter.assignee as { is: string }).is),
    )
    .$if(filter.state === 'decided', (query) => query.orderBy('decided_at', 'desc'))
    .$if(filter.state === 'open' && filter.sort === 'score', (query) => query.orderBy('score', 'desc'))
    .orderBy('opened_at')
    .orderBy('id')
    .offset(page.offset)
    .limit(page.limit)
    .execute()

/** Counts open cases by kind. */
export const countOpen = (db: Db, kinds: readonly CaseKind[]): Promise<{ kind: CaseKind; count: bigint }[]> =>
  db
    .selectFrom('moderation.case')
    .select(['kind', (e) => e.fn.countAll<bigint>().as('count')])
    .where('kind', 'in', [...kinds])
    .where('state', '=', 'open')
    .groupBy('kind')
    .execute()

/** Returns the cases before and after one in the open queue by score. */
export async function adjacentCases(
  db: Db,
  item: Case,
  kinds: readonly CaseKind[],
): Promise<{ before: string | null; after: string | null }> {
  const { rows } = await sql<{ before: string | null; after: string | null }>`
    select
      (
        select id
        from moderation.case
        where state = 'open'
          and kind = any(${kinds}::text[])
          and (-score, opened_at, id) < (${-item.score}::int, ${item.openedAt}::timestamptz, ${item.id}::uuid)
        order by score, opened_at desc, id desc
        limit 1
      ) as before,
      (
        select id
        from moderation.case
        where state = 'open'
          and kind = any(${kinds}::text[])
          and (-score, opened_at, id) > (${-item.score}::int, ${item.openedAt}::timestamptz, ${item.id}::uuid)
        order by score desc, opened_at, id
        limit 1
      ) as after
  `.execute(db)
  return one(rows)
}

export const assignCase = (tx: Tx, id: string, accountId: string | null) =>
  tx.updateTable('moderation.case').set({ assignee_account_id: accountId }).where('id', '=', id).execute()

export const closeCase = (tx: Tx, id: string, input: { at: Date; byId: string; decision: string; reason: string }) =>
  tx
    .updateTable('moderation.case')
    .set({
      state: 'decided',
      decided_at: input.at,
      decided_by_account_id: input.byId,
      decision: input.decision,
      reason: input.reason,
    })
    .where('id', '=', id)
    .execute()

/** Returns every open case with its subject. */
export const openSubjects = (db: Db): Promise<{ id: string; kind: CaseKind; subjectId: string }[]> =>
  db
    .selectFrom('moderation.case')
    .select(['id', 'kind', 'subject_id as subjectId'])
    .where('state', '=', 'open')
    .execute()

/** Closes cases whose subjects were settled elsewhere. */
export const closeResolvedElsewhere = (tx: Tx, ids: readonly string[], instant: Date) =>
  tx
    .updateTable('moderation.case')
    .set({ state: 'decided', decided_at: instant, decision: 'resolved-elsewhere', reason: '' })
    .where('id', 'in', [...ids])
    .where('state', '=', 'open')
    .execute()

export const insertNote = (tx: Tx, input: { id: string; caseId: string; authorId: string; body: string; at: Date }) =>
  tx
    .insertInto('moderation.note')
    .values({ id: input.id, case_id: input.caseId, author_id: input.authorId, body: input.body, written_at: input.at })
    .execute()

export const notesOf = (db: Db, caseId: string) =>
  db
    .selectFrom('moderation.note')
    .select(['id', 'author_id as authorId', 'body', 'written_at as at'])
    .where('case_id', '=', caseId)
    .orderBy('written_at')
    .orderBy('id')
    .limit(500)
    .execute()
