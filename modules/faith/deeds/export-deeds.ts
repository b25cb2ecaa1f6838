import type { Ports } from '#shared/ports.ts'

type Rows = readonly Readonly<Record<string, unknown>>[]

/** Reads the snapshots, notices and survey answers of an account for its own data export. Amounts in minor units. */
export async function exportDeeds(
  ports: Pick<Ports, 'statement'>,
  accountId: string,
): Promise<Readonly<Record<'deeds' | 'deedsNotices' | 'deedsSurvey', Rows>>> {
  const [deeds, deedsNotices, deedsSurvey] = await Promise.all([
    ports.statement<Record<string, unknown>>(
      'deeds.export',
      `
        select hijri_year as "hijriYear", currency, figures, computed_at as "computedAt"
        from deeds.snapshot
        where account_id = $1::uuid
        order by hijri_year
      `,
      [accountId],
    ),
    ports.statement<Record<string, unknown>>(
      'deeds.export_notices',
      `
        select hijri_year as "hijriYear", sent_at as "sentAt"
        from deeds.notice
        where account_id = $1::uuid
        order by hijri_year
      `,
      [accountId],
    ),
    ports.statement<Record<string, unknown>>(
      'deeds.export_survey',
      `
        select hijri_year as "hijriYear", rating, comment, answered_at as "answeredAt"
        from deeds.survey_answer
        where account_id = $1::uuid
        order by hijri_year
      `,
      [accountId],
    ),
  ])
  return { deeds, deedsNotices, deedsSurvey }
}
