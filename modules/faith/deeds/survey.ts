import { sql } from 'kysely'
import type { Ports } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'
import './tables.ts'

/** Maximum number of comments that staff see at once. */
const commentsMax = 100

export type SurveyAnswer = { readonly hijriYear: number; readonly rating: number; readonly comment: string }

/**
 * Stores a donor's rating (1 to 5) of their Deeds of a year and replaces an earlier one; needs a recap of that year.
 */
export async function answerSurvey(
  ports: Pick<Ports, 'write' | 'clock'>,
  accountId: string,
  { hijriYear, rating, comment }: SurveyAnswer,
): Promise<void> {
  const answeredAt = ports.clock()
  await ports.write(async (tx) => {
    const recap = await tx
      .selectFrom('deeds.snapshot')
      .select('account_id')
      .where('account_id', '=', accountId)
      .where('hijri_year', '=', hijriYear)
      .executeTakeFirst()
    if (!recap) throw new Problem('not-found', 'not-found')
    const answer = { rating, comment, answered_at: answeredAt }
    await tx
      .insertInto('deeds.survey_answer')
      .values({ account_id: accountId, hijri_year: hijriYear, ...answer })
      .onConflict((conflict) => conflict.columns(['account_id', 'hijri_year']).doUpdateSet(answer))
      .execute()
  })
}

/** Summarizes the answers of a year for staff: the number of each rating, and the latest comments without names. */
export async function readSurvey({ db }: Pick<Ports, 'db'>, hijriYear: number) {
  const [ratings, comments] = await Promise.all([
    db
      .selectFrom('deeds.survey_answer')
      .select(['rating', sql<number>`count(*)::int`.as('count')])
      .where('hijri_year', '=', hijriYear)
      .groupBy('rating')
      .orderBy('rating')
      .execute(),
    db
      .selectFrom('deeds.survey_answer')
      .select(['rating', 'comment', 'answered_at as answeredAt'])
      .where('hijri_year', '=', hijriYear)
      .where('comment', '<>', '')
      .orderBy('answered_at', 'desc')
      .limit(commentsMax)
      .execute(),
  ])
  return { ratings, comments }
}
