import type { FieldKey } from '#modules/platform/identity/index.ts'
import type { Ports } from '#shared/ports.ts'
import { decryptAnswers } from './profile-answers.ts'

/**
 * Reads all zakat data of an account for its data export: zakat years with the decrypted answers of every revision,
 * zakat given elsewhere, and reminders. Amounts are in minor units.
 */
export async function exportZakat(
  ports: Pick<Ports, 'statement'> & { readonly fieldKey: FieldKey },
  accountId: string,
): Promise<Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>> {
  const [years, zakatGivenElsewhere, zakatReminders] = await Promise.all([
    ports.statement<Record<string, unknown> & { readonly id: string; readonly encrypted: Buffer }>(
      'zakat.export_years',
      `
        select
          id,
          period,
          currency,
          zakat_due as "zakatDue",
          status,
          start_date::text as "startDate",
          anniversary::text,
          anchor_year as "yearKind",
          time_zone as "timeZone",
          rule_set_id as "ruleSet",
          prices,
          created_at as "savedAt",
          encrypted
        from zakat.profile
        where account_id = $1::uuid
        order by created_at, revision
      `,
      [accountId],
    ),
    ports.statement<Record<string, unknown>>(
      'zakat.export_offsite',
      `select given_on::text as day, currency, amount, note, created_at as "enteredAt", changed_at as "changedAt"
       from zakat.offsite_donation where account_id = $1::uuid order by given_on, id`,
      [accountId],
    ),
    ports.statement<Record<string, unknown>>(
      'zakat.export_reminders',
      `
        select anniversary::text, days as "daysBefore", sent_at as "sentAt"
        from zakat.reminder
        where account_id = $1::uuid
        order by sent_at
      `,
      [accountId],
    ),
  ])
  return {
    zakatYears: years.map(({ id, encrypted, ...year }) => {
      const { input, result } = decryptAnswers(ports, { accountId, profileId: id }, encrypted)
      return { ...year, answers: input, result }
    }),
    zakatGivenElsewhere,
    zakatReminders,
  }
}
